//! Enforces "Names that stand more than once" in `ARCHITECTURE.md`: no other name of a type or of a file has two meanings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The crates that share one vocabulary, each with the folder of its sources.
const CRATES: [(&str, &str); 4] =
    [("syntax", "clacc-syntax/src"), ("sema", "clacc-sema/src"), ("ttx", "clacc-ttx/src"), ("clacc", "src")];

/// The words behind which a type's name stands.
const DECLARING: [&str; 4] = ["struct ", "enum ", "trait ", "type "];

/// Names, each with all places where it stands.
type Names = BTreeMap<String, Vec<String>>;

/// The source files of a folder and of those below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a source folder reads").flatten();
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let found = entries.flat_map(|entry| below(entry.path()));
    found.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Every file of the crates with its place as the tables write it: `sema/acc/facts`. A `mod.rs` counts by its folder.
fn files() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_crate = |(name, folder): (&str, &str)| -> Vec<(String, PathBuf)> {
        let folder = root.join(folder);
        let place = |path: &Path| {
            let below = path.strip_prefix(&folder).expect("a file of the folder").with_extension("");
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            format!("{name}/{}", parts.join("/").trim_end_matches("/mod"))
        };
        sources(&folder).into_iter().map(|path| (place(&path), path)).collect()
    };
    CRATES.into_iter().flat_map(of_crate).collect()
}

/// The name of the type that a line declares. An indented `type` is the associated type of a trait.
fn declared(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => code,
    };
    let keyword = DECLARING.into_iter().find(|keyword| code.starts_with(keyword))?;
    let is_associated = keyword == "type " && line.starts_with(' ');
    (!is_associated).then(|| first_word(&code[keyword.len()..])).filter(|name| !name.is_empty())
}

/// The name of the type that a line declares in a call of one of the macros that make types.
fn declared_by_macro<'l>(called: &str, line: &'l str) -> Option<&'l str> {
    let is_name = match called {
        "ids! {" => line.ends_with(';'),
        "name_table! {" => line.ends_with(" {"),
        _ => false,
    };
    is_name.then(|| first_word(line.trim_start()))
}

fn first_word(text: &str) -> &str {
    text.split(|next: char| !next.is_alphanumeric() && next != '_').next().unwrap_or_default()
}

/// The types that a file declares.
fn types(text: &str) -> Vec<String> {
    let (mut found, mut called) = (Vec::new(), "");
    for line in text.lines() {
        match line {
            "ids! {" | "name_table! {" => called = line,
            "}" => called = "",
            _ => found.extend(declared(line).or_else(|| declared_by_macro(called, line)).map(str::to_owned)),
        }
    }
    found
}

fn file_names() -> Names {
    let mut names = Names::new();
    for (place, _) in files() {
        let name = place.rsplit('/').next().unwrap_or_default();
        if !["lib", "main"].contains(&name) {
            names.entry(name.to_owned()).or_default().push(place);
        }
    }
    names
}

fn type_names() -> Names {
    let mut names = Names::new();
    for (place, path) in files() {
        for name in types(&std::fs::read_to_string(path).expect("a source reads")) {
            names.entry(name).or_default().push(place.clone());
        }
    }
    names
}

/// The rows of a table of the section: name, places, reason.
fn table(heading: &str) -> Vec<[String; 3]> {
    let text = include_str!("../ARCHITECTURE.md");
    let section = text.split("## Names that stand more than once").nth(1).expect("the section of names");
    let section = section.split("\n## ").next().unwrap_or_default();
    let table = section.split(&format!("| {heading} |")).nth(1).expect("a table of names");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<_> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
        cells.try_into().expect("a row has three cells")
    })
    .collect()
}

/// Compares the names that stand more than once with those of a table.
fn compare(names: Names, heading: &str) {
    let mut repeated: Names = names.into_iter().filter(|(_, places)| places.len() > 1).collect();
    for [name, places, reason] in table(heading) {
        let mut found =
            repeated.remove(&name).unwrap_or_else(|| panic!("{name} stands once, or twice in the table"));
        found.sort();
        assert_eq!(found.join(", "), places, "where {name} stands");
        assert!(!reason.is_empty(), "{name} has no reason");
    }
    assert!(repeated.is_empty(), "these names stand more than once without a reason: {repeated:#?}");
}

#[test]
fn types_with_one_name_are_one_thing() {
    compare(type_names(), "type");
}

#[test]
fn files_with_one_name_are_about_one_thing() {
    compare(file_names(), "file");
}

#[test]
fn every_way_to_declare_a_type_is_seen() {
    let text = "pub(super) struct A;\nenum B {}\npub trait C {}\ntype D = A;\n    type E = A;\n\
        ids! {\n    /// Text.\n    F = A, fs;\n}\nname_table! {\n    G {\n        H = \"h\",\n    }\n}\n";
    assert_eq!(types(text), ["A", "B", "C", "D", "F", "G"]);
}
