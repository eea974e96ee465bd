//! Kinds whose mutants cannot change a result, each with the reason.

use crate::kind::Kind;

/// A pattern for kinds. Texts that are empty match everything.
struct Explained {
    construct: &'static str,
    asked: &'static str,
    printed: &'static str,
    way: &'static str,
    reason: &'static str,
}

const LANES: &str = "vector lanes execute independent iterations, in any order";
const WORKERS: &str = "workers share iterations, and no result depends on how many they are";
const ONE_WORKER: &str = "one thread executes the iterations that several would share";
const COLLAPSE: &str = "the inner iterations are executed by one thread and not shared, but all are executed";
const SCALARS: &str = "OpenMP's own rule makes the scalar firstprivate";
const UPDATE: &str = "an atomic directive without a kind is an update";
const PRESENT: &str = "OpenMP's own rule finds data that is present";
const ARRAYS: &str = "OpenMP's own rule copies an array both ways";
const REDUCED: &str = "OpenMP's own rule maps the variable of a reduction both ways";
const MEMBERS: &str = "the members have clauses of their own, and pointers are set when memory is attached";
const TABLES: &str = "the pointers of a table are set when its rows are attached";
const BEFORE_MAIN: &str = "the function runs before main, long before a construct needs the data";
const CONTROL: &str = "OpenMP's own rule gives each thread a control variable";
const DEVICE_POINTER: &str = "OpenMP 5.1 passes a pointer as it is where its target is not mapped";
const AROUND: &str = "the region around the construct maps the same data, and nothing is copied";
const ONE_THREAD: &str = "one thread executes the construct, and nobody shares its variable";

const NVIDIA: &str = "the fault shows in code for NVIDIA devices alone, and the campaign has none";

const EACH_TEAM: &str = "the loop's directive reduces too, and teams that end one after another lose nothing";

/// The purposes that forms of policy `performance` name.
const OF_LANES: &str = "the iterations are independent, and vector lanes share them";
const OF_THREADS: &str = "the iterations are independent, and threads share them";
const FEW: &str = "threads are worth their while only if the loop has enough work";
const NEST: &str = "threads share the loops of a nest as one, so that many of them have work";
const PART: &str = "a part of the `kernels` construct";

/// The purposes that name faults of compilers in code for NVIDIA devices.
const VARIABLE_POINTERS: &str =
    "clang gives the threads of a device no value of a pointer of variably modified type that they share";
const TEAM_COPIES: &str = "clang for NVIDIA devices confuses a copy that simd makes in code of a team with its variable, so one thread runs it";

