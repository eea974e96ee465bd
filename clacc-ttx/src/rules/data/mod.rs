//! Data clauses and the directives about data.

pub(super) mod constant_pointers;
pub(super) mod covered;
pub(super) mod data_directives;
pub(super) mod declare;
mod deferred_data;
pub(super) mod design;
mod device_members;
mod found_anyway;
mod held;
pub(super) mod host_data;
pub(super) mod maps;
mod modifier_code;
mod motion;
mod optional_data;
mod pointer_updates;
mod region_end;
pub(super) mod updates;
pub(super) mod visible;
