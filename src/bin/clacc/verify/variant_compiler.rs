//! The command that compiles a variant.

use super::device_options::are_about_devices;
use super::task::Task;
use super::variant::{Parallelism, Variant};
use crate::{Failure, paths};

/// The option that overrides other options about devices.
const HOST_ALONE: &str = "-acc=multicore";

/// The compiler of a variant: the parts of a command around sources and compiler options.
#[derive(Clone)]
pub(super) struct VariantCompiler {
    /// The part before sources and options.
    pub(super) before: Vec<String>,
    /// The part after sources and options, because libraries must follow the files that need them.
    pub(super) after: Vec<String>,
}

impl VariantCompiler {
    /// Returns the numbers of threads and gangs that a variant is run with. gcc executes gangs one after another on the host, so for gcc,
    /// runs with several gangs would show nothing.
    pub(super) fn parallelism(&self, variant: Variant, task: &Task) -> Vec<Parallelism> {
        // That device runs each region on the thread that encounters it.
        if variant == Variant::Discrete {
            return vec![Parallelism::Unstated];
        }
        let words: Vec<&String> = self.before.iter().chain(&self.after).collect();
        let is_clang = last_backend(&words).is_some_and(|name| name.contains("clang"));
        let threads = task.threads.iter().copied().map(Parallelism::Threads);
        let gangs = task.gangs.iter().copied().filter(|_| is_clang);
        threads.chain(gangs.map(Parallelism::Gangs)).collect()
    }

    /// Returns the command `clacc cc` of this program itself.
    pub(super) fn cc() -> Result<Vec<String>, Failure> {
        let program =
            std::env::current_exe().map_err(|error| format!("cannot find clacc itself: {error}"))?;
        Ok(vec![paths::text(program.as_os_str()), "cc".to_owned()])
    }

    /// Returns the compiler of a variant. `device` are the options for devices, `record` is the file for findings and verdicts.
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
            Variant::Discrete => &["-fopenacc", "--native", "--discrete"],
        };
        before.extend(words.iter().map(|word| (*word).to_owned()));
        // Without `--build`, the source files are among these arguments. The serial variant needs no generated code.
        let is_taken = |word: &str| match variant {
            Variant::Serial => !["--native", "--processes", "--discrete"].contains(&word),
            Variant::Discrete => word != "--processes",
            Variant::Host | Variant::Device => true,
        };
        let about_devices = are_about_devices(&task.words);
        let words = task.words.iter().zip(about_devices);
        let taken = words.filter(|(word, about)| is_taken(word) && (variant == Variant::Device || !about));
        before.extend(taken.map(|(word, _)| word.clone()));
        let mut after = vec!["--record".to_owned(), record.to_owned()];
        match variant {
            Variant::Serial | Variant::Discrete => {}
            Variant::Host => after.push(HOST_ALONE.to_owned()),
            // Devices that a makefile names may differ from those that were found.
            Variant::Device if !device.is_empty() => {
                after.push(HOST_ALONE.to_owned());
                after.extend(device.iter().cloned());
            }
            Variant::Device => {}
        }
        Ok(VariantCompiler { before, after })
    }
}

/// Returns the compiler that the arguments for `clacc cc` name; the last one has precedence.
pub(super) fn last_backend<'w>(words: &[&'w String]) -> Option<&'w str> {
    let name = |at: usize, word: &'w String| match word.strip_prefix("--backend")? {
        "" => words.get(at + 1).map(|name| name.as_str()),
        joined => joined.strip_prefix('='),
    };
    words.iter().enumerate().filter_map(|(at, word)| name(at, word)).reduce(|_, last| last)
}
