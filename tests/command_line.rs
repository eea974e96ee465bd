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

/// The findings that `check` shows under some flags, and its exit status.
#[test]
fn flags_choose_what_is_shown() {
    let program = "void f(float *p, char c) {\n#pragma omp parallel\n  ;\n#pragma acc exit data copyout(p)\n\
                   #pragma acc update device(p[0:c]) foo\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |command: &str, flags: &str| {
        let words = [command, "--message-format", "short"].into_iter().chain(flags.split_whitespace());
        let output = clacc(&words.chain(["a.c"]).collect::<Vec<_>>(), folder.path());
        let stderr = text(&output.stderr);
        let severity = |line: &str| Some(line.split(": ").nth(1)?.split(']').next()?.replace('[', " "));
        let lines: Vec<_> = stderr.lines().filter(|line| line.starts_with("a.c:")).collect();
        (status(&output), lines.into_iter().filter_map(severity).collect::<Vec<_>>().join(", "))
    };
    let error = "error ACC0002";
    for (flags, found) in [
        ("", "warning ACC0085, error ACC0002"),
        ("-Wno-pointer-without-range", error),
        ("-Wno-ACC0085", error),
        ("-w", error),
        ("-w -WACC0085", "warning ACC0085, error ACC0002"),
        ("-WACC0085 -w", error),
        ("-Werror", "error ACC0085, error ACC0002"),
        ("-Werror -Wno-error=pointer-without-range", "warning ACC0085, error ACC0002"),
        ("-Wno-error=ACC0085 -Werror", "warning ACC0085, error ACC0002"),
        ("-Wno-ACC0085 -Werror", error),
        ("-Wno-ACC0002 -Wall -Wshadow -Wno-unused -Werror=format", "warning ACC0085, error ACC0002"),
        ("-w -Wsource-uses-openmp", "warning ACC0155, error ACC0002"),
        ("-w -Wchar-subscripts", "warning ACC0156, error ACC0002"),
        ("-Werror=source-uses-openmp -Wno-ACC0085", "error ACC0155, error ACC0002"),
    ] {
        assert_eq!(run("check", flags), (1, found.to_owned()), "{flags}");
    }
    assert_eq!(run("translate", "-w --check"), (1, "error ACC0002, note MAP0039".to_owned()));
}

/// What the checks and the mapping both say of a directive is told once.
#[test]
fn a_directive_in_a_routine_is_told_of_once() {
    let program = "#pragma acc routine seq\nvoid f(int *p) {\n#pragma acc update self(p[0:4])\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let codes = |words: &str| {
        let words = words.split_whitespace().chain(["--message-format", "short", "a.c"]);
        let stderr = text(&clacc(&words.collect::<Vec<_>>(), folder.path()).stderr);
        let code = |line: &str| Some(line.split_once(": ")?.1.split_once(']')?.0.to_owned());
        stderr.lines().filter_map(code).collect::<Vec<_>>().join(", ")
    };
    for (words, found) in [
        ("check", "warning[ACC0137"),
        ("check -Wno-openacc-restrictions", ""),
        ("check -Werror=openacc-restrictions", "error[ACC0137"),
        ("translate", "warning[MAP0051, note[MAP0096"),
        ("translate --dialect clacc", "error[ACC0052, note[MAP0096"),
    ] {
        assert_eq!(codes(words), found, "{words}");
    }
}

