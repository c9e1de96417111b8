pub use alpha::Alpha;
