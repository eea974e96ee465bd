//! Tests of runs over several files: compilation databases, jobs, configurations, and files that cannot be read.

mod commands;

use std::path::Path;
use std::process::Output;

use commands::{PROGRAM, clacc, files_below, folder_with, status, text};

fn read(folder: &Path, name: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(folder.join(name)).expect("a file reads")).into_owned()
}

fn is_translated(folder: &Path, name: &str) -> bool {
    let text = read(folder, name);
    text.contains("#pragma omp target teams") && !text.contains("#pragma acc")
}

/// An entry of a compilation database. The folder is that of the database.
fn entry(file: &str, flags: &str) -> String {
    format!("{{\"directory\":\"\",\"file\":\"{file}\",\"command\":\"cc {flags} -c {file}\"}}")
}

fn database(entries: &[String]) -> String {
    format!("[{}]", entries.join(",\n"))
}

fn outcome(output: &Output) -> (i32, String, String) {
    (status(output), text(&output.stdout), text(&output.stderr))
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes() {
    let header = "#pragma acc routine seq\nstatic inline int h(int i) { return i; }\n";
    let unit = |number: u32| {
        let name = format!("{number}.c");
        let wrong = if number.is_multiple_of(5) { "#pragma acc update self(none)" } else { "" };
        let program = PROGRAM.replace("x[i] = i", "x[i] = h(i)");
        (name, format!("#include \"h.h\"\nvoid g(void) {{\n{wrong}\n}}\n{program}"))
    };
    let units: Vec<(String, String)> = (0..40).map(unit).collect();
    let entries: Vec<String> = units.iter().map(|(name, _)| entry(name, "-O2")).collect();
    let database = database(&entries);
    let mut files: Vec<(&str, &str)> = units.iter().map(|(name, text)| (&**name, &**text)).collect();
    files.extend([("h.h", header), ("compile_commands.json", &database)]);
    let folder = folder_with(&files);
    let run = |arguments: &[&str]| outcome(&clacc(&[arguments, &["-p", "."]].concat(), folder.path()));
    for command in [&["translate", "--diff", "--report"][..], &["check"]] {
        let alone = run(&[command, &["-j1"]].concat());
        assert_eq!(alone.0, 1, "{}", alone.2);
        assert!(!alone.2.contains('\r') && alone.2.contains("./35.c"), "no line for terminals: {}", alone.2);
        for jobs in ["-j2", "-j7", "-j100"] {
            assert_eq!(run(&[command, &[jobs]].concat()), alone, "{jobs}");
        }
    }
}

#[test]
fn a_bad_file_stops_no_other_one() {
    let broken = [
        entry("a.c", ""),
        entry("missing.c", ""),
        entry("folder.c", ""),
        entry("flags.c", "-std=klingon"),
        // One of its configurations cannot be read.
        entry("twice.c", ""),
        entry("twice.c", "-std=c++17"),
        "{\"directory\":\"\",\"command\":\"cc -c a.c\"}".to_owned(),
        "{\"file\":\"b.c\"}".to_owned(),
        "{\"file\":\"b.c\",\"arguments\":[\"cc\",7]}".to_owned(),
        "\"text\"".to_owned(),
        entry("c.cpp", ""),
        entry("d.f90", ""),
        "{\"file\":\"b.c\",\"command\":\"klingon-cc -fstrange -I\"}".to_owned(),
    ];
    let folder = folder_with(&[
        ("a.c", PROGRAM),
        ("b.c", PROGRAM),
        ("flags.c", PROGRAM),
        ("twice.c", PROGRAM),
        ("folder.c/x.c", PROGRAM),
        ("compile_commands.json", &database(&broken)),
    ]);
    let output = clacc(&["translate", "-p", ".", "--in-place"], folder.path());
    let (status, stdout, stderr) = outcome(&output);
    assert_eq!((status, &*stdout), (2, ""));
    assert_eq!(
        stderr,
        "clacc: ./compile_commands.json: entry 7 lacks `file`
clacc: ./compile_commands.json: entry 8 has neither `command` nor `arguments`
clacc: ./compile_commands.json: entry 9 has arguments that are no texts
clacc: ./compile_commands.json: entry 10 lacks `file`
clacc: not C, so left out: ./c.cpp and 1 more
clacc: cannot read ./missing.c: No such file or directory (os error 2)
clacc: ./folder.c is a directory
clacc: ./flags.c: unknown standard klingon
clacc: ./twice.c: unknown standard c++17
"
    );
    for name in ["a.c", "b.c"] {
        assert!(is_translated(folder.path(), name), "{name}");
    }
    for name in ["flags.c", "twice.c"] {
        assert_eq!(read(folder.path(), name), PROGRAM, "{name}");
    }
    assert_eq!(files_below(folder.path()).len(), 6);
    // Without a database it is the same.
    let output = clacc(&["translate", "--in-place", "missing.c", "flags.c", "wrong.cpp"], folder.path());
    assert_eq!(commands::status(&output), 2);
    assert!(is_translated(folder.path(), "flags.c"));
    assert_eq!(commands::status(&clacc(&["check", "a.c", "missing.c"], folder.path())), 2);
}

#[test]
fn a_database_that_is_none_is_an_error() {
    let folder =
        folder_with(&[("a.c", PROGRAM), ("empty.json", "[]"), ("broken.json", "[{"), ("map.json", "{}")]);
    for name in ["empty.json", "broken.json", "map.json", "missing.json"] {
        let (status, stdout, stderr) = outcome(&clacc(&["translate", "-p", name], folder.path()));
        assert_eq!((status, &*stdout), (2, ""), "{name}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
    }
}

const CONFIGURED: &str = "\
void f(int *x, int n) {
#ifdef GPU
#pragma acc update self(x[0:n])
#else
#pragma acc update device(x[0:n])
#endif
#ifdef OLD
#pragma acc update device(x[0:1])
#endif
}
";

/// A branch that some configuration takes is translated, and no note says that it is skipped.
#[test]
fn configurations_become_one_edit() {
    let entries = [entry("a.c", ""), entry("a.c", "-DGPU"), entry("a.c", "-DGPU -O2")];
    let folder = folder_with(&[("a.c", CONFIGURED), ("compile_commands.json", &database(&entries))]);
    let expected = CONFIGURED.replace("acc update self(", "omp target update from(present: ").replacen(
        "acc update device(",
        "omp target update to(present: ",
        1,
    );
    for arguments in [&["-p", "."][..], &["--configuration", "", "--configuration=-DGPU"]] {
        let arguments = [&["translate", "a.c", "--report", "--message-format=short"], arguments].concat();
        let (status, stdout, stderr) = outcome(&clacc(&arguments, folder.path()));
        assert_eq!((status, &*stdout), (0, &*expected), "{stderr}");
        let inactive: Vec<&str> =
            stderr.lines().filter(|line| line.contains("a branch") || line.contains(": inactive:")).collect();
        assert_eq!(
            inactive,
            [
                "a.c:8:1: note[MAP0016]: a branch that is not taken holds a directive, which keeps its text",
                "a.c:8:1: update: inactive: it stands in a branch of `#if` that is not taken",
            ],
            "{stderr}"
        );
    }
    // A file that the database does not know is read all the same.
    std::fs::write(folder.path().join("b.c"), PROGRAM).expect("a file can be written");
    let (status, stdout, stderr) = outcome(&clacc(&["translate", "-p", ".", "b.c"], folder.path()));
    assert_eq!((status, stdout.contains("omp target teams")), (0, true));
    assert!(stderr.starts_with("clacc: b.c is not in ./compile_commands.json; it is read with"), "{stderr}");
}

/// Long commands stand in files. A compiler that runs in the folder of the entry looks for them, and for what they name, there.
#[test]
fn files_of_words_are_read_in_the_folder_of_the_entry() {
    let entry =
        |words: &str| format!("{{\"directory\":\"sub\",\"file\":\"a.c\",\"command\":\"cc {words} -c a.c\"}}");
    let folder = folder_with(&[
        ("sub/a.c", CONFIGURED),
        ("sub/words", "-DGPU @more '@none'"),
        ("sub/more", "-I\ninc -include old.h"),
        ("sub/inc/old.h", "#define OLD\n"),
        ("sub/again", "@again"),
        ("compile_commands.json", &database(&[entry("@words")])),
    ]);
    let (status, stdout, stderr) = outcome(&clacc(&["translate", "-p", ".", "sub/a.c"], folder.path()));
    assert_eq!(status, 0, "{stderr}");
    let translated = [
        "omp target update from(present: x[0:n])",
        "acc update device(x[0:n])",
        "omp target update to(present: x[0:1])",
    ];
    assert!(translated.iter().all(|words| stdout.contains(words)), "{stdout}");
    std::fs::write(folder.path().join("compile_commands.json"), database(&[entry("@again")])).unwrap();
    let (status, _, stderr) = outcome(&clacc(&["check", "-p", "."], folder.path()));
    assert!(
        status == 2 && stderr.contains("entry 1 has an argument that cannot be read: @again includes itself"),
        "{stderr}"
    );
}

#[test]
fn configurations_that_disagree_keep_the_directive() {
    let program =
        "void f(int *x) {\n#pragma acc update self(x[0:1]) WAY\n#pragma acc update self(x[1:1])\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let arguments =
        ["translate", "--in-place", "a.c", "--configuration", "-DWAY=", "--configuration", "-DWAY=async(1)"];
    let (status, stdout, stderr) = outcome(&clacc(&arguments, folder.path()));
    assert_eq!((status, &*stdout), (1, ""));
    assert!(
        stderr.contains(
            "error[MAP0023]: a.c with -DWAY= and a.c with -DWAY=async(1) need different translations of `a.c`"
        ),
        "{stderr}"
    );
    let expected = program.replace("acc update self(x[1:1])", "omp target update from(present: x[1:1])");
    assert_eq!(read(folder.path(), "a.c"), expected);
}

/// A header that asks for the macro.
const DEV: &str = "#ifdef _OPENACC\n#define DEV 1\n#else\n#define DEV 0\n#endif\n";

/// Makes a program of two units that read [`DEV`], of which one has directives.
fn with_macro_in_header() -> tempfile::TempDir {
    folder_with(&[
        ("dev.h", DEV),
        ("a.c", &format!("#include \"dev.h\"\n{PROGRAM}")),
        ("b.c", "#include \"dev.h\"\nint dev(void) { return DEV; }\n"),
        ("compile_commands.json", &database(&[entry("a.c", ""), entry("b.c", "")])),
    ])
}

/// Units of a program see one value of the macro that their header asks for, with directives or without.
#[test]
fn units_without_directives_define_the_macro_too() {
    let folder = with_macro_in_header();
    let define = ["translate", "-p", ".", "--openacc-macro", "define"];
    assert_eq!(status(&clacc(&[&define[..], &["--in-place"]].concat(), folder.path())), 0);
    let definition = "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n";
    for name in ["a.c", "b.c"] {
        assert!(read(folder.path(), name).starts_with(definition), "{name}");
    }
    assert_eq!(read(folder.path(), "dev.h"), DEV);
    // A second run changes nothing.
    assert_eq!(status(&clacc(&[&define[..], &["--check"]].concat(), folder.path())), 0);
}

/// Units of a program ask for the same macro of OpenMP.
#[test]
fn the_macro_is_renamed_in_headers_too() {
    let folder = with_macro_in_header();
    assert_eq!(status(&clacc(&["translate", "-p", ".", "--in-place"], folder.path())), 0);
    assert_eq!(read(folder.path(), "dev.h"), DEV.replace("_OPENACC", "_OPENMP"));
    assert_eq!(read(folder.path(), "b.c"), "#include \"dev.h\"\nint dev(void) { return DEV; }\n");
    assert_eq!(status(&clacc(&["translate", "-p", ".", "--check"], folder.path())), 0);
}

/// A program of which something is left to do, with names that mean something to HTML and Markdown.
const LEFT: &str = "\
void f(int n, int *x) {
#pragma acc parallel loop copy(x[0:n]) async(1)
  for (int i = 0; i < n; ++i) x[i] = i;
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel wait(devnum: x[0]++: 1, 2)
    for (int i = 0; i < n; ++i) x[i] += 1;
  }
