//! Search for a device with separate memory, such as a GPU. clang can make the host such a device.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::device_options::{are_about_devices, names_devices};
use super::device_trial::{DeviceTrial, TrialEnd};
use super::task::Task;
use super::variant_compiler::last_backend;
use crate::command_words::{self, Quoting};
use crate::signals::ForwardedSignals;
use crate::{Failure, cache, cc, compiler, paths};

/// Returns the options that a compiler needs for a device: those of the user, or those of a clang that works here. Otherwise, returns the
/// reason why there is none.
pub(super) fn find(
    task: &Task,
    scratch: &Path,
    signals: &ForwardedSignals,
) -> Result<Result<Vec<String>, String>, Failure> {
    if is_for_host_alone(&task.words) {
        return Ok(Err("dialect `host` leaves out what is about devices".to_owned()));
    }
    if task.words.iter().any(|word| word == "--native") {
        return Ok(Err("programs of --native run on the host alone".to_owned()));
    }
    if let Some(words) = &task.device {
        let (backend, options) = split(words);
        let words = ["--backend".to_owned(), backend].into_iter().chain(options).collect::<Vec<_>>();
        return tried(task, &words, scratch, signals, None);
    }
    if names_devices(&task.words) {
        return tried(task, &[], scratch, signals, None);
    }
    let mut reasons = Vec::new();
    for compiler in candidates(&task.words) {
        let Some(file) = cc::program(&compiler) else { continue };
        let Some(words) = words_for_host(&compiler) else { continue };
        match tried(task, &words, scratch, signals, mark(&file, &words).as_deref())? {
            Ok(words) => return Ok(Ok(words)),
            Err(reason) => reasons.push(reason),
        }
    }
    let none = "no clang that can offload to the host was found; --device COMPILER names one".to_owned();
    Ok(Err(if reasons.is_empty() { none } else { reasons.swap_remove(0) }))
}

/// Returns the user's own compiler, if it is a clang, and the known ones.
fn candidates(words: &[String]) -> Vec<String> {
    let named = last_backend(&words.iter().collect::<Vec<_>>());
    let own = named.filter(|name| name.contains("clang")).map(str::to_owned);
    own.into_iter().chain(compiler::CLANGS.map(str::to_owned)).collect()
}

fn split(words: &str) -> (String, Vec<String>) {
    let mut words = command_words::split(words, Quoting::Shell).into_iter();
    (words.next().unwrap_or_default(), words.collect())
}

/// Returns whether the translation is for the host alone, so that nothing would run on the device.
fn is_for_host_alone(words: &[String]) -> bool {
    let next = words.iter().skip(1).map(Some).chain([None]);
    let dialect = words.iter().zip(next).filter_map(|(word, next)| match word.strip_prefix("--dialect") {
        Some("") => next.map(String::as_str),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    dialect.last() == Some("host")
}

/// Returns the options with which a clang compiles for the host as a device. They include the folder of its library, which packages do not
/// register with the loader. None if this architecture is not supported or the compiler cannot be run.
fn words_for_host(compiler: &str) -> Option<Vec<String>> {
    let triple = match std::env::consts::ARCH {
        "x86_64" => "x86_64-pc-linux-gnu",
        "aarch64" => "aarch64-unknown-linux-gnu",
        "powerpc64" => "powerpc64le-ibm-linux-gnu",
        _ => return None,
    };
    let mut words: Vec<String> = vec!["--backend".to_owned(), compiler.to_owned()];
    words.push(format!("-fopenmp-targets={triple}"));
    let asked = Command::new(compiler).arg("-print-file-name=libomptarget.so").stdin(Stdio::null()).output();
    let library = String::from_utf8(asked.ok()?.stdout).ok()?;
    let folder = std::fs::canonicalize(paths::of(library.trim()).parent()?).ok();
    if let Some(folder) =
        folder.filter(|folder| folder.is_absolute() && folder.join("libomptarget.so").exists())
    {
        let folder = paths::text(folder.as_os_str());
        words.extend([format!("-L{folder}"), format!("-Wl,-rpath,{folder}")]);
    }
    // clang calls functions of libatomic for reductions of complex and wide types.
    words.push("-latomic".to_owned());
    Some(words)
}

/// Returns the cache file that records that a compiler worked with these options: a trial takes as long as building a small program.
fn mark(compiler: &Path, words: &[String]) -> Option<PathBuf> {
    let there = std::fs::metadata(compiler).ok()?;
    let key = format!("{} {} {:?} {words:?}", compiler.display(), there.len(), there.modified().ok()?);
    Some(Path::new("devices").join(format!("{:016x}", cc::fingerprint(key.as_bytes()))))
}

/// Builds and runs a small program, which tests whether its device shares the memory of the host.
fn tried(
    task: &Task,
    words: &[String],
    scratch: &Path,
    signals: &ForwardedSignals,
    mark: Option<&Path>,
) -> Result<Result<Vec<String>, String>, Failure> {
    if mark.and_then(cache::read).is_some() {
        return Ok(Ok(words.to_vec()));
    }
    let own = if words.is_empty() { options_about_devices(task) } else { words.to_vec() };
    let name = words.get(1).map_or("the compiler", |name| name.as_str());
    let trial = DeviceTrial { options: &own, folder: &scratch.join("try"), limit: task.timeout };
    Ok(match trial.run(signals)? {
        TrialEnd::Works => {
            if let Some(mark) = mark {
                cache::write(mark, b"");
            }
            Ok(words.to_vec())
        }
        TrialEnd::NotCompiled(reason) => Err(format!("{name} cannot compile for a device: {reason}")),
        TrialEnd::SharedMemory => Err(format!("{name}: the device shares the memory of the host")),
        TrialEnd::Failed(reason) => Err(format!("{name}: a program on the device ended with {reason}")),
    })
}

/// Returns the user's options that the trial program needs, without the files.
fn options_about_devices(task: &Task) -> Vec<String> {
    let prefixes = ["-acc", "-ta=", "-gpu=", "--backend", "-L", "-Wl,"];
    let is_value = |at: usize| at > 0 && task.words[at - 1] == "--backend";
    let is_wanted =
        |at: usize, word: &str| is_value(at) || prefixes.iter().any(|prefix| word.starts_with(prefix));
    let about = are_about_devices(&task.words);
    let wanted = task.words.iter().enumerate().filter(|(at, word)| about[*at] || is_wanted(*at, word));
    wanted.map(|(_, word)| word.clone()).collect()
}
