//! The device code that clang 19 generates for the examples and the programs of `tests/cases`, for an NVIDIA and an AMD device: a table holds
//! how many kernels are SPMD, and why a program does not compile. Neither a GPU nor CUDA is needed.

mod commands;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use commands::{command, files_below, is_installed, text};
use expect_test::expect_file;

const HEAD: &str = "\
# How the threads of each kernel begin, in the code of clang 19 with -O2, for sm_90 and gfx90a.
#   spmd     all threads execute the kernel, as the source says
#   made     the source has sequential parts, and clang's optimizer lets all threads execute them
#   generic  one thread executes the sequential parts, and the others wait: such a kernel slows all kernels of its file
# A test writes this table: UPDATE_EXPECT=1 cargo test --test device_code -- --ignored
";

/// The architectures, with the beginning of the triple in the names of clang's files.
const ARCHITECTURES: [(&str, &str); 2] = [("sm_90", "nvptx64"), ("gfx90a", "amdgcn")];

/// The numbers of kernels of a program.
#[derive(Default, PartialEq, Eq)]
struct Kernels {
    spmd: usize,
    made: usize,
    generic: usize,
}

impl Kernels {
    /// Counts the kernels of a module by the mode in their environments, which the device library reads.
    fn of(module: &str) -> Kernels {
        let mut kernels = Kernels::default();
        for line in module.lines().filter(|line| line.contains("_kernel_environment = ")) {
            let settings =
                line.split("ConfigurationEnvironmentTy { ").nth(1).expect("an environment has settings");
            match settings.split(", ").nth(2) {
                Some("i8 1") => kernels.generic += 1,
                Some("i8 2") => kernels.spmd += 1,
                Some("i8 3") => kernels.made += 1,
                mode => panic!("unknown mode {mode:?}"),
            }
        }
        kernels
    }
}

impl std::fmt::Display for Kernels {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} spmd, {} made, {} generic", self.spmd, self.made, self.generic)
    }
}

/// Compiles a program for all architectures. Returns what the table says of it.
fn row(program: &Path) -> String {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut driver = command(folder.path());
    driver
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"))
        .env_remove("CLACC_RUNTIME");
    let architectures = ARCHITECTURES.map(|(name, _)| name).join(",");
    driver.args([
        "cc",
        "-fopenacc",
        "-fopenacc-permit-kept",
        "--backend",
        "clang-19",
        "-O2",
        "-w",
        "-nogpulib",
    ]);
    driver.args([&format!("--offload-arch={architectures}"), "--offload-device-only", "-S", "-emit-llvm"]);
    let output = driver.arg(program).output().expect("clacc runs");
    if !output.status.success() {
        let said = text(&output.stderr);
        let error =
            said.lines().find_map(|line| line.split_once("error: ")).map_or(&*said, |(_, error)| error);
        return format!("does not compile: {error}");
    }
    let files = files_below(folder.path());
    let kernels = ARCHITECTURES.map(|(_, triple)| {
        let file = files.iter().find(|name| name.contains(triple)).expect("clang writes a module");
        Kernels::of(&std::fs::read_to_string(folder.path().join(file)).expect("a module is text"))
    });
    match &kernels {
        [one, other] if one == other => one.to_string(),
        [one, other] => format!("sm_90 {one}; gfx90a {other}"),
    }
}

/// The programs, in order.
fn programs() -> Vec<PathBuf> {
    let folders =
        ["examples/c", "tests/cases"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries =
        folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder reads").flatten());
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|name| name == "c"))
        .collect();
    programs.sort();
    programs
}

/// The rows of some programs, by their paths in the repository. None if clang is not there.
#[allow(clippy::print_stdout, reason = "skipped programs are worth a line")]
fn rows(programs: Vec<PathBuf>) -> Option<BTreeMap<String, String>> {
    if !is_installed("clang-19") {
        println!("skipped: {} programs were not compiled for devices", programs.len());
        return None;
    }
    let (waiting, rows) = (Mutex::new(programs), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(program) = { waiting.lock().expect("no thread panics").pop() } {
            let name =
                program.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below it").display().to_string();
            let row = row(&program);
            rows.lock().expect("no thread panics").insert(name, row);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    Some(rows.into_inner().expect("no thread panics"))
}

/// One program of eight.
#[test]
fn kernels_of_some_programs_are_those_of_the_table() {
    let some = programs().into_iter().step_by(8).collect();
    let table = include_str!("device_code.txt");
    for (name, row) in rows(some).into_iter().flatten() {
        let line = format!("{name}: {row}\n");
        assert!(table.contains(&line), "not in the table: {line}");
    }
}

#[test]
#[ignore = "it compiles each program for two devices, which takes minutes"]
fn kernels_are_those_of_the_table() {
    let Some(rows) = rows(programs()) else { return };
    let mut table = HEAD.to_owned();
    for (name, row) in rows {
        let _ = writeln!(table, "{name}: {row}");
    }
    expect_file!["device_code.txt"].assert_eq(&table);
}
