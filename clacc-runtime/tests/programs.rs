//! Runs C programs with routines and with the directives that clacc prints, over every OpenMP runtime that is
//! installed. All of them use the same shared library.

#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use support::{NO_HELPERS, library_folder, link_llvm};

/// A compiler, its switches, and the environment that its programs need.
struct Way {
    name: &'static str,
    compiler: &'static str,
    switches: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    needs_llvm_libraries: bool,
}

const PLUGIN: &[&str] = &["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];

const WAYS: &[Way] = &[
    Way {
        name: "gcc",
        compiler: "gcc",
        switches: &["-fopenmp", "-foffload=disable", "-Wall", "-Werror=unknown-pragmas"],
        environment: &[],
        needs_llvm_libraries: false,
    },
    Way {
        name: "clang, host only",
        compiler: "clang-19",
        switches: &["-fopenmp", "-Wall"],
        environment: &[NO_HELPERS],
        needs_llvm_libraries: true,
    },
    Way {
        name: "clang, host plugin",
        compiler: "clang-19",
        switches: PLUGIN,
        environment: &[("OMP_TARGET_OFFLOAD", "MANDATORY")],
        needs_llvm_libraries: true,
    },
    Way {
        name: "clang, host plugin, OpenMP's routines only",
        compiler: "clang-19",
        switches: PLUGIN,
        environment: &[("OMP_TARGET_OFFLOAD", "MANDATORY"), ("ACC2OMP_DATA", "openmp")],
        needs_llvm_libraries: true,
    },
];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(name)
}

/// Builds a program, once for all ways that differ only in how it is run. Returns `None` if the compiler is
/// not installed.
fn build(way: &Way, program: &str, label: &str, more: &[&str]) -> Option<PathBuf> {
    static BUILT: Mutex<BTreeMap<PathBuf, Option<PathBuf>>> = Mutex::new(BTreeMap::new());
    let kind = if way.switches == PLUGIN { "plugin" } else { "host" };
    let name = format!("{label}-{}-{kind}", way.compiler);
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let known = BUILT.lock().ok()?.get(&executable).cloned();
    known.unwrap_or_else(|| {
        let built = compile(way, program, &executable, more).then(|| executable.clone());
        BUILT.lock().ok()?.insert(executable, built.clone());
        built
    })
}

/// Compiles the program. Returns whether the compiler is installed.
fn compile(way: &Way, program: &str, executable: &Path, more: &[&str]) -> bool {
    let library = library_folder();
    let mut command = Command::new(way.compiler);
    command.args(way.switches).args(more).arg(source(program)).arg("-o").arg(executable);
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
    command.arg("-L").arg(&library).arg(format!("-Wl,-rpath,{}", library.display()));
    command.args(["-lacc2omp", "-lm"]);
    if way.needs_llvm_libraries && !link_llvm(&mut command) {
        return false;
    }
    support::compile(&mut command)
}

fn run(way: &Way, executable: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    command.args(arguments).env_remove("ACC_DEVICE_TYPE").env_remove("ACC_DEVICE_NUM");
    // Cargo's own path may lead to a library of an earlier build.
    command.env("LD_LIBRARY_PATH", library_folder());
    command.envs(way.environment.iter().copied()).envs(environment.iter().copied());
    match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{}: {error}", executable.display()),
    }
}

/// Runs a program in every way. The program checks its own results.
fn check(program: &str, more: &[&str], ways: &[Way]) {
    let label = program.trim_end_matches(".c").trim_end_matches(".cpp");
    for way in ways {
        let Some(executable) = build(way, program, label, more) else { continue };
        let output = run(way, &executable, &[], &[]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} with {}: {:?}\n{text}", way.name, output.status);
    }
}

#[test]
fn routines_beside_directives() {
    check("directives.c", &[], WAYS);
}

#[test]
fn queues_of_routines_and_directives() {
    check("queues.c", &[], WAYS);
}

#[test]
fn where_code_runs() {
    check("where.c", &[], WAYS);
}

#[test]
fn every_device_type_in_every_routine() {
    check("devices.c", &[], WAYS);
}