/// A flag that was meant for this program is never ignored in silence.
#[test]
fn misspelled_names_of_warnings_are_reported() {
    let folder = folder_with(&[("a.c", "void f(void);\n")]);
    for (flag, complaint) in [
        ("-Wno-pointer-without-rnge", "there is pointer-without-range"),
        ("-Werror=ACC9999", "no finding has the code ACC9999"),
        ("-Wno-error=ACC0060", "ACC0060 is an error, which no flag changes"),
        ("-Wno-unused-parameter", ""),
        ("-Wopenacc-and-cxx", ""),
    ] {
        for words in [&["check", flag][..], &["translate", flag], &["cc", "-fopenacc-print=omp", flag]] {
            let output = clacc(&[words, &["a.c"]].concat(), folder.path());
            let stderr = text(&output.stderr);
            assert_eq!(
                (status(&output), stderr.is_empty()),
                (0, complaint.is_empty()),
                "{words:?}: {stderr}"
            );
            assert!(stderr.contains(complaint), "{words:?}: {stderr}");
        }
    }
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

/// People see the number of notes, or each of them once in a run, and an error or warning three times in a file, whatever names
/// it holds. The rest is counted. Machines see all.
#[test]
fn what_repeats_is_counted_for_people() {
    let nine =
        |function: &str| -> String { (0..9).map(|name| function.replace('N', &name.to_string())).collect() };
    let present = nine("void nN(int *a) {\n#pragma acc parallel present(a[0:4])\n  a[0] = 1;\n}\n");
    let undeclared = nine("void eN(void) {\n#pragma acc update self(noneN)\n}\n");
    let folder =
        folder_with(&[("a.c", &present), ("b.c", &(present.clone() + &undeclared)), ("c.c", &undeclared)]);
    let run = |format: &str| {
        let arguments =
            ["translate", "--dialect=portable", "--check", "a.c", "b.c", "c.c", "--message-format"]
                .into_iter();
        text(&clacc(&arguments.chain(format.split(' ')).collect::<Vec<_>>(), folder.path()).stderr)
    };
    let counted = run("human");
    let end = "\
        clacc: 18 notes (MAP0007); --notes shows them\n\
        clacc: --message-format short shows every finding\n\
        clacc: 36 directives: 18 approximated, 18 kept (ACC0065); --report says why\n\
        clacc: 18 errors; clacc explain ACC0065 says more\n";
    assert!(counted.ends_with(end) && !counted.contains("note[MAP0007]"), "{counted}");
    let human = run("human --notes");
    let count = |what: &str| human.matches(what).count();
    assert_eq!((count("note[MAP0007]: "), count("error[ACC0065]: ")), (1, 6 + 1), "{human}");
    let end = "\
        note[MAP0007]: `present` of absent data is not reported in this dialect (18 places: a.c:2, 6, 10, 14, 18, 22, 26, 30, ...)\n  = \
        note: `--dialect gcc` (gcc 14) and `--dialect llvm` (clang 19) have the word `present`, which reports it in data clauses and updates\n\
        error[ACC0065]: 12 more like \"`none0` is not declared\": b.c:47, 50, 53, 56, 59, 62, c.c:11, 14, ...\n\
        clacc: --message-format short shows every finding\n\
        clacc: 36 directives: 18 approximated, 18 kept (ACC0065); --report says why\n\
        clacc: 18 errors; clacc explain ACC0065 says more\n";
    assert!(human.ends_with(end), "{human}");
    for format in ["short", "json", "sarif"] {
        let all = run(format);
        let code = |code: &str| all.matches(code).count();
        let rule = usize::from(format == "sarif");
        assert!(code("MAP0007") >= 18 && code("ACC0065") == 18 + rule, "{format}: {all}");
        assert!(!all.contains("more like"), "{format}");
    }
}

/// A report has the format of the messages, and a header that two units include is reported once.
#[test]
fn reports_have_the_format_of_messages() {
    let header = "static inline void h(int *x) {\n#pragma acc parallel loop copy(x[0:8])\n  for (int i = 0; i < 8; ++i) x[i] = i;\n}\n";
    let folder =
        folder_with(&[("a.c", "#include \"h.h\"\n"), ("b.c", "#include \"./h.h\"\n"), ("h.h", header)]);
    let run = |options: &[&str]| {
        let output =
            clacc(&[&["translate", "--check", "--report", "a.c", "b.c"], options].concat(), folder.path());
        text(&output.stderr)
    };
    for format in ["human", "short"] {
        let report = run(&["--notes", "--message-format", format]);
        assert_eq!(report.matches("h.h:2:1: parallel loop: exact: ").count(), 1, "{report}");
        assert_eq!(report.matches("[MAP0012]").count(), 1, "{report}");
    }
    let lines = run(&["--message-format", "json", "--deny", "dropped"]);
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let verdicts: Vec<_> = lines.iter().filter_map(|line| line["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["exact", "exact"]);
    assert_eq!((&lines[1]["what"], &lines[1]["denied"]), (&"parallel loop".into(), &false.into()));
    assert_eq!(lines.iter().filter(|line| line["code"] == "MAP0012").count(), 1);
    let log: serde_json::Value =
        serde_json::from_str(&run(&["--message-format", "sarif"])).expect("SARIF is JSON");
    assert_eq!(log["runs"][0]["properties"]["verdicts"][1]["what"], "parallel loop: copy");
}

/// People see an entry for each directive: what is exact by name, every other reason once in full.
#[test]
fn reports_for_people_have_an_entry_for_each_directive() {
    let program = "void f(int n, int *x) {\n#pragma acc data copy(x[0:n])\n  {\n#pragma acc parallel loop gang vector collapse(1) present(x[0:4])\n\
                   for (int i = 0; i < n; ++i) x[i] = i;\n#pragma acc parallel loop gang\nfor (int i = 0; i < n; ++i) x[i] = i;\n  }\n\
                   #pragma acc update self(x[0:n])\n#pragma acc update device(x[0:n]) if(n)\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let run = |options: &[&str]| {
        text(
            &clacc(
                &[&["translate", "--dialect=portable", "--check", "a.c"], options].concat(),
                folder.path(),
            )
            .stderr,
        )
    };
    let report = run(&["--report"]);
    let entries: Vec<&str> = report.lines().take_while(|line| !line.starts_with("clacc: ")).collect();
    assert_eq!(
        entries,
        [
            "a.c:2:1: data: exact: copy",
            "a.c:4:1: parallel loop: approximated",
            "    present: absent data is allocated, where OpenACC reports it; present data is used in place either way",
            "    exact: gang, vector, collapse",
            "a.c:6:1: parallel loop: exact: gang",
            "a.c:9:1: update: approximated",
            "    self: without a present modifier an update of absent data does nothing, where OpenACC reports it",
            "a.c:10:1: update: approximated",
            "    device: as on line 9",
            "    exact: if",
        ],
        "{report}"
    );
    assert!(
        report.ends_with("clacc: 5 directives: 2 exact, 3 approximated; clacc explain MAP0007 says more\n")
    );
    let denied = run(&["--deny", "approximated"]);
    assert!(denied.contains("a.c:9:20: denied: update: self: approximated"), "{denied}");
}

/// What thousands of files say alike is shown a few times.
#[test]
fn what_many_files_say_is_shown_a_few_times() {
    let names: Vec<String> = (0..20).map(|number| format!("{number}.c")).collect();
    let program = "#include <none.h>\nvoid f(void) {\n#pragma acc update self(none)\n}\n";
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), program)).collect();
    let folder = folder_with(&files);
    let human = text(&clacc(&["check", "."], folder.path()).stderr);
    assert_eq!(human.matches("error[PP0001]: header <none.h> is not found").count(), 9, "{human}");
    let end = "\
        error[ACC0065]: 11 more like \"`none` is not declared\": 17.c:3, 18.c:3, 19.c:3, 2.c:3, 3.c:3, 4.c:3, 5.c:3, 6.c:3, ...\n\
        error[PP0001]: 11 more like \"header <none.h> is not found\": 17.c:1, 18.c:1, 19.c:1, 2.c:1, 3.c:1, 4.c:1, 5.c:1, 6.c:1, ...\n\
        clacc: --message-format short shows every finding\n\
        clacc: 40 errors; clacc explain ACC0065 says more\n";
    assert!(human.ends_with(end), "{human}");
}

