//! Random C programs with OpenACC directives, and the model that says what they print.

pub(crate) mod c_text;
pub(crate) mod generate;
pub(crate) mod model;
pub(crate) mod program;
#[path = "../rng.rs"]
pub(crate) mod rng;
pub(crate) mod unit;
