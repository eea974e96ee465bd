//! Owned data as JSON and back, by the feature `serde`.
#![cfg(feature = "serde")]

use std::collections::BTreeSet;
use std::fmt::Debug;

use clacc::diagnostics::{Code, Diagnostic, Severity};
use clacc::directives::{AccClause, AccDirective, OmpClause, OmpDirective};
use clacc::edit::TextEdit;
use clacc::files::MemoryFiles;
use clacc::omp::MappingChoice;
use clacc::options::{CompileOptions, Standard};
use clacc::policy::Policy;
use clacc::severities::WarningLevel;
use clacc::syntax::{ClauseKind, DirectiveKind, Node, NodePtr};
use clacc::translate::{Fidelity, TranslateOptions, Translation};
use clacc::tree_data::TreeData;
use clacc::{Session, dialect};
use expect_test::expect_file;
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
    let whole = check(&*translation);
    assert!(whole["text"].as_str().is_some_and(|text| text.contains("#pragma omp")), "a text is a string");
    check(&session.attributes(unit));
    let choice = |dialect| MappingChoice::new(Policy::default(), dialect);
    let differences = session.compare(unit, &choice(dialect::PORTABLE), &choice(dialect::CLACC));
    assert!(!differences.is_empty());
    check(&differences);
}

/// Adds the names of all fields of a value.
fn add_names(value: &serde_json::Value, names: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            names.extend(fields.keys().cloned());
            fields.values().for_each(|value| add_names(value, names));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| add_names(value, names)),
        _ => {}
    }
}

/// A field that is renamed can no longer be read by other versions; one that is new is written down here.
#[test]
fn fields_keep_their_names() {
    let program = "void f(int n, int *x) {\n#pragma acc data pcopyin(readonly: x[0:n])\n{\n#pragma acc parallel loop\n\
                   for (int i = 0; i < n; ++i) x[i] = y;\n}\n#pragma acc updat\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    let choice = |dialect| MappingChoice::new(Policy::default(), dialect);
    let differences = session.compare(unit, &choice(dialect::PORTABLE), &choice(dialect::CLACC));
    let mut names = BTreeSet::new();
    let attributes = check(&session.attributes(unit));
    let data = [check(&*translation), check(&translation.edits()), attributes, check(&differences)];
    data.iter().for_each(|value| add_names(value, &mut names));
    add_names(&check(&CompileOptions::default()), &mut names);
    expect_file!["serialised/fields.txt"]
        .assert_eq(&names.iter().fold(String::new(), |all, name| all + name + "\n"));
}

#[test]
fn bytes_that_are_no_text_are_read_as_they_were_written() {
    for bytes in [&b"plain"[..], b"caf\xe9", b"\xff\x00", "\u{10FFE9}".as_bytes(), b""] {
        let written = check(&TextEdit::new("f.c", 0..1, bytes));
        assert!(written["replacement"].is_string(), "{written}");
    }
    assert_eq!(check(&TextEdit::new("f.c", 0..1, "x = 1;"))["replacement"], "x = 1;");
}

#[test]
fn options_and_words_are_read_as_they_were_written() {
    let mut options = CompileOptions::default().define("N=1").include_dir("include");
    options.standard = Standard::from_flag("c99").expect("an edition");
    assert_eq!(check(&options)["standard"]["edition"], "c99");
    assert_eq!(check(&Fidelity::Approximated), "approximated");
    assert_eq!(check(&AccDirective::ParallelLoop), "parallel loop");
    assert_eq!(check(&OmpDirective::TargetTeams), "target teams");
    assert_eq!(check(&DirectiveKind::Acc(AccDirective::ParallelLoop))["acc"], "parallel loop");
    assert_eq!(check(&DirectiveKind::UnknownOmp), "unknown-omp");
    assert_eq!(check(&ClauseKind::Omp(OmpClause::NumTeams))["omp"], "num_teams");
    assert!(serde_json::from_str::<ClauseKind>("{\"omp\":\"colour\"}").is_err());
    assert!(serde_json::from_str::<AccClause>("\"colour\"").is_err());
    check(&TextEdit::insertion("f.c", 3, "text").made_for(b"int a;"));
}

#[test]
fn translations_pointers_and_their_options_are_read_as_they_were_written() {
    let program = "void f(int *x) {\n#pragma acc update self(x[0:8])\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let mut options = TranslateOptions::default().with_dialect(dialect::LLVM).with_policy(Policy::clacc());
    options.severities.set("pointer-without-range", WarningLevel::Off).expect("there is such a name");
    let text = serde_json::to_string(&options).expect("JSON");
    let read: TranslateOptions = serde_json::from_str(&text).expect("it can be read");
    assert_eq!((*read.mapping.dialect(), read.mapping.policy().name()), (dialect::LLVM, "clacc"));
    assert_eq!(format!("{read:?}"), format!("{options:?}"));
    let translation = session.translate(unit, &options);
    check(&translation);
    let text = serde_json::to_string(&translation).expect("JSON");
    let read: Translation = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(read.edits(), translation.edits());
    let declarations = session.declarations(unit);
    let pointers: Vec<NodePtr> = declarations[0].nodes().map(Node::ptr).collect();
    check(&pointers);
    let mut overrides = dialect::Overrides::default();
    overrides.hold = Some(false);
    let changed = TranslateOptions::default().with_dialect(dialect::LLVM.with(overrides));
    let error = serde_json::to_string(&changed).expect_err("its name is that of another one");
    assert!(error.to_string().contains("dialect `llvm` is not built in"), "{error}");
}

