//! The examples of the library, run on programs, and their length: each is a page that an outsider can write.

#[path = "../examples/editor_loop.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod editor_loop;
#[path = "../examples/inserter.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod inserter;
#[path = "../examples/statistics.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod statistics;

use clacc::Session;
use clacc::directives::{AccClause, AccDirective};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::Fidelity;

const PROGRAM: &str = "\
void f(int n, int *x) {
  #pragma acc data pcopyin(x[0:n])
  {
    #pragma acc update self(x[0:n]) if_present
    if (n) {
#pragma acc update self(x[0:n])
    }
  }
}
";

#[test]
fn directives_and_clauses_are_counted() {
    let files = MemoryFiles::from_iter([("f.c", PROGRAM), ("g.c", PROGRAM), ("empty.c", "")]);
    let paths = ["f.c", "g.c", "empty.c"].map(str::to_owned);
    let counts = statistics::count(files, &paths).expect("the files are there");
    let of = |directive, clause| {
        counts.get(&(directive, clause)).into_iter().flatten().map(|(_, count)| count).sum()
    };
    let (data, update): (usize, usize) = (of(AccDirective::Data, None), of(AccDirective::Update, None));
    assert_eq!((data, update), (2, 4));
    assert_eq!(of(AccDirective::Data, Some(AccClause::Copyin)), 2, "other names of a clause are the clause");
    let if_present = &counts[&(AccDirective::Update, Some(AccClause::IfPresent))];
    assert_eq!(if_present.iter().next(), Some((&Fidelity::Exact, &2)));
}

#[test]
fn own_edits_are_made_with_a_translation() {
    let mut session = Session::new(MemoryFiles::new().with("f.c", PROGRAM));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let text = inserter::annotated(&session, unit).expect("the edits fit");
    let text = String::from_utf8(text).expect("ASCII");
    let expected = PROGRAM
        .replace(
            "  #pragma acc data pcopyin(x[0:n])",
            "  // acc data: exact\n  #pragma omp target data map(to: x[0:n])",
        )
        .replace(
            "    #pragma acc update self(x[0:n]) if_present",
            "    // acc update: exact\n    #pragma omp target update from(x[0:n])",
        )
        .replace(
            "#pragma acc update self(x[0:n])",
            "// acc update: approximated\n#pragma omp target update from(x[0:n])",
        );
    assert_eq!(text, expected);
}

#[test]
fn an_editor_shows_the_findings_of_the_last_text() {
    let typed = "/* \u{1f600}\u{e4} */ void f(float x) {\n#pragma acc parallel num_gangs(x)\n{ }\n}\n/* \u{1f600} */ _Pragma(\"acc wait\")\n";
    let texts = (1..=typed.chars().count()).map(|count| typed.chars().take(count).collect());
    let shown = editor_loop::type_texts(texts).expect("it does not panic");
    let places: Vec<_> = shown.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(places, [(1, 31), (4, 9)], "{shown:?}");
}

#[test]
fn examples_are_a_page_long() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(entry.path()).expect("a text");
            assert!(text.lines().count() < 60, "{}", entry.path().display());
            assert!(!text.contains("unstable") && !text.contains("clacc_"), "{}", entry.path().display());
        }
    }
}
