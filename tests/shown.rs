//! Every public type of the library is shown in an example that runs, and so is every question to an analysis, a session or a
//! snapshot. A type is shown by an example in its own folder that names it; types of the crates beneath, which the library
//! shows as its own, are not looked at.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Public types without an example, with the reason.
const UNSHOWN: [(&str, &str); 1] = [("Sources", "a function, which callers write as a closure")];

/// The types whose methods are the questions and changes that the library has.
const ASKED: [&str; 3] = ["Analysis", "Session", "Snapshot"];

/// A source file with what its examples say.
struct SourceFile {
    folder: PathBuf,
    text: String,
    examples: String,
}

fn sources(folder: &Path, found: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(folder).expect("a source folder reads").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("bin") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source reads");
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
            found.push(SourceFile { folder: folder.to_owned(), examples: examples(&text), text });
        }
    }
}

/// The lines of code in the documentation of a text.
fn examples(text: &str) -> String {
    let (mut code, mut is_code) = (String::new(), false);
    for line in text.lines().map(str::trim_start) {
        let Some(line) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_code = false;
            continue;
        };
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            code += line;
            code.push('\n');
        }
    }
    code
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|each: char| !each.is_alphanumeric() && each != '_')
}

/// The name of the public item that a line declares with one of these words.
fn declared<'l>(line: &'l str, declaring: &[&str]) -> Option<&'l str> {
    let rest = line.strip_prefix("pub ")?;
    let name = declaring.iter().find_map(|word| rest.strip_prefix(*word))?;
    words(name).next()
}

/// The type that the line of an `impl` is about.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') { rest.split_once("> ")?.1 } else { rest.trim_start() };
    words(rest.split_once(" for ").map_or(rest, |(_, of)| of)).next()
}

/// The public methods of the types that are asked.
fn questions(text: &str) -> Vec<&str> {
    let (mut found, mut is_asked) = (Vec::new(), false);
    for line in text.lines() {
        if let Some(of) = implemented(line) {
            is_asked = ASKED.contains(&of);
        }
        let method = line.strip_prefix("    ").and_then(|line| declared(line, &["fn "]));
        found.extend(method.filter(|_| is_asked));
    }
    found
}

fn all() -> Vec<SourceFile> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

#[test]
fn types_are_shown_in_an_example() {
    let all = all();
    let mut examples: BTreeMap<&Path, String> = BTreeMap::new();
    for file in &all {
        examples.entry(&file.folder).or_default().push_str(&file.examples);
    }
    let types = |line| declared(line, &["struct ", "enum ", "trait ", "type "]);
    let is_allowed = |name: &str| UNSHOWN.iter().any(|(unshown, _)| *unshown == name);
    let mut count = 0;
    for file in &all {
        for name in file.text.lines().filter_map(types).filter(|name| !is_allowed(name)) {
            let is_shown = words(&examples[&*file.folder]).any(|word| word == name);
            assert!(is_shown, "{name} stands in no example of {}", file.folder.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn questions_are_asked_in_an_example() {
    let all = all();
    let examples: String = all.iter().map(|file| &*file.examples).collect();
    let is_asked = |name: &str| [".", "::"].iter().any(|by| examples.contains(&format!("{by}{name}(")));
    let questions: Vec<&str> = all.iter().flat_map(|file| questions(&file.text)).collect();
    let unasked: Vec<_> = questions.iter().filter(|name| !is_asked(name)).collect();
    assert!(unasked.is_empty() && questions.len() > 30, "no example asks {unasked:?} of {questions:?}");
}

#[test]
fn examples_and_items_are_found() {
    let text = "/// A.\n///\n/// ```\n/// let a: A = b.c();\n/// ```\npub struct A<'f> {\n}\nimpl<'f> A<'f> {\n    pub fn d() {}\n}\nimpl Analysis {\n    pub fn c(&self) {}\n    fn e() {}\n}\n";
    assert_eq!(examples(text).trim(), "let a: A = b.c();");
    assert_eq!(declared("pub struct A<'f> {", &["struct "]), Some("A"));
    assert_eq!(questions(text), ["c"]);
    assert_eq!(implemented("impl<T: Into<U>> Deref for Session {"), Some("Session"));
}
