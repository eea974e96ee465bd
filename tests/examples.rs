//! The examples of the library, run on programs, and their length: each is a page that an outsider can write.

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
    let inactive = "#if 0\n#pragma acc update self(x)\n#endif\n#define LOOP _Pragma(\"acc loop\")\n";
    let files = MemoryFiles::from_iter([("f.c", PROGRAM), ("g.c", PROGRAM), ("inactive.c", inactive)]);
    let paths = ["f.c", "g.c", "inactive.c"].map(str::to_owned);
    let counts = statistics::count(files, &paths).expect("the files are there");
    let of = |directive, clause| {
        let found = &counts[&(directive, clause)];
        (found[&None], found.values().sum::<usize>() - found[&None])
    };
    assert_eq!(of(AccDirective::Data, None), (2, 2));
    assert_eq!(of(AccDirective::Update, None), (5, 5), "one stands in a branch that is left out");
    assert_eq!(of(AccDirective::Loop, None), (1, 1), "one stands in a macro that nothing uses");
    assert_eq!(
        of(AccDirective::Data, Some(AccClause::Copyin)),
        (2, 2),
        "other names of a clause are the clause"
    );
    let if_present = &counts[&(AccDirective::Update, Some(AccClause::IfPresent))];
    assert_eq!(if_present.get(&Some(Fidelity::Exact)), Some(&2));
}

#[test]
fn own_edits_are_made_with_a_translation() {
    let mut session = Session::new(MemoryFiles::new().with("f.c", PROGRAM));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let (text, refused) = inserter::annotated(&session, unit).expect("the edits fit");
    let text = String::from_utf8(text).expect("ASCII");
    assert_eq!(refused, Vec::<String>::new());
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
fn a_place_that_a_macro_made_gets_no_edit() {
    let program =
        "#define WAIT _Pragma(\"acc wait\")\nvoid f(void) {\n  if (1)\n    WAIT\n  #pragma acc wait\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let (text, refused) = inserter::annotated(&session, unit).expect("the edits fit");
    assert_eq!(refused, ["f.c:4:5 (from WAIT)"]);
    let text = String::from_utf8(text).expect("ASCII");
    assert!(text.contains("  // acc wait: exact\n  #pragma omp taskwait\n"), "{text}");
}

#[test]
fn examples_are_a_page_long() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(entry.path()).expect("a text");
            assert!(text.lines().count() <= 60, "{}", entry.path().display());
            assert!(!text.contains("unstable") && !text.contains("clacc_"), "{}", entry.path().display());
        }
    }
}
