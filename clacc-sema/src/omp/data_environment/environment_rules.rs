//! The rules of OpenMP that determine the attributes of variables, with their sections.

/// The rules that give attributes of the data environment. [`EnvironmentRule::text`] states the rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EnvironmentRule {
    /// A clause on the construct gives it.
    Clause,
    /// A clause of the combined construct has this effect on the constituent.
    CombinedEffect,
    /// The variable is threadprivate.
    Threadprivate,
    /// The variable has automatic storage duration and is declared in the construct.
    DeclaredInside,
    /// The variable has static storage duration and is declared in the construct.
    StaticInside,
    /// The language declares the variable in each function, with its name (`__func__`).
    Predefined,
    /// The loop-iteration variable of an associated loop of `for`, `distribute` or `taskloop`.
    IterationPrivate,
    /// The loop-iteration variable of the only associated loop of `simd`.
    SimdLinear,
    /// The loop-iteration variable of one of several associated loops of `simd`.
    SimdLastprivate,
    /// The loop-iteration variable of an associated loop of `loop`.
    LoopLastprivate,
    /// The last value of an iteration variable that `simd` or `loop` keeps passes through the constituent.
    LastIteration,
    /// The base pointer of a list item of `map` or `has_device_addr` on a `target` construct.
    BasePointer,
    /// The `default` clause.
    DefaultClause,
    /// `default(none)`, and no clause names the variable. It has the attribute that it would have without that clause.
    Unlisted,
    /// A `parallel` construct without `default`.
    ParallelShared,
    /// A `teams` construct without `default`.
    TeamsShared,
    /// A construct without a rule for the variable.
    Enclosing,
    /// A task; the variable is shared by all implicit tasks of the team.
    TaskShared,
    /// A task outside any `parallel` construct; the variable has static storage duration.
    TaskStatic,
    /// A task, if no other rule applies.
    TaskFirstprivate,
    /// A scalar in a `target` construct.
    TargetScalar,
    /// An array, structure or union in a `target` construct.
    TargetAggregate,
    /// A pointer in a `target` construct.
    TargetPointer,
    /// A pointer to a function in a `target` construct.
    TargetFunctionPointer,
    /// The `defaultmap` clause.
    DefaultmapClause,
    /// A `declare target` directive puts the variable on the device.
    DeclareTarget,
    /// The event handle of a `detach` clause.
    EventHandle,
}

impl EnvironmentRule {
    /// All rules.
    pub const ALL: &[EnvironmentRule] = &[
        EnvironmentRule::Clause,
        EnvironmentRule::CombinedEffect,
        EnvironmentRule::Threadprivate,
        EnvironmentRule::DeclaredInside,
        EnvironmentRule::StaticInside,
        EnvironmentRule::Predefined,
        EnvironmentRule::IterationPrivate,
        EnvironmentRule::SimdLinear,
        EnvironmentRule::SimdLastprivate,
        EnvironmentRule::LoopLastprivate,
        EnvironmentRule::LastIteration,
        EnvironmentRule::BasePointer,
        EnvironmentRule::DefaultClause,
        EnvironmentRule::Unlisted,
        EnvironmentRule::ParallelShared,
        EnvironmentRule::TeamsShared,
        EnvironmentRule::Enclosing,
        EnvironmentRule::TaskShared,
        EnvironmentRule::TaskStatic,
        EnvironmentRule::TaskFirstprivate,
        EnvironmentRule::TargetScalar,
        EnvironmentRule::TargetAggregate,
        EnvironmentRule::TargetPointer,
        EnvironmentRule::TargetFunctionPointer,
        EnvironmentRule::DefaultmapClause,
        EnvironmentRule::DeclareTarget,
        EnvironmentRule::EventHandle,
    ];

