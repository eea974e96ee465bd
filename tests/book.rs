//! Writes and checks the lists of codes, warnings and pages in the book (`UPDATE_EXPECT=1 cargo test --test book`).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use expect_test::expect_file;

const SUMMARY_HEAD: &str = "# Summary

[Introduction](introduction.md)

- [The command line](command-line.md)
- [Proving a port](verify.md)
- [On a GPU](gpu.md)
- [Policies and dialects](mappings.md)
- [Embedding](embedding.md)
- [Status](status.md)
- [Directives and clauses](directives.md)
- [What compilers get wrong](compilers.md)
- [Conformance](conformance.md)
- [Beside other compilers](comparison.md)
- [Compared with OpenMP that people wrote](twins.md)
- [Warnings](warnings.md)
- [The report of a translation](report.md)
- [Policy files](policy-files.md)
- [Routines of OpenMP](openmp-routines.md)
- [The profiling interface](profiling.md)
- [The text for accelerators](device-text.md)
- [Stability](stability.md)
";

const DECISIONS_HEAD: &str = "# Decisions

Why something departs from the obvious, or from the design of the original compiler: one page for each subject. A test writes this
list (`UPDATE_EXPECT=1 cargo test --test book`).

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
    page.push_str("- [Decisions](decisions/README.md)\n");
    for (file, title) in decisions() {
        let _ = writeln!(page, "  - [{title}](decisions/{file})");
    }
    page.push_str("- [Codes](codes/README.md)\n");
    for code in clacc::codes() {
        let _ = writeln!(page, "  - [{0}: {1}](codes/{0}.md)", code.id, code.title);
    }
    expect_file!["../docs/SUMMARY.md"].assert_eq(&page);
}

/// The files and titles of the decisions, by number.
fn decisions() -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(in_workspace("docs/decisions")).expect("the folder reads").flatten();
    let numbered = entries.map(|entry| entry.path()).filter(|path| !path.ends_with("README.md"));
    let titled = numbered.map(|path| {
        let text = std::fs::read_to_string(&path).expect("a page is text");
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a title").to_owned();
        (path.file_name().expect("a name").to_string_lossy().into_owned(), title)
    });
    titled.collect()
}

#[test]
fn the_index_of_decisions_lists_every_page() {
    let mut page = String::from(DECISIONS_HEAD);
    for (file, title) in decisions() {
        let _ = writeln!(page, "- [{title}]({file})");
    }
    expect_file!["../docs/decisions/README.md"].assert_eq(&page);
}

fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The pages of the repository, but for those of codes.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/decisions", "clacc-runtime", "clacc-runtime/processes", "examples/c"];
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(in_workspace(folder)).expect("a folder reads").flatten());
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

#[test]
fn links_lead_to_files() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page is text");
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            let file = target.split('#').next().unwrap_or_default();
            let leads = file.is_empty() || page.with_file_name(file).exists();
            assert!(leads, "{} links to {target}", page.display());
        }
    }
}

/// A registry shows the README, and knows no folder beside it: its links are those of the documentation, and lead to what is packaged.
#[test]
fn links_of_the_registry_page_lead_into_the_documentation() {
    let text = std::fs::read_to_string(in_workspace("README.md")).expect("a page is text");
    let guide = std::fs::read_to_string(in_workspace("src/guide.rs")).expect("a source is text");
    let manifest = std::fs::read_to_string(in_workspace("Cargo.toml")).expect("it is text");
    let packaged =
        manifest.lines().find(|line| line.starts_with("include = ")).expect("it says what is packaged");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut led = 0;
    for target in targets {
        if let Some(path) = target.strip_prefix("https://docs.rs/crate/clacc/latest/source/") {
            assert!(in_workspace(path).exists(), "there is no {path}");
            let top = path.split('/').next().unwrap_or_default();
            assert!(packaged.contains(&format!("\"/{top}")), "{path} is not packaged");
            led += 1;
        } else if let Some(path) = target.strip_prefix("https://docs.rs/clacc/latest/clacc/guide/") {
            let module = path.split('/').next().unwrap_or_default();
            assert!(guide.contains(&format!("pub mod {module} ")), "the guide has no {module}");
            led += 1;
        } else {
            assert!(target.starts_with("https://"), "a registry cannot follow {target}");
        }
    }
    assert!(led > 10, "{led}");
}

/// Every example is a page of the guide.
#[test]
fn the_guide_has_every_example() {
    let guide = std::fs::read_to_string(in_workspace("src/guide.rs")).expect("a source is text");
    for entry in std::fs::read_dir(in_workspace("examples")).expect("a folder reads").flatten() {
        let path = entry.path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let is_program = path.extension().is_some_and(|extension| extension == "rs");
        assert!(!is_program || guide.contains(&format!("        {name}: \"")), "{name}");
    }
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
