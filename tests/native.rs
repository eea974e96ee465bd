//! Tests of `clacc cc --native` and `clacc codegen`: what is generated is compiled by gcc, clang and tcc where they are, behaves as the
//! program, and messages and debuggers are about the user's files. Uses gcc.

mod commands;

use std::path::Path;
use std::process::{Command, Output};

use commands::{command, files_below, folder_with, is_installed, status, text};

const MAIN: &str = r#"#include <stdio.h>
#include "part.h"
#ifndef _OPENMP
#error OpenMP is off
#endif
#define SUM(a, b) \
  ((a) + \
   (b))
int main(void) {
  int n = SUM(half(8),
              SCALE); // in two lines
  printf("%d %s %d %d\n", n, __FILE__, __LINE__, _OPENACC);
  return 0;
}
"#;
const HEADER: &str = "static inline int half(int x) {\n  int y = x / 2;\n  return y;\n}\n";
const PROGRAM: &[(&str, &str)] = &[("main.c", MAIN), ("part.h", HEADER)];

fn driver(folder: &Path, arguments: &[&str]) -> Output {
    let scratch = folder.join("scratch");
    std::fs::create_dir_all(&scratch).expect("a folder can be made");
    let mut driver = command(folder);
    // One cache for all tests, because the runtime library is built into it.
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env("TMPDIR", &scratch).env_remove("CLACC_RUNTIME").args(["cc", "--native"]).args(arguments);
    let output = driver.output().expect("clacc runs");
    assert_eq!(files_below(&scratch), [""; 0], "{arguments:?}");
    output
}

fn succeeds(folder: &Path, arguments: &[&str]) -> Output {
    let output = driver(folder, arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", text(&output.stderr));
    output
}

fn output_of(folder: &Path, program: &str) -> String {
    text(&Command::new(folder.join(program)).output().expect("the program runs").stdout)
}

fn compilers() -> impl Iterator<Item = &'static str> {
    ["gcc", "clang-19", "tcc"].into_iter().filter(|name| is_installed(name))
}

#[test]
fn programs_are_built_without_a_library_of_openmp() {
    for compiler in compilers() {
        let folder = folder_with(PROGRAM);
        let folder = folder.path();
        succeeds(folder, &["--backend", compiler, "-DSCALE=3", "main.c", "-o", "at-once"]);
        assert_eq!(output_of(folder, "at-once"), "7 main.c 12 202506\n", "{compiler}");
        succeeds(folder, &["--backend", compiler, "-D", "SCALE=4", "-I.", "-c", "main.c"]);
        succeeds(folder, &["--backend", compiler, "main.o", "-o", "apart"]);
        assert_eq!(output_of(folder, "apart"), "8 main.c 12 202506\n", "{compiler}");
        let libraries = Command::new("ldd").arg(folder.join("at-once")).output();
        let libraries = libraries.map_or_else(|_| String::new(), |output| text(&output.stdout));
        assert!(!libraries.contains("libgomp") && !libraries.contains("libomp"), "{libraries}");
    }
}

const THREADPRIVATE_HEADER: &str = "extern int counter; extern double table[3];\n\
    #pragma omp threadprivate(counter, table)\nint bump(int);\n";
const THREADPRIVATE_MAIN: &str = r#"#include "shared.h"
#include <stdio.h>
#include <unistd.h>
int counter = 5;
double table[3] = {1, 2, 3};
int main(void) {
  int sum = 0, others = 0;
  const pid_t own = getpid();
#pragma omp parallel num_threads(3) reduction(+: sum, others) copyin(table)
  {
    sum += bump(2);
    table[1] += sum;
    others += getpid() != own;
  }
#ifdef __CLACC_PROCESSES__
  const char *teams = "processes";
#else
  const char *teams = "threads";
#endif
  printf("%d %g %d, %s %d\n", sum, table[1], counter, teams, others);
  return 0;
}
"#;
const THREADPRIVATE_PART: &str = "#include \"shared.h\"\nint bump(int by) {\n  static int calls;\n\
    #pragma omp threadprivate(calls)\n  calls++;\n  counter += by;\n  return counter + calls;\n}\n";
const THREADPRIVATE: &[(&str, &str)] =
    &[("shared.h", THREADPRIVATE_HEADER), ("main.c", THREADPRIVATE_MAIN), ("part.c", THREADPRIVATE_PART)];