#pragma acc update self(none)
#ifdef OLD
#pragma acc wait
#endif
}
";

fn report(format: &str) -> String {
    let hostile = "<b onload='x'> & \"`y`\" |_z_|\u{1b}[31m\u{202e}.c";
    let folder = folder_with(&[("a.c", LEFT), ("b/b.c", PROGRAM), (hostile, LEFT)]);
    let format = format!("--report={format}");
    let arguments = ["translate", "--check", &format, "a.c", "b/b.c", hostile, "<missing>.c"];
    let (status, stdout, _) = outcome(&clacc(&arguments, folder.path()));
    assert_eq!(status, 2);
    let file = folder.path().join("report");
    let to_file = [&arguments[..], &["--report-file", "report"]].concat();
    assert_eq!(outcome(&clacc(&to_file, folder.path())).1, "");
    assert_eq!(std::fs::read_to_string(file).expect("a report"), stdout);
    stdout
}

#[test]
fn reports_for_people_are_exact() {
    expect_test::expect_file!["reports/report.md"].assert_eq(&report("md"));
    let page = report("html");
    assert!(!page.contains("<script") && !page.contains("<b ") && !page.contains("href"), "{page}");
    expect_test::expect_file!["reports/report.html"].assert_eq(&page);
}

/// The reason of a directive that is kept is an error: what is only warned of keeps nothing, and what follows from the error of
/// another construct is said to follow. A file has one name, an explanation paragraphs, and what is the same one line.
#[test]
fn reports_name_what_keeps_a_directive() {
    let header = "static void h(int *p, int n) {\n#pragma acc kernels copy(p)\n  {\n#pragma acc loop gang(NONE)\n\
        for (int i = 0; i < n; ++i) p[i] = i;\n#pragma acc loop gang(NONE)\nfor (int i = 0; i < n; ++i) p[i] = i;\n  }\n\
        #pragma acc update self(p) if(NONE)\n}\n";
    let folder = folder_with(&[
        ("src/a.c", "#include \"./h.h\"\n"),
        (
            "src/b.c",
            "#include \"../src/h.h\"\nvoid f(int *p, int n) {\n#pragma acc data copy(p[0:n])\n{\n#pragma acc exit data copyout(p[0:n]) finalize\n}\n}\n",
        ),
        ("src/h.h", header),
    ]);
    let report = |format: &str| {
        let words = ["translate", "--check", "--report", format, "./src/a.c", "src/../src/b.c"];
        outcome(&clacc(&words, folder.path())).1
    };
    let json: serde_json::Value = serde_json::from_str(&report("json")).expect("JSON");
    let causes: Vec<_> = json["left"].as_array().expect("causes").iter().collect();
    let of = |cause: &serde_json::Value| {
        (
            cause["code"].clone(),
            cause["consequence"].clone(),
            cause["directives"].as_array().map_or(0, Vec::len),
        )
    };
    let found: Vec<_> = causes.iter().map(|cause| of(cause)).collect();
    let expected = [
        ("ACC0065".into(), false.into(), 3),
        ("MAP0027".into(), false.into(), 1),
        (serde_json::Value::Null, true.into(), 2),
    ];
    assert_eq!(found, expected, "{json}");
    let paths: Vec<_> =
        json["files"].as_array().expect("files").iter().map(|file| file["path"].as_str()).collect();
    assert_eq!(paths, [Some("src/a.c"), Some("src/b.c"), Some("src/h.h")], "{json}");
    for (format, line) in [
        ("md", "- src/h.h:4:1: acc loop: \\`NONE\\` is not declared; the same in line 6\n"),
        ("html", "<li><code>src/h.h:4:1</code>: acc loop: `NONE` is not declared; the same in line 6</li>\n"),
    ] {
        let text = report(format);
        assert!(text.contains(line) && !text.contains("\\n"), "{text}");
    }
}

