//! Edits of one's own, and those of translations, as programs that embed the library make them.

use std::sync::Arc;

use clacc::edit::{EditError, EditSet, TextEdit};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{TranslateOptions, Translation};
use clacc::{Session, Unit};

const HEADER: &str = "static inline void g(int *a) {\n#pragma acc update self(a[0:4])\n}\n";
const PROGRAM: &str = "#include \"g.h\"\nvoid f(int *a) {\n#pragma acc parallel loop copy(a[0:4])\nfor (int i = 0; i < 4; ++i) a[i] = i;\n}\n";

fn open() -> (Session, Unit) {
    let mut session = Session::new(MemoryFiles::from_iter([("f.c", PROGRAM), ("g.h", HEADER)]));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    (session, unit)
}

fn translated(session: &Session, unit: Unit) -> Arc<Translation> {
    session.translate(unit, &TranslateOptions::default().with_dialect(clacc::dialect::PORTABLE))
}

#[test]
fn a_text_that_is_not_there_is_not_edited() {
    let (mut session, _) = open();
    assert!(matches!(session.edit_source("none.c", &[]), Err(EditError::NoFile(_))));
    let edits = [TextEdit::insertion("none.c", 0, "int x;\n")];
    assert!(matches!(session.edit_source("none.c", &edits), Err(EditError::NoFile(_))));
    assert_eq!((session.edit_source("f.c", &[]), session.source("none.c")), (Ok(()), None));
}

#[test]
fn the_edits_of_a_translation_make_its_text() {
    let (session, unit) = open();
    let translation = translated(&session, unit);
    let mut edits = EditSet::new(&session);
    assert!(edits.is_empty());
    edits.merge(translation.edits()).expect("they fit");
    let texts = edits.apply();
    assert_eq!(texts["f.c"], translation.text);
    assert_eq!(texts["g.h"], translation.headers[0].text);
    assert_eq!(texts.len(), 2);
    // What is added twice is refused as a whole: insertions at one place could be meant once or twice.
    assert!(matches!(edits.merge(translation.edits()), Err(EditError::Conflict(_))));
    assert_eq!(edits.apply(), texts);
}

#[test]
fn edits_of_ones_own_go_with_a_translation_or_are_refused() {
    let (session, unit) = open();
    let mut edits = EditSet::new(&session);
    edits.merge(translated(&session, unit).edits()).expect("they fit");
    let count = edits.edits().count();
    let body = PROGRAM.find("a[i] = i").expect("it is there");
    edits.push(TextEdit::new("f.c", body + 7..body + 8, "2 * i")).expect("no translation is there");
    let clause = PROGRAM.find("copy(").expect("it is there");
    let refused = edits.push(TextEdit::new("f.c", clause..clause + 4, "copyin"));
    assert!(matches!(refused, Err(EditError::Conflict(_))), "{refused:?}");
    assert_eq!(edits.edits().count(), count + 1);
    let text = String::from_utf8(edits.apply().remove("f.c").expect("it has edits")).expect("ASCII");
    assert!(text.contains("a[i] = 2 * i;") && text.contains("#pragma omp target teams"), "{text}");
}

#[test]
fn a_translation_of_another_text_is_refused() {
    let (mut session, unit) = open();
    let translation = translated(&session, unit);
    session.set_source("f.c", format!("int more;\n{PROGRAM}"));
    let mut edits = EditSet::new(&session);
    let refused = edits.merge(translation.edits());
    assert!(matches!(refused, Err(EditError::OtherText(_))), "{refused:?}");
    assert!(edits.is_empty());
    edits.merge(translated(&session, unit).edits()).expect("this one is of the text");
}

#[cfg(feature = "diff")]
#[test]
fn edits_are_shown_as_diffs() {
    let (session, unit) = open();
    let mut edits = EditSet::new(&session);
    edits.merge(translated(&session, unit).edits()).expect("they fit");
    let diff = String::from_utf8(edits.unified_diff()).expect("ASCII");
    let heads: Vec<&str> = diff.lines().filter(|line| line.starts_with("+++")).collect();
    assert_eq!(heads, ["+++ b/f.c", "+++ b/g.h"]);
    assert!(diff.contains("-#pragma acc update self(a[0:4])\n"), "{diff}");
}
