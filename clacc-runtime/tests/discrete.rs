//! Runs C programs on the device that finds mistakes in the use of data. They are written by hand to `clacc_abi.h`, and
//! compiled with checks of accesses, as `clacc cc` does.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{compile, library_folder};

/// The options with which gcc calls the library before each access, and keeps the line of each call.
const GCC: &[&str] = &[
    "-fno-optimize-sibling-calls",
    "-fsanitize=kernel-address",
    "--param=asan-instrumentation-with-call-threshold=0",
    "--param=asan-stack=0",
    "--param=asan-globals=0",
];

/// The same for clang.
const CLANG: &[&str] = &[
    "-fno-optimize-sibling-calls",
    "-fsanitize=kernel-address",
    "-mllvm",
    "-asan-instrumentation-with-call-threshold=0",
    "-mllvm",
    "-asan-stack=0",
    "-mllvm",
    "-asan-globals=0",
    "-mllvm",
    "-asan-kernel-mem-intrinsic-prefix=1",
];

/// A compiler for device code.
struct Way {
    compiler: &'static str,
    level: &'static str,
    checks: &'static [&'static str],
}

const WAYS: &[Way] = &[
    Way { compiler: "gcc", level: "-O0", checks: GCC },
    Way { compiler: "gcc", level: "-O3", checks: GCC },
    Way { compiler: "clang-19", level: "-O0", checks: CLANG },
    Way { compiler: "clang-19", level: "-O3", checks: CLANG },
];

/// Compiles the programs. Returns `None` if the compiler is not installed. `name`: each test has files of its own.
fn build(way: &Way, name: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let executable = target.join(format!("discrete-{name}-{}{}", way.compiler, way.level));
    let object = |part: &str| executable.with_extension(format!("{part}.o"));
    for part in ["programs", "device"] {
        let mut command = Command::new(way.compiler);
        command
            .current_dir(home)
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g1", "-DACC2OMP_DISCRETE", way.level])
            .args(way.checks);
        command.args(["-Iinclude", "-c", &format!("tests/c/discrete/{part}.c"), "-o"]).arg(object(part));
        if !compile(&mut command) {
            return None;
        }
    }
    let mut command = Command::new(way.compiler);
    command.arg(object("programs")).arg(object("device")).arg("-o").arg(&executable);
    command.arg("-L").arg(library_folder()).arg("-lacc2omp");
    compile(&mut command).then_some(executable)
}

fn run(executable: &Path, program: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    let is_setting = |name: &str| ["OMP_", "ACC", "CLACC_"].iter().any(|begin| name.starts_with(begin));
    for (name, _) in std::env::vars().filter(|(name, _)| is_setting(name)) {
        command.env_remove(name);
    }
    command.arg(program).env("LD_LIBRARY_PATH", library_folder()).envs(environment.iter().copied());
    command.output().unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
}

const DISCRETE: (&str, &str) = ("ACC_DEVICE_TYPE", "discrete");
const TWO: (&str, &str) = ("CLACC_DISCRETE_DEVICES", "2");

/// Programs without mistakes.
const RIGHT: &[&str] = &[
    "kernels",
    "counters",
    "updates",
    "attached",
    "members",
    "members_one_by_one",
    "rows",
    "structs",
    "others",
    "declared",
    "bits",
    "gangs",
    "forks",
    "tasks",
    "heap",
    "where",
    "sections",
    "routines",
    "two_devices",
    "many",
    "threads",
];

#[test]
fn programs_without_mistakes_run_on_the_device_and_on_the_host() {
    let environments: [&[(&str, &str)]; 6] = [
        &[DISCRETE],
        &[DISCRETE, ("ACC2OMP_DEVICE_TYPES", "radeon")],
        &[DISCRETE, TWO],
        &[DISCRETE, TWO, ("ACC_DEVICE_NUM", "1")],
        &[],
        &[DISCRETE, ("OMP_TARGET_OFFLOAD", "disabled")],
    ];
    for executable in WAYS.iter().filter_map(|way| build(way, "right")) {
        for (environment, program) in
            environments.iter().flat_map(|one| RIGHT.iter().map(move |name| (one, name)))
        {
            let output = run(&executable, program, environment);
            let (said, failed) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            let what = format!("{program} {environment:?} {}", executable.display());
            assert!(
                output.status.success() && said == "right\n" && failed.is_empty(),
                "{what}: {said}{failed}"
            );
        }
    }
}

