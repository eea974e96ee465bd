//! Queues in the text that `translate` prints by default: objects of the program where all numbers are constant, and the library
//! otherwise.

use clacc::Session;
use clacc::dialect::{Dialect, HOST, PORTABLE};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{Mode, TranslateOptions, Translation};

const HEAD: &str = "void acc_wait(int);\nvoid acc_wait_all(void);\nint acc_async_test(int);\n\
    enum { acc_async_sync = -1, acc_async_noval = -2, acc_async_default = -3, TWO = 2 };\n#define STREAM 5\n\
    void f(int n, int *a, int q) {\n";

fn translated(text: &str, options: &TranslateOptions) -> (String, Translation) {
    let mut session = Session::new(MemoryFiles::new().with("f.c", text));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let translation = (*session.translate(unit, options)).clone();
    (String::from_utf8(translation.text.clone()).expect("ASCII"), translation)
}

/// The messages of the findings with a code, each with its line.
fn messages(translation: &Translation, code: &str) -> Vec<String> {
    let findings = translation.diagnostics.iter().filter(|finding| finding.code.id == code);
    let line = |finding: &clacc::diagnostics::Diagnostic| {
        finding.primary.as_ref().map_or(0, |label| label.place.line)
    };
    findings.map(|finding| format!("{}: {}", line(finding), finding.message)).collect()
}

/// Checks the text of a function's body, and the objects that the text defines. A second translation changes nothing.
#[track_caller]
fn check(body: &str, objects: &str, expected: &str) {
    let (text, translation) = translated(&format!("{HEAD}{body}}}\n"), &TranslateOptions::default());
    assert_eq!(text, format!("{objects}{HEAD}{expected}}}\n"));
    let notes = messages(&translation, "MAP0102").len();
    assert_eq!(notes, usize::from(!objects.is_empty()), "one note a unit with objects");
    assert_eq!(messages(&translation, "MAP0103"), [""; 0]);
    let (again, _) = translated(&text, &TranslateOptions::default());
    assert_eq!(again, text);
}

/// Checks that something in a body needs the library, which the finding names with its line in the body.
#[track_caller]
fn check_library(body: &str, line: usize, reason: &str) {
    let (text, translation) = translated(&format!("{HEAD}{body}}}\n"), &TranslateOptions::default());
    assert!(text.contains("acc2omp_async2dep(1)") && !text.contains("char acc_queue_"), "{text}");
    let line = line + HEAD.lines().count();
    let expected = format!(
        "{line}: the library libacc2omp represents the queues of this unit: {reason}; this unit and one whose queues are objects do not wait for each other's work"
    );
    assert_eq!(messages(&translation, "MAP0103"), [expected]);
    let (again, _) = translated(&text, &TranslateOptions::default());
    assert_eq!(again, text);
}

#[test]
fn constant_numbers_name_objects() {
    check(
        "#pragma acc update self(a[0:n]) async(1)\n#pragma acc wait(1)\n#pragma acc wait\n",
        "__attribute__((weak)) char acc_queue_1;\n",
        "#pragma omp target update from(present: a[0:n]) nowait depend(inout: acc_queue_1)\n\
         #pragma omp taskwait depend(inout: acc_queue_1)\n#pragma omp taskwait\n",
    );
    // Enumeration constants and macros are named by their values.
    check(
        "#pragma acc update self(a[0:n]) async(STREAM)\n#pragma acc update self(a[0:n]) async(TWO + 1) wait(STREAM)\n",
        "__attribute__((weak)) char acc_queue_3, acc_queue_5;\n",
        "#pragma omp target update from(present: a[0:n]) nowait depend(inout: acc_queue_5)\n\
         #pragma omp target update from(present: a[0:n]) nowait depend(inout: acc_queue_3) depend(in: acc_queue_5)\n",
    );
    // The synchronous queue is none.
    check(
        "#pragma acc update self(a[0:n]) async(acc_async_sync)\n",
        "",
        "#pragma omp target update from(present: a[0:n])\n",
    );
}

