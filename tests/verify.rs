//! Tests of `clacc verify`: right programs pass, and programs with one clause less fail with the first difference named. Uses
//! gcc, and clang for a device with its own memory if it is installed.
//!
//! Each program in `tests/verify` says in its first lines how it becomes a wrong one, and what is said of it then.

mod commands;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use commands::{command, files_below, folder_with, status, text};

/// The command in a folder. Its scratch folder is `scratch` there, so that what is left is seen.
fn verify(folder: &Path, arguments: &[&str]) -> Command {
    std::fs::create_dir_all(folder.join("scratch")).expect("a folder can be made");
    let mut verify = command(folder);
    // One cache for all tests of the compiler driver, because the runtime library is built into it.
    verify.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    verify.env("TMPDIR", folder.join("scratch")).env_remove("CLACC_RUNTIME");
    // Now and then, libomp 19 fails an assertion of its own in the threads that help it with tasks (kmp_tasking.cpp).
    verify.env("LIBOMP_USE_HIDDEN_HELPER_TASK", "0");
    verify.arg("verify").args(arguments);
    verify
}

/// Runs the command. It leaves the folder as it was.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let before = files_below(folder);
    let output = verify(folder, arguments).output().expect("clacc runs");
    assert_eq!(files_below(folder), before, "{arguments:?}");
    output
}

/// What a run of the command says, and its exit status.
fn says(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = run(folder, arguments);
    (status(&output), text(&output.stdout) + &text(&output.stderr))
}

/// Runs the command for a program in one file, and checks its exit status and what it says.
fn check(program: &str, arguments: &[&str], expected: i32, words: &[&str]) {
    let folder = folder_with(&[("f.c", program), ("in.txt", "5\n")]);
    let arguments = [arguments, &["f.c", "--without", "device", "--without", "discrete"]].concat();
    let (status, said) = says(folder.path(), &arguments);
    assert_eq!(status, expected, "{arguments:?}: {said}");
    words.iter().for_each(|word| assert!(said.contains(word), "{arguments:?}: {said}"));
}

/// Whether a device with its own memory is here.
#[expect(clippy::print_stdout, reason = "a skipped device is worth a line")]
fn has_device() -> bool {
    static HAS_DEVICE: OnceLock<bool> = OnceLock::new();
    *HAS_DEVICE.get_or_init(|| {
        let program =
            "int main(void) {\n  int x = 0;\n#pragma acc parallel copy(x)\n  x = 0;\n  return x;\n}\n";
        let folder = folder_with(&[("f.c", program)]);
        let (status, said) = says(folder.path(), &["--variant", "device", "--threads", "1", "f.c"]);
        assert!(status == 0 || said.contains("no clang that can offload to the host"), "{said}");
        if status != 0 {
            println!("skipped: no clang is installed that can offload to the host");
        }
        status == 0
    })
}

/// A program of `tests/verify`.
struct Case {
    name: String,
    /// The other files of the program.
    with: Vec<String>,
    /// What is dropped, and what stands there then.
    drop: (String, String),
    /// The variant that shows it, and its first difference.
    differs: (String, String),
    /// Options for the compiler, for both programs.
    options: Vec<String>,
}

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify");