/// The version of OpenMP, the platform and the compilers are chosen one by one. Without compilers, a note names the directives that gcc 12 or
/// clang 19 need another text for.
#[test]
fn the_printed_openmp_is_chosen() {
    let program = "void f(int n, int m, float **r) {\n#pragma acc enter data copyin(r[0:n][0:m])\n}\n";
    let folder = folder_with(&[("rows.c", program), ("a.c", PROGRAM)]);
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let output = clacc(&[&["translate"], &words[..]].concat(), folder.path());
        (status(&output), text(&output.stdout), text(&output.stderr))
    };
    let (_, plain, said) = run("rows.c");
    assert!(
        plain.contains("map(to: r[row][0:m])") && said.contains("clang-19 for 1 directive (rows.c:2)"),
        "{said}"
    );
    let (_, chosen, said) = run("rows.c --compiler clang-19");
    assert!(chosen.contains("acc_attach(") && !said.contains("need another text"), "{said}");
    let (_, none, said) = run("rows.c --compiler none");
    assert!(none == plain && !said.contains("need another text"), "{said}");
    assert!(run("a.c --for host").1.contains("#pragma omp parallel for"));
    for (words, says) in [
        ("a.c --openmp 7", "the versions are 4.5, 5.0, 5.1, 5.2, 6.0 and 6.1"),
        ("a.c --compiler tcc", "faults are known of gcc-12, "),
        ("a.c --for gpu", "--for gpu: the platforms are device, any and host"),
        ("a.c --dialect portable --openmp 5.1", "cannot be used with"),
    ] {
        let (status, stdout, stderr) = run(words);
        assert!(status == 2 && stdout.is_empty() && stderr.contains(says), "{words}: {stderr}");
    }
}

