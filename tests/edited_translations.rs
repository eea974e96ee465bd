//! Tests of edits that are translated in the same pass, of text around statements, and of sets without a session.

mod one_file;

use clacc::edit::{EditError, EditSet, TextEdit};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::Node;
use clacc::translate::{Headers, Mode, TranslateOptions};
use clacc::{Session, Unit};
use one_file::open;

#[expect(dead_code, reason = "the program's `main` is not called")]
#[path = "../examples/wrapper.rs"]
mod wrapper;

fn node<'f>(declaration: &'f clacc::syntax::ExternalDeclaration, text: &str) -> Node<'f> {
    let mut statements = declaration.nodes().filter(|node| node.stmt().is_some());
    statements.find(|node| node.print() == text).unwrap_or_else(|| panic!("no statement is {text}"))
}

/// Surrounds the statements of a body, and compares the new body or the start of the error.
fn check_surround(body: &str, ends: [&str; 2], texts: [&str; 2], expected: Result<&str, &str>) {
    let (session, unit) = open(&format!("void f(int n, int *x) {{\n{body}\n}}\n"));
    let f = session.declarations(unit).remove(0);
    let mut edits = EditSet::new(&session);
    let done = edits.surround(node(&f, ends[0]), node(&f, ends[1]), texts[0], texts[1]);
    assert_eq!(done.is_err(), edits.is_empty(), "a refused edit changes nothing");
    let text = edits.apply().remove("f.c").map(|text| String::from_utf8(text).expect("ASCII"));
    let new = text
        .as_deref()
        .and_then(|text| text.strip_prefix("void f(int n, int *x) {\n")?.strip_suffix("\n}\n"));
    let found = done.as_ref().map(|()| new.unwrap_or_default()).map_err(ToString::to_string);
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected),
        (Err(found), Err(expected)) => assert!(found.ends_with(expected), "{found}"),
        (found, expected) => panic!("{found:?}, expected {expected:?}"),
    }
}

#[test]
fn text_goes_around_statements() {
    let block = ["#pragma acc data copy(x[0:n])\n{", "}"];
    let two = "  n = 1;\n  n = 2;";
    check_surround(
        two,
        ["n = 1;", "n = 2;"],
        block,
        Ok("  #pragma acc data copy(x[0:n])\n  {\n  n = 1;\n  n = 2;\n  }"),
    );
    check_surround(
        two,
        ["n = 1;", "n = 1;"],
        block,
        Ok("  #pragma acc data copy(x[0:n])\n  {\n  n = 1;\n  }\n  n = 2;"),
    );
    check_surround(
        two,
        ["n = 1;", "n = 2;"],
        ["begin();", "end();"],
        Ok("  begin();\n  n = 1;\n  n = 2;\n  end();"),
    );
    check_surround("  n = 1; n = 2;", ["n = 1;", "n = 2;"], ["{", "}"], Ok("  {\n  n = 1; n = 2;\n  }"));
    // Pragmas of the first statement come along, and the last one ends behind the statement of its directive.
    check_surround(
        "  n = 0;\n#pragma acc parallel loop\n  for (;;) n = 1;\n#pragma acc parallel\n  n = 2;",
        ["for (;;)\n    n = 1;", "n = 2;"],
        ["{", "}"],
        Ok("  n = 0;\n{\n#pragma acc parallel loop\n  for (;;) n = 1;\n#pragma acc parallel\n  n = 2;\n}"),
    );
    // A single statement needs no block where the grammar takes a statement.
    check_surround(
        "  if (n)\n    n = 1;",
        ["n = 1;", "n = 1;"],
        ["{", "}"],
        Ok("  if (n)\n    {\n    n = 1;\n    }"),
    );
    check_surround(
        "  if (n)\n    n = 1;",
        ["n = 1;", "n = 1;"],
        ["a();", "b();"],
        Err("the grammar takes one statement here"),
    );
    check_surround(
        two,
        ["n = 2;", "n = 1;"],
        block,
        Err("it does not follow the first one in one list of statements"),
    );
    check_surround(
        "  n = 1;\n  { n = 2; }",
        ["n = 1;", "n = 2;"],
        block,
        Err("it does not follow the first one in one list of statements"),
    );
    check_surround(
        "  int m;\n  m = 2;",
        ["int m;", "m = 2;"],
        block,
        Err("it would not be visible behind the block"),
    );
    check_surround(two, ["n = 1;", "n = 2;"], ["{", ""], Err("the bracket is not closed"));
    check_surround(two, ["n = 1;", "n = 2;"], ["", "}"], Err("no bracket before it is open"));
    check_surround(
        two,
        ["n = 1;", "n = 2;"],
        ["#pragma acc parallel", ""],
        Err("what it ends with would be about the first statement alone"),
    );
    check_surround(two, ["n = 1;", "n = 2;"], ["/* a", "*/"], Err("the comment has no end"));
}

