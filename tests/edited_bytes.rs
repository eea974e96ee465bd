//! A session whose text is edited byte by byte answers what a fresh one does: edits that open and close comments, conditionals,
//! braces and strings, that change macros and headers, at line continuations, at both ends of the file, and between bytes
//! that are no characters.

use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use clacc::{Analysis, Session, Unit};

/// Numbers that look random (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn of<'t>(&mut self, texts: &[&'t [u8]]) -> &'t [u8] {
        texts[self.below(texts.len())]
    }
}

/// What an edit inserts. Most open something that a later edit may close.
const PIECES: &[&[u8]] = &[
    b"/*",
    b"*/",
    b"//",
    b" ",
    b"\n",
    b"\r\n",
    b"\\\n",
    b"\\\r\n",
    b"\\",
    b"\n\n\n",
    b"{",
    b"}",
    b"(",
    b")",
    b"\"",
    b"'",
    b";",
    b"\xff\xfe",
    b"\xe9",
    b"\0",
    b"#",
    b"N",
    b"x",
    b"12",
    b"\n#if 0\n",
    b"\n#if N > 1\n",
    b"\n#else\n",
    b"\n#endif\n",
    b"\n#define M(a) ((a) + 1)\n",
    b"\n#undef M\n",
    b"\n#define copy copyin\n",
    b"\n#define target nothing\n",
    b"\n#include \"own.h\"\n",
    b"\n#pragma acc wait\n",
    b"\n#pragma acc loop\n",
    b"\n#pragma omp parallel for\n",
    b"\n#pragma acc routine seq\n",
    b" _Pragma(\"acc wait\") ",
    b"\nstatic int s;\n",
    b"\ntypedef int T;\n",
    b" M(__LINE__) ",
    b"\t",
    b"\xef\xbb\xbf",
];

/// What the text begins with, and what an edit inserts between two lines.
const FUNCTIONS: &[&[u8]] = &[
    b"void f(int n, double *x) {\n#pragma acc parallel loop copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] += 1;\n}\n",
    b"static int g(int n) { return M(n); }\n",
    b"void k(int n, double *x) {\n  double s = 0; /* a sum */\n#pragma acc kernels loop \\\n  copyin(x[0:n])\n  for (int i = 1; i < n; ++i) s += x[i];\n  x[0] = s;\n}\n",
    b"\nint v;\n#pragma acc declare create(v)\n\n",
    b"void d(int n, T *x) {\r\n#pragma acc data copyin(x[0:n])\r\n  {\r\n#pragma acc update self(x[0:n])\r\n  }\r\n}\r\n",
    b"#ifdef M\nvoid e(int n) {\n#pragma acc wait async(n)\n}\n#endif\n",
    b"// the last one\nvoid l(int *a) {\n#pragma acc serial loop gang\n  for (int i = 0; i < N; ++i)\n    a[i] = M(i);\n}",
];
const HEADERS: &[&str] =
    &["typedef float T;\n#define M(i) (i)\n", "typedef long T;\n#pragma acc routine seq\nint g(int);\n", ""];

fn answers(analysis: &Analysis, unit: Unit) -> [String; 3] {
    let found = format!("{:?}", analysis.check(unit));
    let translation = analysis.translate(unit, &TranslateOptions::default());
    let text = format!("{:?}", String::from_utf8_lossy(&translation.text));
    [found, text, format!("{:?} {:?}", translation.verdicts, translation.diagnostics)]
}

/// The start of a line, or any other place. Both ends are likelier than other places.
fn place(numbers: &mut Numbers, text: &[u8]) -> usize {
    match numbers.below(8) {
        0 => 0,
        1 => text.len(),
        2..5 => {
            let at = numbers.below(text.len() + 1);
            text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
        }
        _ => numbers.below(text.len() + 1),
    }
}

fn edit(numbers: &mut Numbers, text: &mut Vec<u8>) {
    let at = place(numbers, text);
    match numbers.below(8) {
        0..3 if text.len() < 3000 => {
            let piece = numbers.of(PIECES);
            text.splice(at..at, piece.iter().copied());
        }
        3 if text.len() < 2000 => {
            let piece = numbers.of(FUNCTIONS);
            text.splice(at..at, piece.iter().copied());
        }
        4 => {
            let end = (at + numbers.below(80)).min(text.len());
            text.drain(at..end);
        }
        5 => {
            let end = (at + 1 + numbers.below(3)).min(text.len());
            text.splice(at..end, numbers.of(PIECES).iter().copied());
        }
        // What nobody can understand any more is replaced, so that most edits meet a program.
        6 if numbers.below(4) == 0 => *text = program(numbers),
        _ => {
            let end = (at + numbers.below(4)).min(text.len());
            text.drain(at..end);
        }
    }
}

fn program(numbers: &mut Numbers) -> Vec<u8> {
    let mut text = b"#include \"own.h\"\n#define N 4\n".to_vec();
    (0..6).for_each(|_| text.extend_from_slice(numbers.of(FUNCTIONS)));
    text
}

fn session(text: &[u8], header: &str) -> (Session, Unit) {
    let mut session = Session::new(MemoryFiles::new());
    session.set_source("f.c", text);
    session.set_source("own.h", header);
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the text is set");
    (session, unit)
}

fn edited_texts_are_read_like_new_ones(edits: usize, seed: u64) {
    let mut numbers = Numbers(seed);
    let (mut text, mut header) = (program(&mut numbers), HEADERS[0]);
    let (mut edited, unit) = session(&text, header);
    for number in 0..edits {
        edit(&mut numbers, &mut text);
        edited.set_source("f.c", text.clone());
        if numbers.below(16) == 0 {
            header = HEADERS[numbers.below(HEADERS.len())];
            edited.set_source("own.h", header);
        }
        // What was not asked in between makes the next change a larger one.
        if numbers.below(8) == 0 {
            continue;
        }
        let (fresh, of_fresh) = session(&text, header);
        for (found, expected) in answers(&edited, unit).iter().zip(&answers(&fresh, of_fresh)) {
            let text = String::from_utf8_lossy(&text);
            assert_eq!(found, expected, "edit {number} of seed {seed}: {text:?}");
        }
    }
}

#[test]
fn some_edits_of_bytes() {
    for seed in 1..=2 {
        edited_texts_are_read_like_new_ones(60, seed * 0x1e37_79b9_7f4a_7c15);
    }
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_edits_of_bytes() {
    for seed in 1..=20 {
        edited_texts_are_read_like_new_ones(500, seed * 0x0545_f491_4f6c_dd1d);
    }
}
