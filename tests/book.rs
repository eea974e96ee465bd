//! Writes and checks the lists of codes in the book (`UPDATE_EXPECT=1 cargo test --test book`).

use std::fmt::Write;

use expect_test::expect_file;

const INDEX_HEAD: &str = "# Codes

Every finding of `clacc` has a code, which keeps its meaning and is never given to another finding.
A test writes this page and the table of contents (`UPDATE_EXPECT=1 cargo test --test book`).
";

/// The groups of codes, by the letters that they begin with.
const GROUPS: &[(&str, &str)] = &[
    ("ACC", "OpenACC directives"),
    ("C", "The syntax of C"),
    ("MAP", "The translation to OpenMP"),
    ("OMP", "OpenMP directives"),
    ("PP", "The preprocessor"),
];

const SUMMARY_HEAD: &str = "# Summary

[Introduction](introduction.md)

- [Directives and clauses](directives.md)
- [What compilers get wrong](compilers.md)
- [Codes](codes/README.md)
";

#[test]
fn the_index_lists_every_code() {
    let mut page = String::from(INDEX_HEAD);
    let mut codes = clacc::codes().peekable();
    for (letters, title) in GROUPS {
        let _ = write!(page, "\n## {title}\n\n| code | severity | finding |\n|---|---|---|\n");
        while let Some(code) = codes.next_if(|code| code.id.trim_end_matches(char::is_numeric) == *letters) {
            let _ = writeln!(page, "| [{0}]({0}.md) | {1} | {2} |", code.id, code.severity, code.title);
        }
    }
    assert!(codes.next().is_none(), "a code lies in no group");
    expect_file!["../docs/codes/README.md"].assert_eq(&page);
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let mut page = String::from(SUMMARY_HEAD);
    for code in clacc::codes() {
        let _ = writeln!(page, "  - [{0}: {1}](codes/{0}.md)", code.id, code.title);
    }
    expect_file!["../docs/SUMMARY.md"].assert_eq(&page);
}
