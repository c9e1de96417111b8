//! Screens as pictures: what a command prints in a terminal, with its colours, on light and dark pages.

use std::fs;
use std::path::Path;

use anstyle::{Color, RgbColor};
use anstyle_svg::{Palette, Term};

use crate::story::without_times;

/// Colours of the words on a page: black, red, green, yellow, blue, magenta, cyan, white, and the same in bright.
struct Theme {
    name: &'static str,
    words: u32,
    page: u32,
    colours: [u32; 8],
}

const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        words: 0x1f_23_28,
        page: 0xf6_f8_fa,
        colours: [0x1f_23_28, 0xcf_22_2e, 0x11_63_29, 0x8a_59_00, 0x09_50_ae, 0x82_50_df, 0x1b_6f_83, 0x6e_77_81],
    },
    Theme {
        name: "dark",
        words: 0xe6_ed_f3,
        page: 0x16_1b_22,
        colours: [0x48_4f_58, 0xff_7b_72, 0x56_d3_64, 0xe3_b3_41, 0x79_c0_ff, 0xd2_a8_ff, 0x76_e3_ea, 0xb1_ba_c4],
    },
];

/// Compares the pictures `<path>-light.svg` and `<path>-dark.svg` with a screen, or writes them.
pub(super) fn check(path: &Path, screen: &str, is_blessing: bool) {
    for theme in &THEMES {
        let name = format!("{}-{}.svg", path.file_name().unwrap().to_str().unwrap(), theme.name);
        let path = path.with_file_name(name);
        let (old, new) = (fs::read_to_string(&path).unwrap_or_default(), theme.svg(screen));
        let is_same = without_times(&old) == without_times(&new);
        assert!(is_same || is_blessing, "{} shows something else than\n{screen}", path.display());
        if !is_same {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, new).unwrap();
        }
    }
}

impl Theme {
    fn svg(&self, screen: &str) -> String {
        // Dim words stay legible.
        self.term().render_svg(screen).replace("opacity: 0.4;", "opacity: 0.75;")
    }

    fn term(&self) -> Term {
        let colours: [RgbColor; 8] = self.colours.map(rgb);
        let palette = Palette(std::array::from_fn(|index| colours[index % 8]));
        Term::new().palette(palette).fg_color(Color::Rgb(rgb(self.words))).bg_color(Color::Rgb(rgb(self.page)))
    }
}

fn rgb(colour: u32) -> RgbColor {
    let [_, red, green, blue] = colour.to_be_bytes();
    RgbColor(red, green, blue)
}
