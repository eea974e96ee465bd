//! What compilers get wrong or refuse, as data: the reasons for entries of a [`Dialect`].
//!
//! Each fault has a program in `tests/compilers` that ends with 0 where a compiler is right. A test runs it with
//! the compilers that are installed and compares with the versions of the row, and writes `docs/compilers.md`.

use crate::dialect::Dialect;

/// Something that a compiler gets wrong in legal OpenMP, or a word of OpenMP that it does not read.
#[derive(Clone, Copy, Debug)]
pub struct CompilerFault {
    /// The name of its program, without `.c`.
    pub name: &'static str,
    /// The construct, as OpenMP writes it.
    pub construct: &'static str,
    /// The compilers that were tried, and what came out.
    pub tried: &'static [Tried],
    /// What happens.
    pub symptom: Symptom,
    /// The same in words.
    pub seen: &'static str,
    /// What is printed instead, or what the user is told.
    pub instead: &'static str,
    /// What avoids it.
    pub avoidance: Avoidance,
}

/// Versions of a compiler for one kind of device.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// The compiler.
    pub compiler: Compiler,
    /// Where `target` regions run.
    pub device: Device,
    /// The major versions that show the fault.
    pub wrong: &'static [u32],
    /// The major versions that were tried and are right.
    pub right: &'static [u32],
}

/// A compiler with OpenMP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    /// GNU C.
    Gcc,
    /// LLVM's clang.
    Clang,
}

/// Where `target` regions run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// On the host, in its own memory: the fallback where there is no device.
    Host,
    /// On clang's plugin for the host, which has memory of its own.
    Plugin,
    /// On NVIDIA devices. The code for them shows the fault: no device is needed.
    Nvptx,
}

/// What happens to a program with a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symptom {
    /// It computes something else, or is ended by a signal.
    Wrong,
    /// It does not end.
    Hangs,
    /// It is not compiled or not linked.
    Refused,
    /// It takes longer than it should.
    Slow,
}

/// What avoids a fault.
#[derive(Clone, Copy, Debug)]
pub enum Avoidance {
    /// An entry of the dialect.
    Field {
        /// Its name.
        name: &'static str,
        /// Whether a dialect avoids the fault by it.
        avoids: fn(&Dialect) -> bool,
    },
    /// No mapping prints the construct.
    NeverPrinted,
    /// Nothing avoids it, for this reason.
    Open(&'static str),
}

/// The entry with the value that avoids a fault; the compiler checks that the dialect has it.
macro_rules! entry {
    ($field:ident: $avoiding:expr) => {
        Avoidance::Field {
            name: stringify!($field),
            avoids: |dialect| PartialEq::eq(&dialect.$field, &$avoiding),
        }
    };
}

const fn gcc(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Gcc, device: Device::Host, wrong, right }
}

const fn clang(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Host, wrong, right }
}

const fn plugin(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Plugin, wrong, right }
}

const fn nvptx(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Nvptx, wrong, right }
}

