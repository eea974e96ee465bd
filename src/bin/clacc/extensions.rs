//! The warnings of `clacc cc` about words that many OpenMP compilers reject, and their `-W` flags.

use clacc::diagnostics::{Diagnostic, Severity};

/// What is done about a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WarningLevel {
    Off,
    Warning,
    Error,
}

/// What a flag does to the level of a warning.
type Adjustment = fn(WarningLevel) -> WarningLevel;

/// A warning: its code, the names of its flag (the one in the original's design document and its later name),
/// and the option that avoids it, if there is one.
struct Flag {
    code: &'static str,
    names: &'static [&'static str],
    alternative: Option<&'static str>,
}

const FLAGS: &[Flag] = &[
    Flag {
        code: "MAP0019",
        names: &["openacc-omp-map-hold", "openacc-omp-map-ompx-hold"],
        alternative: Some("-fopenacc-structured-ref-count-omp=no-hold"),
    },
    Flag {
        code: "MAP0020",
        names: &["openacc-omp-map-no-alloc", "openacc-omp-map-ompx-no-alloc"],
        alternative: Some("-fopenacc-no-create-omp=no-no_alloc"),
    },
    Flag {
        code: "MAP0021",
        names: &["openacc-omp-map-present"],
        alternative: Some("-fopenacc-present-omp=no-present"),
    },
    Flag {
        code: "MAP0022",
        names: &["openacc-omp-update-present"],
        alternative: Some("-fopenacc-update-present-omp=no-present"),
    },
    Flag { code: "MAP0047", names: &["openacc-omp-atomic-in-teams"], alternative: None },
    Flag { code: "MAP0062", names: &["openacc-omp-tile-in-teams"], alternative: None },
];

/// The name of the flag that controls all of these warnings.
const GROUP: &str = "openacc-omp-ext";

/// The level of each warning, in the order of [`FLAGS`].
pub(crate) struct Levels([WarningLevel; FLAGS.len()]);

impl Default for Levels {
    fn default() -> Self {
        Levels([WarningLevel::Warning; FLAGS.len()])
    }
}

impl Levels {
    /// Applies a flag of the command line. Other flags than those of these warnings are ignored.
    pub(crate) fn take(&mut self, flag: &str) {
        match flag {
            "-w" => self.set(GROUP, |_| WarningLevel::Off),
            "-Werror" => self.set(GROUP, raised),
            "-Wno-error" => self.set(GROUP, lowered),
            _ => {
                let Some(name) = flag.strip_prefix("-W") else { return };
                let prefixes: [(&str, Adjustment); 4] = [
                    ("error=", |_| WarningLevel::Error),
                    ("no-error=", lowered),
                    ("no-", |_| WarningLevel::Off),
                    ("", |level| if level == WarningLevel::Off { WarningLevel::Warning } else { level }),
                ];
                for (prefix, change) in prefixes {
                    if let Some(name) = name.strip_prefix(prefix).filter(|name| is_known(name)) {
                        return self.set(name, change);
                    }
                }
            }
        }
    }

    fn set(&mut self, name: &str, change: Adjustment) {
        for (flag, level) in FLAGS.iter().zip(&mut self.0) {
            if name == GROUP || flag.names.contains(&name) {
                *level = change(*level);
            }
        }
    }

    /// Returns the finding with its level and the flags that change it. None if its warning is off.
    pub(crate) fn apply(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        let (flag, level) = FLAGS.iter().zip(self.0).find(|(flag, _)| flag.code == finding.code.id)?;
        finding.severity = match level {
            WarningLevel::Off => return None,
            WarningLevel::Warning => Severity::Warning,
            WarningLevel::Error => Severity::Error,
        };
        let translates = |option| format!("{option} translates without it");
        finding.notes.extend(flag.alternative.map(translates));
        finding.notes.push(format!("-Wno-{} or -Wno-{GROUP} turns this warning off", flag.names[0]));
        Some(finding)
    }
}

fn is_known(name: &str) -> bool {
    name == GROUP || FLAGS.iter().any(|flag| flag.names.contains(&name))
}

fn raised(level: WarningLevel) -> WarningLevel {
    if level == WarningLevel::Warning { WarningLevel::Error } else { level }
}

fn lowered(level: WarningLevel) -> WarningLevel {
    if level == WarningLevel::Error { WarningLevel::Warning } else { level }
}