/// Threadprivate variables are calls of the library where teams are processes, in all units and in headers. One unit that does not know of it
/// finds no variable.
#[test]
#[allow(clippy::print_stdout, reason = "a skipped run is worth a line")]
#[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn teams_are_processes_where_the_user_wants_them() {
    for compiler in compilers() {
        let folder = folder_with(THREADPRIVATE);
        let folder = folder.path();
        let sources = ["--backend", compiler, "main.c", "part.c", "-o"];
        succeeds(folder, &[&sources[..], &["threads"]].concat());
        assert_eq!(output_of(folder, "threads"), "24 10 7, threads 0\n", "{compiler}");
        succeeds(folder, &[&["--processes"], &sources[..], &["processes"]].concat());
        let ran = Command::new(folder.join("processes")).output().expect("the program runs");
        if text(&ran.stderr).contains("[processes_system]") {
            println!("skipped: the system forbids the process model: {}", text(&ran.stderr));
            continue;
        }
        assert_eq!(text(&ran.stdout), "24 10 7, processes 2\n", "{compiler}: {}", text(&ran.stderr));
        succeeds(folder, &["--backend", compiler, "-c", "part.c"]);
        let mixed =
            driver(folder, &["--processes", "--backend", compiler, "main.c", "part.o", "-o", "mixed"]);
        let differs = compiler != "tcc";
        assert_eq!(status(&mixed) != 0, differs, "{compiler}: {}", text(&mixed.stderr));
    }
}

/// Headers that are included for processes alone are among the prerequisites, both where these are listed alone and beside the object.
#[test]
fn prerequisites_are_those_of_processes() {
    let main = "#ifdef __CLACC_PROCESSES__\n#include \"own.h\"\n#endif\nint main(void) { return 0; }\n";
    let folder = folder_with(&[("main.c", main), ("own.h", "\n")]);
    let folder = folder.path();
    for (options, is_named) in [(&[][..], false), (&["--processes"], true)] {
        let listed = succeeds(folder, &[options, &["-MM", "main.c"]].concat());
        assert_eq!(text(&listed.stdout).contains("own.h"), is_named, "{options:?}");
        succeeds(folder, &[options, &["-MMD", "-c", "main.c"]].concat());
        let beside = std::fs::read_to_string(folder.join("main.d")).expect("it is written");
        assert_eq!(beside.contains("own.h"), is_named, "{options:?}");
    }
}

