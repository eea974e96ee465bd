//! The variants in which a program is built and run.

/// A way to build and run the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variant {
    /// Without any directive.
    Serial,
    /// Translated, for the memory of the host.
    Host,
    /// Generated code (`clacc cc --native --discrete`), for a device with separate memory that checks each access.
    Discrete,
    /// Translated, for a device with separate memory.
    Device,
}

impl Variant {
    pub(super) fn name(self) -> &'static str {
        match self {
            Variant::Serial => "serial",
            Variant::Host => "host",
            Variant::Discrete => "discrete",
            Variant::Device => "device",
        }
    }

    /// The variants that are compared with the serial one, in the order in which they run.
    pub(super) const COMPARED: [Variant; 3] = [Variant::Host, Variant::Discrete, Variant::Device];

    /// Returns the variant that `--variant` or `--without` names.
    pub(super) fn named(name: &str) -> Option<Variant> {
        Self::COMPARED.into_iter().find(|variant| variant.name() == name)
    }

    /// Returns the environment variable that chooses the device of a run.
    pub(super) fn offload(self) -> Option<(&'static str, &'static str)> {
        match self {
            Variant::Serial => None,
            Variant::Host => Some(("OMP_TARGET_OFFLOAD", "DISABLED")),
            Variant::Discrete => Some(("ACC_DEVICE_TYPE", "discrete")),
            Variant::Device => Some(("OMP_TARGET_OFFLOAD", "MANDATORY")),
        }
    }
}

/// The number of threads or gangs of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parallelism {
    /// The number is not set.
    Unstated,
    /// This number of threads, which execute the work of workers and vector lanes.
    Threads(u32),
    /// This number of gangs where the program leaves it open. By default, compilers use one gang on the host.
    Gangs(u32),
}

impl Parallelism {
    /// Returns the environment variables that set the number.
    pub(super) fn environment(self) -> Vec<(String, String)> {
        let variables = match self {
            Parallelism::Unstated => return Vec::new(),
            // Without this limit, libomp executes the gangs that a program asks for in parallel.
            Parallelism::Threads(1) => vec![("OMP_NUM_THREADS", 1), ("KMP_TEAMS_THREAD_LIMIT", 1)],
            Parallelism::Threads(count) => vec![("OMP_NUM_THREADS", count)],
            // Without a limit, libomp makes as many gangs as there are cores.
            Parallelism::Gangs(count) => {
                vec![("OMP_NUM_THREADS", count), ("OMP_NUM_TEAMS", count), ("KMP_TEAMS_THREAD_LIMIT", count)]
            }
        };
        variables.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())).collect()
    }
}

impl std::fmt::Display for Parallelism {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (count, word) = match self {
            Parallelism::Unstated => return Ok(()),
            Parallelism::Threads(count) => (count, "thread"),
            Parallelism::Gangs(count) => (count, "gang"),
        };
        write!(out, "{count} {word}{}", if *count == 1 { "" } else { "s" })
    }
}
