//! Curves as pictures: runs and seconds against the bound.
//!
//! The scale of a picture is logarithmic, so a curve that is a power of the number of positions bends, and one that is exponential in
//! it leaves the picture. A picture is light in every theme: an SVG in a page does not know the page's theme.

use std::fmt::Write as _;

/// A curve.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) name: &'static str,
    pub(crate) colour: &'static str,
    /// For curves that are not measured.
    pub(crate) is_dashed: bool,
    /// Bounds and values, which are positive.
    pub(crate) points: Vec<(u32, f64)>,
    /// How the last value has grown, in words.
    pub(crate) growth: Option<String>,
}

/// A picture.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub(crate) title: String,
    /// The bound, and the unit of values.
    pub(crate) axes: [String; 2],
    pub(crate) curves: Vec<Curve>,
    /// The scale ends with these powers of ten. Curves that go on above it are cut.
    pub(crate) powers: std::ops::RangeInclusive<i32>,
}

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 46.0;
/// The least distance between two names at the right.
const LINE: f64 = 30.0;

impl Plot {
    fn bounds(&self) -> std::ops::RangeInclusive<u32> {
        let bounds = self.curves.iter().flat_map(|curve| &curve.points).map(|(bound, _)| *bound);
        bounds.clone().min().unwrap_or(0)..=bounds.max().unwrap_or(1)
    }

    fn x(&self, bound: u32) -> f64 {
        let (first, last) = (*self.bounds().start(), *self.bounds().end());
        LEFT + f64::from(bound - first) / f64::from((last - first).max(1)) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = (f64::from(*self.powers.start()), f64::from(*self.powers.end()));
        HEIGHT - BOTTOM - (value.log10() - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
    }

    /// The picture as an SVG.
    pub(crate) fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"#fdfdfd\"/>\n\
             <clipPath id=\"inside\"><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/></clipPath>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" fill=\"#222\">{}</text>\n",
            self.title,
            WIDTH - LEFT - RIGHT,
            HEIGHT - TOP - BOTTOM,
            self.title,
        );
        self.axes(&mut svg);
        self.curves.iter().for_each(|curve| self.curve(&mut svg, curve));
        self.names(&mut svg);
        svg + "</svg>\n"
    }

    fn axes(&self, svg: &mut String) {
        let (end, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        // At most eight lines.
        let step = self.powers.clone().count().div_ceil(8);
        for power in self.powers.clone().step_by(step) {
            let y = self.y(10_f64.powi(power));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{end}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
                LEFT - 7.0,
                y + 4.0,
                power_of_ten(power),
            );
        }
        let step = self.bounds().count().div_ceil(12);
        for bound in self.bounds().step_by(step) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{bound}</text>",
                self.x(bound),
                bottom + 18.0
            );
        }
        let [across, up] = &self.axes;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#222\">{across}</text>\n\
             <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\" fill=\"#222\">{up}</text>",
            f64::midpoint(LEFT, end),
            HEIGHT - 10.0,
            f64::midpoint(TOP, bottom),
        );
    }

    fn curve(&self, svg: &mut String, curve: &Curve) {
        let Curve { colour, is_dashed, points, .. } = curve;
        let place = |(bound, value): &(u32, f64)| (self.x(*bound), self.y(*value));
        let dashes = if *is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = write!(
            svg,
            "<g clip-path=\"url(#inside)\"><path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes} d=\""
        );
        for (index, point) in points.iter().enumerate() {
            let (x, y) = place(point);
            let _ = write!(svg, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        svg.push_str("\"/>");
        for point in points {
            let (x, y) = place(point);
            let fill = if *is_dashed { "#fdfdfd" } else { colour };
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"{colour}\"/>");
        }
        svg.push_str("</g>\n");
    }

    /// Names of the curves at the right, near their ends and not on each other.
    fn names(&self, svg: &mut String) {
        let end = |curve: &Curve| curve.points.last().map_or(0.0, |(_, value)| self.y(*value).max(TOP + 4.0));
        let mut names: Vec<(f64, &Curve)> = self.curves.iter().map(|curve| (end(curve), curve)).collect();
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Down, as far as needed; then up, if there is no room at the bottom.
        for at in 1..names.len() {
            names[at].0 = names[at].0.max(names[at - 1].0 + LINE);
        }
        let mut lowest = HEIGHT - BOTTOM;
        for name in names.iter_mut().rev() {
            name.0 = name.0.min(lowest);
            lowest = name.0 - LINE;
        }
        for (y, curve) in names {
            let x = WIDTH - RIGHT + 10.0;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{}\">{}</text>", curve.colour, curve.name);
            if let Some(growth) = &curve.growth {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{:.1}\" font-size=\"11\" fill=\"#555\">{growth}</text>",
                    y + 13.0
                );
            }
        }
    }
}

fn power_of_ten(power: i32) -> String {
    match power {
        -3..=3 => format!("{}", 10_f64.powi(power)),
        _ => format!("10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan>"),
    }
}