fn cases() -> Vec<Case> {
    let mut found: Vec<Case> =
        files_below(Path::new(CASES)).into_iter().filter_map(|name| case(&name)).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// The case that a file describes. None for a file that is a part of another one's program.
fn case(name: &str) -> Option<Case> {
    let source = std::fs::read_to_string(Path::new(CASES).join(name)).expect("a program reads");
    let value = |key: &str| {
        source.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
    };
    let (dropped, instead) = value("drop")?.split_once(" ->").expect("an edit has two sides");
    let options = value("options").into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect();
    let differs =
        ["host", "device"].into_iter().find_map(|key| Some((key.to_owned(), value(key)?.to_owned())));
    Some(Case {
        name: name.to_owned(),
        with: value("with").into_iter().map(str::to_owned).collect(),
        drop: (dropped.to_owned(), instead.trim_start().to_owned()),
        differs: differs.expect("the wrong program differs somewhere"),
        options,
    })
}

/// A folder with all programs, in which those of the case are right or wrong.
fn folder_of(case: &Case, is_wrong: bool) -> tempfile::TempDir {
    let read = |name: &String| std::fs::read_to_string(Path::new(CASES).join(name)).expect("a program reads");
    let mut files: Vec<(String, String)> =
        files_below(Path::new(CASES)).into_iter().map(|name| (name.clone(), read(&name))).collect();
    if is_wrong {
        let (dropped, instead) = &case.drop;
        let mut edits = 0;
        for (_, text) in files.iter_mut().filter(|(name, _)| *name == case.name || case.with.contains(name)) {
            let code = text.find("#include").expect("a program has headers");
            edits += text[code..].matches(dropped).count();
            *text = text[..code].to_owned() + &text[code..].replace(dropped, instead);
        }
        assert_eq!(edits, 1, "{} is edited once", case.name);
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    folder_with(&files)
}

/// Verifies the program of a case.
fn verified(case: &Case, is_wrong: bool, arguments: &[&str]) -> (i32, String) {
    let folder = folder_of(case, is_wrong);
    let words: Vec<&str> = case.with.iter().chain(&case.options).map(|word| &**word).collect();
    says(folder.path(), &[arguments, &["--copy", "none", &*case.name], &*words].concat())
}

#[test]
fn right_programs_are_equal() {
    let cases = cases();
    assert_eq!(cases.len(), 10);
    let variants: &[&str] = if has_device() { &[] } else { &["--without", "device"] };
    for case in &cases {
        let arguments = [&["--threads", "1,8", "--gangs", "2"], variants].concat();
        let (status, said) = verified(case, false, &arguments);
        assert_eq!(status, 0, "{}: {said}", case.name);
        assert!(said.contains("\nequal: host with 1 thread and 8 threads"), "{}: {said}", case.name);
        let on_device = said.contains("; device with 1 thread, 8 threads and 2 gangs\n");
        assert_eq!(on_device, has_device(), "{}: {said}", case.name);
    }
}

#[test]
fn a_clause_that_is_dropped_is_missed() {
    let cases = cases();
    for case in cases.iter().filter(|case| case.differs.0 == "host" || has_device()) {
        let (variant, first) = &case.differs;
        let arguments = ["--variant", variant, "--threads", "8", "--gangs", "0"];
        let (status, said) = verified(case, true, &arguments);
        let label = format!("\n{variant}, 8 threads: differs, ");
        let told = said.split_once(&label).and_then(|(_, rest)| rest.split_once('\n')).map(|(_, rest)| rest);
        assert!(told.is_some_and(|told| told.starts_with(&format!("  {first}\n"))), "{}: {said}", case.name);
        assert_eq!(status, 1, "{}: {said}", case.name);
    }
}

/// A program with one construct, whose behaviour otherwise is this code. `x[1]` is 7 behind the construct.
fn around(code: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#ifdef _OPENACC\nenum {{ IS_ACC = 1 }};\n#else\nenum {{ IS_ACC = 0 }};\n#endif\n\
         int main(int argc, char **argv) {{\n  int x[9] = {{0}};\n#pragma acc parallel loop copy(x)\n\
         for (int i = 0; i < 9; ++i) x[i] = 7 * i;\n{code}\n}}\n"
    )
}

/// What is said by code, options, and exit status. All in all, each program is built and run twice or more.
#[test]
fn programs_of_all_kinds_are_compared() {
    const THREADS: [&str; 2] = ["--threads", "1"];
    let serial_time = "struct { long now; } t; FILE *r = fopen(\"/dev/urandom\", \"r\"); fread(&t, sizeof t, 1, r); \
        printf(\"x %d\\nTime %ld\\n\", x[1], t.now);";
    let cases: &[(&str, &[&str], i32, &[&str])] = &[
        (
            "printf(\"%d\\n\", x[1]);",
            &["--threads", "1,3"],
            0,
            &[
                "serial: exit status 0, 2 bytes on stdout, no files, ",
                "\nhost, 3 threads: equal",
                "\ndevice: not run: it was not asked for\n",
                "\nequal: host with 1 thread and 3 threads. Nothing ran on a device with its own memory, so nothing is shown about data clauses",
            ],
        ),
        (
            "return x[1];",
            &[],
            0,
            &[
                "note: the program without directives ends with exit status 7; if it lacks arguments or files, nothing is shown",
                "note: the program writes nothing that is compared",
                "serial: exit status 7",
            ],
        ),
        ("return x[1] + IS_ACC;", &[], 1, &["\n  end: expected exit status 7, found exit status 8\n"]),
        (
            "printf(\"a %d\\nb %d\\n\", x[1], x[2] + IS_ACC);",
            &[],
            1,
            &[
                "  stdout, line 2, column 3: expected 14, found 15 (they differ by 1.00, relatively 7.1e-2); 1 of 2 lines differs\n",
            ],
        ),
        (
            "puts(IS_ACC ? \"a\\nb\" : \"a\");",
            &[],
            1,
            &["line 2, column 1: expected the end of the output, found \"b\\n\""],
        ),
        (
            "fflush(stdout); if (IS_ACC) { fputs(\"now\\n\", stderr); abort(); }",
            &[],
            1,
            &["  end: expected exit status 0, found signal SIGABRT\n  its stderr: now\n"],
        ),
        (
            "if (!IS_ACC) abort();",
            &[],
            2,
            &["the program without directives does not end by itself: signal SIGABRT"],
        ),
        (
            "while (IS_ACC);",
            &["--timeout", "0.5", "--threads", "1,2"],
            1,
            &[
                "  end: expected exit status 0, found no end within 0.5 s\nhost: not run: the other runs",
                "differs: 1 of 1 runs; ",
            ],
        ),
        ("fputs(IS_ACC ? \"a\" : \"b\", stderr);", &[], 0, &[]),
        (
            "fputs(IS_ACC ? \"a\" : \"b\", stderr);",
            &["--stderr"],
            1,
            &["  stderr, line 1, column 1: expected \"b\""],
        ),
        (serial_time, &[], 2, &["serial, second run: stdout, line 2, column 6: ", "differs from itself"]),
        (serial_time, &["--ignore", "^Time"], 0, &["\nequal: "]),
        (serial_time, &["--mask", "Time .*"], 0, &["\nequal: "]),
        (
            "char name[99]; FILE *r = fopen(\"/dev/urandom\", \"r\"); int n = 0; fread(&n, 3, 1, r); sprintf(name, \"log%d\", n); fopen(name, \"w\");",
            &["--ignore-file", "^log"],
            0,
            &["\nequal: "],
        ),
        (serial_time, &["--ignore", "."], 0, &["note: the program writes nothing that is compared"]),
        ("", &["--run", "exit 139"], 2, &["does not end by itself: exit status 139"]),
        (
            "printf(\"%.15g\\n\", 1e6 + 1e-6 * IS_ACC);",
            &[],
            1,
            &["note: only numbers differ, and --tolerance 2e-12 takes them"],
        ),
        ("printf(\"%.15g\\n\", 1e6 + 1e-6 * IS_ACC);", &["--tolerance", "2e-12"], 0, &[]),
        ("printf(\"%g\\n\", 1e-20 * IS_ACC);", &["--tolerance", "1e-12"], 1, &["expected 0, found 1e-20"]),
        ("printf(\"%g\\n\", 1e-20 * IS_ACC);", &["--tolerance=0,1e-12"], 0, &[]),
        (
            "printf(\"%.17g error %g\\n\", 0.1 + 2e-17 * IS_ACC, 1e-16 + 2e-16 * IS_ACC);",
            &[],
            1,
            &["note: only numbers differ, and --tolerance 2e-16,3e-16 takes them; that is rounding"],
        ),
        (
            "printf(\"error %g\\n\", 1e-16 + 2e-16 * IS_ACC);",
            &[],
            1,
            &["note: only numbers differ, and --tolerance 0,3e-16 takes them; that is rounding"],
        ),
        ("printf(\"error %g\\n\", 1e-16 + 2e-16 * IS_ACC);", &["--tolerance", "0,3e-16"], 0, &[]),
        ("FILE *f = fopen(\"new.txt\", \"w\"); fputs(\"a\", f);", &[], 0, &["file new.txt"]),
        (
            "if (!IS_ACC) fopen(\"new.txt\", \"w\");",
            &[],
            1,
            &["  file new.txt: expected a file that the program writes, found nothing\n"],
        ),
        (
            "if (IS_ACC) remove(\"in.txt\");",
            &[],
            1,
            &["  file in.txt: expected nothing, found a file that the program removes\n"],
        ),
        (
            "FILE *f = fopen(\"in.txt\", \"r+\"); fputs(IS_ACC ? \"5\" : \"6\", f);",
            &[],
            1,
            &["  file in.txt, line 1, column 1: expected 6, found 5"],
        ),
        (
            "FILE *f = fopen(\"../up.txt\", \"w\"); fputs(IS_ACC ? \"5\" : \"6\", f);",
            &[],
            1,
            &["  file ../up.txt, line 1, column 1: "],
        ),
        (
            "FILE *f = fopen(\"b\", \"w\"); double d[2] = {1, 2 + IS_ACC}; fwrite(d, 8, 2, f);",
            &[],
            1,
            &["  file b, byte 14: expected 0x00, found 0x08; 1 of 16 bytes differs\n"],
        ),
        (
            "FILE *f = fopen(\"b\", \"w\"); double d[2] = {1, 2 + IS_ACC}; fwrite(d, 8, 2, f);",
            &["--binary", "f64"],
            1,
            &[
                "  file b, number 2: expected 2, found 3 (they differ by 1.00, relatively 0.50); 1 of 2 numbers differs\n",
            ],
        ),
        (
            "FILE *f = fopen(\"b\", \"w\"); double d[2] = {1, 2 + IS_ACC}; fwrite(d, 8, 2, f);",
            &["--binary", "f64", "--tolerance", "0.5"],
            0,
            &[],
        ),
        (
            "fopen(\"log.txt\", \"w\"); FILE *f = fopen(\"a.txt\", \"w\"); fputs(IS_ACC ? \"5\" : \"6\", f);",
            &["--output", "log.txt"],
            0,
            &[],
        ),
        (
            "",
            &["--output", "none.txt"],
            2,
            &["--output none.txt: the program without directives does not write it"],
        ),
        (
            "int n = 0; scanf(\"%d\", &n); printf(\"%d\\n\", n);",
            &["--stdin", "in.txt"],
            0,
            &["2 bytes on stdout"],
        ),
        ("int n = 0; scanf(\"%d\", &n); printf(\"%d\\n\", n);", &["--stdin", "no.txt"], 2, &["no.txt: "]),
        ("puts(getenv(\"CLACC_VARIANT\"));", &[], 1, &["expected \"serial\\n\", found \"host\\n\""]),
        ("puts(argv[0]);", &["-o", "sub/named", "--run", "cd sub && ./named && pwd"], 0, &[]),
    ];
    for (code, options, expected, words) in cases {
        check(&around(code), &[&THREADS, *options].concat(), *expected, words);
    }
}

/// Wherever the user wants the program, it is put into the folder of the runs alone.
#[test]
fn the_program_of_the_user_stays() {
    let folder = folder_with(&[("f.c", &around("puts(argv[0]);")), ("prog", "of the user"), ("sub/f.c", "")]);
    let path = folder.path().join("prog");
    for output in ["-oprog", "-o./prog", &format!("-o{}", path.display()), "-osub/../prog"] {
        let (status, said) = says(folder.path(), &[output, "f.c", "--threads", "1", "--without", "device"]);
        assert_eq!(status, 0, "{output}: {said}");
        assert!(said.contains(" 7 bytes on stdout") || said.contains(" 9 bytes"), "{output}: {said}");
        assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), "of the user");
    }
}

