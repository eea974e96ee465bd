//! Runs that a signal ends at any moment. Afterwards every file is the old or the new one as a whole, with all it had,
//! and nothing lies beside it.
//!
//! `CLACC_INTERRUPTED_RUNS=1000 cargo test --release --test interrupted_runs -- --nocapture` makes a long run of it.

#![cfg(unix)]
#![expect(clippy::print_stdout, reason = "a long run shows its table")]

mod commands;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Stdio};

use commands::{command, files_below};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The number of files. Each is an edit of its own, so many make the moment of writing long.
const FILES: usize = 24;

/// Numbers that look random and are the same in every run (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}

/// A program of several files with a shared header, one of them behind a link.
fn program() -> BTreeMap<String, String> {
    let function = |name: String| {
        format!(
            "void {name}(int n, int *x) {{\n#pragma acc parallel loop copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = i;\n}}\n"
        )
    };
    let mut files =
        BTreeMap::from([("h.h".to_owned(), "static ".to_owned() + &function("shared".to_owned()))]);
    for file in 0..FILES {
        let functions: String = (0..3).map(|number| function(format!("f{file}_{number}"))).collect();
        files.insert(format!("{file}.c"), format!("#include \"h.h\"\n{functions}"));
    }
    files
}

/// The names on the command line. Each is a file, but for the link.
fn arguments() -> Vec<String> {
    let files = (1..FILES).map(|file| format!("{file}.c"));
    ["translate", "--in-place", "--report", "link.c"].map(str::to_owned).into_iter().chain(files).collect()
}

fn write_program(folder: &Path, files: &BTreeMap<String, String>) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file can be written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("permissions can be set");
    }
    std::os::unix::fs::symlink("0.c", folder.join("link.c")).expect("a link can be made");
    // Only a privileged user can give files away.
    let _ = std::os::unix::fs::chown(folder.join("1.c"), Some(12), Some(34));
}

/// The moments at which a signal is sent.
const MOMENTS: [&str; 3] = ["while it begins", "while it reports", "while it writes"];

/// Runs the command and sends it the signal at a moment that the numbers choose. Returns whether the signal ended it.
fn interrupt(folder: &Path, signal: Signal, moment: usize, report: u64, numbers: &mut Numbers) -> bool {
    let stderr = if moment == 1 { Stdio::piped() } else { Stdio::null() };
    let mut child = command(folder).args(arguments()).stderr(stderr).spawn().expect("clacc runs");
    match moment {
        0 => spin(numbers.below(1_000_000)),
        1 => {
            let length = numbers.below(report);
            let stderr = child.stderr.take().expect("stderr is a pipe");
            // The pipe is closed only behind the signal.
            let mut read = stderr.take(length);
            std::io::copy(&mut read, &mut std::io::sink()).expect("a pipe reads");
            send(&child, signal);
            return ended_by(child, signal);
        }
        _ => {
            while child.try_wait().expect("a child can be asked").is_none() && !has_temporary_file(folder) {}
            spin(numbers.below(400_000));
        }
    }
    send(&child, signal);
    ended_by(child, signal)
}

fn spin(times: u64) {
    (0..times).for_each(|_| std::hint::spin_loop());
}

fn send(child: &Child, signal: Signal) {
    let number = i32::try_from(child.id()).expect("a process has a number");
    // The child is not waited for yet, so the number is still its own.
    let _ = kill(Pid::from_raw(number), signal);
}

fn ended_by(mut child: Child, signal: Signal) -> bool {
    let status = child.wait().expect("a child ends");
    assert!(status.success() || status.signal() == Some(signal as i32), "{status}");
    !status.success()
}

fn is_temporary(name: &str) -> bool {
    name.starts_with(".clacc-")
}

fn has_temporary_file(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).expect("a folder reads").flatten();
    entries.any(|entry| is_temporary(&entry.file_name().to_string_lossy()))
}

/// What is found behind a run.
#[derive(Default)]
struct Found {
    new: usize,
    temporary: usize,
}

fn check(
    folder: &Path,
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
    before: &BTreeMap<String, [u32; 3]>,
) -> Found {
    let mut found = Found::default();
    for name in files_below(folder) {
        if is_temporary(&name) {
            found.temporary += 1;
        } else if name != "link.c" {
            let text = std::fs::read_to_string(folder.join(&name)).expect("a file reads");
            assert!(text == old[&name] || text == new[&name], "{name} is neither old nor new:\n{text}");
            found.new += usize::from(text == new[&name]);
            assert_eq!(properties(folder, &name), before[&name], "{name}");
        }
    }
    assert!(std::fs::symlink_metadata(folder.join("link.c")).expect("the link is there").is_symlink());
    assert_eq!(files_below(folder).len() - found.temporary, old.len() + 1, "a file is lost");
    found
}

/// Permissions, owner and group.
fn properties(folder: &Path, name: &str) -> [u32; 3] {
    let there = std::fs::metadata(folder.join(name)).expect("the file is there");
    [there.mode(), there.uid(), there.gid()]
}

#[test]
fn a_signal_leaves_every_file_whole() {
    let runs = std::env::var("CLACC_INTERRUPTED_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(18);
    let old = program();
    let whole = tempfile::tempdir().expect("a scratch folder can be made");
    write_program(whole.path(), &old);
    let output = command(whole.path()).args(arguments()).output().expect("clacc runs");
    assert!(output.status.success(), "{}", commands::text(&output.stderr));
    let read = |name: &String| std::fs::read_to_string(whole.path().join(name)).expect("a file reads");
    let new: BTreeMap<String, String> = old.keys().map(|name| (name.clone(), read(name))).collect();
    assert!(new.iter().all(|(name, text)| *text != old[name]));

    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    // For each signal and moment: runs, runs that the signal ended, those with old, with new, and with both kinds of
    // files, temporary files.
    let mut counts: BTreeMap<(&str, &str), [usize; 6]> = BTreeMap::new();
    for run in 0..runs {
        let signal = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGKILL][run % 3];
        let moment = run / 3 % 3;
        let folder = tempfile::tempdir().expect("a scratch folder can be made");
        write_program(folder.path(), &old);
        let before = old.keys().map(|name| (name.clone(), properties(folder.path(), name))).collect();
        let ended = interrupt(folder.path(), signal, moment, output.stderr.len() as u64, &mut numbers);
        let found = check(folder.path(), &old, &new, &before);
        // What cannot be held back can come between two files.
        assert!(
            signal == Signal::SIGKILL || (found.temporary == 0 && [0, old.len()].contains(&found.new)),
            "run {run}"
        );
        let count = counts.entry((signal.as_str(), MOMENTS[moment])).or_default();
        let kinds = [found.new == 0, found.new == old.len(), ![0, old.len()].contains(&found.new)];
        let more =
            [1, usize::from(ended), kinds[0].into(), kinds[1].into(), kinds[2].into(), found.temporary];
        count.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    let mut table =
        String::from("signal, moment: runs, ended by it, all old, all new, some new, temporary files left\n");
    for ((signal, moment), counts) in counts {
        let _ = writeln!(table, "{signal} {moment}: {counts:?}");
    }
    println!("{table}");
}