#[test]
fn processes_are_a_way_to_run_generated_programs() {
    let folder = folder_with(PROGRAM);
    for (arguments, said) in [
        (&["cc", "--processes", "-fopenacc", "main.c"][..], "--processes needs --native"),
        (&["cc", "--native", "--processes", "-static", "main.c"], "which -static forbids"),
        (&["runtime", "--libs", "--processes"], "--native"),
    ] {
        let output = command(folder.path()).args(arguments).output().expect("clacc runs");
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// A function with a `loop` of its own, which devices call from another source, and one that only it calls.
#[test]
fn sources_of_one_command_know_what_devices_call_in_each_other() {
    let main = "#include <stdio.h>\ndouble total(const double *x, int n);\nint main(void) {\n  double x[64], y[8];\n\
        \x20 for (int i = 0; i < 64; i++) x[i] = i;\n#pragma acc parallel loop copyin(x) copyout(y)\n\
        \x20 for (int i = 0; i < 8; i++) y[i] = total(x + 8 * i, 8);\n  printf(\"%g %g\\n\", y[0], y[7]);\n}\n";
    let total = "double half(double x);\n\
        double total(const double *x, int n) {\n  double sum = 0;\n#pragma acc loop reduction(+:sum)\n\
        \x20 for (int i = 0; i < n; i++) sum += half(x[i]);\n  return sum;\n}\n";
    let half = "double half(double x) { return x / 2; }\n";
    let folder = folder_with(&[("main.c", main), ("total.c", total), ("half.c", half)]);
    let sources = ["main.c", "total.c", "half.c"];
    for compiler in compilers() {
        let words = [&["--cc", compiler, "-Minfo=accel", "-o", "all"][..], &sources].concat();
        let told = text(&succeeds(folder.path(), &words).stderr);
        for name in
            ["`total` gets a version for devices in total.c", "`half` gets a version for devices in half.c"]
        {
            assert!(told.contains(name), "{compiler}: {told}");
        }
        assert!(!told.contains("warning"), "{compiler}: {told}");
        assert_eq!(output_of(folder.path(), "all"), "14 238\n", "{compiler}");
    }
    let apart = driver(folder.path(), &["-c", "total.c"]);
    assert!(text(&apart.stderr).contains("error[ACC0053]"), "{}", text(&apart.stderr));
}

#[test]
fn every_output_of_a_driver_is_made() {
    let other = (
        "other.c",
        "#include <openacc.h>\nint other(void) { return acc_get_num_devices(acc_device_host); }\n",
    );
    let folder = folder_with(&[PROGRAM[0], PROGRAM[1], other]);
    let folder = folder.path();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file was written");
    succeeds(folder, &["-DSCALE=1", "-O2", "-g", "-MD", "main.c", "other.c", "-o", "two", "-lm"]);
    assert!(output_of(folder, "two").starts_with("5 main.c"));
    succeeds(folder, &["-DSCALE=1", "-MMD", "-MF", "main.d", "-c", "main.c", "-o", "m.o"]);
    assert_eq!(read("main.d"), "m.o: main.c part.h\n");
    let listed = succeeds(folder, &["-DSCALE=1", "-MM", "main.c"]);
    assert_eq!(text(&listed.stdout), "main.o: main.c part.h\n");
    succeeds(folder, &["-DSCALE=1", "-S", "main.c"]);
    assert!(read("main.s").contains("main:"));
    let printed = text(&succeeds(folder, &["-DSCALE=1", "-E", "main.c"]).stdout);
    assert!(printed.contains("# 1 \"part.h\" 1\nstatic inline int half(int x) {\n"), "{printed}");
    succeeds(folder, &["-x", "c", "-c", "part.h", "-o", "part.o"]);
}

/// A program in two files, with regions in both and in a header.
const TEAMS: &[(&str, &str)] = &[
    (
        "main.c",
        "#include <stdio.h>\n#include \"clear.h\"\nint twice(int);\nint main(void) {\n  int a[4], sum = 0;\n  clear(a);\n\
         #pragma omp parallel for simd reduction(+ : sum)\n  for (int i = 0; i < 4; i++)\n    sum += twice(i) + a[i];\n\
         \x20 printf(\"%d %s\\n\", sum, TEXT);\n  return 0;\n}\n",
    ),
    (
        "clear.h",
        "#pragma once\n#ifndef TEXT\n#define TEXT \"none\"\n#endif\nstatic inline void clear(int *a) {\n#pragma omp parallel for\n\
         \x20 for (int i = 0; i < 4; i++)\n    a[i] = 0;\n}\n",
    ),
    (
        "part/twice.c",
        "int twice(int x) {\n  int r = 0;\n#pragma omp parallel num_threads(1) reduction(+ : r)\n  r += 2 * x;\n  return r;\n}\n",
    ),
];

#[test]
fn words_of_drivers_have_their_meaning() {
    let folder = folder_with(TEAMS);
    let folder = folder.path();
    for (words, expected) in [
        (&["main.c", "part/twice.c"][..], "12 none\n"),
        // The library is no source, although a word says in which language files are.
        (&["-x", "c", "main.c", "part/twice.c"], "12 none\n"),
        (&["-xc", "-D", "TEXT=\"a  b\"", "main.c", "part/twice.c", "-g", "-O2"], "12 a  b\n"),
        (&["-include", "clear.h", "-DTEXT=\"included\"", "main.c", "part/twice.c"], "12 included\n"),
    ] {
        succeeds(folder, &[words, &["-o", "program"]].concat());
        assert_eq!(output_of(folder, "program"), expected, "{words:?}");
    }
    succeeds(folder, &["-shared", "-fPIC", "part/twice.c", "-o", "libtwice.so"]);
    succeeds(folder, &["main.c", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN", "-o", "program"]);
    assert_eq!(output_of(folder, "program"), "12 none\n");
}

#[test]
fn generated_text_and_headers_are_left_to_the_compiler() {
    let folder = folder_with(TEAMS);
    let folder = folder.path();
    succeeds(folder, &["-E", "main.c", "-o", "main.i"]);
    succeeds(folder, &["main.i", "part/twice.c", "-o", "program"]);
    assert_eq!(output_of(folder, "program"), "12 none\n");
    succeeds(folder, &["-c", "clear.h"]);
    assert!(folder.join("clear.h.gch").exists());
}

#[test]
fn the_program_is_named_in_messages_of_every_compiler() {
    const WRONG: &str = "int f(int *p) {\n#pragma omp parallel\n  p[0] = missing();\n  return p;\n}\n";
    for compiler in compilers() {
        let folder = folder_with(&[("wrong.c", WRONG), ("part/other.c", WRONG)]);
        for files in [&["wrong.c"][..], &["wrong.c", "part/other.c"]] {
            let output =
                driver(folder.path(), &[&["--backend", compiler, "-Wall", "-Werror", "-c"], files].concat());
            assert_ne!(status(&output), 0, "{compiler}");
            let told = text(&output.stderr);
            for file in files {
                assert!(told.lines().any(|line| line.starts_with(&format!("{file}:"))), "{compiler}: {told}");
            }
            assert!(!told.contains("scratch"), "{compiler}: {told}");
        }
    }
}

/// Warnings about code in regions are those of the program, once and in its lines.
#[test]
fn warnings_in_regions_are_those_of_the_program() {
    const SLOPPY: &str = r#"#include "sloppy.h"
#define FIRST(a) ((a)[0])
int f(int n, unsigned m, int *a) {
  int total = FIRST(a);
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++) {
    int unused;
    if (i < m)
      total += a[i], a[i];
    if (n)
      if (m)
        a[i] = 0;
      else
        a[i] = 1;
  }
#pragma omp parallel
  {
#pragma omp single
    {
      int unused_too;
      char *wrong = a;
      switch (n) {
      case 1:
        a[0] = *wrong;
      case 2:
        break;
      }
    }
  }
  return total;
}
"#;
    const SLOPPY_HEADER: &str = "static int in_header(int *x) {\n#pragma omp parallel\n  {\n    int unused_there;\n    x[0] = 1;\n  }\n}\n";
    let folder = folder_with(&[("f.c", SLOPPY), ("sloppy.h", SLOPPY_HEADER)]);
    let folder = folder.path();
    for compiler in compilers().filter(|name| *name != "tcc") {
        let flags = ["-O0", "-Wall", "-Wextra", "-c", "f.c"];
        let own =
            Command::new(compiler).args(flags).arg("-fopenmp").current_dir(folder).output().expect("it runs");
        let found = succeeds(folder, &[&["--backend", compiler][..], &flags].concat());
        let sorted = |output: &Output| {
            let mut told = warnings(output);
            told.retain(|line| {
                line.contains(".c:") && line.contains("[-W") || line.contains(".h:") && line.contains("[-W")
            });
            told.sort();
            told
        };
        assert!(sorted(&own).len() >= 6, "{compiler}: {:?}", sorted(&own));
        assert_eq!(sorted(&found), sorted(&own), "{compiler}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder_with(&[("main.c", "int main(void) { return 0; }\n")]);
    let folder = folder.path();
    for (arguments, expected) in [
        (&["--serial", "main.c"][..], "--native and --serial contradict each other"),
        (&["--dialect", "gcc", "main.c"], "--dialect, --openmp, --for and --compiler have no effect"),
        (&["-fopenacc-print=omp", "main.c"], "a print mode prints OpenMP"),
    ] {
        let output = driver(folder, arguments);
        assert_eq!(status(&output), 2);
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

/// What the C compiler would say of generated text is no answer.
#[test]
fn memory_as_a_whole_is_refused_in_dependences() {
    for clause in ["out: omp_all_memory", "inout: x, omp_all_memory", "out: omp_all_memory, x"] {
        let text_of_it = format!("void f(int x) {{\n#pragma omp task depend({clause})\n  x++;\n}}\n");
        let folder = folder_with(&[("f.c", &text_of_it)]);
        let output = driver(folder.path(), &["-c", "f.c"]);
        let told = text(&output.stderr);
        assert!(status(&output) == 1 && told.contains("error[GEN0002]"), "{clause}: {told}");
    }
}

#[test]
fn errors_of_the_preprocessor_and_of_directives_stop_the_build() {
    for (program, expected) in [
        ("#include \"none.h\"\n", "PP0001"),
        ("#error stop here\n", "PP0030"),
        ("void f(float x) {\n#pragma acc parallel num_gangs(x)\n  { }\n}\n", "ACC0060"),
    ] {
        let folder = folder_with(&[("main.c", program)]);
        let output = driver(folder.path(), &["-c", "main.c"]);
        assert_eq!(status(&output), 1);
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert!(!folder.path().join("main.o").exists());
    }
}

/// The warnings of a compiler, without columns and the lines that show the source. In what was preprocessed, whoever did it, gcc
/// finds no columns inside strings, and tells nothing of indentation.
fn warnings(output: &Output) -> Vec<String> {
    let told = text(&output.stderr);
    let is_told = |line: &&str| line.contains("warning: ") || line.contains("included from");
    let without_column = |line: &str| match line.split_once(": warning: ") {
        Some((place, told)) => format!("{} {told}", place.rsplit_once(':').map_or(place, |(line, _)| line)),
        None => line.to_owned(),
    };
    // clang has its own spelling for files beside the source.
    told.lines().filter(is_told).map(|line| without_column(line.trim_start_matches("./"))).collect()
}

#[test]
fn warnings_are_those_of_the_program_in_its_own_lines() {
    const SLOPPY: &str = r#"#include <stdio.h>
#include "sloppy.h"
#define COMPARE(a, b) ((a) < (b))
int f(int x, unsigned y) {
  int unused;
  switch (x) {
  case 1:
    x++;
    /* fall through */
  case 2:
    x--;
  case 3:
    break;
  }
  if (x = 3)
    puts("");
  printf("%d\n", 1L);
  y = COMPARE(x, 7);
  return x < y;
}
"#;
    const SLOPPY_HEADER: &str = "static int in_header(int x) {\n  int unused_there;\n  return x;\n}\n";
    let folder = folder_with(&[("f.c", SLOPPY), ("sloppy.h", SLOPPY_HEADER)]);
    let folder = folder.path();
    for compiler in compilers().filter(|name| *name != "tcc") {
        let flags = ["-O2", "-Wall", "-Wextra", "-pedantic", "-Wno-unused-function", "-c", "f.c"];
        let expected = Command::new(compiler).args(flags).current_dir(folder).output().expect("it runs");
        let found = succeeds(folder, &[&["--backend", compiler][..], &flags].concat());
        assert!(warnings(&expected).len() >= 5, "{compiler}: {:?}", warnings(&expected));
        assert_eq!(warnings(&found), warnings(&expected), "{compiler}");
    }
}

#[test]
fn debuggers_show_the_files_of_the_program() {
    if !is_installed("gdb") {
        return;
    }
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    for compiler in compilers().filter(|name| *name != "tcc") {
        succeeds(folder, &["--backend", compiler, "-g", "-O0", "-DSCALE=3", "main.c", "-o", "program"]);
        let batch = "set pagination off\nbreak part.h:3\nbreak main.c:12\nrun\nprint y\nlist 2,2\nbacktrace\ncontinue\nprint n\nlist 10,11\n";
        let Some(told) = debugged(folder, batch) else { return };
        for expected in [
            "half (x=8) at ",
            "part.h:3\n",
            "$1 = 4",
            "2\t  int y = x / 2;",
            "main () at main.c:",
            "$2 = 7",
            "11\t              SCALE); // in two lines",
        ] {
            assert!(told.contains(expected), "{compiler}: {expected} in\n{told}");
        }
    }
}

/// What gdb prints and complains of when it executes commands for `program`; nothing where it may not watch programs.
#[expect(clippy::print_stdout, reason = "a skipped debugger is worth a line")]
fn debugged(folder: &Path, commands: &str) -> Option<String> {
    std::fs::write(folder.join("batch"), commands).expect("it can be written");
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch", "-x", "batch", "program"]).current_dir(folder);
    let output = gdb.env("HOME", folder).output().expect("gdb runs");
    let told = text(&output.stdout) + &text(&output.stderr);
    if told.contains("ptrace") {
        println!("skipped: gdb may not watch programs here");
        return None;
    }
    Some(told)
}

const REGIONS: &str = r#"#include "region.h"
#define RUN(x) _Pragma("omp parallel num_threads(1)") { x += 3; done(x); }
volatile int last;
void done(int x) { last = x; }
int main(void) {
  int total = 4;
#pragma omp parallel num_threads(1)
  {
    int own = total + 1;
    total = own;
  }
  in_header(&total);
  RUN(total)
  return total != 10;
}
"#;
const REGION_HEADER: &str = "static inline void in_header(int *p) {\n#pragma omp parallel num_threads(1)\n  {\n    int there = *p + 2;\n    *p = there;\n  }\n}\n";

#[test]
fn debuggers_show_regions_in_the_files_of_the_program() {
    if !is_installed("gdb") {
        return;
    }
    let folder = folder_with(&[("regions.c", REGIONS), ("region.h", REGION_HEADER)]);
    let folder = folder.path();
    succeeds(folder, &["-g", "-O0", "regions.c", "-o", "program"]);
    let batch = "set pagination off\nbreak regions.c:10\nbreak region.h:5\nbreak done\nrun\nprint own\nlist 10,10\nbacktrace\n\
                 continue\nprint there\nlist 5,5\nbacktrace\ncontinue\nprint x\nup\ncontinue\n";
    let Some(told) = debugged(folder, batch) else { return };
    for expected in [
        "$1 = 5",
        "10\t    total = own;",
        " at regions.c:7\n",
        "$2 = 7",
        "5\t    *p = there;",
        " at regions.c:12\n",
        "$3 = 10",
        " at regions.c:13\n",
        "exited normally",
    ] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
}

#[test]
fn the_generated_text_is_printed_for_people() {
    let folder = folder_with(&[("f.c", "#define ONE 1\nint f(void) { return ONE; } // f\n")]);
    let print = |emit: &str| commands::clacc(&["codegen", "--emit", emit, "f.c"], folder.path());
    assert_eq!(text(&print("host").stdout), "# 1 \"f.c\"\n\nint f(void) { return 1  ; } // f\n");
    assert_eq!(print("preprocessed").stdout, print("host").stdout);
    assert_eq!(
        text(&print("steps").stdout),
        "gcc -fopenmp-simd -x cpp-output -c f.clacc.i -o f.o\n\
         gcc f.o -o f $CLACC_RUNTIME/lib/libclacc_omp.a $CLACC_RUNTIME/lib/libacc2omp.a -Wl,-rpath,$CLACC_RUNTIME/lib -pthread -ldl -lm\n"
    );
    let device = text(&print("device").stdout);
    assert!(!device.contains("int f(void)"), "no device executes the function: {device}");
}

/// Launches in a file, in a header and from a macro, with the compiler's own warnings on.
#[test]
fn launches_are_announced_where_the_user_wrote_them() {
    const MAIN: &str = "#include \"team.h\"\n#define TEAM _Pragma(\"omp parallel num_threads(2)\")\n\nstatic void two(int *a) {\n  TEAM\n  {\n    a[0] = 1;\n  }\n}\n#line 70 \"other.y\"\nint main(void) {\n  int b[9], *a = b;\n  team(a);\n  two(a);\n#pragma acc parallel loop num_gangs(1) copy(a[:9])\n  for (int i = 0; i < 9; i++)\n    a[i] = i;\n  return a[3] - 3;\n}\n";
    const HEADER: &str =
        "static void team(int *a) {\n  a[1] = 2;\n#pragma omp parallel num_threads(2)\n  a[2] = 1;\n}\n";
    const LINES: [&str; 3] = [
        "acc2omp: launch: team.h:3: team: omp parallel, threads: 2",
        "acc2omp: launch: main.c:5: two: omp parallel, threads: 2",
        "acc2omp: launch: other.y:74: main: acc parallel, threads: 1",
    ];
    for compiler in compilers() {
        let folder = folder_with(&[("main.c", MAIN), ("team.h", HEADER)]);
        let folder = folder.path();
        succeeds(folder, &["--backend", compiler, "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"]);
        let output = Command::new(folder.join("main")).env("CLACC_NOTIFY", "1").output();
        let output = output.expect("the program runs");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{compiler}");
        let starts = |(line, start): (&str, &&str)| line.starts_with(*start);
        assert!(said.lines().count() == 3 && said.lines().zip(&LINES).all(starts), "{compiler}: {said}");
    }
}

/// Pointers with `restrict` travel into regions, and the header has functions: C90 has a word for neither.
#[test]
fn programs_of_older_editions_of_c_are_built() {
    const MAIN: &str = "static double twice(int n, double *__restrict__ a) {\n  int i;\n#pragma acc parallel loop copy(a[0:n])\n  for (i = 0; i < n; ++i) a[i] *= 2;\n  return a[n - 1];\n}\nint main(void) {\n  double r[4];\n  int i;\n  for (i = 0; i < 4; ++i) r[i] = i;\n  return twice(4, r) != 6;\n}\n";
    for compiler in compilers().filter(|name| *name != "tcc") {
        for edition in ["-std=c90", "-std=gnu89", "-ansi"] {
            let folder = folder_with(&[("main.c", MAIN)]);
            let folder = folder.path();
            succeeds(folder, &["--backend", compiler, edition, "-Wall", "main.c", "-o", "main"]);
            let status = Command::new(folder.join("main")).status().expect("the program runs");
            assert_eq!(status.code(), Some(0), "{compiler} {edition}");
        }
    }
}
