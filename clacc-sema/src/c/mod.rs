//! The C language: names and what they refer to, types and their layouts, constants. This module knows no
//! directives.

pub(crate) mod bind;
pub mod constant;
pub mod data_model;
pub mod definitions;
pub mod expr_types;
pub mod file_scope;
pub(crate) mod function_types;
pub mod globals;
pub(crate) mod literal;
pub mod lone;
pub(crate) mod math_functions;
pub mod model;
pub mod slots;
pub mod type_text;
pub mod types;
