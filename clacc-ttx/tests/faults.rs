//! The faults of compilers: the page `docs/compilers.md` agrees with the table
//! (`UPDATE_EXPECT=1 cargo test -p clacc-ttx --test faults` writes it), and so do the installed compilers.

mod common;
#[path = "../../tests/simulated/mod.rs"]
mod simulated;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clacc_ttx::dialect::faults::{Avoided, CompilerFault, FAULTS};
use clacc_ttx::dialect::tried_programs::{Compiler, Device, FaultyProgram, Symptom, Tried};
use clacc_ttx::dialect::unasked::{UNASKED, Unasked};
use clacc_ttx::dialect::{Dialect, PORTABLE};
use expect_test::expect_file;

const HEAD: &str = "# What compilers get wrong

Legal OpenMP that a compiler gets wrong or refuses, and what a translation prints instead. Each row has a program in
`tests/compilers` that ends with 0 where a compiler is right; a test runs it with the compilers that are installed.
Versions that are not named were not tried. \"Plugin\" is clang's `-fopenmp-targets=x86_64-pc-linux-gnu`, a device with
memory of its own. clang 22 was tried with the OpenMP library of LLVM 19. \"For NVIDIA\" is `--offload-arch=sm_90`, whose code
the test executes on the host (`tests/gpu/simulated`).
Dialects `host` and `native` print nothing for devices, so they are not named where the fault is about that.
A test writes this page from the rows in `clacc-ttx/src/dialect/faults.rs`
(`UPDATE_EXPECT=1 cargo test -p clacc-ttx --test faults`).
";

/// The parts of the page.
const PARTS: &[(Symptom, &str)] = &[
    (Symptom::Wrong, "Wrong results"),
    (Symptom::Hangs, "Programs that do not end"),
    (Symptom::Refused, "Programs that are refused"),
    (Symptom::Slow, "Programs that take longer"),
];

/// The row of a program, or the reason why there is none.
enum Answer {
    Row(&'static CompilerFault),
    None(Unasked),
}

/// All programs, with what a translation does about each.
fn shown() -> impl Iterator<Item = (&'static FaultyProgram, Answer)> {
    let asked = FAULTS.iter().flat_map(|row| row.programs.iter().map(move |shown| (shown, Answer::Row(row))));
    asked.chain(UNASKED.iter().map(|(unasked, shown)| (shown, Answer::None(*unasked))))
}

#[test]
fn the_page_of_faults_is_current() {
    let mut page = String::from(HEAD);
    for (symptom, title) in PARTS {
        let _ = write!(
            page,
            "\n## {title}\n\n| construct | compilers | what happens | what is printed | what avoids it | program |\n\
             |---|---|---|---|---|---|\n"
        );
        shown().filter(|(fault, _)| fault.symptom == *symptom).for_each(|shown| row(&mut page, &shown));
    }
    expect_file!["../../docs/compilers.md"].assert_eq(&page);
}

fn row(page: &mut String, (fault, answer): &(&FaultyProgram, Answer)) {
    let tried: Vec<String> = fault.tried.iter().map(versions).collect();
    let _ = writeln!(
        page,
        "| {} | {} | {} | {} | {} | `{}.c` |",
        fault.construct.replace('|', "\\|"),
        tried.join("; "),
        fault.seen,
        fault.instead.replace('|', "\\|"),
        avoided(answer),
        fault.program
    );
}

fn versions(tried: &Tried) -> String {
    let list = |versions: &[u32]| versions.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let compiler = match (tried.compiler, tried.device) {
        (Compiler::Gcc, _) => "gcc",
        (Compiler::Clang, Device::Host) => "clang",
        (Compiler::Clang, Device::Plugin) => "clang's plugin",
        (Compiler::Clang, Device::Nvptx) => "clang for NVIDIA",
    };
    match (tried.wrong, tried.right) {
        (wrong, []) => format!("{compiler} {}", list(wrong)),
        ([], right) => format!("not {compiler} {}", list(right)),
        (wrong, right) => format!("{compiler} {}, not {}", list(wrong), list(right)),
    }
}

fn avoided(answer: &Answer) -> String {
    let names = |is_named: &dyn Fn(&Dialect) -> bool| {
        let dialects = Dialect::all().iter().filter(|dialect| is_named(dialect));
        dialects.map(|dialect| dialect.name()).collect::<Vec<_>>().join(", ")
    };
    match *answer {
        Answer::Row(row) => match names(&|dialect| dialect.avoids(row.fault)) {
            none if none.is_empty() => format!("`{:?}` of no dialect", row.fault),
            names => format!("`{:?}` of {names}", row.fault),
        },
        Answer::None(Unasked::NoWord(word)) => {
            format!("no such word in {}", names(&|dialect| !dialect.has(word)))
        }
        Answer::None(Unasked::NeverPrinted) => "no mapping prints it".to_owned(),
        Answer::None(Unasked::Open(reason)) => format!("nothing: {reason}"),
    }
}

/// Returns true if a compiler that dialect `portable` is for shows a fault.
fn is_of_portable(tried: &Tried) -> bool {
    let versions = if tried.compiler == Compiler::Gcc { 12..=u32::MAX } else { 19..=21 };
    tried.wrong.iter().any(|version| versions.contains(version))
}

#[test]
fn the_portable_dialect_avoids_what_a_dialect_can_avoid() {
    // A fault that no dialect avoids by itself depends on the options of the compiler.
    for row in FAULTS.iter().filter(|row| !matches!(row.avoided, Avoided::In([]))) {
        let is_shown = row.programs.iter().flat_map(|shown| shown.tried).any(is_of_portable);
        assert!(PORTABLE.avoids(row.fault) || !is_shown, "dialect portable does not avoid {:?}", row.fault);
    }
    for (unasked, shown) in UNASKED {
        if let Unasked::NoWord(word) = unasked {
            assert!(!PORTABLE.has(*word), "dialect portable has the word of {}", shown.program);
        }
    }
}

fn programs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/compilers"))
}

