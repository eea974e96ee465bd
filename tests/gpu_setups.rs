//! Machines with and without GPUs, built from stand-ins for the tools: which compiler and options clacc takes there, and what it says
//! is missing. `tests/gpu_setups/README.md` describes the cases.

#![cfg(unix)]

mod commands;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use commands::{command, folder_with, status, text};

const PROGRAM: &str = "int main(void) {\n  int s = 0;\n#pragma acc parallel loop reduction(+:s)\n  for (int i = 0; i < 9; ++i) s += i;\n  return s;\n}\n";

/// A machine in a folder.
struct Machine {
    folder: tempfile::TempDir,
    environment: Vec<(String, String)>,
}

impl Machine {
    fn new() -> Machine {
        let folder = folder_with(&[("a.c", PROGRAM), ("log", ""), ("run", "1\n")]);
        std::fs::create_dir(folder.path().join("bin")).expect("a folder can be made");
        let machine = Machine { folder, environment: Vec::new() };
        machine.stand_in("compiler", "bin/compiler");
        machine
    }

    /// The text with the folder of the machine in place of each `@`.
    fn placed(&self, text: &str) -> String {
        let folder = std::fs::canonicalize(self.folder.path()).expect("the folder is there");
        text.replace('@', folder.to_str().expect("its path is text"))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(&path, text).expect("a file can be written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, mode).expect("permissions can be set");
    }

    fn stand_in(&self, name: &str, place: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_ins").join(name);
        self.write(place, &std::fs::read_to_string(script).expect("a stand-in is text"));
    }

    /// Does what a line of a case before the command says.
    fn set_up(&mut self, line: &str) {
        let (what, value) = line.split_once(':').unwrap_or((line, ""));
        let mut words = value.split_whitespace();
        match what.split_once(' ').unwrap_or((what, "")) {
            ("tools", _) => words.for_each(|tool| {
                let name = if tool == "clang" { "clang-19" } else { tool };
                self.stand_in(tool, &format!("bin/{name}"));
            }),
            ("files", _) => words.for_each(|name| self.write(name, "")),
            ("cuda", root) => {
                self.write(&format!("{root}/nvvm/libdevice/libdevice.10.bc"), "");
                self.write(&format!("{root}/version"), &format!("{}\n", words.next().expect("a version")));
                words.for_each(|tool| self.stand_in("cuda_tool", &format!("{root}/bin/{tool}")));
            }
            ("with", _) => {
                let (name, value) = line[5..].split_once('=').expect("a variable has a value");
                let value = self.placed(value);
                self.environment.push((name.to_owned(), value));
            }
            ("prints", name) => {
                self.write(&format!("bin/{name}"), &format!("#!/bin/sh\necho '{}'\n", value.trim()));
            }
            ("runs", _) => self.write("run", &format!("{}\n", value.trim())),
            _ => panic!("unknown line: {line}"),
        }
    }

    /// Runs `clacc`. Returns its exit status, and what it and the compilers have said.
    fn run(&self, arguments: &str) -> (i32, String) {
        let mut driver = command(self.folder.path());
        driver.env_clear().env("PATH", self.placed("@/bin"));
        driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
        driver.envs(self.environment.iter().cloned());
        let arguments = self.placed(arguments);
        let output = driver.args(arguments.split_whitespace()).output().expect("clacc runs");
        let log = std::fs::read_to_string(self.folder.path().join("log")).expect("the log is text");
        (status(&output), text(&output.stdout) + &text(&output.stderr) + &log)
    }
}

/// Returns what differs from a case; none if the case means nothing here.
fn differences(case: &str) -> Option<Vec<String>> {
    let (before, behind) = case.split_once("$ ").expect("a case has a command");
    let (arguments, expected) = behind.split_once('\n').expect("a case says what is expected");
    let mut machine = Machine::new();
    for line in before.lines() {
        match line.strip_prefix("unless: ") {
            Some(path) if Path::new(path).exists() => return None,
            Some(_) => {}
            None => machine.set_up(line),
        }
    }
    let (ended, said) = machine.run(arguments);
    let wrong = expected.lines().filter(|line| {
        let (what, value) = line.split_once(": ").expect("an expectation has a value");
        let value = machine.placed(value);
        match what {
            "status" => ended.to_string() != value,
            "says" => !said.contains(&value),
            "never" => said.contains(&value),
            _ => panic!("unknown line: {line}"),
        }
    });
    Some(wrong.map(|line| format!("not so: {line}\nstatus {ended}\n{said}")).collect())
}

#[test]
#[allow(clippy::print_stdout, reason = "a skipped case is worth a line")]
fn machines_are_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu_setups");
    let entries = std::fs::read_dir(folder).expect("the cases read").flatten().map(|entry| entry.path());
    let mut failures = Vec::new();
    for path in entries.filter(|path| path.extension().is_some_and(|extension| extension == "txt")) {
        let case = std::fs::read_to_string(&path).expect("a case is text");
        match differences(&case) {
            Some(wrong) => failures.extend(wrong.iter().map(|text| format!("{}: {text}", path.display()))),
            None => println!("skipped: {} means nothing on this machine", path.display()),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
