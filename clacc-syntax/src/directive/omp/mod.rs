//! The directives and clauses of OpenMP 5.2.

use std::sync::LazyLock;

use super::{ClauseInfo, DirectiveInfo, DirectiveNames, Form, LegalClause, Table, name_table};

mod clauses;
mod combined;
mod directives;
mod forms;

name_table! {
    /// The directives of OpenMP, with the combined and composite ones.
    OmpDirective {
        Parallel = "parallel",
        For = "for",
        Simd = "simd",
        ParallelFor = "parallel for",
        ParallelForSimd = "parallel for simd",
        Distribute = "distribute",
        DistributeSimd = "distribute simd",
        DistributeParallelFor = "distribute parallel for",
        DistributeParallelForSimd = "distribute parallel for simd",
        TargetTeams = "target teams",
        TargetData = "target data",
        TargetEnterData = "target enter data",
        TargetExitData = "target exit data",
        TargetUpdate = "target update",
        Target = "target",
        Teams = "teams",
        Loop = "loop",
        ForSimd = "for simd",
        Sections = "sections",
        Section = "section",
        Single = "single",
        Masked = "masked",
        Master = "master",
        Scope = "scope",
        Critical = "critical",
        Ordered = "ordered",
        Atomic = "atomic",
        Barrier = "barrier",
        Flush = "flush",
        Task = "task",
        Taskloop = "taskloop",
        TaskloopSimd = "taskloop simd",
        Taskwait = "taskwait",
        Taskyield = "taskyield",
        Taskgroup = "taskgroup",
        Cancel = "cancel",
        CancellationPoint = "cancellation point",
        Depobj = "depobj",
        Scan = "scan",
        Interop = "interop",
        Dispatch = "dispatch",
        Nothing = "nothing",
        Error = "error",
        Assume = "assume",
        Assumes = "assumes",
        BeginAssumes = "begin assumes",
        EndAssumes = "end assumes",
        Metadirective = "metadirective",
        BeginMetadirective = "begin metadirective",
        EndMetadirective = "end metadirective",
        Requires = "requires",
        Threadprivate = "threadprivate",
        Allocate = "allocate",
        DeclareReduction = "declare reduction",
        DeclareMapper = "declare mapper",
        DeclareSimd = "declare simd",
        DeclareTarget = "declare target",
        BeginDeclareTarget = "begin declare target",
        EndDeclareTarget = "end declare target",
        DeclareVariant = "declare variant",
        BeginDeclareVariant = "begin declare variant",
        EndDeclareVariant = "end declare variant",
        Tile = "tile",
        Unroll = "unroll",
        ParallelLoop = "parallel loop",
        ParallelSections = "parallel sections",
        ParallelMasked = "parallel masked",
        ParallelMaster = "parallel master",
        MaskedTaskloop = "masked taskloop",
        MaskedTaskloopSimd = "masked taskloop simd",
        MasterTaskloop = "master taskloop",
        MasterTaskloopSimd = "master taskloop simd",
        ParallelMaskedTaskloop = "parallel masked taskloop",
        ParallelMaskedTaskloopSimd = "parallel masked taskloop simd",
        ParallelMasterTaskloop = "parallel master taskloop",
        ParallelMasterTaskloopSimd = "parallel master taskloop simd",
        TeamsLoop = "teams loop",
        TeamsDistribute = "teams distribute",
        TeamsDistributeSimd = "teams distribute simd",
        TeamsDistributeParallelFor = "teams distribute parallel for",
        TeamsDistributeParallelForSimd = "teams distribute parallel for simd",
        TargetParallel = "target parallel",
        TargetParallelFor = "target parallel for",
        TargetParallelForSimd = "target parallel for simd",
        TargetParallelLoop = "target parallel loop",
        TargetSimd = "target simd",
        TargetTeamsLoop = "target teams loop",
        TargetTeamsDistribute = "target teams distribute",
        TargetTeamsDistributeSimd = "target teams distribute simd",
        TargetTeamsDistributeParallelFor = "target teams distribute parallel for",
        TargetTeamsDistributeParallelForSimd = "target teams distribute parallel for simd",
    }
}

