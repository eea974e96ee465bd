//! `#line` in translations: every line of the source has its number again.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use clacc_ttx::rewrite::{MacroTreatment, QueueChoice, RewriteOptions, TextReader};
use common::{Program, in_parallel};
use expect_test::expect;

const OPTIONS: RewriteOptions = RewriteOptions {
    mode: clacc_ttx::rewrite::Mode::Omp,
    spelling: clacc_ttx::rewrite::Spelling::AsWritten,
    openacc_macro: MacroTreatment::Define(202_506),
    line_numbers: true,
    explains: false,
    announces: false,
    reader: TextReader::Person,
    queues: QueueChoice::Library,
    without_openmp: false,
    main_file_only: false,
    guard: clacc_ttx::rewrite::Guard::OPENACC,
};

fn translated(source: &str) -> String {
    Program::new(source).translate(PORTABLE, OPTIONS).lossy()
}

/// The lines of a translation by the numbers that a compiler gives them.
fn numbered(text: &str) -> BTreeMap<usize, Vec<&str>> {
    let mut lines: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut number = 1;
    for line in text.lines() {
        lines.entry(number).or_default().push(line);
        number = line
            .trim_start()
            .strip_prefix("#line ")
            .map_or(number + 1, |given| given.parse().expect("a number"));
    }
    lines
}

/// The lines of a program that have another number in its translation. Lines with directives and the lines that
/// continue them are left out.
fn moved(source: &str) -> Vec<String> {
    let policies: [Arc<dyn MappingPolicy>; 2] = [Arc::new(Clacc), Arc::new(Performance)];
    let readers = [TextReader::Person, TextReader::Gcc, TextReader::Clang];
    let moved = |policy: &Arc<dyn MappingPolicy>| {
        readers.iter().flat_map(|reader| moved_for(source, policy, *reader)).collect::<Vec<_>>()
    };
    policies.iter().flat_map(moved).collect()
}

fn moved_for(source: &str, policy: &Arc<dyn MappingPolicy>, reader: TextReader) -> Vec<String> {
    let options = RewriteOptions { reader, ..OPTIONS };
    let text = Program::new(source).translate_by(policy.clone(), PORTABLE, options).lossy();
    let lines = numbered(&text);
    let mut is_continued = false;
    let mut moved = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let is_directive = is_continued || line.to_ascii_lowercase().contains("pragma");
        is_continued = line.ends_with('\\');
        let here = lines.get(&(index + 1)).map_or(&[][..], Vec::as_slice);
        let is_here = |found: &&str| found.starts_with(line) || is_behind_directive(found, line);
        if !is_directive && !here.iter().any(is_here) {
            moved.push(format!("{}: {line}", index + 1));
        }
    }
    moved
}

/// Whether a line has got a directive before its statement, and the brace behind it.
fn is_behind_directive(found: &str, line: &str) -> bool {
    let found = found.strip_suffix(" }").unwrap_or(found);
    found.trim_start().starts_with("_Pragma(\"omp ") && found.ends_with(line.trim_start())
}

#[test]
fn lines_of_all_cases_keep_their_numbers() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");
    let entries = std::fs::read_dir(folder).expect("the cases are part of the workspace");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    let failures = in_parallel(&paths, |path| {
        let bytes = std::fs::read(path).expect("a readable case");
        let source = String::from_utf8_lossy(&bytes).replace("#include", "//");
        let moved = moved(&source);
        (!moved.is_empty()).then(|| format!("{}\n  {}", path.display(), moved.join("\n  ")))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn markers_stand_where_the_number_of_lines_changes() {
    let source = "\
#ifdef _OPENACC
int used;
#endif
void f(int *a, int n) {
#pragma acc parallel loop gang worker num_workers(n) copy(a[0:8]) /* a
  comment */
  for (int i = 0; i < 8; ++i) a[i] = __LINE__;
#pragma acc update \\
  self(a[0:8])
  n = __LINE__;
#pragma acc parallel copy(a[0:8])
  a[0] = __LINE__;
#line 40
#pragma acc parallel loop copy(a[0:8])
  for (int i = 0; i < 8; ++i) a[i] = __LINE__;
}
";
    let text = translated(source);
    expect![[r#"
        #ifndef _OPENACC
        #define _OPENACC 202506
        #endif
        #line 1
        #ifdef _OPENACC
        int used;
        #endif
        void f(int *a, int n) {
        {
          const int __clang_acc_num_workers__ = n;
        #pragma omp target teams map(tofrom: a[0:8]) shared(a)
        #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a) /* a
          comment */
        #line 7
          for (int i = 0; i < 8; ++i) a[i] = __LINE__;
        }
        #line 8
        #pragma omp target update from(a[0:8])
        #line 10
          n = __LINE__;
        #pragma omp target teams map(tofrom: a[0:8]) shared(a)
          a[0] = __LINE__;
        #line 40
        #pragma omp target teams map(tofrom: a[0:8]) shared(a)
        #pragma omp distribute
        #line 41
          for (int i = 0; i < 8; ++i) a[i] = __LINE__;
        }
    "#]]
    .assert_eq(&text);
    assert_eq!(translated(&text), text);
}

/// What is inserted in a line that begins in the first column stands behind the `#line` for it.
#[test]
fn directives_before_loops_without_indentation_keep_their_lines() {
    let source = "\
int f(int n, int *v) {
int s = 0;
#pragma acc parallel loop gang reduction(+: s)
for (int i = 0; i < n; ++i) { int r = 0;
#pragma acc loop reduction(+: r)
for (int j = 0; j < n; j++) r += v[j];
s += r; }
#pragma acc kernels copy(v[0:n]) \\
    num_gangs(4)
for (int i = 0; i < n; ++i) /* a comment
*/
v[i] = i;
#pragma acc kernels copy(v[0:n])
{
for (int i = 0; i < n; ++i)
v[i] = i;
for (int i = 0; i < n; ++i) v[i] += i;
}
return s;
}
";
    for text in [source.to_owned(), source.replace('\n', "\r\n")] {
        assert_eq!(moved(&text), Vec::<String>::new(), "{text}");
        let options = RewriteOptions { reader: TextReader::Gcc, ..OPTIONS };
        let made = Program::new(&text).translate_by(Arc::new(Performance), PORTABLE, options).lossy();
        assert!(made.contains("\n_Pragma(\"omp "), "{made}");
        assert!(
            made.lines()
                .all(|line| !line.trim_start().contains("#line ") || line.trim_start().starts_with("#line ")),
            "{made}"
        );
    }
}
