//! `clacc runtime`: the libraries of translated programs, and of those that are compiled for clacc's own runtime.

use std::path::{Path, PathBuf};

use clacc_runtime_install::{Layout, Linkage, install};

use crate::command_line::RuntimeArguments;
use crate::{CommandEnd, Failure, paths, results};

pub(crate) fn run(options: &RuntimeArguments) -> Result<CommandEnd, Failure> {
    let program = program_folder()?;
    if let Some(folder) = &options.install {
        let layout = Layout::new(absolute(folder)?);
        let origin = install(&layout, Some(&program), "rustc").map_err(|error| error.to_string())?;
        results::say(&format!("libacc2omp in {}: {origin}", layout.prefix.display()));
    }
    if options.cflags || options.libs {
        print_flags(options, &program)?;
    } else if options.install.is_none() {
        return Err("say --install DIR, --cflags or --libs".to_owned());
    }
    Ok(CommandEnd::Clean)
}

fn print_flags(options: &RuntimeArguments, program: &Path) -> Result<(), Failure> {
    let layout = installed(options, program)?;
    let mut words = Vec::new();
    if options.cflags {
        words.extend(if options.native { layout.native_cflags() } else { layout.cflags() });
    }
    if options.libs {
        if options.processes {
            check_processes(&layout)?;
        }
        words.extend(match (options.native, options.processes) {
            (true, true) => layout.process_libs(),
            (true, false) => layout.native_libs(Linkage::Shared),
            (false, _) => layout.libs(),
        });
    }
    results::result((words.join(" ") + "\n").as_bytes())
}

/// Finds the library: in the folder that was named or just installed into, or near the program.
fn installed(options: &RuntimeArguments, program: &Path) -> Result<Layout, Failure> {
    let named = options.prefix.as_ref().or(options.install.as_ref());
    let layout = match named {
        Some(folder) => Layout::new(absolute(folder)?),
        None => Layout::new(program.parent().unwrap_or(program)),
    };
    if layout.is_complete() {
        return Ok(layout);
    }
    Err(format!(
        "libacc2omp is not in {}; `clacc runtime --install DIR` puts it into a folder",
        layout.prefix.display()
    ))
}

/// Refuses an installation without the library of the process model.
pub(crate) fn check_processes(layout: &Layout) -> Result<(), Failure> {
    if layout.has_processes() {
        return Ok(());
    }
    Err(format!(
        "libclacc_processes is not in {}; it works on Linux with glibc, on x86-64 and AArch64",
        layout.prefix.display()
    ))
}

fn absolute(folder: &str) -> Result<PathBuf, Failure> {
    std::path::absolute(paths::of(folder)).map_err(|error| format!("{folder}: {error}"))
}

/// Returns the folder of the running program.
pub(crate) fn program_folder() -> Result<PathBuf, Failure> {
    let program =
        std::env::current_exe().map_err(|error| format!("cannot find this program's own folder: {error}"))?;
    Ok(program.parent().map_or_else(|| PathBuf::from("."), Path::to_owned))
}
