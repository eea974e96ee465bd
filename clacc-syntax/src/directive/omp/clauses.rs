//! The clauses of OpenMP 5.2: the versions that introduced them, their arguments, and their sections.

use super::super::grammar::v;
use super::super::{ClauseInfo, Form, Items, Separator, Version};
use super::OmpClause;
use super::forms::*;

/// One description per clause, in the order of the enum.
pub(super) fn all() -> Vec<ClauseInfo<OmpClause>> {
    OmpClause::ALL.iter().map(|&clause| describe(clause)).collect()
}

/// The version that introduced a clause.
pub(super) fn since(clause: OmpClause) -> Version {
    describe(clause).since
}

fn describe(clause: OmpClause) -> ClauseInfo<OmpClause> {
    let found = data_clause(clause).or_else(|| control_clause(clause)).or_else(|| declaring_clause(clause));
    let (since, form, section) = found.unwrap_or_else(|| bare_clause(clause));
    ClauseInfo { clause, since: v(since), form, section }
}

/// Clauses that name data (chapters 5 and 6).
fn data_clause(clause: OmpClause) -> Option<(u8, Form, &'static str)> {
    use OmpClause::*;
    Some(match clause {
        Map => (40, MAP, "5.8.3"),
        To => (40, MOTION, "5.9.1"),
        From => (40, MOTION, "5.9.2"),
        Private => (25, VARIABLE_LIST, "5.4.3"),
        Firstprivate => (25, VARIABLE_LIST, "5.4.4"),
        Lastprivate => (25, LASTPRIVATE, "5.4.5"),
        Shared => (25, VARIABLE_LIST, "5.4.2"),
        Linear => (40, LINEAR, "5.4.6"),
        Reduction => (25, REDUCTION, "5.5.8"),
        TaskReduction => (50, OTHER_REDUCTION, "5.5.9"),
        InReduction => (50, OTHER_REDUCTION, "5.5.10"),
        Copyin => (25, VARIABLE_LIST, "5.7.1"),
        Copyprivate => (25, VARIABLE_LIST, "5.7.2"),
        Aligned => (40, ALIGNED, "5.11"),
        Nontemporal => (50, VARIABLE_LIST, "10.4.1"),
        Inclusive => (50, SECTION_LIST, "5.6.1"),
        Exclusive => (50, SECTION_LIST, "5.6.2"),
        IsDevicePtr => (45, VARIABLE_LIST, "5.4.7"),
        HasDeviceAddr => (51, SECTION_LIST, "5.4.9"),
        UseDevicePtr => (45, DATA_LIST, "5.4.8"),
        UseDeviceAddr => (50, SECTION_LIST, "5.4.10"),
        Enter => (52, DECLARED, "5.8.4"),
        Link => (45, DECLARED, "5.8.5"),
        Uniform => (40, VARIABLE_LIST, "5.10"),
        Allocate => (50, ALLOCATE, "6.6"),
        UsesAllocators => (50, USES_ALLOCATORS, "6.8"),
        Affinity => (50, AFFINITY, "12.5.2"),
        Depend => (40, DEPEND, "15.9.5"),
        Doacross => (52, DOACROSS, "15.9.6"),
        Default => (25, DEFAULT, "5.4.1"),
        Defaultmap => (45, DEFAULTMAP, "5.8.7"),
        _ => return None,
    })
}