/// Wherever a policy is chosen, it may be that of a file.
#[test]
fn a_policy_may_be_a_file() {
    let rule =
        "name = \"mine\"\nversion = \"1\"\n[[rule]]\nconstruct = \"loop\"\nreplace = { num_threads = 3 }\n";
    let files = [("a.c", PROGRAM), ("p.toml", rule), ("bad.toml", "name = \"mine\"\nversoin = \"1\"\n")];
    let folder = folder_with(&files);
    let run = |words: &str| {
        let output = clacc(&words.split(' ').collect::<Vec<_>>(), folder.path());
        (status(&output), text(&output.stdout), text(&output.stderr))
    };
    for words in [
        "translate a.c --policy-file p.toml",
        "ast a.c --policy-file=p.toml",
        "ast a.c --policy-file=p.toml --for host",
    ] {
        let (status, stdout, stderr) = run(words);
        assert!(status == 0 && stdout.contains("num_threads(3)"), "{words}: {stdout}{stderr}");
    }
    assert!(run("policies --policy-file p.toml").1.contains("mine"));
    let (status, stdout, _) = run("translate a.c --policy-file p.toml --compare performance mine");
    assert!(status == 1 && stdout.contains("mine:5.1/device"), "{stdout}");
    assert_eq!(run("translate a.c --policy-file p.toml --mode dual -o dual.c").0, 0);
    assert_eq!(run("check --drift dual.c --policy-file p.toml").0, 0);
    assert_eq!(run("check --drift dual.c").0, 1, "the policy is another one");
    for (words, says) in [
        (
            "translate a.c --policy-file bad.toml",
            "bad.toml:2:1: unknown key `versoin`; did you mean `version`?",
        ),
        ("ast a.c --policy-file none.toml", "cannot read none.toml"),
        ("policies --policy-file bad.toml", "bad.toml:2:1: "),
        ("cc -fopenacc -c a.c --policy-file bad.toml", "bad.toml:2:1: "),
        ("cc -fopenacc -c a.c --policy-file p.toml --policy clacc", "both name a policy"),
        ("translate a.c --policy-file p.toml --policy clacc", "cannot be used with"),
    ] {
        let (status, stdout, stderr) = run(words);
        assert!(status == 2 && stdout.is_empty() && stderr.contains(says), "{words}: {status} {stderr}");
    }
}

