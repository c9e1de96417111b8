//! str: the split family, trimming, stripping, matching and replacing, with chars, closures and strings.

use std::fmt::Write;

const TABLE: &str =
    "name=ada; born = 1815;;field=math,computing;\r\n name=alan; born = 1912; field=logic\n\nname=grace";

pub fn run() -> String {
    let mut out = String::new();
    for line in TABLE.lines() {
        let fields: Vec<(&str, &str)> =
            line.split(';').filter_map(|field| field.split_once('=')).map(|(k, v)| (k.trim(), v.trim())).collect();
        writeln!(out, "{fields:?}").unwrap();
    }
    let text = "one, two,, three ,four,";
    writeln!(out, "{:?}", text.split(',').collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?}", text.rsplit(", ").collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?} {:?}", text.splitn(3, ',').last(), text.rsplitn(2, ',').last()).unwrap();
    writeln!(out, "{:?}", text.split_terminator(',').map(str::trim).collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?}", text.split_inclusive(',').map(str::len).collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?}", text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count()).unwrap();
    writeln!(out, "{:?}", text.split(&[',', 'o'][..]).collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?}", "  a\t b \n c".split_ascii_whitespace().rev().collect::<String>()).unwrap();
    writeln!(out, "{:?} {:?}", text.rsplit_once("th"), text.split_at(5)).unwrap();
    writeln!(out, "{:?} {:?}", text.strip_prefix("one"), text.strip_suffix(';')).unwrap();
    writeln!(out, "{:?}", "xxabcxx".trim_matches('x').trim_start_matches("ab").trim_end_matches(char::is_numeric))
        .unwrap();
    writeln!(out, "{:?}", text.match_indices("t").map(|(i, _)| i).collect::<Vec<_>>()).unwrap();
    writeln!(out, "{:?} {:?}", text.replace(',', ";"), text.replacen("o", "00", 2)).unwrap();
    writeln!(out, "{:?} {:?} {:?}", text.find("ee"), text.rfind(' '), text.find(char::is_uppercase)).unwrap();
    write!(out, "{} {}", "ab".repeat(40).matches("ba").count(), "zz".repeat(3)).unwrap();
    out
}
