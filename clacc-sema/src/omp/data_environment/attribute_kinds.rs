//! The kinds of attributes that a variable may have on an OpenMP construct.

use crate::directives::reduction::ReductionOp;
use crate::omp::form::{MapFlags, MapKind};

/// A data-sharing or data-mapping attribute of a variable on one construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EnvironmentAttribute {
    /// All threads, teams or tasks of the region refer to the original variable.
    Shared,
    /// The construct does not change what the name means: it is the variable of the enclosing context (OpenMP 5.2 5.1.1).
    Enclosing,
    /// Each thread, team, task or lane has a private variable without an initial value.
    Private,
    /// Each thread, team, task or lane has a private variable, which begins with the value of the original one.
    Firstprivate,
    /// Each thread, team, task or lane has a private variable, and the original one gets the value of the last iteration or section.
    Lastprivate {
        /// True if the value is that of the last iteration that assigns the variable.
        conditional: bool,
    },
    /// Each lane or iteration has a private variable, whose value is a linear function of the iteration number.
    Linear,
    /// Each thread, team, task or lane has a private variable, and their values are combined into the original one.
    Reduction(Option<ReductionOp>),
    /// The task participates in the reduction of an enclosing construct.
    InReduction(Option<ReductionOp>),
    /// The tasks of the group reduce the variable if they participate in the reduction.
    TaskReduction(Option<ReductionOp>),
    /// Each thread has a variable of its own as long as the thread lives.
    Threadprivate,
    /// The threadprivate variable gets the value of that of the primary thread.
    Copyin,
    /// The value is given from one private variable to those of the other threads at the end of the region.
    Copyprivate,
    /// The variable or a part of it is mapped to the device.
    Map {
        /// The map type.
        kind: MapKind,
        /// The modifiers that forms know. The clause may have others.
        flags: MapFlags,
    },
    /// The pointer holds a device address already.
    IsDevicePtr,
    /// The variable itself is at a device address already.
    HasDeviceAddr,
    /// The pointer gets the device address of its pointee.
    UseDevicePtr,
    /// The name refers to the variable on the device.
    UseDeviceAddr,
}

impl EnvironmentAttribute {
    /// The spelling of the clause for the attribute, without list items.
    pub fn text(self) -> String {
        match self {
            EnvironmentAttribute::Lastprivate { conditional: true } => "lastprivate(conditional)".to_owned(),
            EnvironmentAttribute::Reduction(operator)
            | EnvironmentAttribute::InReduction(operator)
            | EnvironmentAttribute::TaskReduction(operator) => match operator {
                Some(operator) => format!("{}({})", self.word(), operator.text()),
                None => self.word().to_owned(),
            },
            EnvironmentAttribute::Map { kind, flags } => {
                let flags = MapFlags::WORDS.iter().filter(|(flag, ..)| flags.contains(*flag));
                let words: Vec<&str> = flags.map(|(_, word, _)| *word).chain([kind.text()]).collect();
                format!("map({})", words.join(","))
            }
            _ => self.word().to_owned(),
        }
    }

    /// The name of the attribute, which is that of its clause if it has one.
    pub const fn word(self) -> &'static str {
        match self {
            EnvironmentAttribute::Shared => "shared",
            EnvironmentAttribute::Enclosing => "enclosing",
            EnvironmentAttribute::Private => "private",
            EnvironmentAttribute::Firstprivate => "firstprivate",
            EnvironmentAttribute::Lastprivate { .. } => "lastprivate",
            EnvironmentAttribute::Linear => "linear",
            EnvironmentAttribute::Reduction(_) => "reduction",
            EnvironmentAttribute::InReduction(_) => "in_reduction",
            EnvironmentAttribute::TaskReduction(_) => "task_reduction",
            EnvironmentAttribute::Threadprivate => "threadprivate",
            EnvironmentAttribute::Copyin => "copyin",
            EnvironmentAttribute::Copyprivate => "copyprivate",
            EnvironmentAttribute::Map { .. } => "map",
            EnvironmentAttribute::IsDevicePtr => "is_device_ptr",
            EnvironmentAttribute::HasDeviceAddr => "has_device_addr",
            EnvironmentAttribute::UseDevicePtr => "use_device_ptr",
            EnvironmentAttribute::UseDeviceAddr => "use_device_addr",
        }
    }

    /// Whether it is a data-mapping attribute (OpenMP 5.2 5.8).
    pub const fn is_mapping(self) -> bool {
        matches!(self, EnvironmentAttribute::Map { .. })
    }

    /// Returns whether the attribute determines the storage that the name refers to in the region. `copyin`, `copyprivate` and
    /// `task_reduction` leave that to another attribute.
    pub const fn is_sharing(self) -> bool {
        !matches!(
            self,
            EnvironmentAttribute::Map { .. }
                | EnvironmentAttribute::Copyin
                | EnvironmentAttribute::Copyprivate
                | EnvironmentAttribute::TaskReduction(_)
        )
    }

    /// Returns whether the name refers to storage of the construct that is independent of the original variable, so that references to the
    /// name do not concern enclosing constructs.
    pub const fn hides_original(self) -> bool {
        matches!(self, EnvironmentAttribute::Private)
    }
}
