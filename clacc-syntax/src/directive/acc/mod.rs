//! The directives and clauses of OpenACC 3.4.

use std::sync::LazyLock;

use super::{ClauseInfo, DirectiveInfo, DirectiveNames, Form, Items, LegalClause, Table, name_table};

mod clauses;
mod directives;

name_table! {
    /// The directives of OpenACC (chapter 2).
    AccDirective {
        Parallel = "parallel",
        Serial = "serial",
        Kernels = "kernels",
        ParallelLoop = "parallel loop",
        SerialLoop = "serial loop",
        KernelsLoop = "kernels loop",
        Data = "data",
        EnterData = "enter data",
        ExitData = "exit data",
        HostData = "host_data",
        Loop = "loop",
        Cache = "cache",
        Atomic = "atomic",
        Declare = "declare",
        Init = "init",
        Shutdown = "shutdown",
        Set = "set",
        Update = "update",
        Wait = "wait",
        Routine = "routine",
    }
}

name_table! {
    /// The clauses of OpenACC (chapter 2), with their aliases.
    AccClause {
        If = "if",
        SelfClause = "self" | "host",
        Default = "default",
        Copy = "copy" | "pcopy" | "present_or_copy",
        Copyin = "copyin" | "pcopyin" | "present_or_copyin",
        Copyout = "copyout" | "pcopyout" | "present_or_copyout",
        Create = "create" | "pcreate" | "present_or_create",
        NoCreate = "no_create",
        Present = "present",
        Deviceptr = "deviceptr",
        Attach = "attach",
        Detach = "detach",
        Delete = "delete",
        Finalize = "finalize",
        UseDevice = "use_device",
        IfPresent = "if_present",
        Device = "device",
        DeviceResident = "device_resident",
        Link = "link",
        Private = "private",
        Firstprivate = "firstprivate",
        Reduction = "reduction",
        NumGangs = "num_gangs",
        NumWorkers = "num_workers",
        VectorLength = "vector_length",
        Gang = "gang",
        Worker = "worker",
        Vector = "vector",
        Seq = "seq",
        Independent = "independent",
        Auto = "auto",
        Collapse = "collapse",
        Tile = "tile",
        Async = "async",
        Wait = "wait",
        DeviceType = "device_type" | "dtype",
        DeviceNum = "device_num",
        DefaultAsync = "default_async",
        Bind = "bind",
        Nohost = "nohost",
        Read = "read",
        Write = "write",
        Update = "update",
        Capture = "capture",
        Compare = "compare",
    }
}

/// The table of OpenACC.
pub fn table() -> &'static Table<AccDirective, AccClause> {
    static TABLE: LazyLock<Table<AccDirective, AccClause>> =
        LazyLock::new(|| Table::new(directives::all(), clauses::all()));
    &TABLE
}

/// The names of the directives.
pub fn names() -> &'static DirectiveNames<AccDirective> {
    static NAMES: LazyLock<DirectiveNames<AccDirective>> =
        LazyLock::new(|| DirectiveNames::new(AccDirective::SPELLINGS));
    &NAMES
}

impl AccDirective {
    /// Returns the description of the directive in the table.
    #[doc(hidden)]
    pub fn info(self) -> &'static DirectiveInfo<AccDirective, AccClause> {
        table().directive(self)
    }

    /// Returns the rule by which the directive takes a clause, or none if it does not take it.
    #[doc(hidden)]
    pub fn rule(self, clause: AccClause) -> Option<&'static LegalClause<AccClause>> {
        table().rule(self, clause)
    }

    /// The form of a clause's arguments on this directive.
    #[doc(hidden)]
    pub fn form(self, clause: AccClause) -> &'static Form {
        table().form(self, clause)
    }

    /// Returns whether a clause may have this spelling on this directive, provided that the directive takes the clause at all. `host` is a
    /// spelling of `self` where `self` takes a list (section 2.14.4), but not where it takes a condition.
    #[doc(hidden)]
    pub fn takes_spelling(self, clause: AccClause, spelling: &str) -> bool {
        clause != AccClause::SelfClause
            || spelling == clause.text()
            || matches!(self.form(clause).items, Items::List(_))
    }

    /// Returns the directives that a combined one consists of, outermost first. For other directives, that is
    /// the directive itself.
    pub fn constituents(self) -> &'static [AccDirective] {
        &self.info().constituents
    }

    /// Returns the number of the construct in `acc_construct_t` of the profiling interface (section 5.2), or none if it has none there. A
    /// combined directive has the number of its compute construct.
    #[doc(hidden)]
    pub fn construct_number(self) -> Option<u16> {
        use AccDirective as D;
        Some(match self {
            D::Parallel | D::ParallelLoop => 0,
            D::Kernels | D::KernelsLoop => 1,
            D::Loop => 2,
            D::Data => 3,
            D::EnterData => 4,
            D::ExitData => 5,
            D::HostData => 6,
            D::Atomic => 7,
            D::Declare => 8,
            D::Init => 9,
            D::Shutdown => 10,
            D::Set => 11,
            D::Update => 12,
            D::Routine => 13,
            D::Wait => 14,
            D::Serial | D::SerialLoop => 16,
            D::Cache => return None,
        })
    }
}

impl AccClause {
    /// Returns the description of the clause in the table.
    #[doc(hidden)]
    pub fn info(self) -> &'static ClauseInfo<AccClause> {
        table().clause(self)
    }
}
