//! Tests of the command line: what is written to stdout, stderr and files, and the exit statuses.

mod commands;

use std::process::{Command, Stdio};

use commands::{PROGRAM, clacc, folder_with, status, text};

#[test]
fn translations_go_to_stdout_and_leave_the_file_alone() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let output = clacc(&["translate", "a.c"], folder.path());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("#pragma omp target teams"));
    assert!(text(&output.stdout).contains("// caf\u{e9}\r\n"));
    assert_eq!(std::fs::read_to_string(folder.path().join("a.c")).unwrap(), PROGRAM);
    assert_eq!(status(&clacc(&["translate", "--check", "a.c"], folder.path())), 1);
    let diff = text(&clacc(&["translate", "--diff", "a.c"], folder.path()).stdout);
    assert!(diff.starts_with("--- a/a.c\n+++ b/a.c\n"), "{diff}");
}

#[test]
fn in_place_changes_the_file_once() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    assert_eq!(status(&clacc(&["translate", "--in-place", "a.c"], folder.path())), 0);
    let once = std::fs::read(folder.path().join("a.c")).unwrap();
    assert!(text(&once).contains("#pragma omp target teams distribute parallel for map(tofrom: "));
    assert_eq!(status(&clacc(&["translate", "--in-place", "a.c"], folder.path())), 0);
    assert_eq!(std::fs::read(folder.path().join("a.c")).unwrap(), once);
    assert_eq!(status(&clacc(&["translate", "--check", "a.c"], folder.path())), 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the file");
}

/// If `/dev/null` were replaced by a file, the whole machine would break.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat runs");
    let output = clacc(&["translate", "a.c", "-o", "pipe"], folder.path());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    let read = reader.wait_with_output().expect("cat ends");
    assert!(text(&read.stdout).contains("#pragma omp target teams"));
}

/// A symbolic link stays a link; the file it points to changes.
#[cfg(unix)]
#[test]
fn results_go_through_links() {
    let folder = folder_with(&[("a.c", PROGRAM), ("real.c", "old\n")]);
    std::os::unix::fs::symlink("real.c", folder.path().join("link.c")).unwrap();
    assert_eq!(status(&clacc(&["translate", "a.c", "-o", "link.c"], folder.path())), 0);
    assert!(std::fs::symlink_metadata(folder.path().join("link.c")).unwrap().is_symlink());
    let real = std::fs::read_to_string(folder.path().join("real.c")).unwrap();
    assert!(real.contains("#pragma omp target teams"), "{real}");
}

