//! Writes and checks the lists of codes in the book (`UPDATE_EXPECT=1 cargo test --test book`).

use std::fmt::Write;

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use expect_test::expect_file;

const SUMMARY_HEAD: &str = "# Summary

[Introduction](introduction.md)

- [The command line](command-line.md)
- [Proving a port](verify.md)
- [Policies and dialects](mappings.md)
- [Embedding](embedding.md)
- [Status](status.md)
- [Directives and clauses](directives.md)
- [What compilers get wrong](compilers.md)
- [Conformance](conformance.md)
- [Beside other compilers](comparison.md)
- [Warnings](warnings.md)
- [The report of a translation](report.md)
- [Policy files](policy-files.md)
- [Routines of OpenMP](openmp-routines.md)
- [Stability](stability.md)
- [Codes](codes/README.md)
";

const WARNINGS_HEAD: &str = "# Warnings

Each warning has a name, that of the Clacc compiler or of clang where they have one; the code is a name too. `clacc check`,
`translate` and `cc` take them, and the library as `severities::Severities`:

| flag | effect |
|---|---|
| `-WNAME` | the warnings are shown; some are not by default |
| `-Wno-NAME` | they are not shown |
| `-Werror=NAME`, `-Wno-error=NAME` | they are errors, or are none although `-Werror` is given |
| `-Werror`, `-Wno-error` | all warnings are errors, or are none |
| `-w` | no warnings, except about what a translation keeps or changes (`MAP...`), which are turned off by name only |

What is said of a name has precedence over what is said of all warnings; otherwise the later flag counts. Errors stay errors:
what they are about is not translated. A warning that is made an error changes the exit status and no translation. Notes of a
translation have no names but their codes. Names of C compilers' warnings are ignored, and so are all flags of a compilation
database; a name that is nearly one of these is reported. A test writes this page (`UPDATE_EXPECT=1 cargo test --test book`).

| name | codes | by default |
|---|---|---|
";

#[test]
fn the_table_of_contents_lists_every_page() {
    let mut page = String::from(SUMMARY_HEAD);
    for code in clacc::codes() {
        let _ = writeln!(page, "  - [{0}: {1}](codes/{0}.md)", code.id, code.title);
    }
    expect_file!["../docs/SUMMARY.md"].assert_eq(&page);
}

#[test]
fn the_list_of_warnings_is_complete() {
    let mut page = String::from(WARNINGS_HEAD);
    let shown = |code: &str| {
        let page = clacc::codes().find(|page| page.id == code).expect("each has a page");
        if page.off_by_default { "off" } else { page.severity.text() }
    };
    for warning in clacc::severities::names() {
        let codes: Vec<String> =
            warning.codes.iter().map(|code| format!("[{code}](codes/{code}.md)")).collect();
        let default = warning.codes.first().map_or("accepted, no effect", |code| shown(code));
        let _ = writeln!(page, "| `{}` | {} | {default} |", warning.name, codes.join(", "));
    }
    expect_file!["../docs/warnings.md"].assert_eq(&page);
}

/// The second C program of the README is what `clacc translate` prints of the first.
#[test]
fn the_readme_shows_a_program_before_and_after() {
    let readme = include_str!("../README.md");
    let mut programs = readme.split("```c\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (before, after) = (programs.next().expect("one before"), programs.next().expect("one after"));
    let mut session = Session::new(MemoryFiles::new().with("scale.c", before));
    let unit = session.add_unit("scale.c", &CompileOptions::default()).expect("it is there");
    let printed = session.translate(unit, &TranslateOptions::default());
    assert_eq!(String::from_utf8_lossy(&printed.text), after);
    assert!(readme.lines().count() <= 100, "the README has one page");
}
