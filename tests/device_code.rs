//! The device code that clang 19 generates for the examples and the programs of `tests/cases`, for devices of NVIDIA and AMD: a table holds
//! how many kernels are SPMD, and why a program does not compile. Executed on the host, the code for the NVIDIA device prints what the serial
//! programs print. Neither a GPU nor CUDA is needed.

mod commands;
mod simulated;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use commands::{command, files_below, is_installed, text};
use expect_test::expect_file;

const HEAD: &str = "\
# How the threads of each kernel begin, in the code of clang 19 with -O2, for sm_90, gfx90a and gfx942.
#   spmd     all threads execute the kernel, as the source says
#   made     the source has sequential parts, and clang's optimizer lets all threads execute them
#   generic  one thread executes the sequential parts, and the others wait: such a kernel slows all kernels of its file
# A test writes this table: UPDATE_EXPECT=1 cargo test --test device_code -- --ignored
";

/// The architectures, of NVIDIA and AMD devices.
const ARCHITECTURES: [&str; 3] = ["sm_90", "gfx90a", "gfx942"];

/// The numbers of kernels of a program.
#[derive(Default)]
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

/// The command `clacc` in a folder, with a cache of its own.
fn driver(folder: &Path) -> Command {
    let mut driver = command(folder);
    driver
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"))
        .env_remove("CLACC_RUNTIME");
    driver
}

/// Compiles a program for all architectures. Returns what the table says of it.
fn row(program: &Path) -> String {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut driver = driver(folder.path());
    let architectures = ARCHITECTURES.join(",");
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
    let kernels = ARCHITECTURES.map(|architecture| {
        let file = files.iter().find(|name| name.contains(architecture)).expect("clang writes a module");
        Kernels::of(&std::fs::read_to_string(folder.path().join(file)).expect("a module is text")).to_string()
    });
    if kernels.iter().all(|each| *each == kernels[0]) {
        return kernels[0].clone();
    }
    let of_each = ARCHITECTURES.iter().zip(kernels).map(|(name, kernels)| format!("{name} {kernels}"));
    of_each.collect::<Vec<_>>().join("; ")
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
    Some(of_each(programs, row))
}

