//! Tests of the command line: the options that choose the OpenMP of a translation.

mod commands;

use commands::{PROGRAM, clacc, folder_with, status, text};

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
