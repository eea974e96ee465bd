//! The faults of compilers: the page `docs/compilers.md` agrees with the table
//! (`UPDATE_EXPECT=1 cargo test -p clacc-ttx --test faults` writes it), and so do the installed compilers.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clacc_ttx::dialect::{DIALECTS, Dialect, PORTABLE};
use clacc_ttx::faults::{Avoidance, CHOICES, Compiler, CompilerFault, Device, FAULTS, Symptom, Tried};
use expect_test::expect_file;

const HEAD: &str = "# What compilers get wrong

Legal OpenMP that a compiler gets wrong or refuses, and what a translation prints instead. Each row has a program in
`tests/compilers` that ends with 0 where a compiler is right; a test runs it with the compilers that are installed.
Versions that are not named were not tried. \"Plugin\" is clang's `-fopenmp-targets=x86_64-pc-linux-gnu`, a device with
memory of its own. clang 22 was tried with the OpenMP library of LLVM 19. \"For NVIDIA\" is `-fopenmp-targets=nvptx64-nvidia-cuda`, of which
the test reads the code for the device.
Dialect `host` prints nothing for devices, so it is not named where the fault is about that.
A test writes this page from the table in `clacc-ttx/src/faults.rs`
(`UPDATE_EXPECT=1 cargo test -p clacc-ttx --test faults`).
";

/// The parts of the page.
const PARTS: &[(Symptom, &str)] = &[
    (Symptom::Wrong, "Wrong results"),
    (Symptom::Hangs, "Programs that do not end"),
    (Symptom::Refused, "Programs that are refused"),
    (Symptom::Slow, "Programs that take longer"),
];

#[test]
fn the_page_of_faults_is_current() {
    let mut page = String::from(HEAD);
    for (symptom, title) in PARTS {
        let _ = write!(
            page,
            "\n## {title}\n\n| construct | compilers | what happens | what is printed | what avoids it | program |\n\
             |---|---|---|---|---|---|\n"
        );
        FAULTS.iter().filter(|fault| fault.symptom == *symptom).for_each(|fault| row(&mut page, fault));
    }
    expect_file!["../../docs/compilers.md"].assert_eq(&page);
}

fn row(page: &mut String, fault: &CompilerFault) {
    let tried: Vec<String> = fault.tried.iter().map(versions).collect();
    let _ = writeln!(
        page,
        "| {} | {} | {} | {} | {} | `{}.c` |",
        fault.construct.replace('|', "\\|"),
        tried.join("; "),
        fault.seen,
        fault.instead.replace('|', "\\|"),
        avoided(fault),
        fault.name
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

fn avoided(fault: &CompilerFault) -> String {
    match fault.avoidance {
        Avoidance::Field { name, avoids } => {
            let is_printed = |dialect: &&&Dialect| !(dialect.host_memory && is_for_devices(fault));
            let dialects = DIALECTS.iter().filter(is_printed).filter(|dialect| avoids(dialect));
            let names: Vec<&str> = dialects.map(|dialect| dialect.name).collect();
            format!("`{name}` of {}", names.join(", "))
        }
        Avoidance::NeverPrinted => "no mapping prints it".to_owned(),
        Avoidance::Open(reason) => format!("nothing: {reason}"),
    }
}

/// Whether a fault is about what no dialect for the host alone prints.
fn is_for_devices(fault: &CompilerFault) -> bool {
    let words = ["target", "teams", "map(", "declare variant", "firstprivate(x)"];
    words.iter().any(|word| fault.construct.contains(word))
}

#[test]
fn the_portable_dialect_avoids_what_a_dialect_can_avoid() {
    for fault in FAULTS {
        if let Avoidance::Field { name, avoids } = fault.avoidance {
            assert!(avoids(&PORTABLE), "{name} of dialect portable does not avoid {}", fault.name);
        }
    }
}

#[test]
fn every_entry_of_a_dialect_answers_a_fault_or_is_a_choice() {
    // A version is a field of its own, with fields inside.
    let version = format!("{:?}", PORTABLE.openmp);
    let text = format!("{PORTABLE:?}").replace(&version, "version");
    let inside = text.split_once("{ ").and_then(|(_, rest)| rest.rsplit_once(" }")).expect("a struct").0;
    // The description holds commas, but no colon.
    for field in inside.split(", ").filter_map(|part| part.split_once(": ")).map(|(field, _)| field) {
        let answers = FAULTS
            .iter()
            .any(|fault| matches!(fault.avoidance, Avoidance::Field { name, .. } if name == field));
        let is_choice = CHOICES.iter().any(|(name, _)| *name == field);
        assert!(answers != is_choice, "{field}: neither the answer to a fault nor a choice, or both");
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
        FAULTS.iter().map(|fault| programs().join(format!("{}.c", fault.name))).collect();
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

/// What comes out of a program; `None` where the compiler is right. Programs that may hang set an alarm.
fn outcome(command: &str, tried: &Tried, version: u32, name: &str) -> Option<Symptom> {
    const ALARM: i32 = 14;
    if tried.device == Device::Nvptx {
        let faults = common::device_code::faults(command, &programs().join(format!("{name}.c")));
        return faults.map_or(Some(Symptom::Refused), |found| (!found.is_empty()).then_some(Symptom::Wrong));
    }
    let scratch = std::env::temp_dir().join(format!("clacc-faults-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for programs");
    let output = scratch.join(format!("{name}-{version}-{:?}-{:?}", tried.compiler, tried.device));
    if !compile(command, tried, version, &programs().join(format!("{name}.c")), &output) {
        return Some(Symptom::Refused);
    }
    let mut run = Command::new(&output);
    run.env("OMP_NUM_THREADS", "2").stdin(Stdio::null());
    if tried.device == Device::Plugin {
        run.env("OMP_TARGET_OFFLOAD", "MANDATORY");
    }
    let status = run.output().expect("the program was built").status;
    _ = std::fs::remove_file(&output);
    match status.signal() {
        Some(ALARM) => Some(Symptom::Hangs),
        _ if status.success() => None,
        _ => Some(Symptom::Wrong),
    }
}

/// Compares the row with the installed compilers.
fn differences(fault: &CompilerFault) -> Vec<String> {
    let mut found = Vec::new();
    for tried in fault.tried {
        let wrong = tried.wrong.iter().map(|version| (*version, Some(fault.symptom)));
        let right = tried.right.iter().map(|version| (*version, None));
        for (version, expected) in wrong.chain(right) {
            let Some(command) = command(tried.compiler, version) else { continue };
            let seen = outcome(&command, tried, version, fault.name);
            // What takes longer shows it by another exit status, as a wrong result does.
            let is_slow = expected == Some(Symptom::Slow) && seen == Some(Symptom::Wrong);
            if seen != expected && !is_slow {
                found
                    .push(format!("{}: {command} {:?}: {seen:?} for {expected:?}", fault.name, tried.device));
            }
        }
    }
    found
}

/// The versions of compilers in the table that are not installed.
fn untried() -> BTreeSet<(&'static str, u32)> {
    let name = |compiler| if compiler == Compiler::Gcc { "gcc" } else { "clang" };
    let tried = FAULTS.iter().flat_map(|fault| fault.tried);
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
    let found = common::in_parallel(FAULTS, differences).concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