/// A program, and what its message says.
type Wrong = (&'static str, &'static [&'static str]);

/// The access of a body: the text of its line in `device.c`.
const READ: &str = "a->value = a->a[a->at];";
const WRITE: &str = "a->a[a->at] = 1;";
const SUM: &str = "sum += a->l->p[i];";
const MEMCPY: &str = "clacc_memcpy(a->a, a->b, 3";
const MEMSET: &str = "clacc_memset(a->a, 0, (size_t)a->n)";
const FREE: &str = "clacc_free(a->a);";
const FREE_TWICE: &str = "clacc_free(own); /* again */";
const REALLOC: &str = "clacc_realloc(a->a, 16)";
const PUT_SUM: &str = "a->l->sum = sum;";

const OF_KERNELS: &[(&str, Wrong)] = &[
    (
        READ,
        (
            "absent",
            &[
                "this kernel of `launch` reads 8 bytes of host memory",
                "is a[3], and `a` is not on the device [acc_error_not_present]",
                "help: add copyin(a[0:n])",
            ],
        ),
    ),
    (
        WRITE,
        (
            "absent_write",
            &[
                "writes 8 bytes of host memory",
                "is a[3], and `a` is not on the device",
                "help: add copy(a[0:n])",
            ],
        ),
    ),
    (READ, ("null", &["0x18 is at a null pointer; `a` is null [acc_error_invalid_null_pointer]"])),
    (
        READ,
        (
            "short_section",
            &[
                "just behind the end of `a[0:4]` (32 bytes) [discrete_outside]",
                "note: `a[0:4]` was allocated on the device here",
            ],
        ),
    ),
    (WRITE, ("before_section", &["writes", "8 bytes before the beginning of `a[0:4]`"])),
    (READ, ("across", &["byte 24 of `a` (31 bytes); the last 1 byte lie behind its end"])),
    (
        READ,
        (
            "deleted",
            &[
                "byte 16 of `a[0:n]` (80 bytes), which left the device [discrete_freed]",
                "note: it was deleted here",
            ],
        ),
    ),
    (
        "a->a[0] = own[0];",
        (
            "freed_on_device",
            &[
                "byte 0 of memory that malloc gave (8 bytes), which left",
                "[discrete_freed]",
                "it was deleted here",
            ],
        ),
    ),
    (
        SUM,
        (
            "not_attached",
            &[
                "byte 0 of the host's `a`, and the device has a copy of it [discrete_host_address]",
                "help: a pointer in device memory still has the host's address: attach it",
            ],
        ),
    ),
    (PUT_SUM, ("other_member", &["writes", "4 bytes behind the end of `l.n` (4 bytes) [discrete_outside]"])),
    (
        READ,
        (
            "never_written",
            &["a value that was never given", "byte 24 of `a[0:n]` (80 bytes) [discrete_not_written]"],
        ),
    ),
    ("*to = 1;", ("constant", &["writes 8 bytes of constant memory", "[discrete_constant]"])),
    (
        "*number = 3;",
        (
            "static_variable",
            &[
                "writes 4 bytes of host memory",
                "byte 0 of `host_number` (4 bytes), a variable with static storage",
            ],
        ),
    ),
    (
        "calls[a->at & 1]++;",
        (
            "own_static",
            &["reads 4 bytes of host memory", "byte 4 of `calls` (8 bytes), a variable with static"],
        ),
    ),
    (SUM, ("on_heap", &["memory of the host that no clause names", "[acc_error_not_present]"])),
    (
        SUM,
        (
            "beside_copy",
            &[
                "that no clause names",
                "note: `p[0:3]` (24 bytes), of which the device has a copy, ends 8 bytes before",
            ],
        ),
    ),
    (
        READ,
        (
            "left",
            &[
                "is a[3], and `a` is on the device no more [discrete_freed]",
                "programs.c:",
                "note: it was deleted here",
            ],
        ),
    ),
    (
        SUM,
        (
            "left_member",
            &[
                "byte 0 of the host's `a[0:n]`, which is on the device no more [discrete_freed]",
                "it was deleted here",
            ],
        ),
    ),
    (
        READ,
        (
            "behind_copy",
            &[
                "just behind the end of `both[0:n]` (80 bytes)",
                "note: on the host, `a` points behind that end; if it",
            ],
        ),
    ),
    ("return p[i] > 1", ("inlined", &["reads 8 bytes of host memory", "is a[3]"])),
    (MEMCPY, ("device_copies", &["reads 24 bytes of host memory", "is b[0], and `b` is not on the device"])),
    (
        MEMSET,
        ("device_sets", &["writes 81 bytes", "byte 0 of `a` (80 bytes); the last 1 byte lie behind its end"]),
    ),
    (
        READ,
        (
            "other_device",
            &["the memory of acc_copyin on device 0, and this is device 1 [discrete_other_device]"],
        ),
    ),
];

/// The number of the line of a C file that holds a text.
fn line_with(text: &str) -> usize {
    let source = include_str!("c/discrete/device.c");
    1 + source.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("no line has {text}"))
}

/// Checks the message of a program with a mistake. `begins`: the place that the message begins with.
fn check_wrong(executable: &Path, begins: &str, (program, says): Wrong) {
    let output = run(executable, program, &[DISCRETE, TWO]);
    let said = String::from_utf8_lossy(&output.stderr);
    let what = format!("{program} {}", executable.display());
    assert_eq!(output.status.code(), Some(1), "{what}: {said}");
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains(begins), "{what}: {begins}: {said}");
    for part in says {
        assert!(said.contains(part), "{what}: {part}: {said}");
    }
}