/// All known faults that a translation could walk into.
pub const FAULTS: &[CompilerFault] = &[
    CompilerFault {
        name: "unsigned_before_wide_bound",
        construct: "`for`, `distribute`, `simd` with `unsigned i = 0; i < n; i += 2`, `n` of 64 bits",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "if the first value is a constant less than the step minus one, and the step is narrower than the bound, the loop \
               runs about 2^31 times",
        instead: "no directive: one thread executes the loop, with MAP0043",
        avoidance: entry!(narrow_starts: false),
    },
    CompilerFault {
        name: "unequal_step",
        construct: "`for`, `distribute` with `i != n; i += 2`, which OpenMP 5.2 does not permit (4.4.1)",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Symptom::Refused,
        seen: "the step must be 1 or -1",
        instead: "nothing: the construct is kept, with MAP0044",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "signed_range",
        construct: "`for`, `distribute` with a signed control variable",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Symptom::Wrong,
        seen: "no iteration runs if the bounds are further apart than the type's largest value, as in \
               `signed char i = -100; i < 100`",
        instead: "no directive: one thread executes the loop, with MAP0043",
        avoidance: entry!(signed_ranges: false),
    },
    CompilerFault {
        name: "narrow_collapse",
        construct: "`for collapse(2)` of loops with variables of `short` or `char` types",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "the number of iterations wraps in that type: of 16 by 16 with `char` none runs",
        instead: "no directive: one thread executes the loop, with MAP0043",
        avoidance: entry!(narrow_nests: false),
    },
    CompilerFault {
        name: "array_bounds",
        construct: "`parallel for simd` with `p = &a[0]; p < &a[n]; ++p`, `a` an array",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "the array stays as it was",
        instead: "the loop with a local pointer that hides the array around it",
        avoidance: entry!(array_bounds: false),
    },
    CompilerFault {
        name: "array_bounds_on_teams",
        construct: "`distribute parallel for` inside `target teams` with such a loop",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error, or the program ends by a signal",
        instead: "the loop with a local pointer that hides the array around it",
        avoidance: entry!(array_bounds: false),
    },
    CompilerFault {
        name: "distribute_static_one",
        construct: "`distribute parallel for schedule(static, 1)`",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "of 64 iterations two run",
        instead: "no `schedule`; OpenACC has no word that asks for one",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "simd_part_reduction",
        construct: "`simd reduction(+: a[2:1])`",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Symptom::Wrong,
        seen: "the result of a part that does not begin with the first element is lost",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_arrays: false),
    },
    CompilerFault {
        name: "simd_narrow_reduction",
        construct: "`parallel for simd reduction(+: s)`, `s` a `short`, at -O1",
        tried: &[clang(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "iterations are lost",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_narrow: false),
    },
    CompilerFault {
        name: "simd_bool_reduction",
        construct: "`simd reduction(^: b)` of a `_Bool`, at -O1",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "the program ends by a signal; so does one that adds with `reduction(||: b)`",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_bools: false),
    },
    CompilerFault {
        name: "simd_bool_sum",
        construct: "`parallel for simd reduction(||: b)`, `b` a `_Bool` to which the iterations add, at -O1",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "the program ends by a signal",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_bools: false),
    },
    CompilerFault {
        name: "simd_element_reduction",
        construct: "`simd reduction(+: a)` around `a[i % 3] += i`, at -O1",
        tried: &[clang(&[19], &[]), gcc(&[], &[12])],
        symptom: Symptom::Wrong,
        seen: "iterations that have the same element are lost",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_elements: false),
    },
    CompilerFault {
        name: "simd_sum_beside_stores",
        construct: "`parallel for simd reduction(+: s)` around `s += a[i]; b[i] = ...;`, all of one type, at -O1",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "iterations are lost",
        instead: "`simd`, because with other options it is right; `clacc cc` leaves it out where it calls clang with -O1",
        avoidance: Avoidance::Open("with -O2 and -O3 `simd` is right, and it is fast"),
    },
    CompilerFault {
        name: "simd_own_arrays",
        construct: "`simd` on a loop with `double v[4] = {...}; v[k[i]] += a[i];` in it, or in a function that it calls",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "several iterations use the same array at a time",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_own_arrays: false),
    },
    CompilerFault {
        name: "simd_order",
        construct: "`simd` on a loop with `a[i][k] = a[i][i] + 1` in it",
        tried: &[clang(&[19], &[]), gcc(&[], &[12])],
        symptom: Symptom::Wrong,
        seen: "elements are read before earlier statements of the same iteration have written them",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_in_order: false),
    },
    CompilerFault {
        name: "simd_order_one_thread",
        construct: "`parallel for simd num_threads(1)` on such a loop",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "elements are read before earlier statements of the same iteration have written them",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_in_order: false),
    },
    CompilerFault {
        name: "sibling_members",
        construct: "`map(to: p->x[0:n]) map(from: p->y[0:n])`",
        tried: &[plugin(&[22], &[19])],
        symptom: Symptom::Wrong,
        seen: "the data is not copied back",
        instead: "in dialect `llvm-22`, `map(to: p->x, p->y)` before them; in the others the clauses as they are",
        avoidance: Avoidance::Open(
            "clang 19 crashes at these maps beside `nowait` where it compiles for no device",
        ),
    },
    CompilerFault {
        name: "simd_vla_reduction",
        construct: "`simd reduction(+: a)`, `a` of variable length",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Symptom::Wrong,
        seen: "the result is lost, or the program ends by a signal",
        instead: "the directive without `simd`",
        avoidance: entry!(simd_arrays: false),
    },
    CompilerFault {
        name: "tile_order",
        construct: "`tile sizes(2, 2)`",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22]), plugin(&[], &[19, 22])],
        symptom: Symptom::Wrong,
        seen: "the directive is ignored, and the iterations keep their order",
        instead: "`collapse`, or a plain loop",
        avoidance: entry!(tile: false),
    },
    CompilerFault {
        name: "tile_in_teams",
        construct: "`tile` directly inside `target teams`, an extension of the Clacc compiler",
        tried: &[clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Refused,
        seen: "OpenMP permits only some directives there",
        instead: "a plain loop",
        avoidance: entry!(tile_in_teams: false),
    },
    CompilerFault {
        name: "bool_sum",
        construct: "`reduction(+: b)` of a `_Bool`",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Symptom::Wrong,
        seen: "the variable holds another value than 0 and 1",
        instead: "`reduction(||: b)`, which is the same for 0 and 1",
        avoidance: entry!(logical_bools: true),
    },
    CompilerFault {
        name: "member_on_teams",
        construct: "`target teams map(tofrom: p->w)`",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Wrong,
        seen: "what the region writes is lost",
        instead: "`map(to: p[0:1])` before it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "member_array_section_on_teams",
        construct: "`target teams map(tofrom: p->v[5:1])`, `v` an array",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Wrong,
        seen: "the region writes to another address",
        instead: "`map(to: p[0:1])` before it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "member_section_on_data",
        construct: "`target data map(tofrom: p->v[0:10])`, `v` a pointer",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v)` before it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "member_sections_behind_pointers",
        construct: "`target data map(to: p->u) map(to: p->v) map(to: p->w)`, and then `p->u[0:n]`, `p->v[0:n]`, `p->w[0:n]`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error, unless each pointer stands before the memory behind it",
        instead: "each pointer before the memory behind it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "copied_struct_of_allocated_members",
        construct: "`target data map(to: p[0:1]) map(alloc: p->v) map(alloc: p->v[0:n])`, `v` a pointer",
        tried: &[gcc(&[12], &[])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v[0:0])` behind it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "members_before_struct",
        construct: "`map(tofrom: v.d[0:n]) map(tofrom: v)`",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "the pointer in the device's copy of the struct is the host's",
        instead: "the struct before its parts",
        avoidance: entry!(members_before_struct: false),
    },
    CompilerFault {
        name: "nested_members",
        construct: "`map(tofrom: s.in.x[0:n], s.in.y[0:n])`",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "the program ends by a signal",
        instead: "`map(to: s.in)` before them; the construct is kept where that does not help",
        avoidance: entry!(nested_members: false),
    },
    CompilerFault {
        name: "nested_scalar_members",
        construct: "`map(tofrom: s.in.x, s.in.y)`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "what the region writes is lost",
        instead: "`map(to: s.in)` before them",
        avoidance: entry!(nested_members: false),
    },
    CompilerFault {
        name: "const_both_ways",
        construct: "`map(tofrom: c)` of a `const` variable",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "the copy back into memory that cannot be written ends the program",
        instead: "`map(to: c)`",
        avoidance: entry!(const_one_way: true),
    },
    CompilerFault {
        name: "firstprivate_pointer",
        construct: "`target firstprivate(p)`, `p` points to data that another construct mapped",
        tried: &[plugin(&[22], &[19])],
        symptom: Symptom::Wrong,
        seen: "`p` keeps the host's address, as OpenMP says and OpenACC does not mean",
        instead: "no clause: OpenMP's own rule finds the mapped data",
        avoidance: entry!(implicit_pointers: true),
    },
    CompilerFault {
        name: "firstprivate_vla_nowait",
        construct: "`target firstprivate(a) nowait`, `a` of variable length",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "the program ends by a signal",
        instead: "the construct without `nowait`",
        avoidance: entry!(deferred_copies: false),
    },
    CompilerFault {
        name: "firstprivate_array_nowait",
        construct: "`target firstprivate(a) nowait` or `depend`, `a` an array or a struct",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "at -O1 the program ends by a signal on the host; on a device the copy has later values",
        instead: "the construct without `nowait`, behind a wait for the queue",
        avoidance: entry!(deferred_copies: false),
    },
    CompilerFault {
        name: "firstprivate_wide_nowait",
        construct: "`target firstprivate(x) nowait` or `depend`, `x` a number of more bytes than a pointer",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the copy has a later value",
        instead: "the construct without `nowait`, behind a wait for the queue",
        avoidance: entry!(deferred_copies: false),
    },
    CompilerFault {
        name: "infinite_identities",
        construct: "`reduction(min: x)` and `max` of floating-point numbers",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "copies begin with the greatest finite number, which is the result if all numbers are infinite",
        instead: "a `declare reduction` whose copies begin with an infinity",
        avoidance: entry!(infinite_identities: false),
    },
    CompilerFault {
        name: "constant_pointers",
        construct: "`target` with a pointer `double *const p = a`, `a` with static storage duration",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the region uses the address of another `a`, which the device has for itself; or the program does not link",
        instead: "a local variable that is not constant hides the pointer around the construct",
        avoidance: entry!(constant_pointers: false),
    },
    CompilerFault {
        name: "constant_device_addresses",
        construct: "`target data use_device_ptr(p)` of such a pointer",
        tried: &[gcc(&[], &[12]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "in the region, `p` has the address on the host",
        instead: "a local variable hides the pointer in the region",
        avoidance: entry!(constant_pointers: false),
    },
    CompilerFault {
        name: "variable_pointers",
        construct: "`target` with `a[i][j]` outside `parallel`, `a` a parameter `double a[n][m]` or a pointer of such a type",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the pointer gets memory that the threads of a team share, and nothing writes its value there",
        instead: "a local variable that hides the pointer in the region",
        avoidance: entry!(variable_pointers: false),
    },
    CompilerFault {
        name: "shared_variable_pointers",
        construct: "`parallel` inside `target teams` that shares a pointer of such a type, or a parameter `double a[n]`",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the same, unless the `parallel` is all that the region consists of",
        instead: "`firstprivate` of the pointer on the `parallel`",
        avoidance: entry!(variable_pointers: false),
    },
    CompilerFault {
        name: "team_copies",
        construct: "`simd` with `private(t)` or `reduction(+: t)`, or `distribute private(t)`, outside `parallel`, `t` a variable of the \
                    team that threads share or whose address the program takes",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[], &[19]), nvptx(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the copy is the variable: its value is overwritten, and a reduction counts twice",
        instead: "`parallel for simd num_threads(1)`; around `distribute`, a local variable that hides `t`",
        avoidance: entry!(team_copies: false),
    },
    CompilerFault {
        name: "distributed_locals",
        construct: "`distribute firstprivate(x)` inside `target teams`, `x` declared there",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "the variable is said to be private outside",
        instead: "`distribute` without the clause, with MAP0088",
        avoidance: entry!(distributed_locals: false),
    },
    CompilerFault {
        name: "use_device_ptr_absent",
        construct: "`target data use_device_ptr(p)`, the data is not on the device",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "`p` is null",
        instead: "`if(acc_is_present(p, 1))` for `if_present`; without it the directive as it is, with MAP0007 if the data may be absent",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "conditional_device_addresses",
        construct: "`target data use_device_ptr(p) if(...)` around a declaration with an initial value",
        tried: &[gcc(&[], &[12]), plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "if the condition is false, the variable does not get its value; kernels inside are not found",
        instead: "the directive around one assignment, whose pointer hides the variable",
        avoidance: entry!(conditional_device_addresses: false),
    },
    CompilerFault {
        name: "static_device_addresses",
        construct: "`target data use_device_addr(a)` or `use_device_ptr(p)` of a static variable",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "the compiler crashes",
        instead: "a local pointer, which hides the variable inside; otherwise `host_data` is kept, with MAP0049",
        avoidance: entry!(static_device_addresses: false),
    },
    CompilerFault {
        name: "atomic_in_teams",
        construct: "`atomic` directly inside `target teams` (OpenMP 5.2 10.2 forbids it)",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "only `distribute`, `parallel` and `loop` may be inside `teams`",
        instead: "`parallel num_threads(1)` around it",
        avoidance: entry!(atomic_in_teams: false),
    },
    CompilerFault {
        name: "atomic_parenthesized",
        construct: "`atomic` of `(x += a);` or `v = (x += a);`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "the statement is not read",
        instead: "nothing: the construct is kept, with MAP0046",
        avoidance: entry!(atomic_statements: false),
    },
    CompilerFault {
        name: "atomic_volatile",
        construct: "`atomic` of `x = x - a` or `x = a - x`, `x` volatile",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "an lvalue is missed",
        instead: "nothing: the construct is kept, with MAP0046",
        avoidance: entry!(atomic_statements: false),
    },
    CompilerFault {
        name: "atomic_unbraced",
        construct: "`atomic compare` of `if (x < a) x = a;`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "a brace is missed",
        instead: "nothing: the construct is kept, with MAP0046",
        avoidance: entry!(atomic_statements: false),
    },
    CompilerFault {
        name: "atomic_wide",
        construct: "`atomic` and `reduction` of a `long double`, `reduction` of a complex number",
        tried: &[gcc(&[], &[12]), clang(&[19], &[])],
        symptom: Symptom::Refused,
        seen: "the program is not linked without `-latomic`",
        instead: "the construct as it is, with MAP0048",
        avoidance: Avoidance::Open("with the library the result is right"),
    },
    CompilerFault {
        name: "update_condition",
        construct: "`if` with a call on `target update` or `target teams`, compiled for no device",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "the condition is not evaluated, so that what the call does is lost",
        instead: "a variable with the value of the condition",
        avoidance: entry!(conditions_without_device: false),
    },
    CompilerFault {
        name: "update_dependence",
        construct: "`target update`, `enter data`, `exit data` with `depend`, compiled for no device",
        tried: &[gcc(&[], &[12, 14]), clang(&[19, 22], &[]), plugin(&[], &[19, 22])],
        symptom: Symptom::Wrong,
        seen: "the directive is left out together with its dependences: nothing waits",
        instead: "a `taskwait`, or an empty `task` with the dependences, before the directive",
        avoidance: entry!(dependences_without_device: false),
    },
    CompilerFault {
        name: "update_strided",
        construct: "`target update from(a[0:4:2])`",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "other elements are copied",
        instead: "OpenACC has no sections with a stride",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "original_of_later_part",
        construct: "`reduction(f: x[2:1])` with `declare reduction(f: ...) initializer(omp_priv = omp_orig)`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Symptom::Wrong,
        seen: "copies begin with the value of another element",
        instead: "nothing: the construct is kept, with MAP0064",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "update_single_range",
        construct: "`target update from(a[2:1][1:3])`",
        tried: &[plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "other elements are copied",
        instead: "a subscript in place of the range of one element",
        avoidance: entry!(update_forms: false),
    },
    CompilerFault {
        name: "update_parts_of_rows",
        construct: "`target update from(a[0:n][0:m])` of parts of the rows of an array",
        tried: &[plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "whole rows are copied; with constant bounds, other elements",
        instead: "an update of each row, in a loop",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "teams_reduction_nowait",
        construct: "`target teams reduction(...) nowait`",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Symptom::Hangs,
        seen: "a single team in a helper thread of the host waits for others; two teams work, and so does \
               `LIBOMP_USE_HIDDEN_HELPER_TASK=0`",
        instead: "the construct without `nowait`",
        avoidance: entry!(deferred_reductions: false),
    },
    CompilerFault {
        name: "teams_reduction_in_parallel",
        construct: "`target teams reduction(...)` inside the user's own `parallel`",
        tried: &[clang(&[19, 22], &[]), plugin(&[19, 22], &[])],
        symptom: Symptom::Hangs,
        seen: "a single team waits for others",
        instead: "the clauses as they are",
        avoidance: Avoidance::Open("the `parallel` is the user's own, perhaps in another function"),
    },
    CompilerFault {
        name: "global_part_reduction",
        construct: "`target teams reduction(+: a[17:1])`, `a` at file scope",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "the program does not link",
        instead: "the clause, with MAP0033",
        avoidance: entry!(static_array_parts: false),
    },
    CompilerFault {
        name: "update_without_length",
        construct: "`target update to(a[2:])`",
        tried: &[clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "the section needs a length",
        instead: "the length, written out",
        avoidance: entry!(update_forms: false),
    },
    CompilerFault {
        name: "firstprivate_atomic",
        construct: "`firstprivate(x)` of an `_Atomic` variable",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Symptom::Refused,
        seen: "the variable may not be in the clause",
        instead: "a copy around the construct",
        avoidance: entry!(atomic_data: false),
    },
    CompilerFault {
        name: "present_map",
        construct: "`map(present, ...)` (OpenMP 5.1)",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Refused,
        seen: "the word is unknown",
        instead: "`map(alloc: ...)`; data that is absent is not reported",
        avoidance: entry!(present_map: false),
    },
    CompilerFault {
        name: "present_motion",
        construct: "`target update to(present: ...)` (OpenMP 5.1)",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Refused,
        seen: "the word is unknown",
        instead: "`to(...)`; data that is absent is not reported",
        avoidance: entry!(present_motion: false),
    },
    CompilerFault {
        name: "register_variables",
        construct: "`target map(tofrom: x)` of a variable that is declared with `register`",
        tried: &[gcc(&[12], &[]), clang(&[], &[19]), plugin(&[], &[19])],
        symptom: Symptom::Refused,
        seen: "its address is asked for",
        instead: "nothing: the construct is kept, with MAP0003 or MAP0032",
        avoidance: entry!(register_variables: false),
    },
    CompilerFault {
        name: "hold",
        construct: "`map(ompx_hold, ...)`, an extension",
        tried: &[gcc(&[12, 14], &[]), clang(&[], &[19, 22])],
        symptom: Symptom::Refused,
        seen: "the word is unknown",
        instead: "`map` without it; `exit data` inside the region may end the data's life",
        avoidance: entry!(hold: None),
    },
    CompilerFault {
        name: "no_alloc",
        construct: "`map(no_alloc, ...)`, the Clacc compiler's extension",
        tried: &[gcc(&[12, 14], &[]), clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "the word is unknown",
        instead: "`map(alloc: ...)`, or OpenMP's own rule",
        avoidance: entry!(no_alloc: None),
    },
    CompilerFault {
        name: "teams_lower_bound",
        construct: "`num_teams(1:4)` (OpenMP 5.1)",
        tried: &[clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "a lower bound is not read",
        instead: "`num_teams(4)`",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "members_behind_two_pointers",
        construct: "`target map(tofrom: s->a->x[0:n])`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "`s->a` and the member behind it stay on the device (19), or the data is not copied back (22)",
        instead: "a variable with the value of `s->a`, maps of the struct and its members through it, and `map(to: s->a[0:1])`",
        avoidance: entry!(nested_members: false),
    },
    CompilerFault {
        name: "members_behind_pointer_member",
        construct: "`map(tofrom: s->a->x[0:n], s->a->y[0:n])`",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "the program ends by a signal",
        instead: "maps through a variable with the value of `s->a`",
        avoidance: entry!(nested_members: false),
    },
    CompilerFault {
        name: "members_mapped_apart",
        construct: "`map` of one member of a struct while another one alone is mapped (OpenMP 5.2 5.8.3 forbids it)",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "other members have wrong values",
        instead: "one map of the struct, or nothing",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "implicit_section",
        construct: "`target` without a clause for an array of which several sections are mapped",
        tried: &[plugin(&[19, 22], &[])],
        symptom: Symptom::Wrong,
        seen: "another section is used, or none",
        instead: "`map` of the section on the construct",
        avoidance: entry!(implicit_sections: false),
    },
    CompilerFault {
        name: "global_struct_pointer_parts",
        construct: "`map(to: q[0:1]) map(tofrom: q->d[0:4])`, `q` a pointer at file scope",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "the region writes to another address",
        instead: "nothing: the construct is kept; on `enter data`, the struct in a directive of its own",
        avoidance: entry!(static_struct_pointers: false),
    },
    CompilerFault {
        name: "array_member_after_struct",
        construct: "`map(tofrom: s) map(tofrom: s.v[0:4])`, `v` an array",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Symptom::Refused,
        seen: "the struct stands in two clauses",
        instead: "the struct alone",
        avoidance: entry!(members_before_struct: false),
    },
    CompilerFault {
        name: "data_several_pointers",
        construct: "`target data map(tofrom: s->a->x[0:n])`",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "nothing: the construct is kept",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "element_behind_member",
        construct: "`target data map(tofrom: p->v[3:1])`, `v` a pointer",
        tried: &[gcc(&[12], &[14])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: p->v)` before it",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "update_rows",
        construct: "`target update to(rows[0:n][0:m])` behind pointers",
        tried: &[clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "the section needs a length",
        instead: "nothing: the directive is kept",
        avoidance: entry!(update_forms: false),
    },
    CompilerFault {
        name: "update_two_parts",
        construct: "`target update to(a[0:1], a[4:1])`",
        tried: &[clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "a variable may have one part",
        instead: "two directives",
        avoidance: entry!(update_forms: false),
    },
    CompilerFault {
        name: "struct_counted_once",
        construct: "`target enter data map(to: q[0:1]) map(to: q->d[0:4])`, `target exit data` of the part, then of `q[0:1]`",
        tried: &[plugin(&[19], &[22])],
        symptom: Symptom::Wrong,
        seen: "the struct is counted once, but twice if two directives name them: it is released with the part",
        instead: "a directive for the struct, and one for the memory behind its members",
        avoidance: entry!(structs_with_members: false),
    },
    CompilerFault {
        name: "allocated_struct",
        construct: "`target teams map(alloc: q[0:1]) map(tofrom: q->d[0:4])` with `if`, `nowait` or `firstprivate`",
        tried: &[gcc(&[12], &[])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: ...)` of the struct",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "static_declared",
        construct: "`declare target(x)` and `target update to(x)`, `x` with internal linkage",
        tried: &[gcc(&[], &[12]), clang(&[19], &[]), plugin(&[19], &[])],
        symptom: Symptom::Refused,
        seen: "the update is refused, and data clauses map another variable",
        instead: "`target enter data` in a function that runs before `main`; in a routine no data clause and no update, with MAP0057",
        avoidance: entry!(static_declared: false),
    },
    CompilerFault {
        name: "simd_in_teams",
        construct: "`simd` directly inside `target teams`, which OpenMP 5.2 does not permit (10.2)",
        tried: &[gcc(&[12, 14], &[]), clang(&[19, 22], &[])],
        symptom: Symptom::Refused,
        seen: "a region may not stand there",
        instead: "`parallel for simd num_threads(1)`",
        avoidance: entry!(simd_in_teams: false),
    },
    CompilerFault {
        name: "declared_after_initializer",
        construct: "`double x[16] = {1};`, initialized in part, then `declare target(x)`",
        tried: &[gcc(&[], &[12]), clang(&[], &[19]), plugin(&[19], &[])],
        symptom: Symptom::Refused,
        seen: "the address of the variable is said to be invalid",
        instead: "the directive as it is; one behind an `extern` declaration, as in a header, before the definition is accepted",
        avoidance: Avoidance::Open("the directive stands where the program has it"),
    },
    CompilerFault {
        name: "pointer_beside_allocation",
        construct: "`target data map(to: p->v) map(alloc: p->v[0:n])`, `v` a pointer",
        tried: &[plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the pointer is copied behind the allocation, and the device uses memory of the host",
        instead: "`map(alloc: p->v)`",
        avoidance: Avoidance::NeverPrinted,
    },
    CompilerFault {
        name: "present_static_pointer",
        construct: "`target teams map(present, alloc: p[5:1])`, `p` with static storage duration",
        tried: &[plugin(&[19], &[])],
        symptom: Symptom::Wrong,
        seen: "the pointer itself must be present too, and the program ends with a message",
        instead: "the clause without `present`, with MAP0007: absent data is allocated",
        avoidance: entry!(present_static_pointers: false),
    },
    CompilerFault {
        name: "allocated_member_nowait",
        construct: "`target teams map(tofrom: s.v) map(alloc: s.w) nowait`",
        tried: &[gcc(&[12], &[])],
        symptom: Symptom::Refused,
        seen: "the compiler stops with an internal error",
        instead: "`map(to: s.w)`",
        avoidance: entry!(pointed_members: false),
    },
    CompilerFault {
        name: "threads_of_regions",
        construct: "`target parallel`, the region runs on the host",
        tried: &[gcc(&[12, 14], &[])],
        symptom: Symptom::Slow,
        seen: "every region makes threads and ends them",
        instead: "the region as it is",
        avoidance: Avoidance::Open("the result is right; a device does not do so"),
    },
];

/// Entries of a dialect that are no answer to a fault, each with what it is.
pub const CHOICES: &[(&str, &str)] = &[
    ("sibling_members", "whether clang 22 finds the members, or clang 19 does not crash at them"),
    ("name", "the name"),
    ("about", "the description"),
    ("own_seq_controls", "whose the control variables of `seq` loops are"),
    ("own_temporaries", "whose the scalars are that each iteration assigns first"),
    ("one_gang_for_auto", "how many gangs run an `auto` loop"),
    ("design_items", "which list items are accepted"),
    ("device_variants", "whether gcc links variants for a device, which no test here has"),
    ("implicit_no_create", "what `no_create` becomes without `no_alloc`"),
    ("collapses_all", "whether threads share the last of collapsed loops too"),
    ("openmp", "the version of OpenMP"),
    ("deferred_data", "who moves the data of a `data` construct with `async`"),
    ("least_work", "how much work several threads are worth their while for"),
    ("host_memory", "whether programs run on the host alone"),
    ("simd_reductions", "whether clang is called with -O1"),
    ("shared_memory", "whether programs are compiled for no device"),
    ("host_gangs", "whether the gangs of the host are as many as are asked for where that counts"),
];