#[test]
fn arguments_reach_the_program() {
    let program = around("for (int i = 1; i < argc; ++i) puts(argv[i]);");
    let folder = folder_with(&[("f.c", &program)]);
    let arguments = ["--threads", "1", "--without=device", "f.c", "--", "--help", "a b"];
    let (status, said) = says(folder.path(), &arguments);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("11 bytes on stdout"), "{said}");
}

/// What cannot be verified, by the program and the options.
#[test]
fn what_cannot_be_done_is_said() {
    let kept = "double *d;\n#pragma acc declare deviceptr(d)\nint main(void) { return 0; }\n";
    for (program, options, words) in [
        ("int main(void) { return 0; }\n", &[][..], "no OpenACC directives, so there is nothing to prove"),
        (
            "int main(void) { return y; }\n",
            &[],
            "the program without directives cannot be built: exit status 1",
        ),
        (kept, &[], "the translated program (host) cannot be built: exit status 1"),
        (kept, &["-c"], "-c: `clacc verify` builds whole programs"),
        (kept, &["--without", "host"], "no variant is left"),
        (kept, &["--variant", "device"], "device is demanded and left out"),
        (kept, &["--tolerance", "x"], "--tolerance: x is not valid here"),
        (kept, &["--ignore", "("], "--ignore: regex parse error"),
        (kept, &["--threads", "0"], "--threads: 0 is not valid here"),
        (kept, &["--build", "make"], "--build needs --run"),
    ] {
        check(program, options, 2, &[words]);
    }
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (status, told) = says(folder.path(), &[]);
    assert!(status == 2 && told.contains("clacc: there is nothing to verify"), "{told}");
    let permitted = ["-fopenacc-permit-kept", "--threads", "1"];
    check(kept, &permitted, 0, &["have no OpenMP form and no effect"]);
}