#[test]
fn what_is_kept_is_said_and_fails() {
    let kept =
        "void f(int *x) {\n#pragma acc parallel copy(x[0:1]) wait(devnum: x[0]++: 1, 2)\n  x[0] = 1;\n}\n";
    let folder = folder_with(&[("k.c", kept)]);
    let output = clacc(&["translate", "k.c"], folder.path());
    assert_eq!((status(&output), text(&output.stdout)), (1, kept.to_owned()));
    assert!(text(&output.stderr).contains("MAP0003"), "{}", text(&output.stderr));
    // Mode `acc` translates nothing, so nothing is reported as kept.
    let output = clacc(&["translate", "--mode", "acc", "k.c"], folder.path());
    assert_eq!((status(&output), text(&output.stdout)), (0, kept.to_owned()));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn what_cannot_be_done_is_status_two() {
    let folder = folder_with(&[("a.c", PROGRAM), ("a.cpp", PROGRAM), ("a.F90", "end program\n")]);
    for arguments in [
        &["translate", "missing.c"][..],
        &["translate", "a.cpp"],
        &["check", "a.F90"],
        &["translate", "--dialect", "klingon", "a.c"],
        &["ast", "."],
        &["explain", "ACC9999"],
        &["cc", "-fopenacc-print=nothing", "a.c"],
    ] {
        let output = clacc(arguments, folder.path());
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_driver_prints_as_the_original_does() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let print = |option: &str| text(&clacc(&["cc", option, "a.c"], folder.path()).stdout);
    assert!(print("-fopenacc-print=omp").contains("map(hold,tofrom: x[0:n])"));
    assert_eq!(print("-fopenacc-print=acc"), PROGRAM);
    assert!(print("-fopenacc-ast-print=acc").contains("    #pragma acc parallel loop copy(x[0:n])\n"));
    assert!(
        print("-fopenacc-ast-print=omp").contains("    #pragma omp target teams map(hold,tofrom: x[0:n])")
    );
}

/// The print of the tree holds the headers; the edited text does not, so their directives are lost.
#[test]
fn the_driver_prints_headers_or_reports_them() {
    let header = "static void h(int *x) {\n#pragma acc parallel loop copy(x[0:8])\n  for (int i = 0; i < 8; ++i) x[i] = i;\n}\n";
    let folder = folder_with(&[("a.c", "#include \"h.h\"\n"), ("h.h", header)]);
    let tree = clacc(&["cc", "-fopenacc-ast-print=omp", "-Wno-openacc-omp-ext", "a.c"], folder.path());
    assert!(
        status(&tree) == 0 && text(&tree.stdout).contains("#pragma omp target teams"),
        "{}",
        text(&tree.stdout)
    );
    let edited = clacc(&["cc", "-fopenacc-print=omp", "a.c"], folder.path());
    assert!(status(&edited) == 1 && text(&edited.stderr).contains("[MAP0041]"), "{}", text(&edited.stderr));
}

/// `cc` uses the macros that an installed compiler defines, as the other commands do.
#[test]
fn the_driver_asks_a_compiler() {
    let program = "#ifdef __clacc_answer\nint answered;\n#endif\n";
    let compiler = "#!/bin/sh\necho '#define __clacc_answer 1'\n\
                    printf '#include <...> search starts here:\\nEnd of search list.\\n' >&2\n";
    let folder = folder_with(&[("a.c", program), ("compiler", compiler)]);
    let status_of = Command::new("chmod").args(["+x", "compiler"]).current_dir(folder.path()).status();
    assert!(status_of.expect("chmod runs").success());
    for option in [&["--cc", "./compiler"][..], &["--cc=./compiler"]] {
        let words: Vec<&str> =
            ["cc", "-fopenacc-ast-print=acc", "a.c"].iter().chain(option).copied().collect();
        let output = clacc(&words, folder.path());
        assert_eq!(
            (status(&output), text(&output.stdout).trim()),
            (0, "int answered;"),
            "{}",
            text(&output.stderr)
        );
    }
    let output = clacc(&["cc", "-fopenacc-ast-print=acc", "a.c", "--cc"], folder.path());
    assert_eq!(status(&output), 2);
}

/// As in the original, words that few compilers take are errors where they are printed, unless they are permitted. Mode `acc`
/// prints none of them, so nothing is said.
#[test]
fn the_driver_refuses_extensions_that_are_not_permitted() {
    let program = "void f(int n, int *x, int *y) {\n#pragma acc data copy(x[0:n]) present(y)\n  {\n\
                   #pragma acc update self(x[0:n]) device(n)\n  }\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |options: &[&str]| {
        let words: Vec<&str> = ["cc", "-fopenacc-print=omp", "a.c"].iter().chain(options).copied().collect();
        let output = clacc(&words, folder.path());
        let stderr = text(&output.stderr);
        let severity = |line: &str| line.split('[').next().unwrap_or_default().to_owned();
        let found = |code: &str| -> Vec<String> {
            stderr.lines().filter(|line| line.contains(&format!("[{code}]"))).map(severity).collect()
        };
        (status(&output), ["MAP0019", "MAP0021", "MAP0022"].map(found))
    };
    let warnings = |count: usize| vec!["warning".to_owned(); count];
    let errors = |count: usize| vec!["error".to_owned(); count];
    assert_eq!(run(&[]), (1, [errors(2), errors(1), errors(2)]));
    assert_eq!(run(&["-fopenacc-print=acc-omp"]), (1, [errors(2), errors(1), errors(2)]));
    assert_eq!(run(&["-Wno-openacc-omp-map-hold"]), (1, [errors(0), errors(1), errors(2)]));
    assert_eq!(run(&["-Wno-error=openacc-omp-ext"]), (0, [warnings(2), warnings(1), warnings(2)]));
    let hold_permitted = ["-Wno-error=openacc-omp-map-hold", "-Wno-openacc-omp-update-present"];
    assert_eq!(run(&hold_permitted), (1, [warnings(2), errors(1), errors(0)]));
    let extensions_off = ["-Wno-openacc-omp-ext", "-Werror", "-Wno-pointer-without-range"];
    assert_eq!(run(&extensions_off), (0, [warnings(0), warnings(0), warnings(0)]));
    assert_eq!(
        run(&["-w", "-Wopenacc-omp-map-present", "-Werror"]),
        (1, [warnings(0), errors(1), warnings(0)])
    );
    assert_eq!(
        run(&["-fopenacc-structured-ref-count-omp=no-hold", "-Wno-openacc-omp-update-present"]),
        (1, [warnings(0), errors(1), warnings(0)])
    );
    assert_eq!(run(&["-fopenacc-print=acc"]), (0, [warnings(0), warnings(0), warnings(0)]));
    assert_eq!(
        run(&[
            "-Werror=openacc-omp-map-present",
            "-Wno-openacc-omp-map-hold",
            "-Wno-openacc-omp-update-present"
        ]),
        (1, [warnings(0), errors(1), warnings(0)])
    );
}

/// What the original refuses in functions for devices is an error where its dialects or its print modes are asked for, and a
/// warning elsewhere.
#[test]
fn functions_for_devices_are_as_in_the_original() {
    let program = "#pragma acc routine seq\nstatic int body(int *x) {\n  static int count;\n#pragma acc update self(x[0:4])\n  return count;\n}\n\
        int late(int y);\nint early(int y) { return late(y); }\n#pragma acc routine(late) seq\n\
        #pragma acc routine seq\nint two(int);\n#pragma acc routine gang\nint two(int);\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |words: &str| {
        let output = clacc(&words.split(' ').chain(["a.c"]).collect::<Vec<_>>(), folder.path());
        let stderr = text(&output.stderr);
        let severity = |code: &str| {
            let line = stderr.lines().find(|line| line.contains(&format!("[{code}]")))?;
            Some(line.split('[').next()?.rsplit(' ').next()?.to_owned())
        };
        (status(&output), ["ACC0137", "ACC0138", "ACC0158", "ACC0159"].map(severity))
    };
    let all = |word: &str| [(); 4].map(|()| Some(word.to_owned()));
    // In the dialects, the mapping says the first of them (ACC0052).
    let of_dialect = [None, Some("error".to_owned()), Some("error".to_owned()), Some("error".to_owned())];
    assert_eq!(run("check"), (1, all("warning")));
    assert_eq!(run("cc -fopenacc-print=acc"), (1, all("error")));
    assert_eq!(run("cc -fopenacc-print=omp"), (1, of_dialect.clone()));
    for dialect in ["clacc", "clacc-latest"] {
        assert_eq!(
            run(&format!("translate --check --dialect {dialect}")),
            (1, of_dialect.clone()),
            "{dialect}"
        );
        assert_eq!(
            run(&format!("cc -fopenacc -c --dialect {dialect}")),
            (1, of_dialect.clone()),
            "{dialect}"
        );
    }
    let permitted = run("translate --check --dialect clacc -Wno-error=routine-behind-use").1;
    assert_eq!(permitted[1].as_deref(), Some("warning"));
    let elsewhere = run("translate --check --dialect llvm").1;
    assert!(elsewhere[1..].iter().all(|severity| severity.as_deref() == Some("warning")), "{elsewhere:?}");
}