#[test]
fn every_fault_has_a_program_and_every_program_a_fault() {
    let entries = std::fs::read_dir(programs()).expect("the programs are part of the workspace");
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let mut expected: Vec<PathBuf> =
        shown().map(|(fault, _)| programs().join(format!("{}.c", fault.program))).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// The command of a compiler of one version, if it is installed.
fn command(compiler: Compiler, version: u32) -> Option<String> {
    let name = if compiler == Compiler::Gcc { "gcc" } else { "clang" };
    [format!("{name}-{version}"), name.to_owned()].into_iter().find(|command| {
        let output = Command::new(command).arg("-dumpversion").output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        text.is_ok_and(|text| text.trim().split('.').next() == Some(version.to_string().as_str()))
    })
}

/// Compiles the program of a fault.
fn compile(command: &str, tried: &Tried, version: u32, source: &Path, output: &Path) -> bool {
    let mut compile = Command::new(command);
    compile.args(["-std=gnu11", "-w", "-O1", "-fopenmp"]);
    if tried.device == Device::Nvptx {
        return simulated::build(source, output, &compile).is_ok();
    }
    if tried.compiler == Compiler::Gcc {
        compile.arg("-foffload=disable");
    } else if let Ok(answer) = Command::new(format!("llvm-config-{version}")).arg("--libdir").output() {
        let folder = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
        compile.arg(format!("-L{folder}")).arg(format!("-Wl,-rpath,{folder}"));
    }
    if tried.device == Device::Plugin {
        compile.arg("-fopenmp-targets=x86_64-pc-linux-gnu");
    }
    compile.arg(source).arg("-o").arg(output).stdin(Stdio::null());
    compile.output().is_ok_and(|output| output.status.success())
}

/// The number of runs after which a fault counts as absent. Some are races: the system decides which thread is the first.
const MOST_RUNS: u32 = 50;

/// Returns the symptom of a program; `None` if the compiler is right. A program with a fault runs until the fault shows.
fn outcome(
    command: &str,
    tried: &Tried,
    version: u32,
    fault: &FaultyProgram,
    expected: Option<Symptom>,
) -> Option<Symptom> {
    let name = fault.program;
    let scratch = std::env::temp_dir().join(format!("clacc-faults-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for programs");
    let output = scratch.join(format!("{name}-{version}-{:?}-{:?}", tried.compiler, tried.device));
    if !compile(command, tried, version, &programs().join(format!("{name}.c")), &output) {
        return Some(Symptom::Refused);
    }
    let mut seen = run(&output, tried.device);
    for _ in 1..MOST_RUNS {
        if seen.is_some() || expected.is_none() {
            break;
        }
        seen = run(&output, tried.device);
    }
    _ = std::fs::remove_file(&output);
    seen
}

/// Returns the symptom of one run. Programs that may hang set an alarm.
fn run(program: &Path, device: Device) -> Option<Symptom> {
    const ALARM: i32 = 14;
    let mut run = Command::new(program);
    run.env("OMP_NUM_THREADS", "2").stdin(Stdio::null());
    if device != Device::Host {
        run.env("OMP_TARGET_OFFLOAD", "MANDATORY");
    }
    let status = run.output().expect("the program was built").status;
    match status.signal() {
        Some(ALARM) => Some(Symptom::Hangs),
        _ if status.success() => None,
        _ => Some(Symptom::Wrong),
    }
}

/// Compares the row with the installed compilers.
fn differences(fault: &FaultyProgram) -> Vec<String> {
    let mut found = Vec::new();
    for tried in fault.tried {
        let wrong = tried.wrong.iter().map(|version| (*version, Some(fault.symptom)));
        let right = tried.right.iter().map(|version| (*version, None));
        for (version, expected) in wrong.chain(right) {
            let Some(command) = command(tried.compiler, version) else { continue };
            if tried.device == Device::Nvptx && !simulated::is_possible() {
                continue;
            }
            let seen = outcome(&command, tried, version, fault, expected);
            // What takes longer shows it by another exit status, as a wrong result does.
            let is_slow = expected == Some(Symptom::Slow) && seen == Some(Symptom::Wrong);
            if seen != expected && !is_slow {
                found.push(format!(
                    "{}: {command} {:?}: {seen:?} for {expected:?}",
                    fault.program, tried.device
                ));
            }
        }
    }
    found
}

/// The versions of compilers in the table that are not installed.
fn untried() -> BTreeSet<(&'static str, u32)> {
    let name = |compiler| if compiler == Compiler::Gcc { "gcc" } else { "clang" };
    let tried = shown().flat_map(|(fault, _)| fault.tried);
    tried
        .flat_map(|tried| {
            tried.wrong.iter().chain(tried.right).map(move |version| (tried.compiler, *version))
        })
        .filter(|(compiler, version)| command(*compiler, *version).is_none())
        .map(|(compiler, version)| (name(compiler), version))
        .collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "skipped compilers are worth a line")]
fn installed_compilers_show_the_faults() {
    for (compiler, version) in untried() {
        println!("skipped: {compiler} {version} is not installed: its faults are taken from the table");
    }
    let programs: Vec<&FaultyProgram> = shown().map(|(fault, _)| fault).collect();
    let found = common::in_parallel(&programs, |fault| differences(fault)).concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