#[test]
fn a_report_for_programs_is_json() {
    let text = report("json");
    expect_test::expect_file!["reports/report.json"].assert_eq(&text);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["version"], 1);
    let sum = |counts: &serde_json::Value| -> u64 {
        counts.as_object().expect("counts").values().filter_map(serde_json::Value::as_u64).sum()
    };
    let files = report["files"].as_array().expect("files").iter();
    assert_eq!(files.map(|file| sum(&file["directives"])).sum::<u64>(), sum(&report["directives"]));
}

#[test]
fn reports_go_where_no_program_goes() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    for (arguments, reason) in [
        (&["--report=md"][..], "stdout holds the program, so the report needs --report-file FILE"),
        (&["--report=md", "--diff"], "stdout holds the program"),
        (&["--report", "--report-file", "r"], "--report-file needs --report=md"),
        (&["--report=html", "--in-place", "--report-file", "a.c"], "a.c is a file of the program itself"),
    ] {
        let (status, stdout, stderr) =
            outcome(&clacc(&[&["translate", "a.c"], arguments].concat(), folder.path()));
        assert_eq!((status, &*stdout), (2, ""), "{arguments:?}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert_eq!(read(folder.path(), "a.c"), PROGRAM);
    }
    let (status, stdout, _) =
        outcome(&clacc(&["translate", "--in-place", "a.c", "--report=md"], folder.path()));
    assert_eq!((status, stdout.starts_with("# OpenACC to OpenMP\n")), (0, true));
    assert!(is_translated(folder.path(), "a.c"));
}

/// Builds with assertions can be asked for a fault in a file.
#[cfg(debug_assertions)]
#[test]
fn a_fault_in_one_file_stops_no_other_one() {
    let folder = folder_with(&[("a.c", PROGRAM), ("b.c", PROGRAM), ("c.c", PROGRAM), ("d.c", PROGRAM)]);
    for jobs in ["-j1", "-j3"] {
        let mut command = commands::command(folder.path());
        let output = command
            .args(["translate", "--in-place", jobs, "a.c", "b.c", "c.c", "d.c"])
            .env("CLACC_FAULT_IN", "b.c")
            .output()
            .expect("clacc runs");
        let (status, _, stderr) = outcome(&output);
        assert_eq!(status, 2);
        let expected = "clacc: b.c is left out because of a fault of clacc, please report it: a fault was asked for, src/bin/clacc/project.rs:";
        assert!(stderr.starts_with(expected) && stderr.lines().count() == 1, "{stderr}");
        assert_eq!(read(folder.path(), "b.c"), PROGRAM);
        for name in ["a.c", "c.c", "d.c"] {
            assert!(is_translated(folder.path(), name), "{name}");
        }
    }
}
