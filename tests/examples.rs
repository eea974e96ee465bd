//! The examples of the library, run on programs, and their length: each is a page that an outsider can write.

#[path = "../examples/editor_loop.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod editor_loop;
#[path = "../examples/front_end_policy.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod front_end_policy;
#[path = "../examples/inserter.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod inserter;
#[path = "../examples/playground.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod playground;
#[path = "../examples/policy.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod policy;
#[path = "../examples/statistics.rs"]
#[expect(dead_code, reason = "`main` is for the command line")]
mod statistics;

use clacc::Session;
use clacc::compare::DifferingPart;
use clacc::directives::{AccClause, AccDirective, OmpClause};
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
            "// acc update: exact\n#pragma omp target update from(present: x[0:n])",
        );
    assert_eq!(text, expected);
}

const LOOP: &str = "\
void f(int n, int *x) {
#pragma acc parallel loop copy(x[0:n])
  for (int i = 0; i < n; ++i)
    x[i] = i;
}
";

#[test]
fn values_of_a_policy_differ() {
    let differences = |limits| policy::differences("f.c", LOOP.into(), limits).expect("the file is there");
    let found = differences([1, 2]);
    let parts: Vec<_> = found.iter().map(|each| (each.directive, each.differs)).collect();
    assert_eq!(parts, [(AccDirective::ParallelLoop, DifferingPart::Clause(OmpClause::ThreadLimit))]);
    let line = found[0].second.lines.as_ref().expect("it is translated")[0].clone();
    assert!(line.contains("thread_limit(2)"), "{line}");
    assert_eq!(found[0].second.fidelity, Fidelity::Exact);
    assert!(differences([1, 1]).is_empty());
}

#[test]
fn another_front_end_makes_one_directive_of_two() {
    let text = front_end_policy::translated("f.c", LOOP.into()).expect("the file is there");
    let line = "#pragma omp target teams distribute parallel for map(tofrom: x[0:n])\n  for";
    assert!(text.contains(line), "{text}");
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

#[test]
fn a_playground_answers_requests() {
    let answer = playground::answer(&format!("performance gcc\n{PROGRAM}")).expect("the names are known");
    assert!(answer.text.contains("#pragma omp target update"), "{}", answer.text);
    assert!(answer.verdicts.contains("update: if_present: "), "{}", answer.verdicts);
    let answer = playground::answer("performance gcc\n#pragma acc wait\n").expect("the names are known");
    assert!(
        answer.findings.contains("ACC0050") && answer.findings.contains("program.c:1"),
        "{}",
        answer.findings
    );
    for request in ["", "performance\n", "fastest gcc\n", "performance tcc\n"] {
        assert!(playground::answer(request).is_err(), "{request}");
    }
}
