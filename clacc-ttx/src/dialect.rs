//! The constructs and words that an OpenMP compiler accepts, as data.
//!
//! A policy determines the meaning of an OpenACC construct in OpenMP; a dialect determines the words for
//! it. Each row of [`DIALECTS`] was tested by compiling and running small programs (gcc 12 and 14, clang 19
//! on the host and on its host plugin with separate memory). Single entries can be overridden, as with the
//! command line options of the Clacc compiler.

use clacc_sema::omp::form::MapFlags;
use clacc_syntax::directive::Version;

/// The words that an OpenMP compiler accepts beyond those that all compilers accept. It is plain data, and is copied.
///
/// ```
/// # use clacc_ttx::dialect::{self, Dialect, Overrides};
/// let llvm = *Dialect::named("llvm").expect("there is one with this name");
/// assert!(llvm == dialect::LLVM && llvm.hold == Some("ompx_hold"));
/// let mut overrides = Overrides::default();
/// overrides.hold = Some(false);
/// assert_eq!(llvm.with(overrides).hold, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Dialect {
    /// The name by which users choose it.
    pub name: &'static str,
    /// The description in a list of dialects, in one line.
    pub about: &'static str,
    /// The map type modifier that keeps data until a structured region ends, like OpenACC's structured
    /// reference count. OpenMP itself has only one reference count.
    pub hold: Option<&'static str>,
    /// The map type modifier that maps only data that is already present.
    pub no_alloc: Option<&'static str>,
    /// Whether `no_create` is left to OpenMP's implicit mapping if there is no such modifier. Otherwise it
    /// becomes `alloc`, which allocates absent data.
    pub implicit_no_create: bool,
    /// Whether `map(present, ...)` exists (OpenMP 5.1).
    pub present_map: bool,
    /// True if `present` of what a pointer with static storage duration points to leaves the pointer itself alone. clang demands
    /// that it is present too.
    pub present_static_pointers: bool,
    /// Whether `to(present: ...)` and `from(present: ...)` exist (OpenMP 5.1).
    pub present_motion: bool,
    /// Whether a pointer that is implicitly `firstprivate` in OpenACC is left to OpenMP's own rule, which
    /// finds the mapped memory that the pointer points to. With `firstprivate(p)`, some compilers (gcc)
    /// keep the host's address, so that data mapped by `enter data` elsewhere would not be found.
    pub implicit_pointers: bool,
    /// Whether reductions of `_Bool` variables use `||` and `&&`, which mean the same for 0 and 1. If gcc
    /// adds `_Bool` variables, it may leave other values in them.
    pub logical_bools: bool,
    /// Whether `const` variables, which OpenACC copies in both directions, are copied only to the device.
    /// They cannot change, and a runtime that copies them back faults if they lie in read-only memory.
    pub const_one_way: bool,
    /// Whether the compiler handles members behind pointers correctly in `map`. With gcc 12, a section
    /// behind a pointer member on `target data` aborts the compilation, and other members on compute
    /// constructs get a wrong address.
    pub pointed_members: bool,
    /// Whether `simd` accepts all reductions of arrays. gcc 12 loses those of parts that do not begin with the
    /// first element, and those of arrays of variable length, whose programs may also crash.
    pub simd_arrays: bool,
    /// Whether `simd` handles reductions of integers narrower than `int`. clang 19 loses iterations of those of
    /// `short` variables at -O1.
    pub simd_narrow: bool,
    /// Whether `simd` handles reductions of `_Bool` variables. Programs that gcc 12 makes of some end by a signal, at -O1.
    pub simd_bools: bool,
    /// Whether `simd` handles reductions of arrays whose elements the loop selects. At -O1, clang 19 takes it that
    /// each iteration has another element.
    pub simd_elements: bool,
    /// True if vector lanes have memory of their own for arrays that are declared in a loop. clang's share it, so that elements
    /// which data selects are those of other iterations.
    pub simd_own_arrays: bool,
    /// True if loops with `simd` may reduce anything. With -O1, clang loses iterations if the loop also stores values of the type.
    pub simd_reductions: bool,
    /// Whether `simd` keeps the order of accesses within one iteration. With -O1, gcc 12 and clang 19 read
    /// elements before earlier statements of the same iteration have written them, if they are named otherwise.
    pub simd_in_order: bool,
    /// Whether a construct may map memory behind several pointer members of a struct behind a pointer, and not the
    /// members themselves. The plugin of clang 22 does not copy such memory back.
    pub sibling_members: bool,
    /// Whether threads share all loops of a nest where levels are merged, as devices need it that have no vector lanes.
    /// Otherwise threads share all but the last one, and `simd` stands inside: compilers vectorize no collapsed loops.
    pub collapses_all: bool,
    /// Whether the compiler has `tile sizes(...)` (OpenMP 5.1). gcc has it from version 15 on.
    pub tile: bool,
    /// Whether `tile` may stand directly inside `target teams`, as in the design. OpenMP does not permit it.
    pub tile_in_teams: bool,
    /// Whether each thread gets its own copy of the control variable of a `seq` loop if the threads that
    /// execute the loop would share the variable (OpenACC 3.4 2.6.1). In the design of the Clacc compiler the
    /// variable is shared, and the threads disturb each other.
    pub own_seq_controls: bool,
    /// Whether each iteration of a loop of workers or vector lanes gets its own copy of a scalar that it assigns
    /// before it reads it, and whether the loop reduces a scalar with which its iterations only combine values. OpenACC
    /// lets the threads of a gang share the scalar, and so does the design of the Clacc compiler; programs rely on
    /// compilers that do not.
    pub own_temporaries: bool,
    /// Whether one gang executes a construct with an `auto` loop that all gangs would execute as a whole. In
    /// the design of the Clacc compiler they do, and each of them changes what the gangs share.
    pub one_gang_for_auto: bool,
    /// Whether a deferred `target teams` may have a `reduction`. clang 19 executes it in a helper thread of
    /// the host, on the host and for its host plugin, and there the reduction of the teams waits forever.
    pub deferred_reductions: bool,
    /// Whether a construct may map the memory behind a member before the struct that contains the member.
    /// clang 19 then leaves the pointer in the copy of the struct as it is on the host.
    pub members_before_struct: bool,
    /// Whether a construct may map several members of a struct that lies in another struct or behind a
    /// pointer member, and not the struct itself. clang 19 takes wrong addresses for them.
    pub nested_members: bool,
    /// Whether a compute construct is left to find the sections that a data construct around it maps.
    /// OpenMP's implicit rule looks for the whole array, or for the first element behind a pointer.
    pub implicit_sections: bool,
    /// Whether `target update` accepts everything that OpenACC's `update` names: sections without a length,
    /// several parts of one variable, and ranges of rows behind pointers. clang 19 refuses them.
    pub update_forms: bool,
    /// Whether only the list items of the Clacc compiler's design are accepted: no single elements, and each
    /// variable in one data clause.
    pub design_items: bool,
    /// Whether `map`, `firstprivate` and motion clauses take `_Atomic` data. gcc refuses it.
    pub atomic_data: bool,
    /// Whether `firstprivate` of a deferred construct, or of one with dependences, takes more than small scalars. Programs
    /// that clang 19 makes of this crash, or use later values.
    pub deferred_copies: bool,
    /// Whether `reduction` on `target teams` takes a part of an array with static storage duration. clang 19
    /// looks for such an array on the device, and the program cannot be linked.
    pub static_array_parts: bool,
    /// Whether `target enter data`, `target exit data` and `target update` keep their dependences where a
    /// program is compiled for no device. clang 19 leaves out the directive, and what should wait does not.
    pub dependences_without_device: bool,
    /// Whether conditions of constructs for devices are evaluated where a program is compiled for no device. clang 19
    /// leaves them out, with what they do.
    pub conditions_without_device: bool,
    /// Whether a construct may map a struct together with its members if a pointer with static storage
    /// duration points to it. clang 19 maps the struct to a wrong place.
    pub static_struct_pointers: bool,
    /// Whether one directive without a region may name a struct together with its members. Compilers refuse
    /// some of these, and clang 19 counts such a struct once, but twice if two directives name them.
    pub structs_with_members: bool,
    /// Whether `atomic` may be directly inside `target teams`. OpenMP 5.2 does not permit it (10.2), and gcc 12
    /// refuses it.
    pub atomic_in_teams: bool,
    /// Whether `atomic` takes every form of statement that OpenACC's takes. gcc 12 refuses parentheses around
    /// the assignment, volatile variables as the last operand, and an `if` without braces.
    pub atomic_statements: bool,
    /// Whether `use_device_ptr` and `use_device_addr` take variables with static storage duration. clang 19
    /// crashes if it compiles for no device.
    pub static_device_addresses: bool,
    /// Whether `target data` with `use_device_ptr` and `if` may be around code of the program. clang 19 emits the
    /// code twice: in the part for a false condition, variables lose their initial values, and kernels are not
    /// found.
    pub conditional_device_addresses: bool,
    /// Whether `target update` and data clauses find a variable of `declare target` that has internal linkage.
    /// clang 19 refuses the update, and clauses map another variable.
    pub static_declared: bool,
    /// Whether programs with a `declare variant` that selects devices are linked where they are compiled for a device.
    /// gcc does not find the variant then.
    pub device_variants: bool,
    /// Whether `simd` may stand directly inside `target teams`, which OpenMP does not permit (OpenMP 5.2
    /// 10.2).
    pub simd_in_teams: bool,
    /// Whether loops may have an `unsigned` control variable that begins below its step, and a bound of 64 bits. clang counts
    /// too many iterations.
    pub narrow_starts: bool,
    /// Whether the bounds of a loop may be further apart than the largest value of its signed control variable. gcc counts no
    /// iteration.
    pub signed_ranges: bool,
    /// Whether all loops that `collapse` makes one may have control variables narrower than `int`. gcc loses iterations.
    pub narrow_nests: bool,
    /// Whether `map` takes variables that are declared with `register`. gcc asks for their addresses.
    pub register_variables: bool,
    /// Whether the bounds of a loop over pointers may be addresses in arrays. gcc takes these for constants.
    pub array_bounds: bool,
    /// Whether copies of floating-point numbers in `reduction` with `min` and `max` begin with an infinity. clang's begin with
    /// the greatest finite number.
    pub infinite_identities: bool,
    /// Whether compilers read constant pointers in regions for devices. clang takes the address of a variable that such a
    /// pointer is initialized with, which is another variable on the device.
    pub constant_pointers: bool,
    /// Whether threads of devices share pointers of variably modified type, and code of a team computes addresses from them.
    /// clang 19 gives them no value then.
    pub variable_pointers: bool,
    /// True if copies that `distribute` and `simd` make in code of a team are other variables than those of the team. For
    /// NVIDIA devices, clang confuses them if threads share the variable.
    pub team_copies: bool,
    /// Whether `firstprivate` on `distribute` takes variables that are private to the teams. gcc refuses them.
    pub distributed_locals: bool,
    /// The version of OpenMP whose modifiers of `map` are printed, beside those with entries of their own.
    pub openmp: Version,
    /// Whether `async` on `data` is left to the queue: `target enter data` and `target exit data` with `nowait` and
    /// `depend` around the region. Otherwise the thread waits for the queue and moves the data itself.
    pub deferred_data: bool,
    /// The work, in accesses of elements, up to which one thread of the host is faster than several; none if several
    /// always are. In gcc's programs each `target` region creates its threads and ends them.
    pub least_work: Option<u64>,
    /// Whether programs run on the host alone, whose memory is the memory of the device: nothing becomes `target`, and
    /// nothing is mapped or moved.
    pub host_memory: bool,
    /// Whether programs are compiled for no device, so that the memory of the device is that of the host: directives about
    /// data have no effect, and nothing is counted.
    pub shared_memory: bool,
    /// Whether, on the memory of the host, a `parallel` construct has as many gangs as its `num_gangs` says where results may
    /// depend on their number: they are the teams of a `teams` region. Otherwise one gang executes each construct.
    pub host_gangs: bool,
}

