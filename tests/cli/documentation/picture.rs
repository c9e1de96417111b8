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
        words: 0x001f_2328,
        page: 0x00f6_f8fa,
        colours: [
            0x001f_2328,
            0x00cf_222e,
            0x0011_6329,
            0x008a_5900,
            0x0009_50ae,
            0x0082_50df,
            0x001b_6f83,
            0x006e_7781,
        ],
    },
    Theme {
        name: "dark",
        words: 0x00e6_edf3,
        page: 0x0016_1b22,
        colours: [
            0x0048_4f58,
            0x00ff_7b72,
            0x0056_d364,
            0x00e3_b341,
            0x0079_c0ff,
            0x00d2_a8ff,
            0x0076_e3ea,
            0x00b1_bac4,
        ],
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