/// The device that checks each access names what a host does not show.
#[test]
fn mistakes_in_data_clauses_are_named() {
    let program = "#include <stdio.h>\nint main(void) {\n  int a[8] = {0};\n#pragma acc parallel loop COPY\n  for (int i = 0; i < 8; ++i)\n    \
        a[i] = i;\n  printf(\"%d\\n\", a[7]);\n  return 0;\n}\n";
    for (clause, expected, words) in [
        ("copy(a)", 0, &["\ndiscrete: equal", "\nequal: host with 1 thread; discrete"][..]),
        (
            "copyout(a[0:7])",
            1,
            &["\nhost, 1 thread: equal", "\ndiscrete: differs", "f.c:6: error: this kernel of `main` writes"],
        ),
    ] {
        let folder = folder_with(&[("f.c", &program.replace("COPY", clause))]);
        let (status, said) = says(folder.path(), &["--threads", "1", "--without", "device", "f.c"]);
        assert_eq!(status, expected, "{said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{word}: {said}"));
    }
}

/// A program with OpenMP is verified as well, alone or beside OpenACC, by a compiler of OpenMP or by generated code.
#[test]
fn openmp_is_verified_too() {
    let openmp = "#include <stdio.h>\nint main(void) {\n  int s = 0;\n#pragma omp parallel for reduction(+: s)\n  for (int i = 0; i < 9; ++i) s += i;\n\
        ACC\n  for (int i = 0; i < 9; ++i) s += i;\n  printf(\"%d\\n\", s);\n  return 0;\n}\n";
    let both = openmp.replace("ACC", "#pragma acc parallel loop reduction(+: s)");
    let alone = openmp.replace("ACC", "");
    let wrong = alone.replace(" reduction(+: s)", " firstprivate(s)");
    for options in [&["-fopenmp"][..], &["-fopenmp", "--native"]] {
        let options = [options, &["--threads", "1,4"]].concat();
        check(&both, &options, 0, &["\nequal: host with 1 thread and 4 threads"]);
        check(&alone, &options, 0, &["\nequal: host with 1 thread and 4 threads"]);
        check(&wrong, &options, 1, &["host, 4 threads: differs"]);
    }
    check(&both, &["--native", "--threads", "2"], 0, &["\nequal: "]);
    check(
        &alone,
        &[],
        2,
        &["no OpenACC directives, so there is nothing to prove; -fopenmp or --native proves its OpenMP"],
    );
}