#[test]
fn accesses_of_what_is_not_on_the_device_end_the_program() {
    for executable in WAYS.iter().filter_map(|way| build(way, "accesses")) {
        for (line, wrong) in OF_KERNELS {
            check_wrong(
                &executable,
                &format!("tests/c/discrete/device.c:{}: error: this kernel", line_with(line)),
                *wrong,
            );
            let output = run(&executable, wrong.0, &[DISCRETE, TWO]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                said.contains("programs.c:") && said.contains("note: the construct begins here"),
                "{said}"
            );
        }
    }
}

/// Mistakes of the host, and of functions that free memory.
const OF_HOST: &[(&str, Wrong)] = &[
    (
        READ,
        (
            "host_reads",
            &["error: the host reads 8 bytes of memory of device 0", "byte 24 of `a[0:n]` (80 bytes)"],
        ),
    ),
    (
        WRITE,
        (
            "host_writes",
            &["error: the host writes 8 bytes of memory of device 0", "[discrete_device_address]"],
        ),
    ),
    (
        MEMCPY,
        ("host_copies", &["the host reads 24 bytes of memory of device 0", "byte 0 of `a[0:n]` (80 bytes)"]),
    ),
    (
        MEMCPY,
        ("host_copies_to", &["the host writes 24 bytes of memory of device 0", "`a[0:n]` was allocated"]),
    ),
    (MEMSET, ("host_sets", &["the host writes 10 bytes of memory of device 0", "byte 0 of `a[0:n]`"])),
    (
        FREE,
        (
            "host_frees",
            &["the host gives free 0x", "is memory of device 0: byte 0 of `a[0:n]`", "[discrete_free]"],
        ),
    ),
    (
        REALLOC,
        ("host_resizes", &["the host gives realloc 0x", "byte 0 of the memory of acc_malloc (8 bytes)"]),
    ),
    (FREE, ("device_frees", &["code of device 0 gives free 0x", "is memory of the host"])),
    (FREE, ("device_frees_copy", &["is no memory that malloc gave there: byte 0 of `a` (80 bytes)"])),
    (
        FREE_TWICE,
        (
            "device_frees_twice",
            &["is memory that was freed: byte 0 of memory that malloc gave", "it was freed here"],
        ),
    ),
    (REALLOC, ("device_resizes", &["code of device 0 gives realloc 0x", "is memory of the host"])),
];