name_table! {
    /// The clauses of OpenMP.
    OmpClause {
        If = "if",
        Map = "map",
        To = "to",
        From = "from",
        Private = "private",
        Firstprivate = "firstprivate",
        Shared = "shared",
        Reduction = "reduction",
        Defaultmap = "defaultmap",
        NumTeams = "num_teams",
        ThreadLimit = "thread_limit",
        NumThreads = "num_threads",
        Simdlen = "simdlen",
        Collapse = "collapse",
        DistSchedule = "dist_schedule",
        Nowait = "nowait",
        Depend = "depend",
        Default = "default",
        ProcBind = "proc_bind",
        Copyin = "copyin",
        Copyprivate = "copyprivate",
        Lastprivate = "lastprivate",
        Linear = "linear",
        Aligned = "aligned",
        Nontemporal = "nontemporal",
        Safelen = "safelen",
        Schedule = "schedule",
        Ordered = "ordered",
        Order = "order",
        Bind = "bind",
        Allocate = "allocate",
        Allocator = "allocator",
        Align = "align",
        UsesAllocators = "uses_allocators",
        InReduction = "in_reduction",
        TaskReduction = "task_reduction",
        Final = "final",
        Untied = "untied",
        Mergeable = "mergeable",
        Priority = "priority",
        Detach = "detach",
        Affinity = "affinity",
        Grainsize = "grainsize",
        NumTasks = "num_tasks",
        Nogroup = "nogroup",
        Device = "device",
        DeviceType = "device_type",
        IsDevicePtr = "is_device_ptr",
        HasDeviceAddr = "has_device_addr",
        UseDevicePtr = "use_device_ptr",
        UseDeviceAddr = "use_device_addr",
        Enter = "enter",
        Link = "link",
        Indirect = "indirect",
        Filter = "filter",
        Hint = "hint",
        Threads = "threads",
        Simd = "simd",
        Doacross = "doacross",
        Read = "read",
        Write = "write",
        Update = "update",
        Capture = "capture",
        Compare = "compare",
        Fail = "fail",
        Weak = "weak",
        SeqCst = "seq_cst",
        AcqRel = "acq_rel",
        Release = "release",
        Acquire = "acquire",
        Relaxed = "relaxed",
        Destroy = "destroy",
        Inclusive = "inclusive",
        Exclusive = "exclusive",
        Init = "init",
        Use = "use",
        Novariants = "novariants",
        Nocontext = "nocontext",
        At = "at",
        Severity = "severity",
        Message = "message",
        Absent = "absent",
        Contains = "contains",
        Holds = "holds",
        NoOpenmp = "no_openmp",
        NoOpenmpRoutines = "no_openmp_routines",
        NoParallelism = "no_parallelism",
        When = "when",
        Otherwise = "otherwise",
        Match = "match",
        AdjustArgs = "adjust_args",
        AppendArgs = "append_args",
        ReverseOffload = "reverse_offload",
        UnifiedAddress = "unified_address",
        UnifiedSharedMemory = "unified_shared_memory",
        AtomicDefaultMemOrder = "atomic_default_mem_order",
        DynamicAllocators = "dynamic_allocators",
        Initializer = "initializer",
        Uniform = "uniform",
        Inbranch = "inbranch",
        Notinbranch = "notinbranch",
        Sizes = "sizes",
        Full = "full",
        Partial = "partial",
        CancelParallel = "parallel",
        CancelSections = "sections",
        CancelFor = "for",
        CancelTaskgroup = "taskgroup",
    }
}

/// The table of OpenMP.
pub fn table() -> &'static Table<OmpDirective, OmpClause> {
    static TABLE: LazyLock<Table<OmpDirective, OmpClause>> =
        LazyLock::new(|| Table::new(combined::all(directives::ROWS), clauses::all()));
    &TABLE
}

/// The names of the directives.
pub fn names() -> &'static DirectiveNames<OmpDirective> {
    static NAMES: LazyLock<DirectiveNames<OmpDirective>> =
        LazyLock::new(|| DirectiveNames::new(OmpDirective::SPELLINGS));
    &NAMES
}

impl OmpDirective {
    /// Returns the description of the directive in the table.
    #[doc(hidden)]
    pub fn info(self) -> &'static DirectiveInfo<OmpDirective, OmpClause> {
        table().directive(self)
    }

    /// Returns the directives that a combined or composite one consists of, outermost first. For other directives, that is the directive
    /// itself.
    pub fn constituents(self) -> &'static [OmpDirective] {
        &self.info().constituents
    }

    /// Returns the rule by which the directive takes a clause, or none if it does not take it.
    #[doc(hidden)]
    pub fn rule(self, clause: OmpClause) -> Option<&'static LegalClause<OmpClause>> {
        table().rule(self, clause)
    }

    /// The form of a clause's arguments on this directive.
    #[doc(hidden)]
    pub fn form(self, clause: OmpClause) -> &'static Form {
        table().form(self, clause)
    }
}

impl OmpClause {
    /// Returns the description of the clause in the table.
    #[doc(hidden)]
    pub fn info(self) -> &'static ClauseInfo<OmpClause> {
        table().clause(self)
    }
}
