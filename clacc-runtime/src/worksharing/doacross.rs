//! Iterations that wait for one another: doacross loops (OpenMP 5.2 section 15.9.6).

use crate::team::member::Member;
use crate::wait::event::Cause;
use crate::wait::futex::Many;

impl Member {
    /// Begins the dependences of the loop that the thread has begun. Returns whether there is memory for them.
    pub fn begin_doacross(&self, iterations: u64) -> bool {
        let posted = self.share().posts.get(iterations);
        let is_there = posted.is_some();
        self.position.posted.replace(posted);
        is_there
    }

    /// Lets those go on that wait for an iteration.
    pub fn post(&self, iteration: u64) {
        if let Some(posted) = &*self.position.posted.borrow() {
            posted.post(iteration);
        }
        self.team().tasks.event.notify(Cause::Progress, Many::All);
    }

    /// Waits until an iteration is posted.
    pub fn wait_for_post(&self, iteration: u64) {
        if let Some(posted) = &*self.position.posted.borrow() {
            self.seat.wait_without_tasks(|| posted.has(iteration));
        }
    }
}