/// Translates a program with edits, and checks that the edits of the answer lead from the user's text to the translation.
fn check_translated(program: &str, edits: &[TextEdit], expected: &str, kept: &[&str]) {
    let (session, unit) = open(program);
    let mut set = EditSet::new(&session);
    set.merge(edits.iter().cloned()).expect("the edits fit");
    let answer =
        session.translate_edited(unit, &set, &TranslateOptions::default()).expect("the texts are current");
    let text = String::from_utf8(answer.translation.text.clone()).expect("ASCII");
    assert_eq!(text, expected, "{program}");
    let mut both = EditSet::new(&session);
    both.merge(answer.edits).expect("they fit the user's text");
    let applied = both.apply().remove("f.c").unwrap_or_else(|| program.into());
    assert_eq!(String::from_utf8(applied).expect("ASCII"), expected, "{program}");
    let found: Vec<String> =
        answer.kept.iter().map(|it| format!("{} {}", it.place, it.verdict.directive)).collect();
    assert_eq!(found, kept, "{program}");
    assert_eq!(session.source("f.c").as_deref(), Some(program.as_bytes()), "the session is as it was");
}

const UPDATE: &str = "#pragma acc update self(x[0:8])\n";
const OMP: &str = "#pragma omp target update from(present: x[0:8])\n";

#[test]
fn inserted_directives_are_translated_with_the_others() {
    let insertion = |at, text: &str| TextEdit::insertion("f.c", at, text);
    let around = |inner: &str| format!("void f(int *x) {{\n{inner}}}\n");
    let (empty, one) = (around(""), around(UPDATE));
    check_translated(&empty, &[], &empty, &[]);
    check_translated(&one, &[], &around(OMP), &[]);
    check_translated(&empty, &[insertion(17, UPDATE)], &around(OMP), &[]);
    // Before, behind and in the middle of what is translated anyhow.
    let twice = around(&[OMP, OMP].concat());
    check_translated(&one, &[insertion(17, UPDATE)], &twice, &[]);
    check_translated(&one, &[insertion(17 + UPDATE.len(), UPDATE)], &twice, &[]);
    check_translated(
        &one,
        &[TextEdit::new("f.c", 17 + 28..17 + 29, "4")],
        &around(&OMP.replace('8', "4")),
        &[],
    );
    // Edits that have nothing to do with directives, deletions among them.
    check_translated(
        &one,
        &[TextEdit::new("f.c", 0..4, "int"), TextEdit::new("f.c", 17..17 + UPDATE.len(), "")],
        "int f(int *x) {\n}\n",
        &[],
    );
    check_translated(
        &one,
        &[insertion(0, "// one\n"), insertion(17 + UPDATE.len(), "// two\n")],
        &format!("// one\n{}", around(&format!("{OMP}// two\n"))),
        &[],
    );
    // A directive that stays is reported at the place of the edit.
    let wrong = "#pragma acc update self(y)\n";
    check_translated(&one, &[insertion(17, wrong)], &around(&[wrong, OMP].concat()), &["f.c:2:1 update"]);
    check_translated(&around(wrong), &[insertion(17, UPDATE)], &around(&[OMP, wrong].concat()), &[]);
}