/// The words that the Clacc compiler prints. This is the default of `clacc cc`.
pub const CLACC: Dialect = Dialect {
    name: "clacc",
    about: "the words of the Clacc compiler's design: hold, no_alloc, present",
    hold: Some("hold"),
    no_alloc: Some("no_alloc"),
    implicit_no_create: false,
    present_map: true,
    present_static_pointers: true,
    present_motion: true,
    implicit_pointers: false,
    logical_bools: false,
    const_one_way: false,
    pointed_members: true,
    simd_arrays: true,
    simd_narrow: true,
    simd_bools: true,
    simd_elements: true,
    simd_own_arrays: true,
    simd_reductions: true,
    simd_in_order: true,
    sibling_members: true,
    collapses_all: false,
    tile: true,
    tile_in_teams: true,
    own_seq_controls: false,
    own_temporaries: false,
    one_gang_for_auto: false,
    deferred_reductions: true,
    members_before_struct: true,
    nested_members: true,
    implicit_sections: true,
    update_forms: true,
    design_items: true,
    atomic_data: true,
    deferred_copies: true,
    static_array_parts: true,
    dependences_without_device: true,
    conditions_without_device: true,
    static_struct_pointers: true,
    structs_with_members: true,
    atomic_in_teams: true,
    atomic_statements: true,
    static_device_addresses: true,
    conditional_device_addresses: true,
    static_declared: true,
    device_variants: true,
    simd_in_teams: true,
    narrow_starts: true,
    signed_ranges: true,
    narrow_nests: true,
    register_variables: true,
    array_bounds: true,
    infinite_identities: true,
    constant_pointers: true,
    variable_pointers: true,
    team_copies: true,
    distributed_locals: true,
    openmp: Version::tenths(51),
    deferred_data: false,
    least_work: None,
    host_memory: false,
    shared_memory: false,
    host_gangs: false,
};

