//! Tests of the command line: the messages about programs, and their formats.

mod commands;

use commands::{PROGRAM, clacc, folder_with, status, text};

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