/// The ways to make threads, and the environment that libomp needs for each.
const THREADS: &[(&str, &[(&str, &str)])] = &[
    ("fresh", &[("LIBOMP_USE_HIDDEN_HELPER_TASK", "0")]),
    ("region", &[]),
    ("routines", &[]),
    ("posix", &[("LIBOMP_USE_HIDDEN_HELPER_TASK", "0")]),
    ("leave", &[]),
];

#[test]
fn many_threads_at_once() {
    for way in WAYS {
        let Some(executable) = build(way, "threads.c", "threads", &["-pthread"]) else { continue };
        for (threads, environment) in THREADS {
            let output = run(way, &executable, &[threads], environment);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{threads} with {}: {:?}\n{text}", way.name, output.status);
        }
    }
}

/// gcc 12 calls a routine of its own unless a flag says that there is only the host.
#[test]
fn on_device_is_a_constant() {
    for way in &WAYS[..3] {
        build(way, "folded.c", "folded", &["-O1", "-DACC2OMP_HOST_ONLY"]);
    }
    let clang_folds_alone = &WAYS[1..3];
    for way in clang_folds_alone {
        build(way, "folded.c", "folded-alone", &["-O1"]);
    }
}

#[test]
fn a_cpp_program() {
    let cpp = |way: &Way| Way {
        compiler: if way.compiler == "gcc" { "g++" } else { "clang++-19" },
        name: way.name,
        switches: way.switches,
        environment: way.environment,
        needs_llvm_libraries: way.needs_llvm_libraries,
    };
    let ways: Vec<_> = WAYS.iter().map(cpp).collect();
    check("interface.cpp", &["-Wextra"], &ways);
}

/// A fault and its message, and whether it occurs where host and device share their memory, on which data is
/// never absent.
struct FaultCase {
    argument: &'static str,
    on_shared_memory: bool,
    says: &'static [&'static str],
}