/// The original prints `atomic` directly inside `teams`. Below a partitioned loop it is nothing special.
#[test]
fn the_driver_warns_of_atomic_in_teams() {
    let program = "void f(int n, int *x) {\n#pragma acc parallel\n  {\n#pragma acc atomic\n    x[0]++;\n\
                   #pragma acc loop seq\n    for (int i = 0; i < n; ++i)\n#pragma acc atomic write\n      x[0] = i;\n\
                   #pragma acc loop gang\n    for (int i = 0; i < n; ++i)\n#pragma acc atomic\n      x[0]++;\n  }\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |options: &[&str]| {
        let words: Vec<&str> = ["cc", "-fopenacc-print=omp", "a.c"].iter().chain(options).copied().collect();
        let output = clacc(&words, folder.path());
        (status(&output), text(&output.stderr).matches("[MAP0047]").count())
    };
    assert_eq!(run(&[]), (1, 2));
    assert_eq!(run(&["-Wno-openacc-omp-atomic-in-teams"]), (0, 0));
    assert_eq!(run(&["-Wno-error=openacc-omp-atomic-in-teams"]), (0, 2));
}

#[test]
fn the_driver_warns_of_tiles_in_teams() {
    let program = "void f(int *x) {\n#pragma acc parallel\n  {\n#pragma acc loop seq tile(2)\n    for (int i = 0; i < 8; ++i) \
                   x[i] = 0;\n#pragma acc loop gang tile(2)\n    for (int i = 0; i < 8; ++i) x[i] = 0;\n  }\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let output = clacc(&["cc", "-fopenacc-print=omp", "a.c"], folder.path());
    assert_eq!(text(&output.stderr).matches("[MAP0062]").count(), 1, "{}", text(&output.stderr));
    let quiet = clacc(&["cc", "-fopenacc-print=omp", "-Wno-openacc-omp-tile-in-teams", "a.c"], folder.path());
    assert!(!text(&quiet.stderr).contains("MAP0062"));
}