#[test]
fn headers_are_translated_with_their_edits() {
    let header = format!("static void g(int *x) {{\n{UPDATE}}}\n");
    let files =
        MemoryFiles::from_iter([("f.c", "#include \"g.h\"\nvoid f(int *x) {\n}\n"), ("g.h", &header)]);
    let mut session = Session::new(files);
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("it is there");
    let mut edits = EditSet::new(&session);
    edits.push(TextEdit::insertion("g.h", 0, "// a header\n")).expect("it fits");
    edits.push(TextEdit::insertion("f.c", 32, UPDATE)).expect("it fits");
    let options = TranslateOptions::default().with_headers(Headers::Translate);
    let answer = session.translate_edited(unit, &edits, &options).expect("the texts are current");
    let mut both = EditSet::new(&session);
    both.merge(answer.edits).expect("they fit");
    let texts = both.apply();
    assert_eq!(texts["g.h"], format!("// a header\nstatic void g(int *x) {{\n{OMP}}}\n").as_bytes());
    assert_eq!(
        (&texts["f.c"], &texts["g.h"]),
        (&answer.translation.text, &answer.translation.headers[0].text)
    );
}

#[test]
fn sets_without_their_session_are_applied_later() {
    let (mut session, unit) = open("int a;\nvoid f(void) { a = 1; }\n");
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    edits.insert_before(node(&declarations[1], "a = 1;"), "a = 0;").expect("it fits");
    let mut edits = edits.detached();
    edits.push(TextEdit::new("f.c", 4..5, "b")).expect("bytes can be edited");
    assert_eq!(edits.insert_before(node(&declarations[1], "a = 1;"), "a = 0;"), Err(EditError::Foreign));
    assert!(matches!(edits.push(TextEdit::insertion("g.c", 0, "")), Err(EditError::NoFile(_))));
    let translated =
        session.translate_edited(unit, &edits, &TranslateOptions::default().with_mode(Mode::Acc));
    let expected = "int b;\nvoid f(void) { \n               a = 0;\n               a = 1; }\n";
    let text = String::from_utf8(translated.expect("it is current").translation.text).expect("ASCII");
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());
    session.apply(&edits).expect("the text is as it was");
    assert_eq!(session.source("f.c").as_deref(), Some(text.as_bytes()));
    let stale = session.apply(&edits);
    assert!(matches!(stale, Err(EditError::OtherText(_))), "{stale:?}");
    assert!(session.translate_edited(unit, &edits, &TranslateOptions::default()).is_err());
    session.remove_unit(unit).expect("it was added");
    let unknown: Unit = unit;
    let empty = EditSet::new(&session);
    let answer =
        session.translate_edited(unknown, &empty, &TranslateOptions::default()).expect("there are no edits");
    assert_eq!(answer.translation.diagnostics[0].code.id, "UNIT0001");
}

#[test]
fn a_wrapper_translates_in_the_same_pass() {
    let program = "void f(int n, int *x) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; ++i) x[i] = i;\n#pragma acc parallel loop\n  for (int i = 0; i < n; ++i) x[i] += i;\n}\n";
    let (session, unit) = open(program);
    let (text, kept) = wrapper::wrapped(&session, unit, "x[0:n]").expect("it fits");
    let text = String::from_utf8(text).expect("ASCII");
    assert!(text.contains("#pragma omp target data map(") && !text.contains("acc"), "{text}");
    assert_eq!(kept, Vec::<String>::new());
    let (text, kept) = wrapper::wrapped(&session, unit, "y").expect("it fits");
    assert!(String::from_utf8_lossy(&text).contains("#pragma acc data copy(y)"));
    assert_eq!(kept.len(), 1, "{kept:?}");
}
