//! Trait objects: `Box<dyn>`, `&dyn`, supertraits, default methods, downcasts through Any, dyn in a Vec and a map.

use std::any::Any;
use std::fmt::{self, Write};
use std::rc::Rc;

trait Shape: fmt::Display {
    fn area(&self) -> f64;

    fn grow(&mut self, factor: f64);

    fn name(&self) -> String {
        "shape".to_owned()
    }

    fn twin(&self) -> Box<dyn Shape>;
}

#[derive(Clone)]
struct Rectangle {
    width: f64,
    height: f64,
}

#[derive(Clone)]
struct Polygon(Vec<(f64, f64)>);

impl Shape for Rectangle {
    fn area(&self) -> f64 {
        self.width * self.height
    }

    fn grow(&mut self, factor: f64) {
        self.width *= factor;
    }

    fn name(&self) -> String {
        if self.width == self.height { "square".to_owned() } else { "rectangle".to_owned() }
    }

    fn twin(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
}

impl Shape for Polygon {
    fn area(&self) -> f64 {
        let ends = self.0.iter().zip(self.0.iter().cycle().skip(1));
        ends.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
    }

    fn grow(&mut self, factor: f64) {
        for corner in &mut self.0 {
            *corner = (corner.0 * factor, corner.1 * factor);
        }
    }

    fn twin(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
}

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.width, self.height)
    }
}

impl fmt::Display for Polygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} corners", self.0.len())
    }
}

fn describe(value: &dyn Any) -> String {
    if let Some(n) = value.downcast_ref::<i32>() {
        format!("i32 {n}")
    } else if let Some(text) = value.downcast_ref::<String>() {
        format!("text of {}", text.len())
    } else if value.is::<()>() {
        "nothing".to_owned()
    } else {
        "unknown".to_owned()
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut shapes: Vec<Box<dyn Shape>> = Vec::new();
    for i in 1..=20 {
        let side = f64::from(i);
        if i % 2 == 0 {
            shapes.push(Box::new(Rectangle { width: side, height: 4.0 }));
        } else {
            shapes.push(Box::new(Polygon(vec![(0.0, 0.0), (side, 0.0), (side, 2.0), (0.0, side)])));
        }
    }
    let twins: Vec<Box<dyn Shape>> = shapes.iter().map(|shape| shape.twin()).collect();
    shapes.iter_mut().step_by(3).for_each(|shape| shape.grow(1.5));
    shapes.sort_by(|a, b| b.area().total_cmp(&a.area()).then_with(|| a.to_string().cmp(&b.to_string())));
    for shape in shapes.iter().take(5) {
        writeln!(out, "{}: {shape} = {:.3}", shape.name(), shape.area()).unwrap();
    }
    let total = |shapes: &[Box<dyn Shape>]| shapes.iter().map(|shape| shape.area()).sum::<f64>();
    writeln!(out, "{:.3} {:.3}", total(&shapes), total(&twins)).unwrap();

    let anything: Vec<Box<dyn Any>> = vec![Box::new(5_i32), Box::new("five".to_owned()), Box::new(()), Box::new('5')];
    writeln!(out, "{:?}", anything.iter().map(|value| describe(value.as_ref())).collect::<Vec<_>>()).unwrap();
    let texts: Vec<String> = anything.into_iter().filter_map(|value| value.downcast().ok()).map(|text| *text).collect();
    let shared: Rc<dyn Shape> = Rc::new(Rectangle { width: 3.0, height: 3.0 });
    let other: Rc<dyn fmt::Display> = shared.clone();
    write!(out, "{texts:?} {} {other} {}", shared.name(), Rc::strong_count(&shared)).unwrap();
    out
}