/// Each unit sees one branch of the header. In place, both branches are translated. What the units disagree about
/// is kept.
#[test]
fn units_share_their_headers() {
    let header = "extern int a[4];\nstatic inline void move(void) {\n#ifdef DOWN\n#pragma acc update self(a)\n\
                  #else\n#pragma acc update device(a)\n#endif\n}\n";
    let one = "#define DOWN\n#include \"h.h\"\n";
    let folder = folder_with(&[("1.c", one), ("2.c", "#include \"./h.h\"\n"), ("h.h", header)]);
    assert_eq!(status(&clacc(&["translate", "--in-place", "1.c", "2.c"], folder.path())), 0);
    let edited = std::fs::read_to_string(folder.path().join("h.h")).unwrap();
    assert!(
        edited.contains("omp target update from(present: a)")
            && edited.contains("omp target update to(present: a)"),
        "{edited}"
    );

    let header = "static inline void add(int *a) {\n#pragma acc parallel loop copy(a[0:4]) ASYNC\n\
                  for (int i = 0; i < 4; ++i) a[i] += 1;\n}\n";
    let units =
        [("1.c", "#define ASYNC\n#include \"h.h\"\n"), ("2.c", "#define ASYNC async\n#include \"./h.h\"\n")];
    let folder = folder_with(&[units[0], units[1], ("h.h", header)]);
    let output = clacc(&["translate", "--in-place", "1.c", "2.c"], folder.path());
    assert_eq!(status(&output), 1, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("error[MAP0023]"), "{}", text(&output.stderr));
    for (name, source) in units.into_iter().chain([("h.h", header)]) {
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), source);
    }
}