/// Clauses that say how a construct executes (chapters 8 to 16).
fn control_clause(clause: OmpClause) -> Option<(u8, Form, &'static str)> {
    use OmpClause::*;
    Some(match clause {
        If => (25, IF, "3.4"),
        NumThreads => (25, EXPR, "10.1.2"),
        ProcBind => (40, PROC_BIND, "10.1.4"),
        NumTeams => (40, NUM_TEAMS, "10.2.1"),
        ThreadLimit => (40, EXPR, "13.3"),
        Order => (50, ORDER, "10.3"),
        Safelen => (40, CONSTANT, "10.4.2"),
        Simdlen => (40, CONSTANT, "10.4.3"),
        Filter => (51, EXPR, "10.5.1"),
        Collapse => (30, CONSTANT, "4.4.3"),
        Ordered => (25, CONSTANT.optional(), "4.4.4"),
        Schedule => (25, SCHEDULE, "11.5.3"),
        DistSchedule => (40, DIST_SCHEDULE, "11.6.1"),
        Bind => (50, BIND, "11.7.1"),
        Final => (31, EXPR, "12.3"),
        Priority => (45, EXPR, "12.4"),
        Detach => (50, VARIABLE_LIST, "12.5.2"),
        Grainsize => (45, STRICT, "12.6.1"),
        NumTasks => (45, STRICT, "12.6.2"),
        Device => (40, DEVICE, "13.2"),
        Hint => (45, EXPR, "15.1"),
        Fail => (51, FAIL, "15.8.2"),
        Destroy => (51, VARIABLE_LIST, "3.5"),
        Init => (51, INIT, "14.1.2"),
        Use => (51, VARIABLE_LIST, "14.1.3"),
        Novariants => (51, EXPR, "7.6.1"),
        Nocontext => (51, EXPR, "7.6.2"),
        Sizes => (51, Form::of(Items::Exprs { max: u8::MAX }).printed(Separator::Spaced), "9.1.1"),
        Partial => (51, CONSTANT.optional(), "9.2.2"),
        At => (51, AT, "8.5.1"),
        Severity => (51, SEVERITY, "8.5.2"),
        Message => (51, EXPR, "8.5.3"),
        _ => return None,
    })
}

/// Clauses of declarative, informational and meta directives (chapters 6 to 8).
fn declaring_clause(clause: OmpClause) -> Option<(u8, Form, &'static str)> {
    use OmpClause::*;
    Some(match clause {
        Allocator => (50, EXPR, "6.4"),
        Align => (51, CONSTANT, "6.3"),
        DeviceType => (50, DEVICE_TYPE, "13.1"),
        Indirect => (51, EXPR.optional(), "7.8.3"),
        Absent => (51, Form::of(Items::DirectiveNames), "8.3.1"),
        Contains => (51, Form::of(Items::DirectiveNames), "8.3.1"),
        Holds => (51, EXPR, "8.3.1"),
        When => (50, WHEN, "7.4.1"),
        Otherwise => (52, Form::of(Items::Directive), "7.4.2"),
        Match => (50, Form::of(Items::Selector), "7.5.1"),
        AdjustArgs => (51, ADJUST_ARGS, "7.5.2"),
        AppendArgs => (51, Form::of(Items::Interop), "7.5.3"),
        AtomicDefaultMemOrder => (50, MEM_ORDER, "8.2.1"),
        Initializer => (40, Form::of(Items::Initializer), "5.5.4"),
        _ => return None,
    })
}

/// Clauses without arguments.
fn bare_clause(clause: OmpClause) -> (u8, Form, &'static str) {
    use OmpClause::*;
    let (since, section) = match clause {
        Nowait => (25, "15.6"),
        Untied => (30, "12.1"),
        Mergeable => (31, "12.2"),
        Nogroup => (45, "15.7"),
        Threads | Simd => (45, "15.10.3"),
        Read | Write | Update | Capture => (31, "15.8.1"),
        Compare | Weak => (51, "15.8.3"),
        SeqCst => (40, "15.8.1"),
        AcqRel | Release | Acquire | Relaxed => (50, "15.8.1"),
        NoOpenmp | NoOpenmpRoutines | NoParallelism => (51, "8.3.1"),
        ReverseOffload | UnifiedAddress | UnifiedSharedMemory | DynamicAllocators => (50, "8.2.1"),
        Inbranch | Notinbranch => (40, "7.7.1"),
        Full => (51, "9.2.1"),
        _ => (40, "16.1"),
    };
    (since, Form::BARE, section)
}