/// `check` also tells what a translation would keep, if the OpenMP of one is stated.
#[test]
fn a_check_may_be_about_a_translation() {
    let file = "name = \"mine\"\nversion = \"1\"\n[[rule]]\nkeep = \"by hand\"\n";
    let folder = folder_with(&[("a.c", PROGRAM), ("p.toml", file)]);
    let run = |words: &str| {
        let output = clacc(&words.split(' ').collect::<Vec<_>>(), folder.path());
        (status(&output), text(&output.stderr))
    };
    for words in ["check a.c", "check a.c --openmp 5.1", "check a.c --for host --compiler here"] {
        assert_eq!(run(words).0, 0, "{words}");
    }
    let (ended, told) = run("check a.c --policy-file p.toml --message-format short");
    assert!(ended == 1 && told.contains("unsupported") && told.contains("by hand"), "{told}");
    assert_eq!(run("check a.c --compiler tcc").0, 2);
}

/// Every line on stderr is JSON if JSON was asked for, whatever happens.
#[test]
fn machines_get_nothing_but_json() {
    let dual =
        "void f(int *a) {\n#ifdef _OPENACC /* dual */\n#pragma acc update self(a[0:4])\n#else\n#endif\n}\n";
    let folder =
        folder_with(&[("a.c", PROGRAM), ("b.c", "#pragma acc foo\n"), ("dual.c", dual), ("c.cpp", "")]);
    for words in [
        "translate a.c b.c --check --report",
        "translate a.c -Wno-pointer-without-rnge",
        "translate none.c",
        "translate c.cpp",
        "translate a.c -o a.c",
        "translate a.c --policy none",
        "translate a.c --report --bogus",
        "translate --compare gcc none a.c",
        "check b.c none.c",
        "check --drift dual.c",
        "attributes a.c:1",
        "ast b.c",
    ] {
        for format in ["json", "sarif"] {
            let words: Vec<&str> = words.split(' ').chain(["--message-format", format]).collect();
            let output = clacc(&words, folder.path());
            let stderr = text(&output.stderr);
            assert!(!stderr.is_empty() && status(&output) <= 2, "{words:?}");
            assert!(format == "json" || stderr.lines().count() == 1, "{words:?}: {stderr}");
            for line in stderr.lines() {
                let value: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
                let is_message = value["message"].is_string() || value["verdict"].is_string();
                assert!(is_message || value["runs"].is_array(), "{words:?}: {line}");
            }
        }
    }
    for words in ["explain none", "explain ACC0106", "explain", "policies"] {
        let words: Vec<&str> = words.split(' ').chain(["--format", "json"]).collect();
        let output = clacc(&words, folder.path());
        for stream in [&output.stdout, &output.stderr] {
            let json = text(stream);
            assert!(json.is_empty() || serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
        }
    }
}

/// SARIF is one document, whatever becomes of the run: what clacc says of its own work is a notification in it.
#[test]
fn a_run_has_one_sarif_log() {
    let folder = folder_with(&[("a.c", PROGRAM), ("b.c", "#pragma acc foo\n")]);
    for (words, expected, succeeds, results, notifications) in [
        ("check a.c", 0, true, 0, 0),
        ("check b.c none.c", 2, false, 1, 1),
        ("check b.c none.c nothing.c", 2, false, 1, 2),
        ("check a.c -Wno-pointer-without-rnge", 0, true, 0, 1),
        ("translate b.c -o b.c", 2, false, 1, 1),
        ("translate a.c --policy none", 2, false, 0, 1),
        ("translate a.c --report --bogus", 2, false, 0, 1),
    ] {
        let words: Vec<&str> = words.split(' ').chain(["--message-format", "sarif"]).collect();
        let output = clacc(&words, folder.path());
        let log: serde_json::Value = serde_json::from_slice(&output.stderr).expect("it is one document");
        let run = &log["runs"][0];
        assert_eq!(run["invocations"][0]["executionSuccessful"], succeeds, "{words:?}: {log}");
        let said = run["invocations"][0]["toolExecutionNotifications"].as_array().map_or(0, Vec::len);
        let results_of_run = run["results"].as_array().map(Vec::len);
        assert_eq!(
            (status(&output), results_of_run, said),
            (expected, Some(results), notifications),
            "{words:?}: {log}"
        );
    }
    let help = text(&clacc(&["check", "--help"], folder.path()).stdout);
    assert!(help.contains("on stderr") && help.contains("`sarif` as one"), "{help}");
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

/// A name in a message is one line, whatever it holds.
#[cfg(unix)]
#[test]
fn the_end_of_a_line_in_a_file_name_is_shown() {
    let folder = folder_with(&[("a\nb.c", "#pragma acc foo\n")]);
    for format in ["human", "short"] {
        let told = text(&clacc(&["check", "a\nb.c", "--message-format", format], folder.path()).stderr);
        assert!(told.contains("a\\nb.c:1:") && !told.contains("a\nb.c"), "{told}");
    }
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

/// What stands in the way of a first run is named together with what helps.
#[test]
fn stumbles_of_a_first_run_are_explained() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let path = std::env::var("PATH").unwrap_or_default();
    for (words, path, home, helps) in [
        ("a.c", &*path, "", "`clacc translate a.c` prints it"),
        ("cc -fopenacc -c a.c", "none", "", "gcc is not installed, or in no folder of PATH"),
        ("check --cc gcc a.c", "none", "", "`--cc` of the other commands name another compiler"),
        ("cc -fopenacc a.c", &*path, "a.c", "XDG_CACHE_HOME=DIR names another place"),
    ] {
        let mut command = commands::command(folder.path());
        command.args(words.split(' ')).env("PATH", path).env_remove("CLACC_RUNTIME");
        let output = command.env("XDG_CACHE_HOME", folder.path().join(home)).output().expect("clacc runs");
        let stderr = text(&output.stderr);
        assert_eq!(status(&output), 2, "{words}: {stderr}");
        assert!(stderr.contains(helps), "{words}: {stderr}");
    }
}

/// The clauses for a type of devices apply where it is chosen, and what is left out is said.
#[test]
fn a_type_of_devices_is_chosen() {
    let program = "void f(int *a) {\n#pragma acc parallel num_gangs(2) device_type(nvidia) num_gangs(64)\n  a[0] = 1;\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let plain = clacc(&["translate", "a.c"], folder.path());
    assert!(text(&plain.stdout).contains("num_teams(2)") && text(&plain.stderr).contains("MAP0061"));
    let chosen = clacc(&["translate", "--device-type", "nvidia", "a.c"], folder.path());
    assert!(text(&chosen.stdout).contains("num_teams(64)") && text(&chosen.stderr).is_empty());
}

/// The loops that workers and vector lanes share without a clause, by the options of the Clacc compiler.
#[test]
fn loops_get_levels_without_a_clause() {
    let inside = |outer: &str, inner: &[&str]| {
        let one =
            |line: &&str| format!("#pragma acc loop {line}\n    for (int j = 0; j < 8; ++j) ++a[i][j];\n");
        let inner = inner.iter().map(one).collect::<Vec<_>>().concat();
        format!(
            "void f(int a[8][8]) {{\n#pragma acc {outer}\n  for (int i = 0; i < 8; ++i) {{\n{inner}  }}\n}}\n"
        )
    };
    let around = |level: &str| {
        format!(
            "#pragma acc routine {level}\nvoid g(int *a);\nvoid f(int a[8][8]) {{\n#pragma acc parallel loop\n\
             for (int i = 0; i < 8; ++i) g(a[i]);\n}}\n"
        )
    };
    let routine = |level: &str| {
        format!(
            "#pragma acc routine {level}\nvoid f(int *a) {{\n#pragma acc loop\nfor (int i = 0; i < 8; ++i) ++a[i];\n}}\n"
        )
    };
    let nest = inside("parallel loop", &["", "vector"]);
    let (worker, vector) = ("-fopenacc-implicit-worker", "-fopenacc-implicit-vector");
    let all: &[&str] = &[worker, vector];
    let shared = "distribute parallel for simd";
    let cases: &[(&str, &[&str], &str)] = &[
        (&nest, &[], "distribute, simd"),
        (&nest, &["-fopenacc-implicit-worker=vector"], "distribute, parallel for simd"),
        (&nest, &[worker], "distribute parallel for, simd"),
        (&nest, &["--implicit-worker", "vector-outer"], "distribute, parallel for, parallel for simd"),
        (&nest, &[vector], "distribute, simd, simd"),
        (&nest, &["-fopenacc-implicit-worker=vector", vector], "distribute, simd, parallel for simd"),
        (&nest, all, "distribute parallel for, simd, simd"),
        (
            &nest,
            &["-fopenacc-implicit-worker=vector-outer", "-fopenacc-implicit-vector=outer"],
            "distribute, parallel for simd, parallel for simd",
        ),
        (
            &nest,
            &[worker, "-fno-openacc-implicit-worker", vector, "--implicit-vector=none"],
            "distribute, simd",
        ),
        (&inside("parallel loop", &["worker"]), all, "distribute, parallel for simd"),
        (&inside("parallel loop worker", &[""]), all, shared),
        (&inside("parallel loop", &["gang"]), all, shared),
        (&inside("parallel loop seq", &[""]), all, shared),
        (&inside("parallel loop auto", &["auto"]), all, ""),
        (&inside("serial loop", &[""]), all, ""),
        (&inside("kernels loop", &[""]), all, ""),
        (&around("seq"), all, shared),
        (&around("vector"), all, "distribute parallel for"),
        (&around("worker"), all, "distribute"),
        (&around("gang"), all, ""),
        (&routine("seq"), all, ""),
        (&routine("vector"), all, "simd"),
        (&routine("worker"), all, "parallel for simd"),
        (&routine("gang"), all, shared),
    ];
    for (program, flags, expected) in cases {
        let folder = folder_with(&[("a.c", program)]);
        let words = ["translate", "--policy", "clacc-latest", "--dialect", "clacc-latest"].into_iter();
        let words: Vec<&str> = words.chain(flags.iter().copied()).chain(["a.c"]).collect();
        let output = clacc(&words, folder.path());
        assert_eq!(status(&output), 0, "{flags:?}: {}", text(&output.stderr));
        let translated = text(&output.stdout);
        let lines = translated.lines().filter_map(|line| line.trim().strip_prefix("#pragma omp "));
        let loops = lines
            .filter(|line| !["target", "declare", "begin", "end"].iter().any(|word| line.starts_with(word)));
        let loops: Vec<&str> = loops.map(|line| line.split(" private").next().unwrap_or(line)).collect();
        assert_eq!(loops.join(", "), *expected, "{flags:?}\n{program}{translated}");
    }
    let folder = folder_with(&[("a.c", nest.as_str())]);
    for word in ["-fopenacc-implicit-worker=gang", "-fopenacc-implicit-vector=vector", "--implicit-vector=x"]
    {
        let output = clacc(&["check", word, "a.c"], folder.path());
        assert_eq!(status(&output), 2, "{word}");
        assert!(text(&output.stderr).contains("invalid value '"), "{word}: {}", text(&output.stderr));
    }
}

#[test]
fn loops_change_places_unless_the_user_says_otherwise() {
    let nest = "double a[64][64], b[64][64];\nvoid f(void) {\n#pragma acc parallel loop\nfor (int i = 0; i < 64; ++i)\n\
                for (int j = 0; j < 64; ++j)\nfor (int k = 0; k < 64; ++k) a[i][j] += b[k][j];\n}\n";
    let folder = folder_with(&[("a.c", nest)]);
    let cases: [(&[&str], bool); 4] = [
        (&[], true),
        (&["--interchange=proven"], true),
        (&["--interchange=none"], false),
        (&["-fopenacc-interchange=none"], false),
    ];
    for (flags, changes) in cases {
        let words = ["translate", "--policy", "performance", "--dialect", "host"].into_iter();
        let words: Vec<&str> = words.chain(flags.iter().copied()).chain(["a.c"]).collect();
        let output = clacc(&words, folder.path());
        let (translated, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(translated.contains("simd\nfor (int j = 0;"), changes, "{flags:?}: {translated}");
        assert_eq!(said.contains("MAP0086"), changes, "{flags:?}: {said}");
    }
    let output = clacc(&["check", "--interchange=always", "a.c"], folder.path());
    assert_eq!(status(&output), 2);
    assert!(text(&output.stderr).contains("it is one of none, proven"), "{}", text(&output.stderr));
}

#[test]
fn threads_share_loops_with_little_work_if_the_user_wants_that() {
    let folder = folder_with(&[(
        "a.c",
        "void f(int n, double *x) {\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] += 1;\n}\n",
    )]);
    let cases: [(&[&str], bool); 4] = [
        (&["--for", "any"], true),
        (&["--for", "host"], true),
        (&["--small-loops=threads", "--for", "any"], false),
        (&["--small-loops=threads", "--for", "host"], false),
    ];
    for (flags, is_weighed) in cases {
        let words = ["translate", "--policy", "performance", "-Wsmall-loops", "a.c"].iter().chain(flags);
        let output = clacc(&words.copied().collect::<Vec<_>>(), folder.path());
        let (translated, said) = (text(&output.stdout), text(&output.stderr));
        let is_portable = !flags.contains(&"host");
        assert_eq!(translated.contains("if(parallel: n > "), is_weighed, "{flags:?}: {translated}");
        assert_eq!(said.contains("MAP0076"), is_weighed && is_portable, "{flags:?}: {said}");
    }
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

#[test]
fn the_treatment_of_the_macro_is_chosen_by_an_option() {
    let program = "#ifdef _OPENACC\nint a;\n#endif\n";
    let folder = folder_with(&[("a.c", program)]);
    let definition = "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n";
    let renamed = program.replace("_OPENACC", "_OPENMP");
    let check = |options: &[&str], expected: &str, found: &str| {
        let output = clacc(&[&["translate", "a.c", "--notes"], options].concat(), folder.path());
        assert_eq!((status(&output), text(&output.stdout).as_str()), (0, expected), "{options:?}");
        let messages = text(&output.stderr);
        assert!(messages.contains(found), "{messages}");
    };
    check(&[], &renamed, "note[MAP0100]");
    check(&["--dialect", "portable"], &format!("{definition}{program}"), "note[MAP0013]");
    check(&["--dialect", "portable", "--openacc-macro", "rename"], &renamed, "note[MAP0100]");
    check(&["--openacc-macro", "define"], &format!("{definition}{program}"), "note[MAP0013]");
    check(&["--openacc-macro", "keep"], program, "warning[MAP0101]");
    check(&["--no-openacc-macro"], program, "");
    let both = clacc(&["translate", "a.c", "--no-openacc-macro", "--openacc-macro", "keep"], folder.path());
    assert_eq!(status(&both), 2);
}
