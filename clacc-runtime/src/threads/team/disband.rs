//! Teams that stayed for further regions give their workers back, and are freed.

use super::member::{Member, Team};
use super::state::Region;
use super::workers;
use crate::threads::wait::crowd;
use std::ptr;
use std::sync::atomic::Ordering;

impl Member {
    /// Returns the number of additional threads that are hot in a team of this member. The member's own thread counts once.
    pub(super) fn hot_share(&self, workers: usize) -> i32 {
        i32::try_from(workers).unwrap_or(i32::MAX) + i32::from(self.team().active_level == 0)
    }

    /// Lets the workers of this member's team go.
    pub(super) fn give_up_hot(&self) {
        let hot = self.hot.replace(ptr::null_mut());
        // SAFETY: the team exists, because nobody but this function frees it.
        let Some(team) = (unsafe { hot.as_ref() }) else { return };
        // Another team may be made at the same address.
        self.displayed.set(ptr::null());
        if team.founding.generation != workers::generation() {
            // Its workers were left behind in the parent process. What they may have been doing there with the team
            // when the process was forked is not known, so that its memory stays.
            team.founding.group.fetch_sub(team.founding.workers.len() as u32, Ordering::Relaxed);
            return;
        }
        // SAFETY: the team is between regions, so that the workers wait.
        unsafe { team.set_region(Region::NONE) };
        team.members()[0].release_region();
        let workers = &team.founding.workers;
        workers::give_back(workers);
        crowd::count_hot(-self.hot_share(workers.len()));
        team.founding.group.fetch_sub(workers.len() as u32, Ordering::Relaxed);
        disband_all(&team.members()[0]);
        // SAFETY: the workers have left, and gave up the teams of their members before.
        unsafe { Team::free(hot) };
    }

    /// Lets all workers go that this thread has taken for regions inside the one that ends, so that others can have them.
    /// Teams of one stay.
    #[inline]
    pub(super) fn give_up_hot_teams(&self) {
        if self.hot.get().is_null() && self.serial.get().is_null() && self.initial.get().is_null() {
            return;
        }
        self.for_each_serial(Self::give_up_hot_below);
    }

    /// Lets the workers go that this member has, and those of the teams of leagues that it has run.
    fn give_up_hot_below(&self) {
        self.give_up_hot();
        // SAFETY: the team of one exists until `disband_initial`.
        if let Some(initial) = unsafe { self.initial.get().as_ref() } {
            initial.members()[0].give_up_hot_teams();
        }
    }

    /// Calls a function with this member, and the members of the serial teams below it.
    fn for_each_serial(&self, action: impl Fn(&Self)) {
        let mut member = self;
        loop {
            action(member);
            // SAFETY: serial teams exist until `disband_all`.
            let Some(serial) = (unsafe { member.serial.get().as_ref() }) else { return };
            member = &serial.members()[0];
        }
    }

    /// Frees the team of one, when the thread is outside of leagues.
    fn disband_initial(&self) {
        let initial = self.initial.replace(ptr::null_mut());
        // SAFETY: nobody but this function frees it.
        if let Some(team) = unsafe { initial.as_ref() } {
            disband_all(&team.members()[0]);
            // SAFETY: nobody uses the team: its only thread is this one.
            unsafe { Team::free(initial) };
        }
    }
}

/// Frees all teams of a member whose thread is outside their regions.
pub(super) fn disband_all(member: &Member) {
    member.for_each_serial(|each| {
        each.give_up_hot();
        each.disband_initial();
    });
    let mut next = member.serial.replace(ptr::null_mut());
    while !next.is_null() {
        // SAFETY: the team exists, and its member has no hot team any more.
        let below = unsafe { (&*next).members()[0].serial.get() };
        // SAFETY: nobody uses the team: its only thread is this one.
        unsafe { Team::free(next) };
        next = below;
    }
}