#[test]
fn the_default_queue_is_queue_0_and_needs_no_block() {
    check(
        "  if (n)\n#pragma acc parallel loop async\n  for (int i = 0; i < n; ++i) a[i] = i;\n\
         #pragma acc update self(a[0:n]) async(acc_async_noval)\n#pragma acc wait(acc_async_default, 0)\n",
        "__attribute__((weak)) char acc_queue_0;\n",
        "  if (n)\n#pragma omp target teams distribute parallel for nowait depend(inout: acc_queue_0)\n  for (int i = 0; i < n; ++i) a[i] = i;\n\
         #pragma omp target update from(present: a[0:n]) nowait depend(inout: acc_queue_0)\n\
         #pragma omp taskwait depend(inout: acc_queue_0) depend(inout: acc_queue_0)\n",
    );
}

#[test]
fn waits_by_calls_become_directives() {
    check(
        "#pragma acc update self(a[0:n]) async(1)\n  acc_wait(1); // first\n  acc_wait(TWO);\n  acc_wait(STREAM);\n  acc_wait_all();\n",
        "__attribute__((weak)) char acc_queue_1, acc_queue_2, acc_queue_5;\n",
        "#pragma omp target update from(present: a[0:n]) nowait depend(inout: acc_queue_1)\n\
         \u{20} #pragma omp taskwait depend(inout: acc_queue_1) // first\n  #pragma omp taskwait depend(inout: acc_queue_2)\n\
         \u{20} #pragma omp taskwait depend(inout: acc_queue_5)\n  #pragma omp taskwait\n",
    );
    check(
        "  acc_wait(7);\n",
        "__attribute__((weak)) char acc_queue_7;\n",
        "  #pragma omp taskwait depend(inout: acc_queue_7)\n",
    );
}

#[test]
fn what_needs_the_library_is_named() {
    let update = "#pragma acc update self(a[0:n]) async(1)\n";
    let cases = [
        ("#pragma acc update self(a[0:n]) async(q)\n", "no constant here names a queue"),
        ("#pragma acc wait(1, q)\n", "no constant here names a queue"),
        ("#pragma acc update self(a[0:n]) async(-7)\n", "this directive keeps its text"),
        ("#pragma acc update self(a[0:n]) async(3000000000)\n", "this directive keeps its text"),
        ("#pragma acc wait(1) async(2)\n", "the translation calls `acc_wait_async` here"),
        ("#pragma acc wait(devnum: 1: 1)\n", "the translation calls `acc_wait_device` here"),
        ("#pragma acc wait if(n)\n", "the translation calls `acc_wait_all` here"),
        ("#pragma acc set default_async(2)\n", "the translation calls `acc_set_default_async` here"),
        ("  q = acc_async_test(1);\n", "the program uses `acc_async_test` here"),
        ("  acc_wait(q);\n", "the program uses `acc_wait` here"),
        ("  if (q) acc_wait(1);\n", "the program uses `acc_wait` here"),
        ("  void (*wait)(int) = acc_wait;\n", "the program uses `acc_wait` here"),
        ("  int acc_queue_1 = q;\n", "the program has a name `acc_queue_1` itself"),
    ];
    for (needing, reason) in cases {
        check_library(&format!("{update}{needing}"), 2, reason);
    }
}

#[test]
fn a_wait_that_is_part_of_a_construct_stays() {
    check_library(
        "#pragma acc update self(a[0:n]) async(1)\n#pragma acc data copy(a[0:n])\n  acc_wait(1);\n",
        3,
        "the program uses `acc_wait` here",
    );
}

#[test]
fn other_texts_use_the_library() {
    let program = "void f(int *a) {\n#pragma acc update self(a[0:4]) async(1)\n}\n";
    let default = TranslateOptions::default;
    let all = [
        default().with_dialect(PORTABLE),
        default().with_mode(Mode::OmpAcc),
        default().with_mode(Mode::Dual),
        default().with_spelling(clacc::translate::Spelling::Expanded),
    ];
    for options in all {
        let (text, translation) = translated(program, &options);
        assert!(text.contains("acc2omp_async2dep(1)") && !text.contains("acc_queue_"), "{text}");
        assert!(messages(&translation, "MAP0103").is_empty());
    }
    let (text, _) = translated(program, &default().with_dialect(HOST));
    assert!(!text.contains("acc_queue_"), "{text}");
    let host = Dialect::by_name("5.1/host").expect("it is one");
    let (text, _) = translated(program, &default().with_dialect(host));
    assert!(!text.contains("acc_queue_"), "{text}");
}

