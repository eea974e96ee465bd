//! Programs that show faults of compilers which no rule avoids. [`super::faults`] has the others.

use super::optional_words::OptionalWord;
use super::tried_programs::{FaultyProgram, Symptom, clang, gcc, nvptx, plugin};

/// The reason why no rule avoids the fault that a program shows.
#[derive(Clone, Copy, Debug)]
pub enum Unasked {
    /// Dialects for the compilers that show the fault do not have this keyword.
    NoWord(OptionalWord),
    /// No mapping prints the construct.
    NeverPrinted,
    /// The fault is not avoided, for this reason.
    Open(&'static str),
}

/// The programs whose faults no rule avoids.
pub const UNASKED: &[(Unasked, FaultyProgram)] = &[
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "unequal_step",
            construct: "`for`, `distribute` with `i != n; i += 2`, which OpenMP 5.2 does not permit (4.4.1)",
            tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
            symptom: Symptom::Refused,
            seen: "the step must be 1 or -1",
            instead: "nothing: the construct is kept, with MAP0044",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "distribute_static_one",
            construct: "`distribute parallel for schedule(static, 1)`",
            tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
            symptom: Symptom::Wrong,
            seen: "of 64 iterations two run",
            instead: "no `schedule`; OpenACC has no word that asks for one",
        },
    ),
    (
        Unasked::NoWord(OptionalWord::Tile),
        FaultyProgram {
            program: "tile_order",
            construct: "`tile sizes(2, 2)`",
            tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22]), plugin(&[], &[19, 22])],
            symptom: Symptom::Wrong,
            seen: "the directive is ignored, and the iterations keep their order",
            instead: "`collapse`, or a plain loop",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "use_device_ptr_absent",
            construct: "`target data use_device_ptr(p)`, the data is not on the device",
            tried: &[plugin(&[19], &[22])],
            symptom: Symptom::Wrong,
            seen: "`p` is null",
            instead: "`if(acc_is_present(p, 1))` for `if_present`; without it the directive as it is, with MAP0007 if the data may be absent",
        },
    ),
    (
        Unasked::Open("with the library the result is right"),
        FaultyProgram {
            program: "atomic_wide",
            construct: "`atomic` and `reduction` of a `long double`, `reduction` of a complex number",
            tried: &[gcc(&[], &[12]), clang(&[19], &[])],
            symptom: Symptom::Refused,
            seen: "the program is not linked without `-latomic`",
            instead: "the construct as it is, with MAP0048",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "update_strided",
            construct: "`target update from(a[0:4:2])`",
            tried: &[plugin(&[19], &[22])],
            symptom: Symptom::Wrong,
            seen: "other elements are copied",
            instead: "OpenACC has no sections with a stride",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "original_of_later_part",
            construct: "`reduction(f: x[2:1])` with `declare reduction(f: ...) initializer(omp_priv = omp_orig)`",
            tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
            symptom: Symptom::Wrong,
            seen: "copies begin with the value of another element",
            instead: "nothing: the construct is kept, with MAP0064",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "update_parts_of_rows",
            construct: "`target update from(a[0:n][0:m])` of parts of the rows of an array",
            tried: &[plugin(&[19], &[])],
            symptom: Symptom::Wrong,
            seen: "whole rows are copied; with constant bounds, other elements",
            instead: "an update of each row, in a loop",
        },
    ),
    (
        Unasked::Open("the `parallel` is the user's own, perhaps in another function"),
        FaultyProgram {
            program: "teams_reduction_in_parallel",
            construct: "`target teams reduction(...)` inside the user's own `parallel`",
            tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
            symptom: Symptom::Hangs,
            seen: "a single team waits for others",
            instead: "the clauses as they are",
        },
    ),
    (
        Unasked::NoWord(OptionalWord::PresentMap),
        FaultyProgram {
            program: "present_map",
            construct: "`map(present, ...)` (OpenMP 5.1)",
            tried: &[gcc(&[12], &[14])],
            symptom: Symptom::Refused,
            seen: "the word is unknown",
            instead: "`map(alloc: ...)`; data that is absent is not reported",
        },
    ),
    (
        Unasked::NoWord(OptionalWord::PresentMotion),
        FaultyProgram {
            program: "present_motion",
            construct: "`target update to(present: ...)` (OpenMP 5.1)",
            tried: &[gcc(&[12], &[14])],
            symptom: Symptom::Refused,
            seen: "the word is unknown",
            instead: "`to(...)`; data that is absent is not reported",
        },
    ),
    (
        Unasked::NoWord(OptionalWord::Hold),
        FaultyProgram {
            program: "hold",
            construct: "`map(ompx_hold, ...)`, an extension",
            tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
            symptom: Symptom::Refused,
            seen: "the word is unknown",
            instead: "`map` without it; `exit data` inside the region may end the data's life",
        },
    ),
    (
        Unasked::NoWord(OptionalWord::NoAlloc),
        FaultyProgram {
            program: "no_alloc",
            construct: "`map(no_alloc, ...)`, the Clacc compiler's extension",
            tried: &[gcc(&[12, 14], &[]), clang(&[19, 22], &[])],
            symptom: Symptom::Refused,
            seen: "the word is unknown",
            instead: "`map(alloc: ...)`, or OpenMP's own rule",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "teams_lower_bound",
            construct: "`num_teams(1:4)` (OpenMP 5.1)",
            tried: &[clang(&[19, 22], &[])],
            symptom: Symptom::Refused,
            seen: "a lower bound is not read",
            instead: "`num_teams(4)`",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "members_mapped_apart",
            construct: "`map` of one member of a struct while another one alone is mapped (OpenMP 5.2 5.8.3 forbids it)",
            tried: &[plugin(&[19, 22], &[])],
            symptom: Symptom::Wrong,
            seen: "other members have wrong values",
            instead: "one map of the struct, or nothing",
        },
    ),
    (
        Unasked::Open("the directive stands where the program has it"),
        FaultyProgram {
            program: "declared_after_initializer",
            construct: "`double x[16] = {1};`, initialized in part, then `declare target(x)`",
            tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
            symptom: Symptom::Refused,
            seen: "the address of the variable is said to be invalid",
            instead: "the directive as it is; one behind an `extern` declaration, as in a header, before the definition is accepted",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "pointer_beside_allocation",
            construct: "`target data map(to: p->v) map(alloc: p->v[0:n])`, `v` a pointer",
            tried: &[plugin(&[19], &[])],
            symptom: Symptom::Wrong,
            seen: "the pointer is copied behind the allocation, and the device uses memory of the host",
            instead: "`map(alloc: p->v)`",
        },
    ),
    (
        Unasked::NeverPrinted,
        FaultyProgram {
            program: "limited_firstprivate_array",
            construct: "`target parallel thread_limit(1) firstprivate(v)`, `v` an array of variable length",
            tried: &[clang(&[19], &[]), plugin(&[19], &[]), gcc(&[], &[12])],
            symptom: Symptom::Wrong,
            seen: "the copy is not in memory of its own; the program ends by a signal",
            instead: "`target teams num_teams(1) thread_limit(1)`, and `parallel` in it",
        },
    ),
    (
        Unasked::Open("the directive means the same, and the compiler says what it lacks"),
        FaultyProgram {
            program: "reduction_of_variable_length",
            construct: "`distribute parallel for reduction(+: v)`, `v` an array of variable length",
            tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
            symptom: Symptom::Refused,
            seen: "no code is generated for it",
            instead: "the clause as it is",
        },
    ),
    (
        Unasked::Open("the result is right; a device does not do so"),
        FaultyProgram {
            program: "threads_of_regions",
            construct: "`target parallel`, the region runs on the host",
            tried: &[gcc(&[12, 14], &[])],
            symptom: Symptom::Slow,
            seen: "every region makes threads and ends them",
            instead: "the region as it is",
        },
    ),
];
