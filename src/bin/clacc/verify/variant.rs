//! The ways in which a program is built and run.

use super::task::Task;
use crate::{Failure, paths};

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

/// The option that takes back what others say about devices.
const HOST_ALONE: &str = "-acc=multicore";

/// The compiler of a variant: the words of a command that takes sources and options of compilers.
#[derive(Clone)]
pub(super) struct VariantCompiler {
    /// The command up to the place of sources and options.
    pub(super) before: Vec<String>,
    /// What follows them. Libraries stand behind the files that need them.
    pub(super) after: Vec<String>,
}

impl VariantCompiler {
    /// The command `clacc cc` of this very program.
    pub(super) fn cc() -> Result<Vec<String>, Failure> {
        let program =
            std::env::current_exe().map_err(|error| format!("cannot find clacc itself: {error}"))?;
        Ok(vec![paths::text(program.as_os_str()), "cc".to_owned()])
    }

    /// The compiler of a variant. `device` are the words for devices, `record` is the file for what is found out.
    pub(super) fn of(
        variant: Variant,
        task: &Task,
        device: &[String],
        record: &str,
    ) -> Result<VariantCompiler, Failure> {
        let mut before = Self::cc()?;
        let words: &[&str] = match variant {
            Variant::Serial => &["--serial"],
            Variant::Host | Variant::Device => &["-fopenacc"],
        };
        before.extend(words.iter().map(|word| (*word).to_owned()));
        // Without `--build`, the files are among the words.
        before.extend(task.words.iter().cloned());
        let mut after = vec!["--record".to_owned(), record.to_owned()];
        match variant {
            Variant::Serial => {}
            Variant::Host => after.push(HOST_ALONE.to_owned()),
            // The devices that a makefile names are not those that were found.
            Variant::Device if !device.is_empty() => {
                after.push(HOST_ALONE.to_owned());
                after.extend(device.iter().cloned());
            }
            Variant::Device => {}
        }
        Ok(VariantCompiler { before, after })
    }
}
