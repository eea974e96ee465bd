//! Owned data as JSON and back, by the feature `serde`.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use clacc::diagnostics::{Code, Diagnostic, Severity};
use clacc::directives::{AccClause, AccDirective, OmpDirective};
use clacc::edit::TextEdit;
use clacc::files::MemoryFiles;
use clacc::omp::MappingChoice;
use clacc::options::{CompileOptions, Standard};
use clacc::policy::Policy;
use clacc::translate::{Fidelity, TranslateOptions};
use clacc::{Session, dialect};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that the data is read as it was written, and returns it as JSON.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &T) -> serde_json::Value {
    let text = serde_json::to_string(data).expect("it can be written");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("it can be read"), data, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn what_the_library_returns_is_read_as_it_was_written() {
    let program = "void f(int n, int *x) {\n#pragma acc data pcopyin(readonly: x[0:n])\n{\n#pragma acc parallel loop\n\
                   for (int i = 0; i < n; ++i) x[i] = y;\n}\n#pragma acc updat\n#pragma acc update self(x[0:n])\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    assert!(translation.verdicts.len() > 5 && !translation.diagnostics.is_empty());
    let verdicts = check(&translation.verdicts);
    let part = &verdicts[1]["part"]["clause"];
    assert_eq!((&part["kind"], &part["spelling"]), (&"copyin".into(), &"pcopyin".into()));
    assert_eq!(verdicts[0]["directive"]["acc"], "data");
    let findings = check(&translation.diagnostics);
    assert_eq!(findings[0]["code"], translation.diagnostics[0].code.id);
    check(&translation.edits());
    check(&session.attributes(unit));
    let choice = |dialect| MappingChoice::new(Policy::default(), dialect);
    let differences = session.compare(unit, &choice(dialect::PORTABLE), &choice(dialect::CLACC));
    assert!(!differences.is_empty());
    check(&differences);
}

#[test]
fn options_and_words_are_read_as_they_were_written() {
    let mut options = CompileOptions::default().define("N=1").include_dir("include");
    options.standard = Standard::from_flag("c99").expect("an edition");
    assert_eq!(check(&options)["standard"]["edition"], "c99");
    assert_eq!(check(&Fidelity::Approximated), "approximated");
    assert_eq!(check(&AccDirective::ParallelLoop), "parallel loop");
    assert_eq!(check(&OmpDirective::TargetTeams), "target teams");
    assert!(serde_json::from_str::<AccClause>("\"colour\"").is_err());
    check(&TextEdit::insertion("f.c", 3, "text").made_for(b"int a;"));
}

#[test]
fn findings_of_other_tools_are_written_and_not_read() {
    static OWN: Code = Code::own("acme-1", Severity::Warning, "something").unwrap();
    let text = serde_json::to_string(&Diagnostic::without_place(&OWN, "something")).expect("JSON");
    assert!(text.starts_with(r#"{"code":"acme-1","severity":"warning""#), "{text}");
    let error = serde_json::from_str::<Diagnostic>(&text).expect_err("the code is not known here");
    assert!(error.to_string().contains("clacc has no code `acme-1`"), "{error}");
}
