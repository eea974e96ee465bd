//! The differences between editions of the Clacc compiler's design, and the policies that follow it, as data.
//!
//! A policy names the edition that its rules follow. Table rows that do not depend on an edition are the same for all policies. Spellings,
//! such as `hold` and `ompx_hold`, belong to a dialect.

/// One edition of the design.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DesignEdition {
    /// True if `num_workers` becomes `thread_limit` on `target teams`. Otherwise each worker loop gets a `num_threads` clause, and an
    /// argument that is not constant is evaluated in a block around the construct.
    pub thread_limit: bool,
    /// True if implicitly shared variables are listed in `shared`.
    pub lists_shared: bool,
    /// Whether variables that a visible data clause covers are listed in `map(alloc: ...)`. Otherwise one
    /// `defaultmap` keeps the scalars among them from becoming `firstprivate`.
    pub lists_covered: bool,
    /// Whether a loop that only vector lanes share is a plain `simd`. Otherwise it is a `parallel for simd` of
    /// one thread, because OpenMP permits no `simd` directly inside `target teams`.
    pub plain_simd: bool,
    /// True if a scalar that a nested gang loop reduces needs a visible data clause at the compute construct. Otherwise the construct
    /// copies the scalar.
    pub gang_reductions_need_data: bool,
    /// Whether the levels of nested loops are merged: threads share the outermost loop, vector lanes the innermost one.
    /// Otherwise each level has an OpenMP directive of its own.
    pub merges_levels: bool,
    /// Whether `num_gangs`, `num_workers` and `vector_length` are left out where no result depends on them. Otherwise
    /// they are sizes of OpenMP's teams, threads and lanes.
    pub drops_sizes: bool,
    /// True if one gang executes a `parallel` construct that neither gives the number of gangs nor contains a gang loop, as with other
    /// compilers. Otherwise the OpenMP compiler chooses the number of gangs, which is large on a GPU.
    pub one_gang_without_loops: bool,
    /// True if each host thread gets a private copy of a small array that a loop only updates atomically, combined by `reduction`.
    /// Otherwise each update is atomic.
    pub collects_atomics: bool,
    /// True if threads share a loop only if it has enough work for them, by the limits that the dialect gives, and with a schedule that
    /// suits iterations of unequal work.
    pub weighs_loops: bool,
    /// True if clauses that repeat OpenMP's implicit rules on a compute construct are left out: a list of scalars that are `firstprivate`
    /// anyway, a `defaultmap` that affects no variable, and data that an enclosing construct maps.
    pub leaves_implicit: bool,
}

/// The edition of the design document.
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

/// The edition of the newest version of the Clacc compiler.
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

/// The edition for fast code. Where speed is not concerned, it follows the design document.
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