/// A directory that cannot be read is a failure of its own: the other files are worked on.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_stops_no_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder =
        folder_with(&[("d/a.c", PROGRAM), ("d/shut/b.c", PROGRAM), ("d/z/c.c", "#pragma acc foo\n")]);
    let shut = folder.path().join("d/shut");
    let permit = |mode| std::fs::set_permissions(&shut, PermissionsExt::from_mode(mode)).expect("it is ours");
    permit(0o000);
    // Some users may read everything.
    if std::fs::read_dir(&shut).is_err() {
        let output = clacc(&["check", "d", "--message-format", "short"], folder.path());
        let stderr = text(&output.stderr);
        assert_eq!(status(&output), 2, "{stderr}");
        assert!(stderr.contains("d/z/c.c:1:") && stderr.contains("clacc: cannot read d/shut: "), "{stderr}");
        let output = clacc(&["translate", "d", "-o", "out/", "--report=json"], folder.path());
        assert_eq!(status(&output), 2);
        assert!(text(&output.stdout).contains("cannot read d/shut: "), "{}", text(&output.stdout));
        assert!(folder.path().join("out/a.c").is_file());
    }
    permit(0o700);
}

/// What has no end is not read for ever.
#[cfg(unix)]
#[test]
fn inputs_without_an_end_are_refused() {
    let folder = folder_with(&[("a.c", "#include \"/dev/zero\"\nint x;\n")]);
    let shell = |script: &str| {
        let clacc = env!("CARGO_BIN_EXE_clacc");
        let output = Command::new("sh").args(["-c", script, clacc]).current_dir(folder.path()).output();
        let output = output.expect("sh runs");
        (status(&output), text(&output.stderr))
    };
    for script in ["\"$0\" check /dev/zero", "\"$0\" check - < /dev/zero"] {
        let (ended, told) = shell(script);
        assert!(ended == 2 && told.contains("it is larger than 256 MiB"), "{script}: {told}");
    }
    assert_eq!(shell("\"$0\" check a.c").0, 1, "the header is not found");
    assert_eq!(shell("\"$0\" check /dev/null").0, 0);
    assert_eq!(shell("echo 'int x;' | \"$0\" check /dev/stdin").0, 0);
}

/// `check --drift` is about drift: what is warned of anyway does not make it fail.
#[test]
fn warnings_are_no_drift() {
    let program =
        "void f(double *p, int n) {\n#pragma acc enter data copyin(p)\n#pragma acc update self(p[0:n])\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |words: &str| {
        let output = clacc(&words.split(' ').collect::<Vec<_>>(), folder.path());
        (status(&output), text(&output.stderr))
    };
    assert_eq!(run("check --drift a.c").0, 1);
    assert_eq!(run("translate --mode dual --in-place a.c").0, 0);
    let (ended, told) = run("check --drift a.c");
    assert!(ended == 0 && told.contains("warning[ACC0085]"), "{told}");
    assert_eq!(run("check a.c").0, 1, "warnings are findings");
    assert_eq!(run("check --drift -Werror a.c").0, 1);
}

/// A combined construct has one table, equal rows are one, inner constructs show what differs, and nothing is wider
/// than a page. A construct that is asked for is shown whole, and JSON has every fact.
#[test]
fn attributes_are_tables() {
    let program = "void f(int n, int m, double *a, double *b, double the_sum_of_all_the_rows) {\n  int i, j;\n\
        #pragma acc data copyin(b[0:n]) copy(a[0:n*m])\n  {\n\
        #pragma acc parallel loop reduction(+:the_sum_of_all_the_rows)\n    for (i = 0; i < n; ++i)\n\
        #pragma acc loop vector private(j)\n      for (j = 0; j < m; ++j) a[i * m + j] += b[i];\n\
        #pragma acc update self(a[0:n])\n  }\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |arguments: &[&str]| {
        let output = clacc(&[&["attributes"], arguments].concat(), folder.path());
        text(&output.stdout)
    };
    let table = run(&["a.c"]);
    let expected = "\
a.c:3:1: acc data
    variable  data    why
    b         copyin  explicit: a clause on the directive says so (OpenACC 3.4 2.7)
    a         copy    explicit: a clause on the directive says so (OpenACC 3.4 2.7)