const fn everywhere(argument: &'static str, says: &'static [&'static str]) -> FaultCase {
    FaultCase { argument, on_shared_memory: true, says }
}

const fn on_devices(argument: &'static str, says: &'static [&'static str]) -> FaultCase {
    FaultCase { argument, on_shared_memory: false, says }
}

const FAULTS: &[FaultCase] = &[
    on_devices(
        "update_absent",
        &["acc_update_self: 0x", "(80 bytes): the data is not present on device 0 [acc_error_not_present]"],
    ),
    on_devices("update_partly", &["acc_update_device: 0x", "acc_error_partly_present"]),
    on_devices("copyin_partly", &["acc_copyin: 0x", "acc_error_partly_present"]),
    on_devices("create_around", &["acc_create: 0x", "acc_error_partly_present"]),
    on_devices("create_around_directive", &["acc_create: 0x", "acc_error_partly_present"]),
    on_devices(
        "create_too_much",
        &["acc_create: 0x", "the device is out of memory", "acc_error_out_of_memory"],
    ),
    on_devices("create_async_too_much", &["acc_create_async: 0x", "acc_error_out_of_memory"]),
    on_devices("delete_partly", &["acc_delete: 0x", "acc_error_partly_present"]),
    on_devices("update_async", &["acc_update_self_async: 0x", "acc_error_not_present"]),
    on_devices("map_twice", &["acc_map_data: 0x", "acc_error_present"]),
    everywhere(
        "map_null",
        &["acc_map_data: 0x0 (80 bytes): a null pointer", "acc_error_invalid_null_pointer"],
    ),
    on_devices("unmap", &["acc_unmap_data: 0x", "acc_error_invalid_argument"]),
    everywhere("unmap_null", &["acc_unmap_data: 0x0: a null pointer"]),
    everywhere("free_unknown", &["acc_free: 0x", "acc_error_invalid_argument"]),
    everywhere("free_twice", &["acc_free: 0x", "acc_error_invalid_argument"]),
    everywhere("attach_null", &["acc_attach: 0x0: a null pointer"]),
    everywhere("detach_null", &["acc_detach_finalize_async: 0x0: a null pointer"]),
    everywhere("copy_null", &["acc_memcpy_to_device: 0x0 (8 bytes): a null pointer"]),
    everywhere("copy_from_null", &["acc_memcpy_from_device: 0x", "(8 bytes): a null pointer"]),
    everywhere("queue", &["acc_wait: -9 is no async argument [acc_error_invalid_async]"]),
    everywhere("queue_default", &["acc_set_default_async: -9 is no async argument"]),
    everywhere("queue_address", &["acc2omp_async2dep: -9 is no async argument"]),
    everywhere("queue_list", &["acc_wait_any: a null pointer"]),
    everywhere("device_type", &["acc_set_device_type: 99 is no device type"]),
    everywhere("no_type", &["acc_set_device_type: there is no device of type acc_device_none"]),
    everywhere(
        "no_radeon",
        &["acc_init: there is no device of type acc_device_radeon [acc_error_device_type_unavailable]"],
    ),
    everywhere("device_number", &["acc_set_device_num: there is no device 77 of type acc_device_host"]),
    everywhere("wait_device", &["acc_wait_device: there is no device 77 of type"]),
    everywhere("property_device", &["acc_get_property: there is no device 3 of type acc_device_host"]),
    everywhere("d2d_device", &["acc_memcpy_d2d: 0x", "there is no device 77 of type"]),
    on_devices("d2d_absent", &["acc_memcpy_d2d: 0x", "acc_error_not_present"]),
];

#[test]
fn faults_end_the_program_with_a_message() {
    for (number, way) in WAYS.iter().enumerate() {
        let Some(executable) = build(way, "faults.c", "faults", &[]) else { continue };
        let shared = number < 2;
        for case in FAULTS.iter().filter(|case| case.on_shared_memory || !shared) {
            if number == 3 && case.argument == "create_around_directive" {
                // OpenMP's routines do not show a mapping that begins and ends inside the data.
                continue;
            }
            let output = run(way, &executable, &[case.argument], &[]);
            let text = String::from_utf8_lossy(&output.stderr);
            let context = format!("{} with {}: {:?}\n{text}", case.argument, way.name, output.status);
            assert_eq!(output.status.code(), Some(1), "{context}");
            let said = text.lines().last().unwrap_or_default();
            assert!(
                said.starts_with("acc2omp: ") && case.says.iter().all(|part| said.contains(part)),
                "{context}"
            );
            let before = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                before.trim_end(),
                format!("before {}", case.argument),
                "what was printed is not lost"
            );
        }
    }
}

/// Checks that calls with any arguments give a result, or a message that names the routine and status 1.
#[test]
fn nonsense_never_crashes() {
    for way in [&WAYS[0], &WAYS[2], &WAYS[3]] {
        let Some(executable) = build(way, "nonsense.c", "nonsense", &[]) else { continue };
        for seed in 1..=6 {
            let output = run(way, &executable, &[&seed.to_string(), "300"], &[]);
            let text = String::from_utf8_lossy(&output.stderr);
            let says = |line: &str| line.starts_with("acc2omp: acc") && line.contains(" [acc_error_");
            let ends_well = match output.status.code() {
                Some(0) => true,
                Some(1) => text.lines().any(says),
                _ => false,
            };
            assert!(ends_well, "seed {seed} with {}: {:?}\n{text}", way.name, output.status);
        }
    }
}

/// The environment variables, whether host and device share their memory, and the expected output of the
/// program.
type EnvironmentCase = (&'static [(&'static str, &'static str)], bool, &'static str);

#[test]
fn the_environment_chooses_the_device() {
    let cases: &[EnvironmentCase] = &[
        (&[("ACC_DEVICE_TYPE", "host")], true, "type 2 number 0"),
        (&[("ACC_DEVICE_TYPE", "host"), ("OMP_TARGET_OFFLOAD", "DEFAULT")], false, "type 2 number 0"),
        (&[("ACC_DEVICE_NUM", "2")], false, "type 11 number 2"),
        (&[("ACC_DEVICE_TYPE", "not_host"), ("ACC_DEVICE_NUM", "3")], false, "type 11 number 3"),
        (&[("ACC_DEVICE_TYPE", "acc_device_X86_64"), ("ACC_DEVICE_NUM", "1")], false, "type 11 number 1"),
    ];
    for (number, way) in WAYS[..3].iter().enumerate() {
        let Some(executable) = build(way, "where.c", "environment", &[]) else { continue };
        for (environment, on_shared_memory, expect) in cases {
            if *on_shared_memory != (number < 2) {
                continue;
            }
            let output = run(way, &executable, &[], environment);
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(
                text.contains(expect) && output.status.success(),
                "{environment:?} with {}: {text}{}",
                way.name,
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

#[test]
fn there_are_no_devices_where_regions_do_not_run_on_them() {
    for way in WAYS {
        let Some(executable) = build(way, "disabled.c", "disabled", &[]) else { continue };
        for value in ["DISABLED", " disabled"] {
            let output = run(way, &executable, &[], &[("OMP_TARGET_OFFLOAD", value)]);
            let (told, failed) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{value} with {}: {told}{failed}", way.name);
        }
    }
}

#[test]
fn the_environment_names_the_types_of_devices() {
    let types: [(&str, &[&str]); 2] =
        [("named", &[]), ("named-in-code", &["-DACC2OMP_NOHOST_TYPE=acc_device_nvidia"])];
    for way in &WAYS[2..] {
        for (label, more) in types {
            let Some(executable) = build(way, "named.c", label, more) else { continue };
            let output = run(way, &executable, &[], &[("ACC2OMP_DEVICE_TYPES", "radeon,nvidia")]);
            assert!(output.status.success(), "{}: {}", way.name, String::from_utf8_lossy(&output.stdout));
        }
    }
}

#[test]
fn random_sequences_of_routines_and_directives() {
    for way in &WAYS[2..] {
        let Some(executable) = build(way, "random.c", "random", &["-O1"]) else { continue };
        for seed in ["1", "2", "3", "4", "5", "6"] {
            let output = run(way, &executable, &[seed, "300"], &[]);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "seed {seed} with {}: {:?}\n{text}", way.name, output.status);
        }
    }
}

/// Checks that every function of the header is in the library: a program takes the addresses of all of them.
#[test]
fn the_header_declares_what_the_library_has() {
    let header = include_str!("../include/openacc.h");
    let declarations = header.split("/* acc_on_device: constant").next().unwrap_or_default();
    let words = declarations.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '(');
    let called = words.filter_map(|word| word.split_once('(')).map(|(name, _)| name);
    let names: Vec<_> = called.filter(|name| name.starts_with("acc")).collect();
    assert!(names.len() > 70, "{names:?}");
    let addresses: Vec<_> = names.iter().map(|name| format!("  (void *){name}")).collect();
    let addresses = addresses.join(",\n");
    let text = format!(
        "#include <openacc.h>\nvoid *all[] = {{\n{addresses}\n}};\nint main(void) {{ return !all[0]; }}\n"
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("every_routine.c");
    std::fs::write(&file, text).unwrap_or_default();
    build(&WAYS[0], &file.display().to_string(), "every-routine", &[]);
}

#[test]
fn a_program_may_end_with_busy_queues() {
    check("unfinished.c", &[], WAYS);
}

/// A program with code for a GPU that runs on the host says so once, and no other program does.
#[test]
fn a_missing_gpu_is_told() {
    for (way, program, nvidia, amd) in
        [(&WAYS[1], "missing_gpu", "190", "224"), (&WAYS[0], "missing_gpu_of_gcc", "5", "8")]
    {
        let Some(executable) = build(way, &format!("{program}.c"), program, &[]) else { continue };
        for (machine, environment, is_told) in [
            (nvidia, &[][..], true),
            (amd, &[], true),
            (nvidia, &[("ACC2OMP_QUIET", "1")], false),
            (nvidia, &[("OMP_TARGET_OFFLOAD", "disabled")], false),
            ("0", &[], false),
        ] {
            let output = run(way, &executable, &[machine], environment);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{program} {machine} {environment:?}: {said}");
            let told = said.contains("ran on the host");
            assert_eq!(told, is_told, "{program} {machine} {environment:?}: {said}");
        }
    }
    let plugin = &WAYS[2];
    let Some(executable) = build(plugin, "directives.c", "directives", &[]) else { return };
    let said = run(plugin, &executable, &[], &[]).stderr;
    assert_eq!(String::from_utf8_lossy(&said), "");
}