/// The words of the newest version of the Clacc compiler.
pub const CLACC_LATEST: Dialect = Dialect {
    name: "clacc-latest",
    about: "the words of the newest version of the Clacc compiler: ompx_hold, ompx_no_alloc, present",
    hold: Some("ompx_hold"),
    no_alloc: Some("ompx_no_alloc"),
    ..CLACC
};

/// The words that gcc 12 and newer and clang 19 to 21 accept and get right. This is the default of `clacc translate`.
pub const PORTABLE: Dialect = Dialect {
    name: "portable",
    about: "what gcc 12 and newer and clang 19 to 21 accept alike",
    hold: None,
    no_alloc: None,
    implicit_no_create: true,
    present_map: false,
    present_static_pointers: false,
    present_motion: false,
    implicit_pointers: true,
    logical_bools: true,
    const_one_way: true,
    pointed_members: false,
    simd_arrays: false,
    simd_narrow: false,
    simd_bools: false,
    simd_elements: false,
    simd_own_arrays: false,
    simd_reductions: true,
    simd_in_order: false,
    sibling_members: true,
    collapses_all: false,
    tile: false,
    tile_in_teams: false,
    own_seq_controls: true,
    own_temporaries: true,
    one_gang_for_auto: true,
    deferred_reductions: false,
    members_before_struct: false,
    nested_members: false,
    implicit_sections: false,
    update_forms: false,
    design_items: false,
    atomic_data: false,
    deferred_copies: false,
    static_array_parts: false,
    dependences_without_device: false,
    conditions_without_device: false,
    static_struct_pointers: false,
    structs_with_members: false,
    atomic_in_teams: false,
    atomic_statements: false,
    static_device_addresses: false,
    conditional_device_addresses: false,
    static_declared: false,
    device_variants: false,
    simd_in_teams: false,
    narrow_starts: false,
    signed_ranges: false,
    narrow_nests: false,
    register_variables: false,
    array_bounds: false,
    infinite_identities: false,
    constant_pointers: false,
    variable_pointers: false,
    team_copies: false,
    distributed_locals: false,
    openmp: Version::tenths(50),
    deferred_data: false,
    least_work: Some(800_000),
    host_memory: false,
    shared_memory: false,
    host_gangs: false,
};