#[test]
fn trees_are_read_as_they_were_written() {
    let program = "#define N 8\nint y;\nvoid f(int n, unsigned long *x) {\n#pragma acc parallel copy(x[0:N])\n\
                   x[N] = sizeof y + 18446744073709551615u;\n\
                   x[0] = 9007199254740991 - 9007199254740992;\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let json = check(&session.tree(unit));
    assert_eq!(json["schema"], TreeData::SCHEMA);
    let nodes = json["nodes"].as_array().expect("a list");
    let macro_made: Vec<_> = nodes.iter().filter(|node| node["macros"][0] == "N").collect();
    assert!(macro_made.len() == 2 && macro_made[0]["constant"] == 8, "{macro_made:?}");
    let is_there = |constant: serde_json::Value| nodes.iter().any(|node| node["constant"] == constant);
    // Readers with doubles would round what is not below 2^53.
    assert!(is_there("18446744073709551615".into()) && is_there("9007199254740992".into()));
    assert!(is_there(9_007_199_254_740_991_u64.into()) && is_there((-1).into()));
    assert!(nodes.iter().all(|node| node.get("omp").is_none()));
    let choice = MappingChoice::new(Policy::default(), dialect::PORTABLE);
    let with_omp = session.tree_with_omp(unit, &choice);
    check(&with_omp);
    assert!(with_omp.nodes.iter().any(|node| node.omp.as_ref().is_some_and(|omp| !omp.lines.is_empty())));
    let dumped: TreeData = serde_json::from_str(&session.dump_json(unit, &choice)).expect("it can be read");
    assert_eq!(dumped, with_omp, "what is written by hand is what serde writes");
    let by_hand: serde_json::Value = serde_json::from_str(&with_omp.to_json()).expect("JSON");
    assert_eq!(by_hand, serde_json::to_value(&with_omp).expect("JSON"));
}

#[test]
fn findings_of_other_tools_are_read_with_their_codes() {
    static OWN: Code = Code::own("acme-1", Severity::Warning, "something").unwrap().explained("It is so.");
    let finding = Diagnostic::without_place(&OWN, "something");
    let json = check(&finding);
    assert_eq!((&json["code"]["id"], &json["severity"]), (&"acme-1".into(), &"warning".into()));
    let read = |finding: &Diagnostic| {
        let text = serde_json::to_string(finding).expect("JSON");
        serde_json::from_str::<Diagnostic>(&text).expect("it can be read").code
    };
    assert!(std::ptr::eq(read(&finding), read(&finding)), "a code is kept once");
    for code in [r#""ACME0001""#, r#"{"id":"ACC0042","severity":"error","title":""}"#] {
        let text = format!(r#"{{"code":{code},"severity":"note","message":"","secondary":[],"notes":[]}}"#);
        assert!(serde_json::from_str::<Diagnostic>(&text).is_err(), "{code}");
    }
}

/// The numbers in JSON, in the order in which they stand.
fn numbers(json: &mut serde_json::Value) -> Vec<&mut serde_json::Value> {
    match json {
        serde_json::Value::Number(_) => vec![json],
        serde_json::Value::Array(items) => items.iter_mut().flat_map(numbers).collect(),
        serde_json::Value::Object(fields) => {
            fields.iter_mut().flat_map(|(_, value)| numbers(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn damaged_translations_are_refused_or_brought_together() {
    let mut session = Session::new(
        MemoryFiles::new()
            .with("f.c", "#include \"g.h\"\nvoid f(int *x) {\n#pragma acc update self(x[0:8]) if(none)\n}\n")
            .with("g.h", "static void g(int *x) {\n#pragma acc update device(x[0:4])\n}\n"),
    );
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    let whole = session.files_of(&[&*translation]);
    assert!(whole.settled && whole.files.len() == 1, "{whole:?}");
    let mut json = serde_json::to_value(&*translation).expect("JSON");
    json["text"] = "".into();
    let mut left_out = 0;
    for position in 0..numbers(&mut json).len() {
        for number in [0, 40, u32::MAX] {
            let mut damaged = json.clone();
            *numbers(&mut damaged)[position] = number.into();
            let Ok(read) = serde_json::from_value::<Translation>(damaged) else { continue };
            let together = session.files_of(&[&read, &*translation]);
            left_out += usize::from(!together.settled);
        }
    }
    assert!(left_out > 0);
}
