//! Directives without a program: `tests/lone_directives/NAME.txt` holds the text of a directive, a line `---`, and what it is read as: its
//! constituents if it is combined, its nodes with their places, and its diagnostics.

use std::fmt::Write;
use std::path::Path;

use clacc::directives::{self, HostLanguage};
use clacc::syntax::Node;

/// Returns the kind of the directive, its nodes and its diagnostics, one in each line.
fn shown(text: &str) -> String {
    let parsed = directives::parse(text, HostLanguage::C);
    let mut out = String::new();
    if let Some(directive) = parsed.directive() {
        let _ = writeln!(out, "{:?}", directive.kind());
        let constituents = directive.constituents();
        for each in constituents.iter().filter(|_| constituents.len() > 1) {
            let clauses: Vec<_> = each.clauses().map(|clause| clause.node().print()).collect();
            let _ = writeln!(out, "effective: {}: {}", each.name(), clauses.join(", "));
        }
        let mut node = |node: Node<'_>| {
            let at = parsed.location(node).expect("each node of a directive has tokens");
            let _ = writeln!(out, "{at} {} {:?}: {:?}", node.role(), node.kind(), &text[at.range()]);
        };
        node(directive.node());
        directive.node().descendants().for_each(&mut node);
    }
    for finding in parsed.diagnostics() {
        let _ = writeln!(out, "{finding}");
        let labels = finding.primary.iter().chain(&finding.secondary);
        for label in labels {
            let _ = writeln!(out, "  {:?} {}", &text[label.place.range()], label.text);
        }
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            let _ = writeln!(out, "  {:?} becomes {:?}", &text[edit.0.range()], edit.1);
        }
    }
    out
}

#[test]
fn texts_are_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lone_directives");
    let mut cases: Vec<_> =
        std::fs::read_dir(folder).expect("the folder reads").flatten().map(|entry| entry.path()).collect();
    cases.sort();
    assert!(cases.len() > 10, "there are cases");
    for case in cases {
        let whole = std::fs::read_to_string(&case).expect("a case reads");
        let (text, expected) = whole.split_once("\n---\n").unwrap_or((&whole, ""));
        let found = shown(text);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&case, format!("{text}\n---\n{found}")).expect("a case is written");
        } else {
            assert_eq!(found, expected, "{}", case.display());
        }
    }
}

/// No text makes the parser panic: every beginning of a directive, and each directive without one of its bytes.
#[test]
fn cut_texts_are_read() {
    let texts = [
        "#pragma acc parallel loop copy(a[0:n], s.b) reduction(+: x) if(f(\"a\\\"\", 'c'))",
        "omp target teams distribute map(iterator(int i = 0:n), to: p[i][:4]) depend(in: *q)",
        "#pragma omp declare reduction(merge: T: omp_out += omp_in) initializer(omp_priv = {0})",
        "#pragma omp metadirective when(device={arch(x)}: parallel for) otherwise(nothing)",
    ];
    for text in texts {
        for cut in 0..=text.len() {
            shown(&text[..cut]);
            shown(&format!("{}{}", &text[..cut], text.get(cut + 1..).unwrap_or_default()));
        }
    }
}

/// A node of another directive has no place in the text, and nesting has a limit.
#[test]
fn limits_and_other_directives() {
    let (one, other) = (
        directives::parse("acc wait(1)", HostLanguage::C),
        directives::parse("acc wait(2)", HostLanguage::C),
    );
    let node = other.directive().expect("it is one").node();
    assert!(one.location(node).is_none() && other.location(node).is_some());
    let deep = directives::parse(&format!("acc wait({}1", "(".repeat(100_000)), HostLanguage::C);
    assert!(deep.diagnostics().iter().any(|finding| finding.code.id == "C0012"));
}