/// Exactly the words of OpenMP 5.1.
pub const OPENMP_5_1: Dialect = Dialect {
    name: "openmp-5.1",
    about: "standard OpenMP 5.1, with present",
    present_map: true,
    present_motion: true,
    pointed_members: true,
    openmp: Version::tenths(51),
    ..PORTABLE
};

/// The words of OpenMP 6.0. There, `target data` is composed of `target enter data`, a task with the region, and
/// `target exit data` (15.7; the examples of version 6.0, `target_data_semantics_new.1.c`). With `nowait` the thread
/// does not wait for that task either, but OpenACC defers the copies alone, and the thread executes the region. So
/// `async` on `data` becomes the first and the last of the three.
pub const OPENMP_6_0: Dialect = Dialect {
    name: "openmp-6.0",
    about: "standard OpenMP 6.0: as openmp-5.1, with asynchronous data regions and tile",
    openmp: Version::tenths(60),
    deferred_data: true,
    tile: true,
    ..OPENMP_5_1
};

/// The words of OpenMP 6.1.
pub const OPENMP_6_1: Dialect = Dialect {
    name: "openmp-6.1",
    about: "standard OpenMP 6.1: as openmp-6.0, with the attach modifier",
    openmp: Version::tenths(61),
    ..OPENMP_6_0
};

