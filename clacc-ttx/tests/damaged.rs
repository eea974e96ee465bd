//! Damaged programs: the translation ends, the edits do not overlap, and text outside directives keeps its
//! bytes.

mod common;

use clacc_ttx::dialect::{CLACC, PORTABLE};
use clacc_ttx::rewrite::{Mode, RewriteOptions};
use common::{Program, in_parallel, mode};

/// A pseudo-random number generator that gives the same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Pieces of text that affect the translation.
const PIECES: &[&str] = &[
    "#pragma acc parallel loop vector\n",
    "#pragma acc loop seq private(i)\n",
    "#pragma acc data copy(a) no_create(b)\n",
    "_Pragma(\"acc loop worker\")",
    "#define M _Pragma(\"acc parallel\")\n",
    "M ",
    "{",
    "}",
    ";",
    "\\\n",
    "/*",
    "*/",
    "\"",
    "\r\n",
    "for (k = 0; k < 4; ++k)\n",
    "num_workers(f())",
    "\u{e9}",
];

fn damaged(source: &str, numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = source.as_bytes().to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(4) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + numbers.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let other = numbers.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => {
                let piece = PIECES[numbers.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }
    bytes
}

fn sources() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the cases are part of the workspace")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).expect("a readable case");
        // Headers are not included, because they would take most of the time and would not affect the test.
        String::from_utf8_lossy(&bytes).replace("#include", "//")
    };
    paths.iter().map(read).collect()
}

#[test]
fn damaged_programs_are_translated_to_the_end() {
    let sources: Vec<(usize, String)> = sources().into_iter().enumerate().collect();
    let failures = in_parallel(&sources, |(index, source)| {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ ((*index as u64 + 1) << 20));
        let mut failures = Vec::new();
        for round in 0..5 {
            let program = Program::new(&damaged(source, &mut numbers));
            let options = [RewriteOptions::default(), mode(Mode::AccOmp), mode(Mode::OmpAcc)];
            for (options, dialect) in options.into_iter().zip([CLACC, PORTABLE, CLACC]) {
                let translated = program.translate(dialect, options);
                let findings = &translated.translation.rewritten.diagnostics;
                if findings.iter().any(|finding| finding.code.id == "MAP0014") {
                    failures.push(format!("case {index}, round {round}: edits overlap"));
                }
            }
        }
        failures
    })
    .concat();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_directive_with_arguments_that_cannot_be_read_keeps_its_text() {
    for directive in [
        "parallel copyout(a[0:n]) private()",
        "enter data create(,)",
        "parallel num_gangs(+)",
        "update self(a[0:n], )",
        "wait(1, )",
        "parallel async(*)",
        "data create(present: a[0:n])",
        "data copy(foo: a[0:n])",
        "parallel default(shared)",
        "wait(\"\")",
        "wait(devnum: n: \"x\")",
        "update self(a[0:n]) wait(1, \"x\")",
    ] {
        let source = format!("void f(int *a, int n) {{\n#pragma acc {directive}\n  {{ a[0] = n; }}\n}}\n");
        let program = Program::new(&source);
        let translated = program.translate(PORTABLE, RewriteOptions::default());
        assert_eq!(translated.lossy(), source);
    }
}
