//! Structs and their members, and the rows behind tables of pointers: what is mapped beside them, and what attaches them.

pub(super) mod apart;
pub(super) mod attach;
pub(super) mod element_members;
mod flexible_members;
pub(super) mod member_directives;
pub(super) mod member_updates;
pub(super) mod nested_members;
pub(super) mod rows;
pub(super) mod several;
mod single_members;
pub(super) mod structs;
pub(super) mod whole_members;