/// The words of gcc 14 and newer.
pub const GCC: Dialect = Dialect {
    name: "gcc",
    about: "gcc 14 and newer: OpenMP 5.1's present, no extension",
    deferred_reductions: true,
    deferred_copies: true,
    static_array_parts: true,
    dependences_without_device: true,
    conditions_without_device: true,
    static_struct_pointers: true,
    static_device_addresses: true,
    conditional_device_addresses: true,
    static_declared: true,
    simd_narrow: true,
    simd_elements: true,
    simd_own_arrays: true,
    narrow_starts: true,
    infinite_identities: true,
    constant_pointers: true,
    variable_pointers: true,
    team_copies: true,
    ..OPENMP_5_1
};

/// The words of LLVM, with its extensions.
pub const LLVM: Dialect = Dialect {
    name: "llvm",
    about: "clang 19 to 21: ompx_hold and present",
    hold: Some("ompx_hold"),
    simd_arrays: true,
    simd_bools: true,
    collapses_all: true,
    least_work: None,
    tile: true,
    atomic_data: true,
    atomic_in_teams: true,
    atomic_statements: true,
    device_variants: true,
    signed_ranges: true,
    narrow_nests: true,
    register_variables: true,
    array_bounds: true,
    distributed_locals: true,
    ..OPENMP_5_1
};

/// The words of LLVM 19. It reads nothing that newer versions do not.
pub const LLVM_19: Dialect = Dialect { name: "llvm-19", about: "clang 19: the same as llvm", ..LLVM };

/// The words of LLVM 22, which maps structs and their members right in more cases.
pub const LLVM_22: Dialect = Dialect {
    name: "llvm-22",
    about: "clang 22: as llvm, with members mapped where earlier versions get addresses wrong",
    members_before_struct: true,
    static_struct_pointers: true,
    sibling_members: false,
    ..LLVM
};

/// The words for a program that runs on the host alone.
pub const HOST: Dialect = Dialect {
    name: "host",
    about: "the threads of the host, for programs without a device: no target, no data is moved",
    static_array_parts: true,
    dependences_without_device: true,
    conditions_without_device: true,
    atomic_in_teams: true,
    static_device_addresses: true,
    conditional_device_addresses: true,
    static_declared: true,
    register_variables: true,
    constant_pointers: true,
    variable_pointers: true,
    team_copies: true,
    least_work: Some(20_000),
    host_memory: true,
    shared_memory: true,
    ..PORTABLE
};

/// What clacc's own code generator reads: OpenMP for the threads of the host. Of its forms compilers read `simd` alone, so
/// that what they get wrong there is avoided as in `host`.
pub const NATIVE: Dialect = Dialect {
    name: "native",
    about: "what clacc generates code for by itself: the threads of the host, with its own runtime",
    host_gangs: true,
    narrow_starts: true,
    signed_ranges: true,
    narrow_nests: true,
    array_bounds: true,
    infinite_identities: true,
    ..HOST
};

/// All dialects, in the order of the list that users see.
pub const DIALECTS: &[&Dialect] = &[
    &PORTABLE,
    &HOST,
    &NATIVE,
    &CLACC,
    &CLACC_LATEST,
    &OPENMP_5_1,
    &OPENMP_6_0,
    &OPENMP_6_1,
    &GCC,
    &LLVM,
    &LLVM_19,
    &LLVM_22,
];

