//! A trait object is freed as a concrete type that it is not.

use std::hint::black_box;

trait Shape {
    fn area(&self) -> u32;
}

struct Square(u32);

struct Rectangle(u32, u32, u32);

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        self.0 * self.1 + self.2
    }
}

pub fn run() {
    let shapes: [Box<dyn Shape>; 2] = black_box([Box::new(Square(2)), Box::new(Rectangle(3, 4, 0))]);
    let [square, rectangle] = shapes;
    black_box(square.area() + rectangle.area());
    let wrong = black_box(Box::into_raw(rectangle)).cast::<Square>();
    drop(unsafe { Box::from_raw(wrong) }); //~ ERROR wrong-layout
}