a.c:5:1: acc parallel loop
    variable                 data   parallel      loop          why
    the_sum_of_all_the_rows  copy   reduction(+)  reduction(+)  implicit: a reduction variable
                                                                without a data clause is copied
                                                                (OpenACC 3.4 2.9.11)
                                                                implicit: a loop's reduction of a
                                                                gang-shared variable is a reduction
                                                                of the gangs (OpenACC 3.4 2.9.11)
                                                                explicit: a clause on the directive
                                                                says so (OpenACC 3.4 2.7)
    n, m                     nomap  firstprivate                implicit: a scalar without a data
                                                                clause is firstprivate (OpenACC 3.4
                                                                2.6.2)
    a, b                     nomap  shared                      implicit: a data clause for the
                                                                variable is visible, so no data
                                                                attribute is implied (OpenACC 3.4
                                                                2.6.2)
    i                                             private       predetermined: the control variable
                                                                of a loop is private (OpenACC 3.4
                                                                2.6.1)
a.c:7:1: acc loop
    variable  sharing  why
    j         private  explicit: a clause on the directive says so (OpenACC 3.4 2.7)
a.c:9:1: acc update
";
    assert_eq!(table, expected);
    let whole = "\
a.c:7:1: acc loop
    variable    sharing  why
    j           private  explicit: a clause on the directive says so (OpenACC 3.4 2.7)
    m, a, i, b  shared   implicit: nothing makes the variable private, so it is shared (OpenACC 3.4
                         2.6.2)
";
    assert_eq!(run(&["a.c:7"]), whole);
    let json = run(&["a.c", "--format", "json"]);
    let lines = json.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    let rows = |construct: serde_json::Value| construct["variables"].as_array().map(Vec::len);
    assert_eq!(lines.map(rows).collect::<Vec<_>>(), [2, 5, 6, 5, 0].map(Some));
}

#[test]
fn added_code_can_be_denied() {
    let rows = "void f(int n, float **r) {\n#pragma acc enter data copyin(r[0:n][0:n])\n}\n";
    let plain = "void f(int n, float *r) {\n#pragma acc enter data copyin(r[0:n])\n}\n";
    let declared = "void f(int n) {\n#pragma acc set default_async(n)\n}\n";
    let queue =
        "void f(int n, float *r) {\n#pragma acc update self(r[0:n]) async(1)\n#pragma acc wait(1)\n}\n";
    let folder =
        folder_with(&[("rows.c", rows), ("plain.c", plain), ("declared.c", declared), ("queue.c", queue)]);
    for (file, status, said) in [
        ("rows.c", 1, "rows behind a table of pointers are mapped one by one"),
        ("declared.c", 1, "declared.c:1:1: denied: the translation calls the runtime library"),
        ("queue.c", 1, "queue.c:1:1: denied: an object at the top represents each queue"),
        ("plain.c", 0, ""),
    ] {
        let output = clacc(&["translate", "--deny", "added-code", file], folder.path());
        assert_eq!(output.status.code(), Some(status), "{file}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{file}");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "that a test was skipped is said there")]
fn text_can_be_compiled_by_the_installed_compilers() {
    let plain = "#include \"n.h\"\nvoid f(float *a) {\n#pragma acc parallel loop copy(a[0:N])\n  for (int i = 0; i < N; ++i) a[i] = M;\n}\n";
    let refusing = "#ifdef _OPENMP\n#error not with OpenMP\n#endif\nvoid f(float *a) {\n#pragma acc update self(a[0:9])\n}\n";
    let folder =
        folder_with(&[("src/plain.c", plain), ("src/n.h", "#define N 9\n"), ("refusing.c", refusing)]);
    let words = ["translate", "--compiler", "here", "--check-compilers", "-D", "M=3"];
    let run = |file| {
        let output = clacc(&[&words[..], &[file]].concat(), folder.path());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = run("src/plain.c");
    if said.contains("no compiler is installed of which faults are known") {
        return println!("skipped: no compiler is installed of which faults are known");
    }
    assert!(status == Some(0) && said.contains("compilers that accept the text: "), "{said}");
    let (status, said) = run("refusing.c");
    assert!(status == Some(1) && said.contains("refuses the text: refusing.c:2:2: error: "), "{said}");
}