const EXPLAINED: &[Explained] = &[
    row("", VARIABLE_POINTERS, "", "", NVIDIA),
    row("", TEAM_COPIES, "", "", NVIDIA),
    row(
        "",
        "by rule: nothing makes the variable private, so it is shared",
        "shared",
        "dropped",
        "OpenMP shares the variable without the clause too",
    ),
    row("", "", "nowait", "dropped", "the thread only waits longer"),
    row("", "", "depend(inout) on taskwait", "dropped", "a wait without dependences waits for all work"),
    row(
        "",
        "",
        "depend(inout) on taskwait",
        "as in",
        "all work of a queue writes the queue's address, so a wait that reads it waits for the same",
    ),
    row(
        "update",
        "wait",
        "depend(inout)",
        "as in",
        "the update behind the task writes the queue's address, so it waits for a task that reads it",
    ),
    row(
        "update",
        "code that is added",
        "an if statement",
        "unconditional",
        "the update of each row has the condition too, and the table is read in vain",
    ),
    row("", "vector_length", "simdlen", "dropped", LANES),
    row("", "vector", "simdlen", "dropped", LANES),
    row("loop", "the directive", "", "without simd", LANES),
    row("loop", "the directive", "simd", "dropped", LANES),
    row("", "num_workers", "num_threads", "dropped", WORKERS),
    row("", "worker", "num_threads", "dropped", WORKERS),
    row("loop", "the directive", "distribute parallel for simd", "without parallel for", ONE_WORKER),
    row("loop", "the directive", "distribute parallel for", "without parallel for", ONE_WORKER),
    row("loop", "the directive", "parallel for simd", "without parallel for", ONE_WORKER),
    row("loop", "the directive", "parallel for", "dropped", ONE_WORKER),
    row("loop", "the directive", "parallel for simd", "dropped", ONE_WORKER),
    row(
        "",
        "the gang has one worker",
        "thread_limit",
        "dropped",
        "the one team executes no loop with several threads",
    ),
    row("loop", "collapse", "collapse", "dropped", COLLAPSE),
    row("loop", "collapse", "collapse", "fewer loops", COLLAPSE),
    row("loop", "tile", "collapse", "dropped", COLLAPSE),
    row(
        "serial",
        "by rule: a scalar without a data clause is firstprivate",
        "firstprivate",
        "dropped",
        SCALARS,
    ),
    row(
        "kernels",
        "by rule: a scalar without a data clause is copied by a kernels construct",
        "firstprivate",
        "dropped",
        SCALARS,
    ),
    row(
        "kernels",
        "by rule: a scalar without a data clause is copied by a kernels construct",
        "firstprivate",
        "as shared",
        "the variable has this clause only where the device never changes it",
    ),
    row(
        "kernels",
        "by rule: the variable is assigned before it is read, and its value is used nowhere else",
        "private",
        "dropped",
        "OpenMP's own rule makes the scalar firstprivate, and its first value is not used",
    ),
    row(
        "kernels",
        "by rule: the variable is assigned before it is read, and its value is used nowhere else",
        "private",
        "as shared",
        "the team that would share the variable is one thread here; loops with several have a clause of their own",
    ),
    row("", "an atomic without a kind is an update", "update", "dropped", UPDATE),
    row("atomic", "update", "update", "dropped", UPDATE),
    row("", "deviceptr", "is_device_ptr", "dropped", DEVICE_POINTER),
    row(
        "",
        "by rule: default(present) makes an array, struct or union without a data clause present",
        "map(alloc)",
        "dropped",
        PRESENT,
    ),
    row("data", "present", "map(alloc)", "dropped", "the data is present without the region too"),
    row("parallel", "present", "map(to)", "as alloc", "the struct is present, so nothing is copied"),
    row("parallel", "present", "map(to)", "dropped", PRESENT),
    row(
        "kernels",
        "num_gangs",
        "num_teams",
        "dropped",
        "the gangs share one loop, and no result depends on how many they are",
    ),
    row(
        "enter data",
        "create",
        "map(to)",
        "as alloc",
        "the pointers of a table are set when its rows are attached",
    ),
    row(
        "kernels",
        "by rule: an array, struct or union without a data clause is copied",
        "map(tofrom)",
        "dropped",
        ARRAYS,
    ),
    row(
        "serial",
        "by rule: an array, struct or union without a data clause is copied",
        "map(tofrom)",
        "dropped",
        ARRAYS,
    ),
    row(
        "kernels",
        "by rule: a reduction variable without a data clause is copied",
        "map(tofrom)",
        "dropped",
        REDUCED,
    ),
    row(
        "parallel",
        "by rule: a reduction variable without a data clause is copied",
        "map(tofrom)",
        "dropped",
        REDUCED,
    ),
    row(
        "kernels",
        "by rule: the reduction variable of a gang-partitioned loop is copied",
        "map(tofrom)",
        "dropped",
        REDUCED,
    ),
    row(
        "parallel",
        "by rule: the reduction variable of a gang-partitioned loop is copied",
        "map(tofrom)",
        "dropped",
        REDUCED,
    ),
    row("data", "the members of a struct are found in it", "map(to)", "as alloc", MEMBERS),
    row("data", "copyout", "map(to)", "as alloc", TABLES),
    row("data", "create", "map(to)", "as alloc", TABLES),
    row("declare", "create", "target enter data", "nowait added", BEFORE_MAIN),
    row(
        "exit data",
        "copyout",
        "acc_detach_finalize()",
        "dropped",
        "the table goes with its rows and is not copied back",
    ),
    row(
        "data",
        "copyin",
        "target exit data",
        "nowait added",
        "it copies nothing back, and nothing uses the data behind it",
    ),
    row("loop", "by rule: the control variable of a loop is private", "private", "dropped", CONTROL),
    row(
        "loop",
        "by rule: the control variable of a loop is private",
        "a local variable that hides another",
        "dropped",
        CONTROL,
    ),
    row(
        "parallel",
        "by rule: a data clause for the variable is visible, so no data attribute is implied",
        "is_device_ptr",
        "dropped",
        DEVICE_POINTER,
    ),
    row("parallel", "copyout", "map(alloc)", "dropped", AROUND),
    row(
        "serial",
        "by rule: a scalar without a data clause is firstprivate",
        "firstprivate",
        "as shared",
        ONE_THREAD,
    ),
    row("", OF_LANES, "simd", "dropped", LANES),
    row("", OF_LANES, "reduction", "dropped", "compilers find the sum of a loop of lanes themselves"),
    row("kernels", OF_THREADS, "parallel for simd", "dropped", ONE_WORKER),
    row("", FEW, "if", "dropped", "threads share the loop, however few iterations it has"),
    row("loop", NEST, "collapse", "dropped", COLLAPSE),
    row("kernels", PART, "reduction", "dropped", EACH_TEAM),
    row("kernels", PART, "reduction", "as shared", EACH_TEAM),
    row("serial", "reduction", "reduction", "dropped", ONE_THREAD),
    row("serial", "reduction", "reduction", "as shared", ONE_THREAD),
];

const fn row(
    construct: &'static str,
    asked: &'static str,
    printed: &'static str,
    way: &'static str,
    reason: &'static str,
) -> Explained {
    Explained { construct, asked, printed, way, reason }
}

/// The reason for which no mutant of a kind changes a result, if there is one.
pub(crate) fn of(kind: &Kind) -> Option<&'static str> {
    let fits = |pattern: &str, text: &str| pattern.is_empty() || pattern == text;
    let is_meant = |row: &&Explained| {
        fits(row.construct, kind.construct)
            && fits(row.asked, &kind.asked)
            && fits(row.printed, &kind.printed)
            && fits(row.way, kind.way)
    };
    EXPLAINED.iter().find(is_meant).map(|row| row.reason)
}

const LEFT: &str = "this dialect leaves it to OpenMP's own rules";
const ARGUMENT: &str = "it is an argument of the routine that the directive calls";
const LEVEL: &str = "the loop's directive says it";

/// Rows with a function that print nothing of their own, each with the reason.
pub(crate) const UNPRINTED: &[(&str, &str)] = &[
    ("data no_create", LEFT),
    ("exit data finalize", "the clauses for the data say it"),
    ("init device_type", ARGUMENT),
    ("kernels no_create", LEFT),
    ("loop auto", "it decides whether there is a directive"),
    ("loop vector", LEVEL),
    ("loop worker", LEVEL),
    ("parallel no_create", LEFT),
    ("serial no_create", LEFT),
    ("set device_type", ARGUMENT),
    ("shutdown device_type", ARGUMENT),
];

/// The rows that print nothing under policy `performance` alone.
pub(crate) const LEFT_OUT: &[(&str, &str)] =
    &[("kernels vector_length", "it is tuning for another machine, and its verdict says so")];
