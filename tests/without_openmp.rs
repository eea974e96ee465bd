//! Programs that are compiled without OpenMP: its directives in them mean nothing, and a translation leaves them out.

use clacc::Session;
use clacc::dialect::PORTABLE;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{Mode, TranslateOptions};

/// A program and what becomes of it.
struct Case {
    what: &'static str,
    mode: Mode,
    source: &'static str,
    /// The translation, from its first line that is not added.
    expected: &'static str,
    /// The codes of the findings about OpenMP in the source.
    codes: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        what: "between a directive and its loop",
        mode: Mode::Omp,
        source: "void f(int n, float *a) {\n#pragma acc parallel loop copy(a[0:n])\n#pragma omp parallel for \\\n  schedule(static) // both\n\
                 for (int i = 0; i < 1000000; i++) a[i]++;\n}\n",
        expected: "void f(int n, float *a) {\n#pragma omp target teams map(tofrom: a[0:n])\n\
                   #pragma omp distribute parallel for simd\n// both\nfor (int i = 0; i < 1000000; i++) a[i]++;\n}\n",
        codes: &["MAP0068"],
    },
    Case {
        what: "around a region, and above a statement",
        mode: Mode::Omp,
        source: "void f(int *a) {\n#pragma omp target data map(a[0:9])\n#pragma acc data copy(a[0:9])\n  {\n#pragma acc parallel\n\
                 #pragma acc atomic\n#pragma omp atomic\n    a[0]++;\n  }\n}\n",
        expected: "void f(int *a) {\n#pragma omp target data map(tofrom: a[0:9])\n  {\n\
                   #pragma omp target teams num_teams(1)\n#pragma omp parallel num_threads(1)\n#pragma omp atomic update\n    a[0]++;\n  }\n}\n",
        codes: &["MAP0068", "MAP0068"],
    },
    Case {
        what: "in a program without OpenACC, which the same compiler reads",
        mode: Mode::Omp,
        source: "void f(int *a) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        expected: "void f(int *a) {\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        codes: &["MAP0068"],
    },
    Case {
        what: "a macro that the program asks for",
        mode: Mode::Omp,
        source: "void f(int *a) {\n#ifdef _OPENMP\n#pragma omp parallel for\n#endif\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        expected: "#undef _OPENMP\nvoid f(int *a) {\n#ifdef _OPENMP\n#pragma omp parallel for\n#endif\n\
                   for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        codes: &["MAP0068"],
    },
    Case {
        what: "a macro that a program with OpenACC asks for",
        mode: Mode::Omp,
        source: "void f(int *a) {\n#ifdef _OPENMP\n#endif\n  a[0] = _OPENACC;\n#pragma acc wait\n}\n",
        expected: "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n#undef _OPENMP\nvoid f(int *a) {\n#ifdef _OPENMP\n#endif\n\
                   a[0] = _OPENACC;\n#pragma omp taskwait\n}\n",
        codes: &["MAP0068"],
    },
    Case {
        what: "a macro that the program asks for behind inclusions, which need it",
        mode: Mode::Omp,
        source: "#include \"a.h\"\nint a;\n#ifdef _OPENMP\nint b;\n#endif\n",
        expected: "#include \"a.h\"\n#undef _OPENMP\nint a;\n#ifdef _OPENMP\nint b;\n#endif\n",
        codes: &["MAP0068"],
    },
    Case {
        what: "a macro that the program asks for before inclusions",
        mode: Mode::Omp,
        source: "#ifdef _OPENMP\nint b;\n#endif\n#include \"a.h\"\nvoid f(int *a) {\n#pragma acc wait\n}\n",
        expected: "#ifdef _OPENMP\nint b;\n#endif\n#include \"a.h\"\nvoid f(int *a) {\n#pragma omp taskwait\n}\n",
        codes: &["MAP0038"],
    },
    Case {
        what: "made by a macro",
        mode: Mode::Omp,
        source: "#define LOOP _Pragma(\"omp parallel for\")\nvoid f(int *a) {\n  LOOP\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        expected: "#define LOOP _Pragma(\"omp parallel for\")\nvoid f(int *a) {\n  LOOP\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        codes: &["MAP0069"],
    },
    Case {
        what: "where OpenACC stays in force",
        mode: Mode::AccOmp,
        source: "void f(int *a) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        expected: "void f(int *a) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        codes: &[],
    },
    Case {
        what: "where both languages are shown",
        mode: Mode::OmpAcc,
        source: "void f(int *a) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        expected: "void f(int *a) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++) a[i]++;\n}\n",
        codes: &["MAP0069"],
    },
];

fn check(case: &Case) {
    let mut session = Session::new(MemoryFiles::new().with("main.c", case.source).with("a.h", ""));
    let mut options = CompileOptions::default();
    options.openmp_directives = false;
    let unit = session.add_unit("main.c", &options).expect("there is such a file");
    let translation =
        session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE).with_mode(case.mode));
    let codes: Vec<&str> = translation.diagnostics.iter().map(|finding| finding.code.id).collect();
    let about = codes.into_iter().filter(|code| ["MAP0068", "MAP0069", "MAP0038", "MAP0039"].contains(code));
    assert_eq!(about.collect::<Vec<_>>(), case.codes, "{}", case.what);
    let text = String::from_utf8(translation.text.clone()).expect("text");
    // By the mark, a run with the same options knows that it is the translation's OpenMP.
    session.set_source("main.c", text.as_str());
    let again =
        session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE).with_mode(case.mode));
    assert_eq!(String::from_utf8_lossy(&again.text), text, "{}", case.what);
    let has_mark = text.starts_with("/* The OpenMP in this file stands for OpenACC. */\n");
    let is_replaced = case.source.contains("#pragma acc") && matches!(case.mode, Mode::Omp | Mode::OmpAcc);
    assert_eq!(has_mark, is_replaced, "{}", case.what);
    let shown = if has_mark { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
    let lines = |text: &str| text.lines().map(|line| line.trim_start().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(shown), lines(case.expected), "{}", case.what);
    // What is left out once stays out.
    let mut again = Session::new(MemoryFiles::new().with("main.c", text.as_str()).with("a.h", ""));
    let unit = again.add_unit("main.c", &CompileOptions::default()).expect("there is such a file");
    assert!(
        case.mode != Mode::Omp
            || again.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE)).text
                == text.as_bytes()
    );
}

#[test]
fn directives_of_openmp_are_left_out() {
    CASES.iter().for_each(check);
}
