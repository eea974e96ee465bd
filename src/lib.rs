//! placeholder

pub mod diagnostics;
pub mod files;
#[cfg(feature = "render")]
pub mod render;
