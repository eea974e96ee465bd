//! Tests of `clacc cc` as a compiler: what it makes, what it says and what it leaves behind. Uses gcc.

mod commands;

use std::path::Path;
use std::process::{Command, Output};

use commands::{command, files_below, folder_with, is_installed, status, text};

const MAIN: &str = "#include <stdio.h>\n#include \"part/k.h\"\n#include \"near.h\"\ndouble half(int n, double *x);\n\
    int main(void) {\n  double x[100], s = 0;\n  for (int i = 0; i < 100; ++i) x[i] = i;\n\
    #pragma acc parallel loop reduction(+:s) copyin(x)\n  for (int i = 0; i < 100; ++i)\n    s += x[i];\n\
      scale(100, x);\n#ifdef _OPENMP\n  puts(\"OpenMP is on\");\n#endif\n\
      double h = half(100, x);\n  printf(\"%s:%d %g %g %g %d\\n\", __FILE__, __LINE__, s, x[3], h, NEAR);\n  return 0;\n}\n";
const HEADER: &str = "#ifndef K\n#define K\n#include \"factor.h\"\nstatic inline void scale(int n, double *x) {\n\
    #pragma acc parallel loop copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = x[i] * FACTOR + __LINE__;\n}\n#endif\n";
const OTHER: &str = "#include <k.h>\n#include <openacc.h>\n\
    double half(int n, double *x) { scale(n, x); return x[2] / 2 + acc_on_device(acc_device_current) * 0; }\n";

/// A program with directives in two files and in a header that each of them finds in another way.
const PROGRAM: &[(&str, &str)] = &[
    ("main.c", MAIN),
    ("near.h", "#define NEAR 17\n"),
    ("part/k.h", HEADER),
    ("part/factor.h", "#define FACTOR 2\n"),
    ("lib/half.c", OTHER),
];

/// A folder that is its own scratch folder, so that what is left there is seen.
fn driver(folder: &Path, arguments: &[&str]) -> Command {
    let scratch = folder.join("scratch");
    std::fs::create_dir_all(&scratch).expect("a folder can be made");
    let mut driver = command(folder);
    // One cache for all tests, because the runtime library is built into it.
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env("TMPDIR", scratch).env_remove("CLACC_RUNTIME").arg("cc").args(arguments);
    driver
}

/// Runs the driver and checks that it leaves nothing in the scratch folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = driver(folder, arguments).output().expect("clacc runs");
    assert_eq!(files_below(&folder.join("scratch")), [""; 0], "{arguments:?}");
    output
}

fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn gcc(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("gcc").args(arguments).current_dir(folder).output().expect("gcc runs");
    text(&output.stdout)
}

fn output_of(folder: &Path, program: &str) -> String {
    text(&Command::new(folder.join(program)).output().expect("the program runs").stdout)
}

#[test]
fn programs_are_built_and_give_what_the_serial_program_gives() {
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    let include = folder_with(&[("openacc.h", "#define acc_device_current 0\n#define acc_on_device(x) 0\n")]);
    let stub = format!("-I{}", include.path().display());
    gcc(folder, &["-Ipart", &stub, "main.c", "lib/half.c", "-o", "serial"]);
    let expected = output_of(folder, "serial");
    assert!(expected.starts_with("main.c:16 4950 30 "), "{expected}");
    succeeds(folder, &["-fopenacc", "-O1", "-Ipart", "main.c", "lib/half.c", "-o", "at-once", "-lm"]);
    assert_eq!(output_of(folder, "at-once"), expected);
    for source in ["main.c", "lib/half.c"] {
        succeeds(folder, &["-acc", "-fast", "-c", "-I", "part", source]);
    }
    succeeds(folder, &["-fopenacc", "main.o", "half.o", "-o", "apart"]);
    assert_eq!(output_of(folder, "apart"), expected);
}

#[test]
fn openmp_is_on_if_it_is_asked_for() {
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    std::fs::write(folder.join("words"), "-fopenacc -fopenmp\n'-Ipart' lib/half.c -o \"with words\"")
        .unwrap();
    succeeds(folder, &["@words", "main.c"]);
    assert!(output_of(folder, "with words").starts_with("OpenMP is on\n"));
}