/// Findings about loops whose iterations disturb each other are named although the runs are equal.
#[test]
fn races_that_do_not_show_are_named() {
    let scalar = "int s;\n#pragma acc parallel loop gang copy(x)\n for (int i = 0; i < 9; ++i) {\n s = 0;\n#pragma acc loop vector\n\
        for (int j = 0; j < 9; ++j) s += j;\n x[i] = s;\n}\n";
    let certain =
        "#pragma acc parallel loop copy(x)\n for (int i = 0; i < 3; ++i) x[2 * i + 2] = x[2 * i] / 2;\n";
    for (code, race) in [(scalar, "[ACC0118]"), (certain, "[ACC0141]")] {
        let words = ["note: the runs are equal, but a race shows by chance only", race];
        check(&around(code), &["--threads", "1"], 0, &words);
    }
}

/// What the host has shown stays if the program cannot be built for the device.
#[test]
fn the_host_is_compared_although_the_device_cannot_be_built_for() {
    if !has_device() {
        return;
    }
    let program =
        around("int inner(int y) { return y + x[1]; }\n  printf(\"%d\\n\", inner(IS_ACC - IS_ACC));");
    let folder = folder_with(&[("f.c", &program)]);
    let (status, said) = says(folder.path(), &["--threads", "2", "--without", "discrete", "f.c"]);
    assert_eq!(status, 2, "{said}");
    for words in [
        "host, 2 threads: equal",
        "device: not run: the translated program (device) cannot be built: exit status 1",
        "equal: host with 2 threads. Nothing ran on a device with its own memory",
        "clacc: the translated program (device) cannot be built: exit status 1; --without device leaves it out",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn json_has_what_the_text_says() {
    let folder = folder_with(&[("f.c", &around("printf(\"%d\\n\", x[1] + IS_ACC);"))]);
    let output =
        run(folder.path(), &["--message-format", "json", "--threads", "2", "--variant", "host", "f.c"]);
    let lines: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    let events: Vec<&str> = lines.iter().filter_map(|line| line["event"].as_str()).collect();
    assert_eq!(events, ["reference", "run", "not_run", "not_run", "result"]);
    let difference = &lines[1]["differences"][0];
    assert_eq!(lines[1]["threads"], 2);
    assert_eq!(difference["output"], "stdout");
    assert_eq!(
        (&difference["line"], &difference["expected"], &difference["found"]),
        (&1.into(), &"7".into(), &"8".into())
    );
    assert_eq!(lines[4]["equal"], false);
}

/// A project of two files with a build script that uses `$CC`, an object that is newer than its source, and a result of an
/// earlier run.
#[test]
fn projects_are_built_in_copies() {
    let main = "#include <stdio.h>\n#include <openacc.h>\nvoid fill(int n, int *x);\nint main(void) {\n  int x[9];\n  fill(9, x);\n\
        FILE *f = fopen(\"out/result.txt\", \"w\");\n  fprintf(f, \"%d %d\\n\", x[2], acc_get_device_type() == acc_device_none);\n}\n";
    let part = "void fill(int n, int *x) {\n#pragma acc parallel loop copyout(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
    let script = "set -e\nfor each in main part; do\n  [ $each.o -nt $each.c ] || $CC -c -acc=gpu $each.c\ndone\n$CC main.o part.o -o program\n";
    let folder = folder_with(&[
        ("main.c", main),
        ("part.c", part),
        ("build.sh", script),
        ("part.o", "not an object"),
        ("out/result.txt", "of yesterday"),
    ]);
    let options = ["--threads", "1,2", "--without", "device"];
    let (status, said) =
        says(folder.path(), &[&options[..], &["--build", "sh build.sh", "--run", "./program"]].concat());
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("file out/result.txt"), "{said}");
    let (status, said) =
        says(folder.path(), &[&options[..], &["--build", "gcc -c part.c", "--run", "./program"]].concat());
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("the build compiled no C file with $CC"), "{said}");
    let (status, said) =
        says(folder.path(), &[&options[..], &["--build", "echo it broke; exit 3", "--run", ":"]].concat());
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("it broke\n") && said.contains("cannot be built: exit status 3"), "{said}");
}