#[test]
fn memory_of_one_side_is_not_for_the_other() {
    for executable in WAYS.iter().filter_map(|way| build(way, "sides")) {
        for (line, wrong) in OF_HOST {
            let begins = format!("tests/c/discrete/device.c:{}: error: ", line_with(line));
            check_wrong(&executable, &begins, *wrong);
        }
        let nested = ("nested", &["in the code of a device", "[discrete_nested]", "programs.c:"][..]);
        check_wrong(&executable, "tests/c/discrete/device.c:", nested);
    }
}

const OF_CONSTRUCTS: &[Wrong] = &[
    (
        "absent_variable",
        &[
            "`l` (24 bytes) is used in this kernel of `absent_variable`, and it is not on device 0 [acc_error_not_present]",
        ],
    ),
    ("parts_apart", &["parts of `l` are on the device each for itself", "[discrete_parts]"]),
    (
        "partly",
        &[
            "only a part of `a[0:n]`",
            "[acc_error_partly_present]",
            "note: `a[2:2]` came there here (16 bytes",
        ],
    ),
    ("not_present", &["`a[0:n]` (80 bytes from", "is not on device 0", "[acc_error_not_present]"]),
    ("absent_update", &["`a[0:n]` (80 bytes from", "is not on device 0"]),
    ("partly_update", &["only a part of `a[0:n]`", "note: `a[0:2]` came there here"]),
    ("device_address", &["`d[0:1]`", "is memory of a device, and a clause wants data of the host"]),
    ("no_copy_to_use", &["`a` (0x", "is not on device 0 [acc_error_not_present]"]),
    ("no_device", &["7 is the number of no device; there are 2"]),
];

const OF_ROUTINES: &[Wrong] = &[
    ("copy_of_host", &["acc_memcpy_to_device", "the bytes are not all in memory of the device"]),
    ("copy_behind_end", &["acc_memcpy_to_device", "the bytes are not all in memory of the device"]),
    (
        "copy_from_device_of_host",
        &["acc_copyin", "an address of a device stands where one of the host is needed"],
    ),
];

#[test]
fn wrong_clauses_and_routines_end_the_program() {
    let Some(executable) = build(&WAYS[0], "clauses") else { return };
    for wrong in OF_CONSTRUCTS {
        check_wrong(&executable, "programs.c:", *wrong);
    }
    for wrong in OF_ROUTINES {
        check_wrong(&executable, "error: acc_", *wrong);
    }
}

/// Runs a program with a choice of what is said of values that were never given.
fn unwritten(executable: &Path, program: &str, choice: &str) -> (bool, String) {
    let output = run(executable, program, &[DISCRETE, ("CLACC_DISCRETE_UNWRITTEN", choice)]);
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn values_that_were_never_given_are_told_of_where_the_type_is_known() {
    let Some(executable) = build(&WAYS[0], "unwritten") else { return };
    for (program, choice) in [("never_written", "allowed"), ("routine_not_written", ""), ("bits", "")] {
        let (succeeded, said) = unwritten(&executable, program, choice);
        assert!(succeeded && said.is_empty(), "{program}: {said}");
    }
    for (program, choice) in
        [("never_written", ""), ("never_written", "reported"), ("routine_not_written", "reported")]
    {
        let (succeeded, said) = unwritten(&executable, program, choice);
        assert!(!succeeded && said.contains("[discrete_not_written]"), "{program}: {said}");
    }
}