    /// The rule, as one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            EnvironmentRule::Clause => "a clause on the directive says so",
            EnvironmentRule::CombinedEffect => {
                "a clause of the combined directive has this effect on the constituent construct"
            }
            EnvironmentRule::Threadprivate => "the variable is threadprivate",
            EnvironmentRule::DeclaredInside => {
                "a variable with automatic storage duration that is declared in the construct is private"
            }
            EnvironmentRule::StaticInside => {
                "a variable with static storage duration that is declared in the construct is shared"
            }
            EnvironmentRule::Predefined => {
                "a variable that the language declares in each function, such as `__func__`, is shared"
            }
            EnvironmentRule::IterationPrivate => "the iteration variable of an associated loop is private",
            EnvironmentRule::SimdLinear => {
                "the iteration variable of the only associated loop of simd is linear, with the increment as step"
            }
            EnvironmentRule::SimdLastprivate => {
                "the iteration variables of several associated loops of simd are lastprivate"
            }
            EnvironmentRule::LoopLastprivate => {
                "the iteration variable of an associated loop of loop is lastprivate"
            }
            EnvironmentRule::LastIteration => {
                "the last value of the iteration variable of simd or loop arrives as that of a lastprivate variable"
            }
            EnvironmentRule::BasePointer => "the base pointer of what is mapped is firstprivate",
            EnvironmentRule::DefaultClause => "the default clause says so",
            EnvironmentRule::Unlisted => "the default clause asks for a clause that names the variable",
            EnvironmentRule::ParallelShared => "a parallel construct without default shares its variables",
            EnvironmentRule::TeamsShared => "a teams construct without default shares its variables",
            EnvironmentRule::Enclosing => "the construct refers to the variable of the enclosing context",
            EnvironmentRule::TaskShared => {
                "all implicit tasks of the team share the variable, so the task does"
            }
            EnvironmentRule::TaskStatic => {
                "a variable with static storage duration is shared by all implicit tasks, so the task shares it"
            }
            EnvironmentRule::TaskFirstprivate => {
                "a task copies a variable that is not shared by all implicit tasks of the team"
            }
            EnvironmentRule::TargetScalar => "a scalar that no clause maps is firstprivate",
            EnvironmentRule::TargetAggregate => "an array, structure or union that no clause names is mapped",
            EnvironmentRule::TargetPointer => {
                "a pointer that no clause names is mapped as an array section of length zero"
            }
            EnvironmentRule::TargetFunctionPointer => {
                "a pointer to a function that no clause names is firstprivate"
            }
            EnvironmentRule::DefaultmapClause => "the defaultmap clause says so",
            EnvironmentRule::DeclareTarget => "a declare target directive puts the variable on the device",
            EnvironmentRule::EventHandle => "the event handle of a detach clause is firstprivate",
        }
    }

    /// Returns whether the rule concerns the iteration variables of associated loops.
    pub const fn is_about_iteration(self) -> bool {
        matches!(
            self,
            EnvironmentRule::IterationPrivate
                | EnvironmentRule::SimdLinear
                | EnvironmentRule::SimdLastprivate
                | EnvironmentRule::LoopLastprivate
        )
    }

    /// Returns whether a task shares the variable because all implicit tasks of the team do, so that tasks inside it share it too.
    pub(super) const fn is_of_shared_in_team(self) -> bool {
        matches!(self, EnvironmentRule::TaskShared | EnvironmentRule::TaskStatic)
    }

    /// The section that gives the rule.
    pub const fn section(self) -> &'static str {
        match self {
            EnvironmentRule::Clause => "OpenMP 5.2 5.4",
            EnvironmentRule::CombinedEffect | EnvironmentRule::LastIteration => "OpenMP 5.2 17.2",
            EnvironmentRule::DefaultClause | EnvironmentRule::Unlisted => "OpenMP 5.2 5.4.1",
            EnvironmentRule::TargetScalar
            | EnvironmentRule::TargetAggregate
            | EnvironmentRule::TargetPointer
            | EnvironmentRule::TargetFunctionPointer
            | EnvironmentRule::DeclareTarget => "OpenMP 5.2 5.8.1",
            EnvironmentRule::DefaultmapClause => "OpenMP 5.2 5.8.7",
            EnvironmentRule::EventHandle => "OpenMP 5.2 12.5.2",
            _ => "OpenMP 5.2 5.1.1",
        }
    }
}
