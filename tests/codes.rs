//! Checks the codes as a whole: each code is declared once, in one place, and has its page in `docs/codes`,
//! and the programs on the pages show what they say.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use clacc::Session;
use clacc::diagnostics::{Diagnostic, Page};
use clacc::dialect::{HOST, LLVM, PORTABLE};
use clacc::files::MemoryFiles;
use clacc::generate::GenerateOptions;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::severities::{Severities, WarningLevel};
use clacc::translate::TranslateOptions;

/// Codes whose page has no bad program, each with the reason why no page can show one.
const WITHOUT_PROGRAM: &[(&str, &str)] = &[
    ("ACC0122", "`clacc cc` without `-fopenacc` alone reports it"),
    ("C0012", "the program would hold hundreds of brackets"),
    ("GEN0006", "no form of a policy of clacc holds such code in the dialect `native`"),
    (
        "GEN0900",
        "`Session::generate` and `clacc cc --native` alone report it; clacc-codegen/tests/unit_text.rs",
    ),
    ("GPU0001", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0002", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0003", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0004", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0005", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0006", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0007", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("GPU0008", "`clacc cc` alone reports it; tests/gpu_setups.rs"),
    ("MAP0001", "a policy without a rule is needed; clacc-ttx/tests/policies.rs"),
    ("MAP0012", "the directive stands in a second file"),
    ("MAP0014", "it is a fault of clacc"),
    ("MAP0015", "it needs an option of the mapping"),
    ("MAP0019", "`clacc cc` alone reports it"),
    ("MAP0020", "`clacc cc` alone reports it"),
    ("MAP0021", "`clacc cc` alone reports it"),
    ("MAP0022", "`clacc cc` alone reports it"),
    ("MAP0023", "it takes two units that share a header"),
    ("MAP0036", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("MAP0037", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("MAP0040", "the directive stands in a system header"),
    ("MAP0041", "the directive stands in a second file"),
    ("MAP0047", "`clacc cc` alone reports it"),
    ("MAP0062", "`clacc cc` alone reports it"),
    ("MAP0068", "it needs an option, `--ignore-openmp`"),
    ("MAP0069", "it needs an option, `--ignore-openmp`"),
    ("MAP0071", "`clacc check --drift` alone reports it"),
    ("MAP0072", "mode `dual` alone reports it"),
    ("MAP0075", "it takes two units, of which one defines what the other calls"),
    ("MAP0101", "it needs an option, `--openacc-macro keep`"),
    ("MAP0105", "the program includes `openacc.h`; tests/no_library.rs"),
    ("MAP0108", "it needs an option, `-fopenacc-prof`; tests/compiler_driver.rs"),
    ("OMP9001", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9002", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9003", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9004", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9005", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9006", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("OMP9007", "a faulty policy is needed; clacc-ttx/tests/faulty_policies.rs"),
    ("PP0004", "the program would need thousands of inclusions"),
    ("PP0005", "the program would need millions of tokens"),
    ("PP0006", "the file would be 2 GiB long"),
    ("PP0007", "the program is short, but makes millions of tokens before it is reported"),
    ("PP0008", "the condition would hold hundreds of parentheses"),
    ("UNIT0001", "the library alone reports it; tests/many_units.rs"),
];

/// Returns the parts that a page lacks.
fn lacking(page: &Page) -> Vec<&'static str> {
    let rules = [
        (is_id(page.id), "letters and four digits"),
        (!page.title.is_empty() && !page.title.ends_with('.'), "a title without a full stop"),
        (page.explanation.ends_with('.'), "an explanation in sentences"),
        (page.good.is_empty() || !page.bad.is_empty(), "what the good example corrects"),
        (written(page) == text(page.id), "the shape of a page"),
    ];
    rules.into_iter().filter(|(holds, _)| !holds).map(|(_, what)| what).collect()
}

/// Reads the file of a page.
fn text(id: &str) -> String {
    std::fs::read_to_string(in_workspace("docs/codes").join(id).with_extension("md")).expect("a page is text")
}

/// Rebuilds the Markdown file of a page. The line ends in its prose are taken from the file, because the page
/// has none.
fn written(page: &Page) -> String {
    let file = text(page.id);
    let prose = file.split_once('\n').map_or("", |(_, rest)| rest);
    let prose = prose.split_once("\n## ").map_or(prose, |(prose, _)| prose).trim();
    let mut made = format!("# {}: {}\n\n{prose}\n", page.id, page.title);
    for (heading, program) in [("Reported for", page.bad), ("Not reported for", page.good)] {
        if !program.is_empty() {
            let _ = write!(made, "\n## {heading}\n\n```c\n{program}```\n");
        }
    }
    made
}

fn in_workspace(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn every_page_is_complete() {
    for page in clacc::codes() {
        assert_eq!(lacking(&page), Vec::<&str>::new(), "{}", page.id);
    }
    assert!(clacc::codes().map(|page| page.id).is_sorted());
}

/// Counts how often each id is written in a file `codes.rs` of some crate.
fn declared(folder: &Path, ids: &mut BTreeMap<String, usize>) {
    for entry in std::fs::read_dir(folder).expect("the sources can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            declared(&path, ids);
        } else if path.ends_with("codes.rs") {
            let text = std::fs::read_to_string(&path).expect("the sources are text");
            let entries = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for word in entries.flat_map(|line| line.split_whitespace()).filter(|word| is_id(word)) {
                *ids.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
}

/// Whether a word is a code. `BOTH0001` stands for a pair of codes, one of OpenACC and one of OpenMP.
fn is_id(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_number = word.len() == letters + 4 && word[letters..].bytes().all(|byte| byte.is_ascii_digit());
    letters > 0 && is_number && !word.starts_with("BOTH")
}

#[test]
fn every_code_is_declared_once_and_has_a_page() {
    let mut ids = BTreeMap::new();
    for source in ["src", "clacc-syntax/src", "clacc-sema/src", "clacc-ttx/src", "clacc-codegen/src"] {
        declared(&in_workspace(source), &mut ids);
    }
    let repeated: Vec<_> = ids.iter().filter(|(_, count)| **count > 1).collect();
    assert!(repeated.is_empty(), "declared more than once: {repeated:?}");
    let listed: BTreeSet<&str> = clacc::codes().map(|page| page.id).collect();
    let unlisted: Vec<_> = ids.keys().filter(|id| !listed.contains(id.as_str())).collect();
    assert!(unlisted.is_empty(), "no page in `docs/codes`, or no register in `src/pages.rs`: {unlisted:?}");
    assert_eq!(ids.len(), listed.len(), "codes that no file `codes.rs` declares");
}

#[test]
fn every_file_of_the_folder_is_a_page_or_the_index() {
    let entries = std::fs::read_dir(in_workspace("docs/codes")).expect("the pages can be read").flatten();
    let files: BTreeSet<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let pages = clacc::codes().map(|page| format!("{}.md", page.id));
    assert_eq!(files, pages.chain(["README.md".to_owned()]).collect());
}

/// Returns the codes of all findings in a program when it is checked, with all bodies, and when it is
/// translated by each policy, and for the host alone. Findings of `page` are shown also if they are not by default.
fn reported(page: &Page, program: &str) -> BTreeSet<&'static str> {
    let mut severities = Severities::default();
    let _ = severities.set(page.id, WarningLevel::On);
    let mut session = Session::new(MemoryFiles::new().with("main.c", program));
    let unit = session.add_unit("main.c", &CompileOptions::default()).expect("there is such a file");
    let portable =
        Policy::all().map(|policy| TranslateOptions::default().with_dialect(PORTABLE).with_policy(policy));
    let of_host = TranslateOptions::default().with_dialect(HOST);
    let fast = of_host.clone().with_policy(Policy::performance());
    let of_clang = TranslateOptions::default().with_dialect(LLVM);
    let plain = TranslateOptions::default();
    let translated = portable.chain([of_host, fast, of_clang, plain]).flat_map(|options| {
        let options = options.with_severities(severities.clone());
        session.translate(unit, &options).diagnostics.clone()
    });
    let generation = GenerateOptions::default();
    let generated = [session.generate(unit, &generation), session.generate_for_device(unit, &generation)];
    let generated = generated.into_iter().flat_map(|generated| generated.diagnostics);
    // A program that is about something else may hold what no code is generated for.
    let is_of_page = |finding: &Diagnostic| finding.code.id == page.id;
    let generated = generated.filter(is_of_page);
    let checked = session.check_with(unit, &severities).into_iter().chain(session.check_syntax(unit));
    checked.chain(translated).chain(generated).map(|finding| finding.code.id).collect()
}

/// Whether the findings in the good program of a page contradict the page. A page about preprocessing or
/// mapping is about one detail of a program, which may have other findings. Every other good program may only
/// have findings about its mapping.
fn contradicts(page: &Page, found: &BTreeSet<&'static str>) -> bool {
    let is_about_detail = page.id.starts_with("PP") || page.id.starts_with("MAP");
    found.contains(page.id) || !is_about_detail && found.iter().any(|id| !id.starts_with("MAP"))
}

#[test]
fn bad_programs_are_reported_and_good_ones_are_not() {
    let mut failures = String::new();
    for page in clacc::codes() {
        let (bad, good) = (reported(&page, page.bad), reported(&page, page.good));
        if !page.bad.is_empty() && !bad.contains(page.id) {
            let _ = writeln!(failures, "{}: the bad program leads to {bad:?}", page.id);
        }
        if contradicts(&page, &good) {
            let _ = writeln!(failures, "{}: the good program leads to {good:?}", page.id);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_code_without_a_program_has_a_reason() {
    let without: Vec<_> = clacc::codes().filter(|page| page.bad.is_empty()).map(|page| page.id).collect();
    let reasons: Vec<_> = WITHOUT_PROGRAM.iter().map(|(id, _)| *id).collect();
    assert_eq!(without, reasons);
}
