//! OpenMP 5.2.

use super::name_table;

name_table! {
    /// The directives of OpenMP, combined and composite ones included.
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
    }
}
