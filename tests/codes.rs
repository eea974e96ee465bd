//! The register of codes as a whole: each code is declared once, in one place, and has its page.

use std::collections::BTreeMap;
use std::path::Path;

use clacc::diagnostics::Code;

/// What a page lacks; empty if nothing.
fn lacking(code: &Code) -> Vec<&'static str> {
    let digits = code.id.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let is_number = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let rules = [
        (is_number && digits.len() < code.id.len(), "letters and four digits"),
        (!code.title.is_empty() && !code.title.ends_with('.'), "a title without a full stop"),
        (code.explanation.ends_with('.'), "an explanation in sentences"),
        (code.good.is_empty() || !code.bad.is_empty(), "what the good example corrects"),
    ];
    rules.into_iter().filter(|(holds, _)| !holds).map(|(_, what)| what).collect()
}

#[test]
fn every_code_has_a_page() {
    for code in clacc::codes() {
        assert_eq!(lacking(code), Vec::<&str>::new(), "{}", code.id);
    }
    assert!(clacc::codes().map(|code| code.id).is_sorted());
}

/// How often each id is written in a file `codes.rs` of some crate.
fn declared(folder: &Path, ids: &mut BTreeMap<String, usize>) {
    for entry in std::fs::read_dir(folder).expect("the sources can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            declared(&path, ids);
        } else if path.ends_with("codes.rs") {
            let text = std::fs::read_to_string(&path).expect("the sources are text");
            for word in text.split('"').filter(|word| is_id(word)) {
                *ids.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
}

fn is_id(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    letters > 0 && word.len() == letters + 4 && word[letters..].bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn every_code_is_declared_once_and_can_be_explained() {
    let mut ids = BTreeMap::new();
    for source in ["clacc-syntax/src", "clacc-sema/src", "clacc-ttx/src"] {
        declared(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source), &mut ids);
    }
    let repeated: Vec<_> = ids.iter().filter(|(_, count)| **count > 1).collect();
    assert!(repeated.is_empty(), "declared more than once: {repeated:?}");
    assert!(ids.keys().map(String::as_str).eq(clacc::codes().map(|code| code.id)));
}
