//! The routines of OpenACC over any OpenMP runtime.
//!
//! ```text
//! api        the C routines: arguments, shared memory, errors           safe, but for the export attribute
//!   data     what a routine means for the data of one device           safe
//!   attachments   pointers that point to device data, counted          safe
//!     attachment_counters   the counters                               safe
//!     attached_values       what attached pointers hold                safe
//!   queue    numbers of async queues, what is known of their progress  safe
//! binding    what any runtime below has to offer                       safe: a trait
//! below      the OpenMP runtimes: detection, three ways to keep data   unsafe: calls of foreign functions
//! present    a present table with OpenACC's two reference counters     safe
//! publish    read without a lock, replaced by a new version            unsafe: one module
//! ```
//!
//! The devices of this library (`discrete`) are another `binding`, which they offer when the library is loaded; the other modules use that
//! trait only.

pub mod api;
pub(crate) mod attached_values;
pub mod attachment_counters;
pub mod attachments;
pub mod below;
pub mod binding;
pub mod data;
pub mod fault;
pub mod handle;
pub mod ordered;
pub mod present;
pub mod publish;
pub mod queue;
pub mod settings;
pub mod system;
