//! Teams of threads: who belongs to them, how they begin and end a region, how they wait for one another.
//!
//! ```text
//! settings     the OMP_… variables of this process                     safe
//! workers      threads of the library that wait for a team             unsafe: orders are pointers
//! handed       values that threads hand to thread 0 for a reduction    safe
//! partial      values that the teams of a league combine               unsafe: pointers to the league's thread
//! state        what a team shares, and what its primary thread writes  unsafe: cells that a phase guards
//! member       a team and the threads in it                            unsafe: the head is written through a pointer
//! barrier      all threads meet                                        safe
//! cancellation regions and loops that threads leave                    unsafe: what only the primary thread may do
//! gangs        what a thread runs of a region                          unsafe: calls of outlined regions
//! disband      teams that stayed give their workers back               unsafe: teams that nobody uses are freed
//! origin       the calling thread's place; threads of the program      unsafe: pointers in thread-local storage
//! region       a region begins and ends; teams that stay               unsafe: calls of outlined regions
//! league       leagues of teams; target regions                        unsafe: calls of outlined regions
//! ```
//!
//! *Phases.* The threads of a team count how often all of them met. To meet is two steps: they gather, and one of them,
//! who alone runs then, releases the others by writing the number of the phase. A barrier is both. The end of a region
//! gathers only, and the next region of the same team is the release. So between regions workers stand in a half open
//! barrier, and what the primary thread writes there needs no lock.
//!
//! *Gathering.* Where each thread has a processor, a thread writes the phase into a line of its own, which its parent in
//! a flat tree reads. With more threads than processors (a team is *crowded*) threads do not spin, but give way, and the
//! last one that counts itself down opens the barrier.

pub mod barrier;
pub mod cancellation;
pub mod disband;
pub mod gangs;
pub mod handed;
pub mod league;
pub mod member;
pub mod origin;
pub mod partial;
pub mod region;
pub mod settings;
pub mod state;
pub mod workers;