/// Single entries of a dialect that are overridden, as with the `-fopenacc-*-omp` options of the Clacc
/// compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Overrides {
    /// `-fopenacc-update-present-omp=present|no-present`
    pub update_present: Option<bool>,
    /// `-fopenacc-present-omp=present|no-present`
    pub present: Option<bool>,
    /// `-fopenacc-structured-ref-count-omp=hold|no-hold`
    pub hold: Option<bool>,
    /// `-fopenacc-no-create-omp=no_alloc|no-no_alloc`
    pub no_alloc: Option<bool>,
    /// `-fopenacc-small-loops=one-thread|threads`: whether one thread executes loops with little work, as far as the policy
    /// weighs loops at all.
    pub small_loops: Option<bool>,
}

impl Dialect {
    /// The modifiers of a `map` clause that the dialect has a word for.
    pub fn spelled(&self, flags: MapFlags) -> MapFlags {
        let has_word = |flag, since| match flag {
            MapFlags::PRESENT => self.present_map,
            MapFlags::NO_ALLOC => self.no_alloc.is_some(),
            MapFlags::HOLD => self.hold.is_some(),
            _ => since <= self.openmp,
        };
        let kept = MapFlags::WORDS.iter().filter(|(flag, _, since)| has_word(*flag, *since));
        kept.filter(|(flag, ..)| flags.contains(*flag))
            .fold(MapFlags::NONE, |kept, (flag, ..)| kept.with(*flag))
    }

    /// The words for the modifiers of a `map` clause, in the order of [`MapFlags::WORDS`].
    pub fn map_words(&self, flags: MapFlags) -> impl Iterator<Item = (MapFlags, &'static str)> {
        let (no_alloc, hold) = (self.no_alloc, self.hold);
        let kept = MapFlags::WORDS.iter().filter(move |(flag, ..)| flags.contains(*flag));
        kept.map(move |(flag, word, _)| match *flag {
            MapFlags::NO_ALLOC => (*flag, no_alloc.unwrap_or(word)),
            MapFlags::HOLD => (*flag, hold.unwrap_or(word)),
            _ => (*flag, *word),
        })
    }

    /// The dialect with this name.
    pub fn named(name: &str) -> Option<&'static Dialect> {
        DIALECTS.iter().find(|dialect| dialect.name == name).copied()
    }

    /// The dialect for programs that are compiled for no device.
    #[must_use]
    pub fn without_devices(self) -> Dialect {
        Dialect { shared_memory: true, ..self }
    }

    /// The dialect for clang with -O1.
    #[must_use]
    pub fn with_little_optimization(self) -> Dialect {
        Dialect { simd_reductions: false, ..self }
    }

    /// The dialect with some entries overridden. A modifier for which the dialect has no word is spelled as
    /// in the Clacc compiler's design.
    pub fn with(self, overrides: Overrides) -> Dialect {
        Dialect {
            hold: word(self.hold, overrides.hold, "hold"),
            no_alloc: word(self.no_alloc, overrides.no_alloc, "no_alloc"),
            implicit_no_create: self.implicit_no_create && overrides.no_alloc.is_none(),
            present_map: overrides.present.unwrap_or(self.present_map),
            present_motion: overrides.update_present.unwrap_or(self.present_motion),
            least_work: self.least_work.filter(|_| overrides.small_loops != Some(false)),
            ..self
        }
    }
}

fn word(own: Option<&'static str>, choice: Option<bool>, default: &'static str) -> Option<&'static str> {
    match choice {
        None => own,
        Some(true) => own.or(Some(default)),
        Some(false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_found_by_its_name() {
        for dialect in DIALECTS {
            assert_eq!(Dialect::named(dialect.name), Some(*dialect));
        }
        assert_eq!(Dialect::named("fortran"), None);
    }

    #[test]
    fn overrides_change_single_points() {
        let without = CLACC.with(Overrides { hold: Some(false), ..Overrides::default() });
        assert_eq!(without, Dialect { hold: None, ..CLACC });
        let with = PORTABLE.with(Overrides { hold: Some(true), present: Some(true), ..Overrides::default() });
        assert_eq!(with, Dialect { hold: Some("hold"), present_map: true, ..PORTABLE });
        assert_eq!(LLVM.with(Overrides { hold: Some(true), ..Overrides::default() }), LLVM);
        assert_eq!(CLACC.with(Overrides::default()), CLACC);
        let shared = HOST.with(Overrides { small_loops: Some(false), ..Overrides::default() });
        assert_eq!(shared, Dialect { least_work: None, ..HOST });
    }
}
