//! The points in which editions of the Clacc compiler's design differ, and policies that follow it, as data.
//!
//! A policy names the edition that its rules follow. What does not depend on an edition is the same row for
//! all policies. Words, such as `hold` and `ompx_hold`, belong to a dialect.

/// One edition of the design.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DesignEdition {
    /// Whether `num_workers` becomes `thread_limit` on `target teams`. Otherwise, each worker loop says
    /// `num_threads`, and an argument that is no constant is evaluated in a block around the construct.
    pub thread_limit: bool,
    /// Whether the variables that are shared because nothing else determines it are listed in `shared`.
    pub lists_shared: bool,
    /// Whether variables that a visible data clause covers are listed in `map(alloc: ...)`. Otherwise one
    /// `defaultmap` keeps the scalars among them from becoming `firstprivate`.
    pub lists_covered: bool,
    /// Whether a loop that only vector lanes share is a plain `simd`. Otherwise it is a `parallel for simd` of
    /// one thread, because OpenMP permits no `simd` directly inside `target teams`.
    pub plain_simd: bool,
    /// Whether a scalar that a loop reduces among gangs needs a data clause where the compute construct
    /// begins. Otherwise the construct copies it.
    pub gang_reductions_need_data: bool,
    /// Whether the levels of nested loops are merged: threads share the outermost loop, vector lanes the innermost one.
    /// Otherwise each level has an OpenMP directive of its own.
    pub merges_levels: bool,
    /// Whether `num_gangs`, `num_workers` and `vector_length` are left out where no result depends on them. Otherwise
    /// they are sizes of OpenMP's teams, threads and lanes.
    pub drops_sizes: bool,
    /// Whether one gang executes a `parallel` construct that leaves their number open and shares no loop among them, as other
    /// compilers have it. Otherwise the OpenMP compiler chooses the number, and on a GPU it is large.
    pub one_gang_without_loops: bool,
    /// Whether the threads of the host get their own of a small array that a loop only updates atomically, and
    /// `reduction` combines them. Otherwise each update is atomic.
    pub collects_atomics: bool,
    /// Whether threads share a loop only if it has enough work for them, as far as the dialect says what is enough, and
    /// in an order that suits iterations which differ in their work.
    pub weighs_loops: bool,
    /// Whether what OpenMP's own rules say of a variable of a compute construct is left out: a list of scalars that
    /// are `firstprivate` anyway, a `defaultmap` that is about none, and data that a construct around maps.
    pub leaves_implicit: bool,
}

/// The design document.
pub const SEED: DesignEdition = DesignEdition {
    thread_limit: false,
    lists_shared: true,
    lists_covered: false,
    plain_simd: false,
    gang_reductions_need_data: false,
    merges_levels: false,
    drops_sizes: false,
    one_gang_without_loops: false,
    collects_atomics: false,
    weighs_loops: false,
    leaves_implicit: false,
};

/// The newest version of the compiler.
pub const LATEST: DesignEdition = DesignEdition {
    thread_limit: true,
    lists_shared: false,
    lists_covered: true,
    plain_simd: true,
    gang_reductions_need_data: true,
    merges_levels: false,
    drops_sizes: false,
    one_gang_without_loops: false,
    collects_atomics: false,
    weighs_loops: false,
    leaves_implicit: false,
};

/// What makes the translation fast, with the words of the design for everything else.
pub const FAST: DesignEdition = DesignEdition {
    lists_shared: false,
    merges_levels: true,
    drops_sizes: true,
    one_gang_without_loops: true,
    collects_atomics: true,
    weighs_loops: true,
    leaves_implicit: true,
    ..SEED
};
