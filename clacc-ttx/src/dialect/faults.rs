//! Faults of compilers as data, with the dialects that avoid them.
//!
//! A fault of a compiler is one row of [`FAULTS`]: its name in [`Fault`], which rules refer to, the programs that show it, and the dialects
//! that avoid it. Each program is in `tests/compilers` and exits with 0 if the compiler is right. A test runs it with the installed
//! compilers, compares the outcome with the versions of the row, and writes `docs/compilers.md`.

use super::tried_programs::{FaultyProgram, Symptom, Versions, clang, gcc, nvptx, plugin};

/// A row: the fault, the programs that show it, and the dialects that avoid it.
#[derive(Clone, Copy, Debug)]
pub struct CompilerFault {
    /// The fault.
    pub fault: Fault,
    /// The dialects for which the construct is printed at all.
    pub printed: Printed,
    /// The dialects that avoid the fault, among those for which the construct is printed.
    pub avoided: Avoided,
    /// The programs that show the fault.
    pub programs: &'static [FaultyProgram],
}

/// The dialects for which a construct is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// All dialects.
    Always,
    /// Only dialects whose programs may run on a device: the construct concerns device data or `target` regions.
    ForDevices,
}

/// The dialects that avoid a fault.
#[derive(Clone, Copy, Debug)]
pub enum Avoided {
    /// The dialects for a compiler version that shows the fault in one of the programs. A version that was not tried counts like the
    /// preceding one that was.
    WhereShown,
    /// All but those of the Clacc compiler: the alternative is right for every compiler.
    Everywhere,
    /// The dialects with these names.
    In(&'static [&'static str]),
}