/// The program ends the command that runs it, and then waits for its own end.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    let script = "echo $$ > $PIPE; trap '' TERM; read line < $NEVER";
    let folder = folder_with(&[("f.c", &around(""))]);
    let pipes = ["pipe", "never"].map(|name| folder.path().join(name));
    for pipe in &pipes {
        assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo runs").success());
    }
    let before = files_below(folder.path());
    let mut verify = verify(folder.path(), &["--run", script, "f.c"]);
    verify.env("PIPE", &pipes[0]).env("NEVER", &pipes[1]);
    let child = verify.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("clacc runs");
    // Opening the pipe waits until the program has begun.
    let program = std::fs::read_to_string(&pipes[0]).expect("the program writes its number");
    let id = |text: &str| nix::unistd::Pid::from_raw(text.trim().parse().expect("a number"));
    let own = id(&child.id().to_string());
    nix::sys::signal::kill(own, nix::sys::signal::Signal::SIGTERM).expect("the command runs");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.signal(), Some(15));
    assert_eq!(files_below(folder.path()), before);
    assert_eq!(nix::sys::signal::kill(id(&program), None), Err(nix::errno::Errno::ESRCH));
}

#[test]
fn nothing_of_a_program_for_the_host_alone_runs_on_a_device() {
    let folder = folder_with(&[("f.c", &around("printf(\"%d\\n\", x[1]);"))]);
    let reason = "dialect `host` leaves out what is about devices";
    let (status, said) = says(folder.path(), &["--dialect", "host", "--threads", "1", "f.c"]);
    assert!(status == 0 && said.contains(&format!("device: not run: {reason}")), "{said}");
    let (status, said) = says(folder.path(), &["--dialect=host", "--variant", "device", "f.c"]);
    assert!(status == 2 && said.contains(reason), "{said}");
}
