//! `OMP_DISPLAY_AFFINITY` (OpenMP 5.2 section 21.2.4): lines about the threads of parallel regions.
//!
//! A thread that makes regions remembers the team of the last one. The threads of another team are displayed, each by
//! itself: it has another size, other threads, or other places. Compute constructs of OpenACC are no parallel regions of the program.

use super::affinity_lines::line_of_caller;
use crate::threads::system;
use crate::threads::team::member::{Member, Team};
use crate::threads::team::origin;
use clacc_runtime_abi::layout::{Body, ThreadHead};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// A region that begins with lines about its threads, if its team is not the one of the last region.
pub struct Displayed {
    /// What is launched, with its arguments.
    body: Body,
    args: *mut c_void,
    /// The team whose threads were displayed last.
    before: *const Team,
    /// The team of this region, from its primary thread, which is the thread that reads it afterwards.
    team: Cell<*const Team>,
}

impl Displayed {
    /// A region that the calling thread will make.
    pub fn new(body: Body, args: *mut c_void) -> Self {
        Self { body, args, before: origin::current().displayed.get(), team: Cell::new(ptr::null()) }
    }

    /// Remembers the team, in the thread that made the region.
    pub fn remember(&self) {
        origin::current().displayed.set(self.team.get());
    }
}

/// The body of such a region.
///
/// # Safety
/// The head is the caller's own, and `region` points to a [`Displayed`], whose body may be called with its arguments.
pub unsafe extern "C" fn displayed(thread: *mut ThreadHead, region: *mut c_void) {
    // SAFETY: the caller promises both; no thread changes more than the cell, which the primary one alone uses.
    let (member, region) = unsafe { (Member::of(thread), &*region.cast::<Displayed>()) };
    let team = ptr::from_ref(member.team());
    if team != region.before {
        system::write_error(&(line_of_caller() + "\n"));
    }
    if member.id() == 0 {
        region.team.set(team);
    }
    // SAFETY: the caller promises it.
    unsafe { (region.body)(thread, region.args) };
}