#[test]
fn prerequisites_and_markers_name_the_sources() {
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    let words =
        |text: &str| text.replace("\\\n", " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let arguments = ["-MM", "-Ipart", "main.c"];
    let expected = words(&gcc(folder, &arguments));
    assert_eq!(words(&succeeds(folder, &["-fopenacc", "-MM", "-Ipart", "main.c"])), expected);
    succeeds(folder, &["-fopenacc", "-MMD", "-c", "-Ipart", "main.c", "-o", "main.o"]);
    assert_eq!(words(&std::fs::read_to_string(folder.join("main.d")).unwrap()), expected);
    succeeds(folder, &["-fopenacc", "-Wp,-MMD,named.d", "-c", "-Ipart", "main.c", "-o", "main.o"]);
    assert_eq!(words(&std::fs::read_to_string(folder.join("named.d")).unwrap()), expected);
    let preprocessed = succeeds(folder, &["-fopenacc", "-E", "-Ipart", "main.c"]);
    assert!(preprocessed.contains("#pragma omp parallel for"), "{preprocessed}");
    assert!(preprocessed.contains("\"part/k.h\""), "{preprocessed}");
    assert!(!preprocessed.contains("scratch"), "{preprocessed}");
}

const SMALL: &[(&str, &str)] = &[
    (
        "m.c",
        "#include \"k.h\"\nint n(void);\nint main(void) {\n  int x[2] = {K, 0};\n#pragma acc parallel loop copy(x)\n\
        for (int i = 0; i < 2; ++i) x[i] += WANTED;\n  return x[0] + x[1] + n();\n}\n",
    ),
    ("n.c", "#include <openacc.h>\n#include \"k.h\"\nint n(void) { return K - 1; }\n"),
    ("k.h", "#ifndef WANTED\n#define WANTED 0\n#endif\n#define K 1\n"),
];

/// The compiler writes the same files for the same words, with the same prerequisites.
#[test]
fn files_are_those_of_the_compiler() {
    for arguments in [
        &["-c", "m.c", "n.c", "-MMD", "-MP"][..],
        &["m.c", "n.c", "-MMD", "-o", "out/p.x"],
        &["m.c", "n.c", "-MMD"],
        &["-c", "./m.c", "-MMD", "-o", "out/m.o"],
        &["-c", "m.c", "-Wp,-MMD,out/w.d,-MT,target"],
        &["-E", "m.c", "-MMD", "-o", "out/m.i"],
        &["-MM", "m.c", "-MF", "out/m.d"],
        &["--compile", "m.c", "--output", "out/m.o", "--write-user-dependencies"],
        &["m.c", "n.c", "--coverage", "-o", "out/covered"],
        &["-c", "m.c", "-save-temps=obj", "-o", "out/m.o"],
    ] {
        let (plain, ours) = (folder_with(SMALL), folder_with(SMALL));
        for folder in [&plain, &ours] {
            std::fs::create_dir(folder.path().join("out")).unwrap();
        }
        gcc(plain.path(), arguments);
        succeeds(ours.path(), &[&["-fopenacc"], arguments].concat());
        let made = files_below(plain.path());
        assert_eq!(files_below(ours.path()), made, "{arguments:?}");
        for name in made.iter().filter(|name| Path::new(name).extension().is_some_and(|own| own == "d")) {
            let words = |folder: &Path| {
                let text = std::fs::read_to_string(folder.join(name)).unwrap().replace("\\\n", " ");
                text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(words(ours.path()), words(plain.path()), "{arguments:?}: {name}");
        }
    }
}

/// Definitions on the command line reach the directives, in whatever words they come.
#[test]
fn words_for_the_preprocessor_are_read() {
    let program = "int main(void) {\n  int x[1] = {0};\n#ifdef WANTED\n#pragma acc parallel loop copy(x) if(WANTED)\n#endif\n\
        for (int i = 0; i < 1; ++i) x[i] = 1;\n  return 0;\n}\n";
    let folder = folder_with(&[("f.c", program)]);
    for words in [
        &["-DWANTED=1"][..],
        &["-Wp,-DWANTED=1"],
        &["-Wp,-D,WANTED=1"],
        &["-UWANTED", "-DWANTED=1"],
        &["--define-macro=WANTED=1"],
    ] {
        let output = succeeds(folder.path(), &[&["-fopenacc", "-E", "f.c"], words].concat());
        assert!(output.contains("#pragma omp parallel for"), "{words:?}: {output}");
    }
    let output = succeeds(folder.path(), &["-fopenacc", "-E", "f.c", "-DWANTED=1", "-UWANTED"]);
    assert!(!output.contains("#pragma"), "{output}");
}

/// Text that was preprocessed elsewhere holds directives too.
#[test]
fn preprocessed_text_is_translated() {
    let folder = folder_with(SMALL);
    gcc(folder.path(), &["-E", "m.c", "-o", "m.i"]);
    std::fs::copy(folder.path().join("m.i"), folder.path().join("m.text")).unwrap();
    for (arguments, object) in
        [(&["-c", "m.i"][..], "m.o"), (&["-c", "-x", "cpp-output", "m.text", "-o", "t.o"], "t.o")]
    {
        succeeds(folder.path(), &[&["-fopenacc"], arguments].concat());
        let symbols = std::fs::read(folder.path().join(object)).unwrap();
        let shares = symbols.windows(b"GOMP_parallel".len()).any(|word| word == b"GOMP_parallel");
        assert!(shares, "{arguments:?}");
    }
}

/// The same command makes the same object, so that caches and packagers can compare.
#[test]
fn objects_do_not_depend_on_the_run() {
    let folder = folder_with(SMALL);
    let object = |words: &[&str]| {
        succeeds(folder.path(), &[&["-fopenacc", "-g", "-c", "m.c"], words].concat());
        std::fs::read(folder.path().join("m.o")).unwrap()
    };
    // Code for devices is in sections whose names gcc makes up.
    for words in [&[][..], &["--dialect", "portable"], &["-flto"], &["--dialect=portable", "-frandom-seed=1"]]
    {
        let first = object(words);
        assert!(object(words) == first, "{words:?}");
    }
}

/// OpenMP is off for a program that asks, whatever the header of the runtime library asks.
#[test]
fn the_header_of_the_library_is_no_question_of_the_program() {
    let program = "#include <openacc.h>\n#include <stdio.h>\nint main(void) {\n#ifdef _OPENMP\n  puts(\"OpenMP\");\n#endif\n  int s = 0;\n\
        #pragma acc parallel loop reduction(+:s)\n  for (int i = 0; i < 9; ++i) s += i;\n  printf(\"%d\\n\", s);\n}\n";
    let folder = folder_with(&[("f.c", program)]);
    let output = run(folder.path(), &["-fopenacc", "-Wall", "f.c", "-o", "f"]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output_of(folder.path(), "f"), "36\n");
}

#[test]
fn a_source_that_is_missing_is_the_compilers_to_tell() {
    let folder = folder_with(SMALL);
    let output = run(folder.path(), &["-fopenacc", "-c", "m.c", "missing.c"]);
    assert_eq!(status(&output), 1);
    assert!(
        text(&output.stderr).contains("missing.c: No such file or directory"),
        "{}",
        text(&output.stderr)
    );
    assert!(folder.path().join("m.o").is_file());
    let output = run(folder.path(), &["-fopenacc", "-c", "m.c", "n.c", "-o", "both.o"]);
    assert_eq!(status(&output), 2);
    assert!(!folder.path().join("both.o").exists());
}

#[cfg(unix)]
#[test]
fn stdin_is_compiled_to_the_name_that_compilers_take() {
    let folder = folder_with(SMALL);
    let source = std::fs::File::open(folder.path().join("m.c")).unwrap();
    let mut driver = driver(folder.path(), &["-fopenacc", "-c", "-x", "c", "-"]);
    let output = driver.stdin(source).output().expect("clacc runs");
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(folder.path().join("-.o").is_file());
}

/// What the driver says, by arguments, a file, the exit status, and words on stderr.
#[test]
fn errors_are_told_where_they_are() {
    const LOOP: &str = "#pragma acc parallel loop copy(x)\n  for (int i = 0; i < 9; ++i) x[i] = i;\n";
    let around = |inside: &str| format!("int f(void) {{\n  int x[9];\n{inside}{LOOP}  return x[1];\n}}\n");
    let declared = "double *d;\n#pragma acc declare deviceptr(d)\n";
    let dropped = "static int q = 1;\nstatic int t[4];\n#pragma acc declare create(t)\nint f(int *x) {\n\
        #pragma acc parallel loop copy(x[0:4]) async(q)\n  for (int i = 0; i < 4; ++i) x[i] = t[i];\n\
        #pragma acc wait\n  return x[1];\n}\n";
    let cases: &[(&[&str], String, i32, &[&str])] = &[
        (&["-fopenacc"], around("  int y = z;\n"), 1, &["f.c:3:11: error: ", "z"]),
        (&["-fopenacc"], around("  int y = 0\n"), 1, &["f.c:5:3: error: expected"]),
        (&["-fopenacc", "-Wall"], around("  int y;\n"), 0, &["f.c:3:7: warning: unused variable"]),
        (&["-fopenacc", "-Wall", "-Werror"], around("  int y;\n"), 1, &["f.c:3:7: error: unused variable"]),
        // Clauses that become nothing are uses of static variables, and directives at file scope no statements.
        (&["-fopenacc", "-Wall", "-Werror"], dropped.to_owned(), 0, &[]),
        (&["-fopenacc"], around("#pragma acc parallel copy(z)\n;\n"), 1, &["error[ACC0065]", "f.c:3:27"]),
        (&["-fopenacc"], declared.to_owned(), 1, &["f.c: ", "have no OpenMP form"]),
        (&["-fopenacc", "-fopenacc-permit-kept"], declared.to_owned(), 0, &[]),
        (
            &["-fopenacc", "-Wsource-uses-openmp", "-Wchar-subscripts"],
            around("char c = 1;\n x[c] = 1;\n#pragma omp barrier\n"),
            0,
            &["ACC0155", "subscript has type"],
        ),
        (
            &["-fopenacc", "-Werror=one-element", "-WMAP0022"],
            around("#pragma acc update self(x[1])\n"),
            1,
            &["error[ACC0112]"],
        ),
        (&["-Wopenacc-omp-ext", "-Wno-source-uses-openacc"], around(""), 0, &[]),
        (
            &["-fopenacc", "-fopenacc-fake-tile-clause", "-fopenacc-no-create-omp=no-ompx-no-alloc"],
            around(""),
            0,
            &["-fopenacc-fake-tile-clause has no"],
        ),
        (&["-fopenacc", "-fopenacc-no-create-omp=hold"], around(""), 2, &["invalid value 'hold'"]),
        (&["-fopenacc", "-fopenacc-implicit-worker", "-fno-openacc-implicit-vector"], around(""), 0, &[]),
        (&["-fopenacc-implicit-worker=vector"], around(""), 0, &[]),
        (&["-fopenacc", "-fopenacc-implicit-worker=all"], around(""), 2, &["invalid value 'all'"]),
        (&["-Wsource-uses-openacc"], around(""), 0, &["warning[ACC0122]", "f.c:3:1"]),
        (&["-Wsource-uses-openacc"], "int x;\n".to_owned(), 0, &[]),
        (&["-Werror=source-uses-openacc"], around(""), 1, &["error[ACC0122]"]),
        (&["-fopenacc", "-Werror=source-uses-openacc"], around(""), 0, &[]),
        (&["-Wunknown-pragmas"], around(""), 0, &["f.c:3: warning: ignoring"]),
        (&["-acc", "-Mnovect"], around(""), 0, &["-Mnovect has no counterpart"]),
        (
            &["-fopenacc", "-Minfo=accel"],
            around(""),
            0,
            &["parallel loop: dropped", "copy: host memory is device memory"],
        ),
        (&["-fopenacc", "-x", "c++"], around(""), 2, &["clacc reads C"]),
        (&["-fopenacc", "--device-type", "gpu"], around(""), 2, &["no type of devices is called 'gpu'"]),
        (&["-fopenacc", "--device-type=acc_device_host"], around(""), 0, &[]),
        (&["-fopenacc", "missing.o"], around(""), 2, &["missing.o: there is no such file"]),
        (&["-fopenacc", "@missing"], around(""), 2, &["@missing: there is no such file"]),
        (&["-fopenacc", "-fno-such-option"], around(""), 2, &["-fno-such-option"]),
    ];
    for (arguments, program, expected, words) in cases {
        let folder = folder_with(&[("f.c", program)]);
        let arguments: Vec<&str> = arguments.iter().copied().chain(["-c", "f.c"]).collect();
        let output = run(folder.path(), &arguments);
        let told = text(&output.stderr);
        assert_eq!(status(&output), *expected, "{arguments:?}: {told}");
        words.iter().for_each(|word| assert!(told.contains(word), "{arguments:?}: {told}"));
        assert_eq!(folder.path().join("f.o").is_file(), *expected == 0, "{arguments:?}");
    }
}

#[test]
fn commands_can_be_shown() {
    let folder = folder_with(PROGRAM);
    let output = run(folder.path(), &["-###", "-acc=multicore", "-Ipart", "main.c", "lib/half.c"]);
    let shown = text(&output.stderr);
    let commands: Vec<&str> = shown.lines().filter(|line| line.starts_with(" \"gcc\" ")).collect();
    assert_eq!(commands.len(), 3, "{shown}");
    assert!(commands.iter().all(|command| command.contains(" \"-foffload=disable\" ")), "{shown}");
    assert!(commands[2].ends_with(" \"-lacc2omp\" \"-lm\""), "{shown}");
    assert!(shown.contains("clacc: the translation is in dialect host\n"), "{shown}");
    assert_eq!(files_below(folder.path()).len(), PROGRAM.len());
}

#[test]
fn programs_are_for_the_host_alone_where_there_is_no_device() {
    let folder = folder_with(PROGRAM);
    let printed = succeeds(folder.path(), &["-acc", "-Ipart", "-E", "main.c"]);
    assert!(!printed.contains("omp target"), "{printed}");
    for base in ["performance", "clacc"] {
        let file =
            format!("name = \"mine\"\nversion = \"1\"\nbase = \"{base}\"\n[[rule]]\nkeep = \"by hand\"\n");
        std::fs::write(folder.path().join(base), file).expect("the folder is there");
    }
    for (options, dialect) in [
        (&["-acc=multicore"][..], "host"),
        (&["-acc=multicore", "--policy=clacc"], "portable"),
        (&["-acc=multicore", "--policy-file=clacc"], "portable"),
        (&["-acc=multicore", "--policy-file", "performance"], "host"),
        (&["-acc=multicore", "--dialect=openmp-5.1"], "openmp-5.1"),
        (&["-acc=multicore", "--openmp", "5.0", "--compiler=none"], "5.0/host"),
        (&["-acc=multicore", "--for=device", "--compiler", "gcc-12,clang-19"], "5.1/device/gcc-12+clang-19"),
        (&["-fopenacc", "-foffload=nvptx-none", "--compiler=gcc-14"], "5.1/device/gcc-14"),
    ] {
        let shown = text(&run(folder.path(), &[options, &["-###", "-Ipart", "main.c"]].concat()).stderr);
        assert!(shown.contains(&format!("clacc: the translation is in dialect {dialect}\n")), "{shown}");
    }
    succeeds(folder.path(), &["-acc", "-Ipart", "main.c", "lib/half.c", "-o", "program"]);
    succeeds(
        folder.path(),
        &["-acc", "--dialect", "portable", "-Ipart", "main.c", "lib/half.c", "-o", "other"],
    );
    assert_eq!(output_of(folder.path(), "program"), output_of(folder.path(), "other"));
}

#[test]
fn units_without_directives_get_the_words_of_the_user() {
    let folder = folder_with(&[("plain.c", "int x;\n")]);
    let shown = |arguments: &[&str]| text(&run(folder.path(), arguments).stderr);
    let plain = ["-###", "-fopenacc", "-c", "plain.c"];
    assert!(!shown(&plain).contains("-fopenmp"), "{}", shown(&plain));
    let for_devices = [&plain[..], &["-foffload=disable"]].concat();
    assert!(shown(&for_devices).contains("\"-fopenmp\" "), "{}", shown(&for_devices));
}

/// A makefile may turn `-fopenacc` off and leave the rest.
#[test]
fn without_openacc_the_compiler_gets_no_words_about_it() {
    let folder = folder_with(&[("plain.c", "int x;\n")]);
    let about_directives = [
        ["--policy", "clacc"],
        ["--policy-file", "rules.toml"],
        ["--dialect", "gcc"],
        ["--device-type=nvidia", "--data-subscripts=lengths"],
        ["--cc", "gcc"],
        ["--backend=gcc", "--jobs=2"],
        ["-fopenacc-permit-kept", "-fopenacc-dim=1"],
        ["-fopenacc-loop-proofs=none", "-Wno-openacc-omp-ext"],
    ];
    for words in about_directives {
        succeeds(folder.path(), &[&words[..], &["-c", "plain.c", "-o", "plain.o"]].concat());
    }
}

/// A compiler that is a script. What it is asked about itself it passes to gcc.
#[cfg(unix)]
fn script(folder: &Path, rest: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let text = format!("#!/bin/sh\ncase \" $* \" in *' -dM '*) exec gcc \"$@\";; esac\n{rest}\n");
    std::fs::write(folder.join("compiler"), text).unwrap();
    std::fs::set_permissions(folder.join("compiler"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
}

/// The compiler ends this run of the driver, and then waits to be ended itself.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    for sources in [&["main.c"][..], &["main.c", "lib/half.c"]] {
        let folder = folder_with(PROGRAM);
        let folder = folder.path();
        script(folder, "kill -TERM $PPID\nexec cat pipe");
        let before = files_below(folder);
        let words = ["--backend", "./compiler", "-fopenacc", "--jobs", "2", "-Ipart", "-c"];
        let output = run(folder, &[&words[..], sources].concat());
        assert_eq!(output.status.signal(), Some(15), "{}", text(&output.stderr));
        assert_eq!(files_below(folder), before);
    }
}

/// The compiler of the first source waits for that of the second one. What both of them say comes in the order of the sources,
/// with what clacc says of each.
#[cfg(unix)]
#[test]
fn sources_are_compiled_at_once_and_told_in_order() {
    let wrong = "void g(int *x) {\n#pragma acc update self(none)\n}\n";
    let kernel = "void f(int *x) {\n#pragma acc parallel loop copy(x[0:2]) vector_length(x[0])\n  for (int i = 0; i < 2; ++i) x[i] = i;\n}\n";
    let folder = folder_with(&[
        ("first.c", kernel),
        ("second.c", kernel),
        ("third.c", wrong),
        ("plain.c", "int x;\n"),
    ]);
    let folder = folder.path();
    script(
        folder,
        "case \" $* \" in\n*first.c*) cat pipe; echo one >&2; exit 3;;\n*second.c*) echo two; echo go > pipe; exit 4;;\n\
         *plain.c*) echo four >&2;;\nesac",
    );
    let words = ["--backend", "./compiler", "-fopenacc", "--jobs", "2", "-c"];
    let output = run(folder, &[&words[..], &["first.c", "second.c", "third.c", "plain.c"]].concat());
    assert_eq!((status(&output), &*text(&output.stdout)), (3, "go\ntwo\n"), "{}", text(&output.stderr));
    let told = text(&output.stderr);
    let order = ["first.c:2", "one\n", "second.c:2", "error[ACC0065]", "third.c:2", "four\n"];
    let places: Vec<_> = order.iter().map(|words| told.find(words)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {told}");
}

/// make counts jobs itself, unless the user says how many there are to be.
#[cfg(unix)]
#[test]
fn one_source_at_a_time_is_compiled_for_make() {
    let folder = folder_with(&[("a.c", "int a;\n"), ("b.c", "int b;\n"), ("c.c", "int c;\n")]);
    let folder = folder.path();
    script(folder, "mkdir busy && sleep 0 && rmdir busy");
    let mut driver = driver(folder, &["--backend", "./compiler", "-fopenacc", "-c", "a.c", "b.c", "c.c"]);
    let output = driver.env("MAKEFLAGS", " -j4 --jobserver-auth=3,4").output().expect("clacc runs");
    assert_eq!((status(&output), &*text(&output.stderr)), (0, ""));
    for (value, words) in [("0", "invalid value '0' for --jobs"), ("x", "invalid value 'x' for --jobs")] {
        let output = run(folder, &["-fopenacc", "--jobs", value, "-c", "a.c"]);
        assert!(status(&output) == 2 && text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

/// A header whose translation depends on the unit that includes it.
#[test]
fn units_have_translations_of_headers_of_their_own() {
    let header = "static void put(int *x) {\n#pragma acc parallel WHAT copy(x[0:1])\n  x[0] = CODE;\n}\n";
    let main = "#include <stdio.h>\n#define WHAT num_gangs(1)\n#define CODE 1\n#include \"put.h\"\nint other(void);\n\
        int main(void) {\n  int x = 0;\n  put(&x);\n  printf(\"%d %d\\n\", x, other());\n}\n";
    let other = "#define WHAT if(0)\n#define CODE 2\n#include \"put.h\"\nint other(void) {\n  int x = 0;\n  put(&x);\n  return x;\n}\n";
    let folder = folder_with(&[("main.c", main), ("other.c", other), ("put.h", header)]);
    succeeds(folder.path(), &["-fopenacc", "main.c", "other.c", "-o", "both"]);
    assert_eq!(output_of(folder.path(), "both"), "1 2\n");
}

/// The warnings that a program asks for in comments: `// gcc: -Wa, clang: -Wb`, or `both`. Each with its line.
fn expected_warnings(source: &str, compiler: &str) -> Vec<(usize, String)> {
    let comments =
        source.lines().enumerate().filter_map(|(line, text)| Some((line + 1, text.split_once("// ")?.1)));
    let entries = comments.flat_map(|(line, comment)| comment.split(", ").map(move |entry| (line, entry)));
    let named = entries.filter_map(|(line, entry)| {
        let (of, flag) = entry.split_once(": ").filter(|(_, flag)| flag.starts_with("-W"))?;
        (of == compiler || of == "both").then(|| (line, flag.to_owned()))
    });
    named.collect()
}

/// The warnings in the messages of a compiler.
fn told_warnings(messages: &str) -> Vec<(usize, String)> {
    let warnings = messages.lines().filter(|line| line.contains(" warning: "));
    let mut told: Vec<_> = warnings
        .map(|line| {
            let number = line.split(':').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
            (number, line.rsplit_once('[').map_or("", |(_, flag)| flag.trim_end_matches(']')).to_owned())
        })
        .collect();
    told.sort();
    told
}

/// Compilers warn of what is wrong in the program, in its lines, and of nothing that the translation makes.
#[test]
fn compilers_warn_of_the_program_alone() {
    for name in ["of_the_translation.c", "of_the_program.c"] {
        let source = std::fs::read_to_string(Path::new("tests/warnings").join(name)).expect("a program");
        let folder = folder_with(&[(name, &source)]);
        for (compiler, backend) in [("gcc", "gcc"), ("clang", "clang-19")] {
            if Command::new(backend).arg("--version").output().is_err() {
                continue;
            }
            let words =
                ["-fopenacc", "--backend", backend, "-O2", "-Wall", "-Wextra", "-Wshadow", "-c", name];
            let output = run(folder.path(), &words);
            let told = text(&output.stderr);
            assert_eq!(status(&output), 0, "{backend}: {told}");
            let expected = expected_warnings(&source, compiler);
            assert_eq!(told_warnings(&told), expected, "{backend}: {told}");
            // The first run of all says where the library is.
            let is_quiet = told.lines().all(|line| line.starts_with("clacc: libacc2omp is put into "));
            assert_eq!(is_quiet, expected.is_empty(), "{backend}: {told}");
        }
    }
}

/// Makefiles for nvc name no library of mathematics.
#[test]
fn the_words_of_nvc_link_what_nvc_links() {
    let folder = folder_with(&[
        (
            "a.c",
            "#include <math.h>\nint main(int n, char **words) {\n  (void)words;\n  return sqrt(n) != 1;\n}\n",
        ),
        ("b.c", "double root(double x);\n"),
    ]);
    let folder = folder.path();
    for words in [
        &["-acc"][..],
        &["-fopenacc", "-fast"],
        &["-fopenacc", "-Minfo=accel"],
        &["-fopenacc", "-gpu=managed"],
    ] {
        let shown = text(&run(folder, &[words, &["-###", "a.c", "b.c"]].concat()).stderr);
        assert!(shown.trim_end().ends_with(" \"-lacc2omp\" \"-lm\""), "{words:?}: {shown}");
        let shown = text(&run(folder, &[words, &["-###", "-c", "a.c"]].concat()).stderr);
        assert!(!shown.contains("\"-lm\""), "{words:?}: {shown}");
    }
    let shown = text(&run(folder, &["-fopenacc", "-O2", "-###", "a.c"]).stderr);
    assert!(!shown.contains("\"-lm\""), "{shown}");
    for words in [&["-acc", "a.c", "-o", "p"][..], &["--serial", "-acc", "a.c", "-o", "p"]] {
        succeeds(folder, words);
        assert!(Command::new(folder.join("p")).status().expect("the program runs").success());
    }
}

/// A function that devices call, and whose definition another source holds.
#[test]
fn sources_of_one_command_know_what_devices_call_in_each_other() {
    let main = "#include <stdio.h>\nint twice(int x);\nint main(void) {\n  int a[4];\n\
        #pragma acc parallel loop copyout(a)\n  for (int i = 0; i < 4; ++i) a[i] = twice(i);\n  printf(\"%d\\n\", a[3]);\n}\n";
    let folder = folder_with(&[("main.c", main), ("twice.c", "int twice(int x) { return 2 * x; }\n")]);
    let output =
        run(folder.path(), &["-fopenacc", "-Minfo=accel", "-Wall", "main.c", "twice.c", "-o", "both"]);
    let told = text(&output.stderr);
    assert!(told.contains("note[MAP0075]: `twice` gets a version for devices in twice.c"), "{told}");
    assert!(!told.contains("warning"), "{told}");
    assert_eq!(output_of(folder.path(), "both"), "6\n");
    let printed = succeeds(folder.path(), &["-fopenacc", "--dialect=portable", "-E", "main.c", "twice.c"]);
    assert_eq!(printed.matches("#pragma omp declare target").count(), 2, "{printed}");
    let apart = text(&run(folder.path(), &["-fopenacc", "-c", "main.c"]).stderr);
    assert!(apart.contains("warning[ACC0124]"), "{apart}");
}

/// Data clauses that name how many elements they mean.
#[test]
fn subscripts_can_be_lengths() {
    let main = "#include <stdio.h>\nint main(void) {\n  int x[8], *a = x, n = 8;\n\
        #pragma acc parallel loop copyout(a[n])\n  for (int i = 0; i < n; ++i) a[i] = i;\n  printf(\"%d\\n\", x[7]);\n}\n";
    let folder = folder_with(&[("main.c", main)]);
    let told = |arguments: &[&str]| text(&run(folder.path(), arguments).stderr);
    let alone = ["-fopenacc", "-c", "main.c"];
    assert!(told(&alone).contains("--data-subscripts lengths"), "{}", told(&alone));
    assert_eq!(told(&[&alone[..], &["--data-subscripts", "lengths"]].concat()), "");
    let printed = succeeds(
        folder.path(),
        &["-fopenacc", "--data-subscripts=lengths", "--dialect=portable", "-E", "main.c"],
    );
    assert!(printed.contains("map(from: a[:n])"), "{printed}");
    let wrong = ["-fopenacc", "--data-subscripts=length", "-c", "main.c"];
    assert!(told(&wrong).contains("it is elements or lengths"), "{}", told(&wrong));
}

/// A program that asks for OpenMP before its inclusions, in a header and behind them, and holds OpenMP that changes its result.
const OF_BOTH: &[(&str, &str)] = &[
    (
        "p.c",
        "#ifdef _OPENMP\n#include <omp.h>\n#endif\n#include \"asked.h\"\n#include <stdio.h>\nint main(void) {\n  int s = 0, t = 0;\n\
         #if defined(_OPENMP) && defined(_OPENACC)\n#pragma acc parallel loop reduction(+:s) if(printf(\"acc \"))\n#endif\n\
         for (int i = 0; i < 4; ++i) s += i;\n#pragma omp parallel num_threads(2) reduction(+:t)\n  t++;\n\
         printf(\"%d %d %d %s\\n\", s, t, ASKED, \"_OPENMP\");\n}\n",
    ),
    ("asked.h", "#if defined _OPENMP\n#define ASKED 1\n#else\n#define ASKED 0\n#endif\n"),
];

/// The program's own OpenMP is compiled if the user says so, and if nothing says which model the program is in, with `--native`.
#[test]
fn openmp_of_the_program_is_compiled_on_demand() {
    let folder = folder_with(OF_BOTH);
    let folder = folder.path();
    for (words, expected) in [
        (&["-fopenacc"][..], "6 1 0 _OPENMP\n"),
        (&["-fopenacc", "-fopenmp"], "acc 6 2 1 _OPENMP\n"),
        (&["-fopenacc", "-fopenmp", "--ignore-openmp"], "6 1 0 _OPENMP\n"),
        (&["--native"], "acc 6 2 1 _OPENMP\n"),
        (&["--native", "-fopenacc"], "6 1 0 _OPENMP\n"),
        (&["--native", "-acc"], "6 1 0 _OPENMP\n"),
        (&["--native", "-fopenmp"], "acc 6 2 1 _OPENMP\n"),
        (&["--native", "-fopenacc", "-fopenmp"], "acc 6 2 1 _OPENMP\n"),
        (&["--native", "-fopenmp", "--ignore-openmp"], "6 1 0 _OPENMP\n"),
    ] {
        let output = run(folder, &[words, &["p.c", "-o", "p"]].concat());
        assert_eq!((status(&output), &*text(&output.stderr)), (0, ""), "{words:?}");
        assert_eq!(output_of(folder, "p"), expected, "{words:?}");
    }
    // A unit without directives asks too.
    std::fs::write(folder.join("plain.c"), "#include \"asked.h\"\nint main(void) { return ASKED; }\n")
        .unwrap();
    for (words, expected) in
        [(&["-fopenacc"][..], 0), (&["--native", "-fopenacc"], 0), (&["-fopenacc", "-fopenmp"], 1)]
    {
        succeeds(folder, &[words, &["plain.c", "-o", "p"]].concat());
        let ended = Command::new(folder.join("p")).status().expect("the program runs");
        assert_eq!(ended.code(), Some(expected), "{words:?}");
    }
}

/// What is said of devices and of parts of the compiler changes no macro of the host, and is passed on.
#[test]
fn values_of_options_for_devices_are_theirs() {
    let folder = folder_with(SMALL);
    for words in [
        &["-Xopenmp-target=nvptx64-nvidia-cuda", "-march=sm_70"][..],
        &["-Xopenmp-target", "-march=sm_70"],
        &["-mllvm", "-inline-threshold=100"],
        &["-Xarch_host", "-fno-builtin"],
    ] {
        let shown = text(&run(folder.path(), &[&["-###", "-fopenacc", "-c", "m.c"], words].concat()).stderr);
        let quoted: String = format!(" \"{}\"", words.join("\" \""));
        assert!(shown.contains(&quoted) && shown.contains("in dialect"), "{words:?}: {shown}");
    }
    let told = run(folder.path(), &["-fopenacc", "-fopenacc-fake-async-wait", "-c", "m.c"]);
    assert!(text(&told.stderr).contains("-fopenacc-fake-async-wait has no counterpart"));
    assert_eq!(status(&told), 0);
}

/// A copy of what the host has, which only a device with memory of its own gets.
#[test]
fn captures_without_effect_are_told() {
    let program = "int f(void) {\n  int h = 1, r = 0;\n#pragma acc data copyin(capture: h) copyout(r)\n#pragma acc parallel num_gangs(1)\n  r = h;\n  return r;\n}\n";
    let folder = folder_with(&[("f.c", program)]);
    for (words, is_told) in [
        (&["-fopenacc"][..], true),
        (&["-fopenacc", "--policy=clacc"], true),
        (&["--native"], true),
        (&["-fopenacc", "-foffload=nvptx-none"], false),
    ] {
        let output = run(folder.path(), &[words, &["-###", "-c", "f.c"]].concat());
        let told = text(&output.stderr);
        assert_eq!(told.contains("note[MAP0065]"), is_told, "{words:?}: {told}");
    }
}

/// What clang leaves to its users: a library for atomics of wide types, and the place of that for devices.
#[cfg(unix)]
#[test]
fn programs_of_clang_find_its_libraries() {
    if !is_installed("clang-19") {
        return;
    }
    let wide = "#include <stdio.h>\nint main(void) {\n  long double s = 0;\n#pragma acc parallel loop reduction(+:s)\n\
        for (int i = 0; i < 4; ++i) s += i;\n  printf(\"%Lg\\n\", s);\n}\n";
    let folder = folder_with(&[("wide.c", wide), ("other.c", "int unused;\n")]);
    let folder = folder.path();
    for words in [
        &["wide.c"][..],
        &["wide.c", "other.c"],
        &["-fopenmp-targets=x86_64-pc-linux-gnu", "wide.c"],
        &["-fopenmp-targets=x86_64-pc-linux-gnu", "wide.c", "other.c"],
    ] {
        succeeds(folder, &[&["-fopenacc", "--backend", "clang-19", "-o", "wide"], words].concat());
        assert_eq!(output_of(folder, "wide"), "6\n", "{words:?}");
    }
    // A clang beside which that library is not installed.
    script(
        folder,
        "case \"$*\" in -print-file-name=libatomic*) echo libatomic;; *) exec clang-19 \"$@\";; esac",
    );
    let compiler =
        std::fs::read_to_string(folder.join("compiler")).unwrap().replace("exec gcc", "exec clang-19");
    std::fs::write(folder.join("compiler"), compiler).unwrap();
    let output = run(folder, &["-fopenacc", "--backend", "./compiler", "wide.c", "-o", "wide"]);
    assert!(text(&output.stderr).contains("wide.c needs libatomic (MAP0048)"), "{}", text(&output.stderr));
    let output = run(folder, &["-fopenacc", "--backend", "./compiler", "-c", "wide.c"]);
    assert_eq!((status(&output), text(&output.stderr)), (0, String::new()));
}

/// With -O1, clang loses iterations of a sum with `simd` if the loop also stores numbers of its type.
#[test]
fn sums_of_clang_are_right_at_each_level_of_optimization() {
    if !is_installed("clang-19") {
        return;
    }
    let sum = "#include <stdio.h>\nstatic double sum(int n, const double *a, double *b) {\n  double s = 3;\n\
        #pragma acc parallel loop gang vector reduction(+: s) copyin(a[0:n]) copy(b[0:n])\n\
        for (int i = 0; i < n; ++i) { s += a[i]; b[i] = b[i] * 3; }\n  return s;\n}\n\
        int main(void) {\n  double a[64], b[64];\n  for (int i = 0; i < 64; ++i) a[i] = b[i] = i % 7;\n\
        printf(\"%g\\n\", sum(64, a, b));\n}\n";
    let folder = folder_with(&[("sum.c", sum)]);
    let folder = folder.path();
    for level in ["-O0", "-O1", "-O", "-O2"] {
        for policy in ["clacc", "performance"] {
            succeeds(
                folder,
                &["-fopenacc", "--backend", "clang-19", "--policy", policy, level, "sum.c", "-o", "sum"],
            );
            assert_eq!(output_of(folder, "sum"), "192\n", "{level} {policy}");
        }
    }
}

/// Directives that macros make together with other code, in a header, across lines, and in texts that need another OpenMP in each use.
#[test]
fn directives_of_macros_are_compiled_where_the_macros_are_used() {
    const HEADER: &str = "#define STR(x) #x\n#define DO_PRAGMA(x) _Pragma(STR(x))\n\
        #define SUM(v, n) DO_PRAGMA(acc parallel loop reduction(+: v)) for (int i = 0; i < n; ++i) v += i;\n\
        static inline int sum(int n) { int s = 0; SUM(s, n) return s; }\n";
    const PROGRAM: &str = "#include <stdio.h>\n#include \"sum.h\"\n\
        #define FOR(v, i, n) DO_PRAGMA(acc parallel loop reduction(+: v)) for (int i = 0; i < n; ++i)\n\
        #define LOOP _Pragma(\"acc parallel loop reduction(+: s)\") for (int i = 0; i < n; ++i)\n\
        #define DATA(v, n) do { DO_PRAGMA(acc data copy(v)) { \\\n  SUM(v, n) } } while (0)\n\
        int main(void) {\n  int n = 3, t = 0;\n  FOR(t, k, 10) { t += k; } /* it\n  ends */\n  DATA(t,\n    10\n  );\n\
        { int s = 0; LOOP s += i; t += s; }\n  { double s = 0; LOOP { s += i; } t += s; }\n\
        printf(\"%d %d %d \\\"\\n\", t, sum(5), __LINE__);\n  return 0;\n}\n";
    for end in ["\n", "\r\n"] {
        let files = [("m.c", PROGRAM.replace('\n', end)), ("sum.h", HEADER.replace('\n', end))];
        let folder = folder_with(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
        let output = run(folder.path(), &["-fopenacc", "-Wall", "-Werror", "m.c", "-o", "m"]);
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("warning"), "{}", text(&output.stderr));
        assert_eq!(output_of(folder.path(), "m"), "96 10 16 \"\n");
    }
    let wrong = PROGRAM.replace("DATA(t,", "DATA(u,");
    let folder = folder_with(&[("m.c", &wrong), ("sum.h", HEADER)]);
    let output = run(folder.path(), &["-fopenacc", "-c", "m.c"]);
    let said = text(&output.stderr);
    assert!(
        status(&output) != 0 && said.contains("m.c:11:3") && said.contains("in the expansion of macro"),
        "{said}"
    );
    // The name of a macro that was being expanded would be expanded again.
    let again = "#define STR(x) #x\n#define DO_PRAGMA(x) _Pragma(STR(x))\nint self(int x);\n#define self(x) (self(x) + 1)\n\
        #define P(v) DO_PRAGMA(acc serial copy(v)) { v = self(v); }\nvoid f(int x) {\n  P(x)\n}\n";
    let folder = folder_with(&[("m.c", again)]);
    let output = run(folder.path(), &["-fopenacc", "-c", "m.c"]);
    assert!(status(&output) != 0 && text(&output.stderr).contains("MAP0010"), "{}", text(&output.stderr));
}