/// What a function returns for each of some programs, by their paths in the repository. Several threads call it.
fn of_each<T: Send>(programs: Vec<PathBuf>, of: impl Fn(&Path) -> T + Sync) -> BTreeMap<String, T> {
    let (waiting, found) = (Mutex::new(programs), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(program) = { waiting.lock().expect("no thread panics").pop() } {
            let name =
                program.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below it").display().to_string();
            let one = of(&program);
            found.lock().expect("no thread panics").insert(name, one);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    found.into_inner().expect("no thread panics")
}

/// The version of `ptxas` whose numbers the table of registers holds.
const PTXAS: &str = "release 12.9";

const REGISTERS_HEAD: &str = "\
# Registers of each kernel of the examples, and spilled bytes if there are any, in the code of clang 19 with -O2 for sm_90 and ptxas 12.9.
# A test writes this table: UPDATE_EXPECT=1 cargo test --test device_code registers
";

/// The command `ptxas`, or what CLACC_PTXAS names.
fn ptxas() -> Command {
    Command::new(std::env::var_os("CLACC_PTXAS").unwrap_or_else(|| "ptxas".into()))
}

/// Compiles a program for an NVIDIA device, with clang's library for devices in it. Returns the lines of the table: what `ptxas` says of each kernel.
fn registers(program: &Path) -> String {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut compile = driver(folder.path());
    compile.args([
        "cc",
        "-fopenacc",
        "--backend",
        "clang-19",
        "-O2",
        "-w",
        "-nogpulib",
        "--offload-arch=sm_90",
    ]);
    compile.args([
        "--offload-device-only",
        "-S",
        "-Wno-linker-warnings",
        "-Xclang",
        "-mlink-builtin-bitcode",
    ]);
    compile.arg("-Xclang").arg(simulated::device_library().expect("it is installed"));
    let output = compile.arg(program).args(["-o", "a.ptx"]).output().expect("clacc runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut ptxas = ptxas();
    ptxas.current_dir(folder.path()).args(["-arch=sm_90", "-v", "-c", "a.ptx", "-o", "a.cubin"]);
    let said = text(&ptxas.output().expect("ptxas runs").stderr);
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let (mut kernel, mut spilled, mut lines) = ("", String::new(), Vec::new());
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '__omp_offloading_") {
            // Behind the numbers of the file come the function and the line of the directive.
            kernel = rest.split('\'').next().and_then(|name| name.splitn(3, '_').nth(2)).unwrap_or("");
        } else if let Some((stores, _)) = line.split_once(" bytes spill stores") {
            let bytes = stores.rsplit(' ').next().unwrap_or("0");
            spilled = if bytes == "0" { String::new() } else { format!(", {bytes} bytes spilled") };
        } else if let Some((_, rest)) = line.split_once("Used ") {
            let count = rest.split(' ').next().unwrap_or("");
            lines.push(format!("{name} {kernel}: {count}{spilled}\n"));
        }
    }
    lines.sort();
    lines.concat()
}

#[test]
#[allow(clippy::print_stdout, reason = "a skipped test is worth a line")]
fn registers_of_the_examples_are_those_of_the_table() {
    let version = ptxas().arg("--version").output();
    if simulated::device_library().is_none() || !version.is_ok_and(|said| text(&said.stdout).contains(PTXAS))
    {
        println!("skipped: without ptxas of CUDA 12.9, the registers of device code were not counted");
        return;
    }
    let examples = programs().into_iter().filter(|program| program.to_string_lossy().contains("examples/c/"));
    let lines = of_each(examples.collect(), registers).into_values().collect::<String>();
    expect_file!["device_registers.txt"].assert_eq(&format!("{REGISTERS_HEAD}{lines}"));
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
#[ignore = "it compiles each program for three devices, which takes a minute; a part of it always runs"]
fn kernels_are_those_of_the_table() {
    let Some(rows) = rows(programs()) else { return };
    let mut table = HEAD.to_owned();
    for (name, row) in rows {
        let _ = writeln!(table, "{name}: {row}");
    }
    expect_file!["device_code.txt"].assert_eq(&table);
}

/// The number of kernels that do not begin with all threads, from a row of the table. None if the program does not compile.
fn begun_by_one(row: &str) -> Option<usize> {
    let number = |part: &str| part.split(' ').next().and_then(|number| number.parse::<usize>().ok());
    let [_, made, generic] = row.split(", ").map(number).collect::<Option<Vec<_>>>()?[..] else {
        return None;
    };
    Some(made + generic)
}

/// Notes name the regions whose kernels do not begin with all threads, and no others. One program of four.
#[test]
fn what_makes_kernels_longer_is_named() {
    let rows: BTreeMap<&str, &str> =
        include_str!("device_code.txt").lines().filter_map(|line| line.split_once(": ")).collect();
    // Whether a construct of this one is divided is known where its text is edited, and has a note of its own.
    let is_wanted = |program: &PathBuf| !program.ends_with("kernels_parts_kept.c");
    let named = of_each(programs().into_iter().filter(is_wanted).step_by(4).collect(), |program| {
        let mut translate = command(Path::new(env!("CARGO_MANIFEST_DIR")));
        translate.args(["translate", "--dialect", "llvm", "--notes", "--message-format", "short"]);
        let said = translate.arg(program).output().expect("clacc runs").stderr;
        text(&said).lines().filter(|line| line.contains("MAP0109")).count()
    });
    for (name, named) in named {
        if let Some(expected) = rows.get(name.as_str()).and_then(|row| begun_by_one(row)) {
            assert_eq!(named, expected, "{name}");
        }
    }
}

/// Executes clang's code for a device on the host. Returns how the output differs from that of the serial program; none if it does not.
fn difference(program: &Path) -> Option<String> {
    let source = std::fs::read(program).expect("a program reads");
    // Such a program prints something else on a device, and says why.
    if text(&source).contains("\n// on a device: ") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (serial, device) = (folder.path().join("serial"), folder.path().join("device"));
    let models = ["-fopenacc", "-fopenmp", "-fopenacc-permit-kept", "-O2", "-w"];
    let mut compile = driver(folder.path());
    compile.args(["cc", "--serial"]).args(models).arg(program).arg("-o").arg(&serial).arg("-lm");
    assert!(
        compile.output().expect("clacc runs").status.success(),
        "{} has no serial form",
        program.display()
    );
    let mut compile = driver(folder.path());
    compile.args(["cc", "--backend", "clang-19"]).args(models);
    simulated::build(program, &device, &compile).map_or_else(
        |said| Some(format!("it is not compiled: {said}")),
        |()| {
            let run = |program: &Path| {
                let mut run = Command::new(program);
                run.env("OMP_TARGET_OFFLOAD", "MANDATORY").output().expect("a program that was built runs")
            };
            let is_same =
                |one: &Output, other: &Output| (one.status, &one.stdout) == (other.status, &other.stdout);
            let (expected, found) = (run(&serial), run(&device));
            (!is_same(&expected, &found))
                .then(|| format!("{found:?} where the serial program has {expected:?}"))
        },
    )
}

/// The programs that compile for devices, in order.
fn compiled() -> impl Iterator<Item = PathBuf> {
    let table = include_str!("device_code.txt");
    let is_compiled = |program: &PathBuf| {
        let name = program.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below it").display();
        !table.contains(&format!("{name}: does not compile"))
    };
    programs().into_iter().filter(is_compiled)
}

/// One program of eight, none of those whose kernels are counted above. `tests/gpu/run.sh` does it for all.
#[test]
#[allow(clippy::print_stdout, reason = "skipped programs are worth a line")]
fn some_programs_print_on_devices_what_they_print_serially() {
    let programs: Vec<PathBuf> = compiled().skip(4).step_by(8).collect();
    if !simulated::is_possible() {
        println!("skipped: {} programs with code for devices were not executed", programs.len());
        return;
    }
    let different: Vec<String> = of_each(programs, difference)
        .into_iter()
        .filter_map(|(name, difference)| Some(format!("{name}: {}", difference?)))
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
