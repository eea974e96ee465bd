//! The numbers `CLACC_ICV_…` of internal control variables, and of other facts about the current task.

/// nthreads-var.
pub const THREADS: u32 = 1;
/// dyn-var.
pub const DYNAMIC: u32 = 2;
/// max-active-levels-var.
pub const ACTIVE_LEVELS: u32 = 3;
/// The kind of run-sched-var.
pub const SCHEDULE: u32 = 4;
/// The chunk of run-sched-var.
pub const CHUNK: u32 = 5;
/// default-device-var, or -1 before a task sets it.
pub const DEVICE: u32 = 6;
/// def-allocator-var, or 0 before a task sets it.
pub const ALLOCATOR: u32 = 7;
/// Nonzero if run-sched-var has the modifier `monotonic`.
pub const SCHEDULE_MODIFIER: u32 = 8;
/// thread-limit-var.
pub const THREAD_LIMIT: u32 = 16;
/// The number of processors that the program may use.
pub const PROCESSORS: u32 = 17;
/// active-levels-var.
pub const ACTIVE_LEVEL: u32 = 18;
/// Nonzero if the current task is final.
pub const IN_FINAL: u32 = 19;
/// bind-var.
pub const BIND: u32 = 20;
/// A number that identifies the current task among those that exist.
pub const TASK: u32 = 21;
/// The greatest value of max-active-levels-var.
pub const SUPPORTED_LEVELS: u32 = 22;
/// The number of places.
pub const PLACES: u32 = 23;
/// The place to which the thread is bound, or -1.
pub const PLACE: u32 = 24;
/// The first place of place-partition-var.
pub const PARTITION_FIRST: u32 = 25;
/// The number of places of place-partition-var.
pub const PARTITION_COUNT: u32 = 26;
/// Nonzero if the current task is explicit.
pub const IN_EXPLICIT: u32 = 27;
/// cancel-var.
pub const CANCELLATION: u32 = 28;
/// nteams-var, or 0.
pub const NUM_TEAMS: u32 = 40;
/// teams-thread-limit-var, or 0.
pub const TEAMS_THREAD_LIMIT: u32 = 41;
/// The number of the team in its league.
pub const TEAM: u32 = 42;
/// The number of teams of the league.
pub const TEAMS: u32 = 43;