impl CompilerFault {
    const fn is_shown(&self, compilers: &[Versions], has_devices: bool) -> bool {
        let mut at = 0;
        while at < self.programs.len() {
            if self.programs[at].is_shown(compilers, has_devices) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns whether a dialect avoids the fault. A dialect that is not in the list avoids what its compilers show.
    pub(super) const fn is_avoided(
        &self,
        dialect: Option<&str>,
        compilers: &[Versions],
        has_devices: bool,
    ) -> bool {
        if matches!(self.printed, Printed::ForDevices) && !has_devices {
            return false;
        }
        match self.avoided {
            Avoided::Everywhere => true,
            Avoided::In(names) => match dialect {
                Some(dialect) => has_name(names, dialect),
                None => !names.is_empty() && self.is_shown(compilers, has_devices),
            },
            Avoided::WhereShown => self.is_shown(compilers, has_devices),
        }
    }
}

const fn has_name(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if is_same(names[at].as_bytes(), name.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// Makes [`Fault`] and [`FAULTS`] of the rows.
macro_rules! faults {
    ($(
        $(#[$doc:meta])*
        $fault:ident: $printed:ident, $avoided:expr;
        $({
            program: $program:literal,
            construct: $construct:literal,
            tried: $tried:expr,
            symptom: $symptom:ident,
            seen: $seen:literal,
            instead: $instead:literal,
        })*
    )*) => {
        /// A construct that a compiler miscompiles or refuses. Rules check whether a dialect avoids it.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Fault {
            $(
                $(#[$doc])*
                $(#[doc = concat!($construct, ": ", $seen, ".\n")])*
                $fault,
            )*
        }

        /// All faults that rules avoid.
        pub const FAULTS: &[CompilerFault] = {
            use Avoided::{Everywhere, In, WhereShown};
            &[$(CompilerFault {
                fault: Fault::$fault,
                printed: Printed::$printed,
                avoided: $avoided,
                programs: &[$(FaultyProgram {
                    program: $program,
                    construct: $construct,
                    tried: $tried,
                    symptom: Symptom::$symptom,
                    seen: $seen,
                    instead: $instead,
                }),*],
            }),*]
        };
    };
}

faults! {
    NarrowStarts: Always, WhereShown;
    {
        program: "unsigned_before_wide_bound",
        construct: "`for`, `distribute`, `simd` with `unsigned i = 0; i < n; i += 2`, `n` of 64 bits",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "if the first value is a constant less than the step minus one, and the step is narrower than the bound, the loop \
               runs about 2^31 times",
        instead: "no directive: one thread executes the loop, with MAP0043",
    }
    SignedRanges: Always, WhereShown;
    {
        program: "signed_range",
        construct: "`for`, `distribute` with a signed control variable",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Wrong,
        seen: "no iteration runs if the bounds are further apart than the type's largest value, as in \
               `signed char i = -100; i < 100`",
        instead: "no directive: one thread executes the loop, with MAP0043",
    }
    NarrowNests: Always, WhereShown;
    {
        program: "narrow_collapse",
        construct: "`for collapse(2)` of loops with variables of `short` or `char` types",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19])],
        symptom: Wrong,
        seen: "the number of iterations wraps in that type: of 16 by 16 with `char` none runs",
        instead: "no directive: one thread executes the loop, with MAP0043",
    }
    ArrayBounds: Always, WhereShown;
    {
        program: "array_bounds",
        construct: "`parallel for simd` with `p = &a[0]; p < &a[n]; ++p`, `a` an array",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Wrong,
        seen: "the array stays as it was",
        instead: "the loop with a local pointer that hides the array around it",
    }
    {
        program: "array_bounds_on_teams",
        construct: "`distribute parallel for` inside `target teams` with such a loop",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Refused,
        seen: "the compiler stops with an internal error, or the program ends by a signal",
        instead: "the loop with a local pointer that hides the array around it",
    }
    SimdArrays: Always, WhereShown;
    {
        program: "simd_part_reduction",
        construct: "`simd reduction(+: a[2:1])`",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Wrong,
        seen: "the result of a part that does not begin with the first element is lost",
        instead: "the directive without `simd`",
    }
    {
        program: "simd_vla_reduction",
        construct: "`simd reduction(+: a)`, `a` of variable length",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Wrong,
        seen: "the result is lost, or the program ends by a signal",
        instead: "the directive without `simd`",
    }
    SimdNarrow: Always, WhereShown;
    {
        program: "simd_narrow_reduction",
        construct: "`parallel for simd reduction(+: s)`, `s` a `short`, at -O1",
        tried: &[clang(&[19], &[])],
        symptom: Wrong,
        seen: "iterations are lost",
        instead: "the directive without `simd`",
    }
    SimdBools: Always, WhereShown;
    {
        program: "simd_bool_reduction",
        construct: "`simd reduction(^: b)` of a `_Bool`, at -O1",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Wrong,
        seen: "the program ends by a signal; so does one that adds with `reduction(||: b)`",
        instead: "the directive without `simd`",
    }
    {
        program: "simd_bool_sum",
        construct: "`parallel for simd reduction(||: b)`, `b` a `_Bool` to which the iterations add, at -O1",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Wrong,
        seen: "the program ends by a signal",
        instead: "the directive without `simd`",
    }
    SimdElements: Always, WhereShown;
    {
        program: "simd_element_reduction",
        construct: "`simd reduction(+: a)` around `a[i % 3] += i`, at -O1",
        tried: &[clang(&[19], &[]), gcc(&[], &[12])],
        symptom: Wrong,
        seen: "iterations that have the same element are lost",
        instead: "the directive without `simd`",
    }
    SimdReductions: Always, In(&[]);
    {
        program: "simd_sum_beside_stores",
        construct: "`parallel for simd reduction(+: s)` around `s += a[i]; b[i] = ...;`, all of one type, at -O1",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "iterations are lost",
        instead: "`simd`, because with -O2 and -O3 it is right, and it is fast; `clacc cc` leaves it out where it calls clang with -O1",
    }
    SimdOwnArrays: Always, WhereShown;
    {
        program: "simd_own_arrays",
        construct: "`simd` on a loop with `double v[4] = {...}; v[k[i]] += a[i];` in it, or in a function that it calls",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "several iterations use the same array at a time",
        instead: "the directive without `simd`",
    }
    SimdOrder: Always, WhereShown;
    {
        program: "simd_order",
        construct: "`simd` on a loop with `a[i][k] = a[i][i] + 1` in it",
        tried: &[clang(&[19], &[]), gcc(&[], &[12])],
        symptom: Wrong,
        seen: "elements are read before earlier statements of the same iteration have written them",
        instead: "the directive without `simd`",
    }
    {
        program: "simd_order_one_thread",
        construct: "`parallel for simd num_threads(1)` on such a loop",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Wrong,
        seen: "elements are read before earlier statements of the same iteration have written them",
        instead: "the directive without `simd`",
    }
    SiblingMembers: ForDevices, WhereShown;
    {
        program: "sibling_members",
        construct: "`map(to: p->x[0:n]) map(from: p->y[0:n])`",
        tried: &[plugin(&[22], &[19])],
        symptom: Wrong,
        seen: "the data is not copied back",
        instead: "in dialect `llvm-22`, `map(to: p->x, p->y)` before them; in the others the clauses as they are, because \
                  clang 19 crashes at those maps beside `nowait` where it compiles for no device",
    }
    MembersWithoutTeams: ForDevices, WhereShown;
    {
        program: "target_members",
        construct: "`target map(to: p[0:1]) map(tofrom: p->d[0:n])`, without `teams`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Wrong,
        seen: "the region gets another address, and a signal ends the program",
        instead: "`target teams num_teams(1) thread_limit(1)`",
    }
    RowTables: ForDevices, WhereShown;
    {
        program: "row_tables",
        construct: "`target exit data map(release: a[0:n])` behind `map(release: a[i][0:m])` for each row",
        tried: &[plugin(&[19], &[])],
        symptom: Wrong,
        seen: "the table stays present, and its next use finds rows that were released",
        instead: "a variable that points to each row, and routines of the runtime library that attach it",
    }
    TileInTeams: Always, Everywhere;
    {
        program: "tile_in_teams",
        construct: "`tile` directly inside `target teams`, an extension of the Clacc compiler",
        tried: &[clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Refused,
        seen: "OpenMP permits only some directives there",
        instead: "a plain loop",
    }
    BoolSums: Always, Everywhere;
    {
        program: "bool_sum",
        construct: "`reduction(+: b)` of a `_Bool`",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Wrong,
        seen: "the variable holds another value than 0 and 1",
        instead: "`reduction(||: b)`, which is the same for 0 and 1",
    }
    PointedMembers: ForDevices, In(&["portable"]);
    {
        program: "member_on_teams",
        construct: "`target teams map(tofrom: p->w)`",
        tried: &[gcc(&[12], &[14])],
        symptom: Wrong,
        seen: "what the region writes is lost",
        instead: "`map(to: p[0:1])` before it",
    }
    {
        program: "member_array_section_on_teams",
        construct: "`target teams map(tofrom: p->v[5:1])`, `v` an array",
        tried: &[gcc(&[12], &[14])],
        symptom: Wrong,
        seen: "the region writes to another address",
        instead: "`map(to: p[0:1])` before it",
    }
    {
        program: "member_section_on_data",
        construct: "`target data map(tofrom: p->v[0:10])`, `v` a pointer",
        tried: &[gcc(&[12], &[14])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v)` before it",
    }
    {
        program: "member_sections_behind_pointers",
        construct: "`target data map(to: p->u) map(to: p->v) map(to: p->w)`, and then `p->u[0:n]`, `p->v[0:n]`, `p->w[0:n]`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Refused,
        seen: "the compiler stops with an internal error, unless each pointer stands before the memory behind it",
        instead: "each pointer before the memory behind it",
    }
    {
        program: "copied_struct_of_allocated_members",
        construct: "`target data map(to: p[0:1]) map(alloc: p->v) map(alloc: p->v[0:n])`, `v` a pointer",
        tried: &[gcc(&[12], &[])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v[0:0])` behind it",
    }
    {
        program: "data_several_pointers",
        construct: "`target data map(tofrom: s->a->x[0:n])`",
        tried: &[gcc(&[12], &[14])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "nothing: the construct is kept",
    }
    {
        program: "element_behind_member",
        construct: "`target data map(tofrom: p->v[3:1])`, `v` a pointer",
        tried: &[gcc(&[12], &[14])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v)` before it",
    }
    {
        program: "allocated_struct",
        construct: "`target teams map(alloc: q[0:1]) map(tofrom: q->d[0:4])` with `if`, `nowait` or `firstprivate`",
        tried: &[gcc(&[12], &[])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: ...)` of the struct",
    }
    {
        program: "allocated_member_nowait",
        construct: "`target teams map(tofrom: s.v) map(alloc: s.w) nowait`",
        tried: &[gcc(&[12], &[])],
        symptom: Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: s.w)`",
    }
    MembersBeforeStruct: ForDevices, WhereShown;
    {
        program: "members_before_struct",
        construct: "`map(tofrom: v.d[0:n]) map(tofrom: v)`",
        tried: &[plugin(&[19], &[22])],
        symptom: Wrong,
        seen: "the pointer in the device's copy of the struct is the host's",
        instead: "the struct before its parts",
    }
    {
        program: "variable_before_struct",
        construct: "`target map(tofrom: x, p[0:1], p->d[0:n])`, `x` a variable as a whole",
        tried: &[plugin(&[19], &[])],
        symptom: Wrong,
        seen: "the wrong memory is copied, or the program ends by a signal",
        instead: "a clause for the struct and its parts alone",
    }
    {
        program: "array_member_after_struct",
        construct: "`map(tofrom: s) map(tofrom: s.v[0:4])`, `v` an array",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Refused,
        seen: "the struct stands in two clauses",
        instead: "the struct alone",
    }
    NestedMembers: ForDevices, Everywhere;
    {
        program: "nested_members",
        construct: "`map(tofrom: s.in.x[0:n], s.in.y[0:n])`",
        tried: &[plugin(&[19], &[22])],
        symptom: Wrong,
        seen: "the program ends by a signal",
        instead: "`map(to: s.in)` before them; the construct is kept where that does not help",
    }
    {
        program: "nested_scalar_members",
        construct: "`map(tofrom: s.in.x, s.in.y)`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "what the region writes is lost",
        instead: "`map(to: s.in)` before them",
    }
    {
        program: "members_behind_two_pointers",
        construct: "`target map(tofrom: s->a->x[0:n])`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "`s->a` and the member behind it stay on the device (19), or the data is not copied back (22)",
        instead: "a variable with the value of `s->a`, maps of the struct and its members through it, and `map(to: s->a[0:1])`",
    }
    {
        program: "members_behind_pointer_member",
        construct: "`map(tofrom: s->a->x[0:n], s->a->y[0:n])`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "the program ends by a signal",
        instead: "maps through a variable with the value of `s->a`",
    }
    ConstBothWays: ForDevices, Everywhere;
    {
        program: "const_both_ways",
        construct: "`map(tofrom: c)` of a `const` variable",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "the copy back into memory that cannot be written ends the program",
        instead: "`map(to: c)`",
    }
    FirstprivatePointers: ForDevices, Everywhere;
    {
        program: "firstprivate_pointer",
        construct: "`target firstprivate(p)`, `p` points to data that another construct mapped",
        tried: &[plugin(&[22], &[19])],
        symptom: Wrong,
        seen: "`p` keeps the host's address, as OpenMP says and OpenACC does not mean",
        instead: "no clause: OpenMP's own rule finds the mapped data",
    }
    DeferredCopies: ForDevices, WhereShown;
    {
        program: "firstprivate_vla_nowait",
        construct: "`target firstprivate(a) nowait`, `a` of variable length",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "the program ends by a signal",
        instead: "the construct without `nowait`",
    }
    {
        program: "firstprivate_array_nowait",
        construct: "`target firstprivate(a) nowait` or `depend`, `a` an array or a struct",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "at -O1 the program ends by a signal on the host; on a device the copy has later values",
        instead: "the construct without `nowait`, behind a wait for the queue",
    }
    {
        program: "firstprivate_wide_nowait",
        construct: "`target firstprivate(x) nowait` or `depend`, `x` a number of more bytes than a pointer",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "the copy has a later value",
        instead: "the construct without `nowait`, behind a wait for the queue",
    }
    FiniteIdentities: Always, WhereShown;
    {
        program: "infinite_identities",
        construct: "`reduction(min: x)` and `max` of floating-point numbers",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "copies begin with the greatest finite number, which is the result if all numbers are infinite",
        instead: "a `declare reduction` whose copies begin with an infinity",
    }
    ConstantPointers: ForDevices, WhereShown;
    {
        program: "constant_pointers",
        construct: "`target` with a pointer `double *const p = a`, `a` with static storage duration",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "the region uses the address of another `a`, which the device has for itself; or the program does not link",
        instead: "a local variable that is not constant hides the pointer around the construct",
    }
    {
        program: "constant_device_addresses",
        construct: "`target data use_device_ptr(p)` of such a pointer",
        tried: &[gcc(&[], &[12]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "in the region, `p` has the address on the host",
        instead: "a local variable hides the pointer in the region",
    }
    VariablePointers: ForDevices, WhereShown;
    {
        program: "variable_pointers",
        construct: "`target` with `a[i][j]` outside `parallel`, `a` a parameter `double a[n][m]` or a pointer of such a type",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Wrong,
        seen: "the pointer gets memory that the threads of a team share, and nothing writes its value there",
        instead: "a local variable that hides the pointer in the region",
    }
    {
        program: "shared_variable_pointers",
        construct: "`parallel` inside `target teams` that shares a pointer of such a type, or a parameter `double a[n]`",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Wrong,
        seen: "the same, unless the `parallel` is all that the region consists of",
        instead: "`firstprivate` of the pointer on the `parallel`",
    }
    TeamCopies: ForDevices, WhereShown;
    {
        program: "team_copies",
        construct: "`simd` with `private(t)` or `reduction(+: t)`, or `distribute private(t)`, outside `parallel`, `t` a variable of the \
                    team that threads share or whose address the program takes",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Wrong,
        seen: "the copy is the variable: its value is overwritten, and a reduction counts twice",
        instead: "`parallel for simd num_threads(1)`; around `distribute`, a local variable that hides `t`",
    }
    VariableLengths: ForDevices, WhereShown;
    {
        program: "variable_length_in_teams",
        construct: "an array of variable length in a `target` region",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Refused,
        seen: "arrays of variable length are not supported for the device",
        instead: "for `private` of elements behind a pointer, memory of `malloc`",
    }
    FewThreadsReduction: ForDevices, WhereShown;
    {
        program: "few_threads_reduction",
        construct: "`parallel num_threads(n) reduction` in `target teams`, `n` neither one nor a multiple of 32",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Hangs,
        seen: "the `n` threads exchange values with all 32 threads of their warp, and the others wait at a barrier",
        instead: "the directive without `num_threads`",
    }
    DistributedLocals: ForDevices, WhereShown;
    {
        program: "distributed_locals",
        construct: "`distribute firstprivate(x)` inside `target teams`, `x` declared there",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Refused,
        seen: "the variable is said to be private outside",
        instead: "`distribute` without the clause, with MAP0088",
    }
    ConditionalDeviceAddresses: ForDevices, WhereShown;
    {
        program: "conditional_device_addresses",
        construct: "`target data use_device_ptr(p) if(...)` around a declaration with an initial value",
        tried: &[gcc(&[], &[12]), plugin(&[19], &[])],
        symptom: Wrong,
        seen: "if the condition is false, the variable does not get its value; kernels inside are not found",
        instead: "the directive around one assignment, whose pointer hides the variable",
    }
    StaticDeviceAddresses: ForDevices, WhereShown;
    {
        program: "static_device_addresses",
        construct: "`target data use_device_addr(a)` or `use_device_ptr(p)` of a static variable",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[], &[19])],
        symptom: Refused,
        seen: "the compiler crashes",
        instead: "a local pointer, which hides the variable inside; otherwise `host_data` is kept, with MAP0049",
    }
    AtomicInTeams: ForDevices, WhereShown;
    {
        program: "atomic_in_teams",
        construct: "`atomic` directly inside `target teams` (OpenMP 5.2 10.2 forbids it)",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Refused,
        seen: "only `distribute`, `parallel` and `loop` may be inside `teams`",
        instead: "`parallel num_threads(1)` around it",
    }
    AtomicStatements: Always, WhereShown;
    {
        program: "atomic_parenthesized",
        construct: "`atomic` of `(x += a);` or `v = (x += a);`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Refused,
        seen: "the statement is not read",
        instead: "nothing: the construct is kept, with MAP0046",
    }
    {
        program: "atomic_volatile",
        construct: "`atomic` of `x = x - a` or `x = a - x`, `x` volatile",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Refused,
        seen: "an lvalue is missed",
        instead: "nothing: the construct is kept, with MAP0046",
    }
    {
        program: "atomic_unbraced",
        construct: "`atomic compare` of `if (x < a) x = a;`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Refused,
        seen: "a brace is missed",
        instead: "nothing: the construct is kept, with MAP0046",
    }
    ConditionsWithoutDevice: ForDevices, WhereShown;
    {
        program: "update_condition",
        construct: "`if` with a call on `target update` or `target teams`, compiled for no device",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[], &[19])],
        symptom: Wrong,
        seen: "the condition is not evaluated, so that what the call does is lost",
        instead: "a variable with the value of the condition",
    }
    DependencesWithoutDevice: ForDevices, WhereShown;
    {
        program: "update_dependence",
        construct: "`target update`, `enter data`, `exit data` with `depend`, compiled for no device",
        tried: &[gcc(&[], &[12, 14]), clang(&[19, 22], &[]), plugin(&[], &[19, 22])],
        symptom: Wrong,
        seen: "the directive is left out together with its dependences: nothing waits",
        instead: "a `taskwait`, or an empty `task` with the dependences, before the directive",
    }
    UpdateForms: ForDevices, Everywhere;
    {
        program: "update_single_range",
        construct: "`target update from(a[2:1][1:3])`",
        tried: &[plugin(&[19], &[])],
        symptom: Wrong,
        seen: "other elements are copied",
        instead: "a subscript in place of the range of one element",
    }
    {
        program: "update_without_length",
        construct: "`target update to(a[2:])`",
        tried: &[clang(&[19, 22], &[])],
        symptom: Refused,
        seen: "the section needs a length",
        instead: "the length, written out",
    }
    {
        program: "update_rows",
        construct: "`target update to(rows[0:n][0:m])` behind pointers",
        tried: &[clang(&[19, 22], &[])],
        symptom: Refused,
        seen: "the section needs a length",
        instead: "nothing: the directive is kept",
    }
    {
        program: "update_two_parts",
        construct: "`target update to(a[0:1], a[4:1])`",
        tried: &[clang(&[19, 22], &[])],
        symptom: Refused,
        seen: "a variable may have one part",
        instead: "two directives",
    }
    DeferredReductions: ForDevices, WhereShown;
    {
        program: "teams_reduction_nowait",
        construct: "`target teams reduction(...) nowait`",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Hangs,
        seen: "a single team in a helper thread of the host waits for others; two teams work, and so does \
               `LIBOMP_USE_HIDDEN_HELPER_TASK=0`",
        instead: "the construct without `nowait`",
    }
    StaticArrayParts: ForDevices, WhereShown;
    {
        program: "global_part_reduction",
        construct: "`target teams reduction(+: a[17:1])`, `a` at file scope",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Refused,
        seen: "the program does not link",
        instead: "the clause, with MAP0033",
    }
    AtomicData: Always, WhereShown;
    {
        program: "firstprivate_atomic",
        construct: "`firstprivate(x)` of an `_Atomic` variable",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Refused,
        seen: "the variable may not be in the clause",
        instead: "a copy around the construct",
    }
    RegisterVariables: ForDevices, WhereShown;
    {
        program: "register_variables",
        construct: "`target map(tofrom: x)` of a variable that is declared with `register`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Refused,
        seen: "its address is asked for",
        instead: "nothing: the construct is kept, with MAP0003 or MAP0032",
    }
    ImplicitSections: ForDevices, Everywhere;
    {
        program: "implicit_section",
        construct: "`target` without a clause for an array of which several sections are mapped",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Wrong,
        seen: "another section is used, or none",
        instead: "`map` of the section on the construct",
    }
    StaticStructPointers: ForDevices, WhereShown;
    {
        program: "global_struct_pointer_parts",
        construct: "`map(to: q[0:1]) map(tofrom: q->d[0:4])`, `q` a pointer at file scope",
        tried: &[plugin(&[19], &[22])],
        symptom: Wrong,
        seen: "the region writes to another address",
        instead: "nothing: the construct is kept; on `enter data`, the struct in a directive of its own",
    }
    StructsWithMembers: ForDevices, Everywhere;
    {
        program: "struct_counted_once",
        construct: "`target enter data map(to: q[0:1]) map(to: q->d[0:4])`, `target exit data` of the part, then of `q[0:1]`",
        tried: &[plugin(&[19], &[22])],
        symptom: Wrong,
        seen: "the struct is counted once, but twice if two directives name them: it is released with the part",
        instead: "a directive for the struct, and one for the memory behind its members",
    }
    StaticDeclared: ForDevices, WhereShown;
    {
        program: "static_declared",
        construct: "`declare target(x)` and `target update to(x)`, `x` with internal linkage",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Refused,
        seen: "the update is refused, and data clauses map another variable",
        instead: "`target enter data` in a function that runs before `main`; in a routine no data clause and no update, with MAP0057",
    }
    SimdInTeams: Always, WhereShown;
    {
        program: "simd_in_teams",
        construct: "`simd` directly inside `target teams`, which OpenMP 5.2 does not permit (10.2)",
        tried: &[gcc(&[12, 14], &[]), clang(&[19, 22], &[])],
        symptom: Refused,
        seen: "a region may not stand there",
        instead: "`parallel for simd num_threads(1)`",
    }
    PresentStaticPointers: ForDevices, Everywhere;
    {
        program: "present_static_pointer",
        construct: "`target teams map(present, alloc: p[5:1])`, `p` with static storage duration",
        tried: &[plugin(&[19], &[])],
        symptom: Wrong,
        seen: "the pointer itself must be present too, and the program ends with a message",
        instead: "the clause without `present`, with MAP0007: absent data is allocated",
    }
    LimitedTeams: ForDevices, WhereShown;
    {
        program: "limited_teams",
        construct: "`target teams thread_limit(1)` that calls a function with a `parallel` region, and `printf`",
        tried: &[clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Wrong,
        seen: "the kernel has no thread but the one that begins it, and nobody executes the region",
        instead: "no `thread_limit`: the function is called once, and threads share its loops",
    }
    /// A `declare variant` that selects devices: gcc does not find the variant when it links a program for a device. No test here has such
    /// a device.
    DeviceVariants: Always, In(&["portable", "host", "native", "openmp-5.1", "openmp-6.0", "openmp-6.1", "gcc"]);
}