/// Translates units together, and returns their texts and the messages about the library, each with its notes.
fn together(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let mut session =
        Session::new(files.iter().fold(MemoryFiles::new(), |files, (path, text)| files.with(*path, *text)));
    let units: Vec<_> = files
        .iter()
        .filter(|(path, _)| *path != "h.h")
        .map(|(path, _)| session.add_unit(path, &CompileOptions::default()).expect("the file is there"))
        .collect();
    let (translations, files) = session.translate_together(&units, &TranslateOptions::default());
    assert!(files.settled && files.conflicts.is_empty(), "{:?}", files.conflicts);
    let texts = files.files.iter().map(|file| String::from_utf8_lossy(&file.text).into_owned()).collect();
    let findings = translations.iter().flat_map(|each| &each.diagnostics);
    let about = findings.filter(|finding| finding.code.id == "MAP0103");
    (texts, about.map(|finding| format!("{finding} {}", finding.notes.join(" "))).collect())
}

#[test]
fn units_of_a_program_share_objects_or_the_library() {
    let first = "#include \"h.h\"\nvoid f(int *a) {\n#pragma acc update self(a[0:4]) async(1)\n}\n";
    let header = "static void h(int *a) {\n#pragma acc update device(a[0:4]) async(1)\n}\n";
    let plain = "#include \"h.h\"\nvoid g(void) {\n#pragma acc wait(1)\n}\n";
    let (texts, findings) = together(&[("f.c", first), ("g.c", plain), ("h.h", header)]);
    assert!(texts.iter().all(|text| text.contains("inout: acc_queue_1") && !text.contains("acc2omp")));
    let objects = texts.iter().filter(|text| text.starts_with("__attribute__((weak)) char acc_queue_1;\n"));
    assert_eq!((objects.count(), findings.len()), (2, 0), "{texts:?}");
    let computed = "#include \"h.h\"\nvoid g(int q) {\n#pragma acc wait(q)\n}\n";
    let (texts, findings) = together(&[("f.c", first), ("g.c", computed), ("h.h", header)]);
    assert!(texts.iter().all(|text| text.contains("acc2omp_async2dep") && !text.contains("acc_queue_")));
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(
        findings[0].contains("another unit of the program needs it")
            && findings[0].ends_with("g.c:3:18 needs it")
    );
    assert!(findings[1].contains("no constant here names a queue"));
    // A call elsewhere in the program needs the library, too.
    let test = "int acc_async_test(int);\nint g(void) { return acc_async_test(1); }\n";
    let (texts, _) = together(&[("f.c", first), ("g.c", test), ("h.h", header)]);
    assert!(texts.iter().all(|text| text.contains("acc2omp_async2dep")), "{texts:?}");
}

#[test]
fn a_wait_before_a_synchronous_directive_needs_no_block() {
    check(
        "#pragma acc update self(a[0:n]) wait(1)\n#pragma acc exit data delete(a[0:n]) wait(1, 2)\n",
        "__attribute__((weak)) char acc_queue_1, acc_queue_2;\n",
        "#pragma omp taskwait depend(inout: acc_queue_1)\n#pragma omp target update from(present: a[0:n])\n\
         #pragma omp taskwait depend(inout: acc_queue_1) depend(inout: acc_queue_2)\n#pragma omp target exit data map(release: a[0:n])\n",
    );
    // Only the block is executed under the condition.
    check(
        "  if (n)\n#pragma acc parallel loop wait\n  for (int i = 0; i < n; ++i) a[i] = i;\n",
        "",
        "  if (n)\n  {\n#pragma omp taskwait\n#pragma omp target teams distribute parallel for\n  for (int i = 0; i < n; ++i) a[i] = i;\n  }\n",
    );
}

#[test]
fn an_edit_elsewhere_changes_what_represents_the_queues_of_a_function() {
    let constant = "void f(int *a, int q) {\n#pragma acc update self(a[0:4]) async(1)\n}\n\nvoid g(int q) {\n#pragma acc wait(1)\n}\n";
    let computed = constant.replace("wait(1)", "wait(q)");
    let mut session = Session::new(MemoryFiles::new().with("f.c", constant));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    for text in [constant, computed.as_str(), constant] {
        session.set_source("f.c", text);
        let translation = session.translate(unit, &TranslateOptions::default());
        assert_eq!(translation.text, translated(text, &TranslateOptions::default()).1.text);
    }
}
