//! The ways in which a program is built and run.

/// A way to build and run the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variant {
    /// Without any directive.
    Serial,
    /// Translated, in the memory of the host.
    Host,
    /// Translated, on a device with a memory of its own.
    Device,
}

impl Variant {
    pub(super) fn name(self) -> &'static str {
        match self {
            Variant::Serial => "serial",
            Variant::Host => "host",
            Variant::Device => "device",
        }
    }

    /// The variant that `--variant` and `--without` name.
    pub(super) fn named(name: &str) -> Option<Variant> {
        [Variant::Host, Variant::Device].into_iter().find(|variant| variant.name() == name)
    }

    /// What OpenMP is told about devices when the program runs.
    pub(super) fn offload(self) -> Option<&'static str> {
        match self {
            Variant::Serial => None,
            Variant::Host => Some("DISABLED"),
            Variant::Device => Some("MANDATORY"),
        }
    }
}

/// How many of a program's iterations run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parallelism {
    /// The program says it, or nothing.
    Unstated,
    /// This many threads, which share what workers and vectors do.
    Threads(u32),
    /// This many gangs where the program leaves it open. Without it, compilers use one on the host.
    Gangs(u32),
}

impl Parallelism {
    /// The variables that tell it to OpenMP.
    pub(super) fn environment(self) -> Vec<(String, String)> {
        let variables = match self {
            Parallelism::Unstated => return Vec::new(),
            // Without the limit, libomp executes the gangs that a program asks for at the same time.
            Parallelism::Threads(1) => vec![("OMP_NUM_THREADS", 1), ("KMP_TEAMS_THREAD_LIMIT", 1)],
            Parallelism::Threads(count) => vec![("OMP_NUM_THREADS", count)],
            // libomp makes as many gangs as there are cores, if no limit is set.
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
