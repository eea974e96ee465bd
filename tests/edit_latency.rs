//! The latency of an edit that comes in the midst of a question about 200,000 lines: at most 50 milliseconds.
//!
//! A question runs on another thread, cold (the first one) or warm (after an earlier edit), and an edit comes at times that
//! are spread over its duration. Each time is tried several times and the quickest counts, because the slower ones show
//! what else the machine does. It takes minutes and needs a release build, so that it is run by hand:
//! `cargo test --release --test edit_latency -- --ignored --nocapture`. `CLACC_SHAPES=macros,string` runs some of the shapes.

use std::env;
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use clacc::{Analysis, Cancelled, Session, Unit};

const LINES: usize = 200_000;
const LONG: usize = 10_000_000;
const LIMIT: Duration = Duration::from_millis(50);
/// The edit comes at so many times of a question.
const TIMES: u32 = 12;
const TRIES: usize = 3;

/// A long text. `$` in it is what an edit writes.
struct Shape {
    name: &'static str,
    text: fn() -> String,
}

const SHAPES: &[Shape] = &[
    Shape { name: "functions", text: functions },
    Shape {
        name: "huge function",
        text: || of_lines("void f(int n, int *a) {\n", STATEMENTS, "a[0] = $;\n}\n"),
    },
    Shape { name: "plain function", text: || of_lines("void f(int n, int *a) {\n", PLAIN, "a[0] = $;\n}\n") },
    Shape { name: "initializer", text: || of_lines("int a[] = {\n", &["@, 2, 3 + @, 4,\n"], "$ };\n") },
    Shape { name: "data", text: || of_lines("", DATA, "int last = $;\n") },
    Shape { name: "line", text: line },
    Shape { name: "macros", text: nested_macros },
    Shape { name: "string", text: string },
    Shape { name: "expression", text: expression },
    Shape { name: "members", text: members },
    Shape { name: "arrays", text: arrays },
    Shape { name: "huge loop", text: huge_loop },
];

/// So many items stand in one clause.
const ITEMS: usize = 8_000;

const FUNCTION: &[&str] = &[
    "void f@(int n, double *x, double *y) {\n",
    "#pragma acc data copy(x[0:n]) copyin(y[0:n])\n",
    "{\n",
    "#pragma acc parallel loop gang vector\n",
    "for (int i = 0; i < n; ++i) {\n",
    "double t = y[i] * @;\n",
    "if (t > 1e6)\n",
    "t = 0.5 * t;\n",
    "x[i] += t;\n",
    "}\n",
    "#pragma acc update self(x[0:n])\n",
    "for (int i = 0; i < n; ++i)\n",
    "y[i] = x[i] + @;\n",
    "}\n",
    "if (n > @)\n",
    "y[0] = x[0];\n",
    "else\n",
    "y[1] = x[1];\n",
    "}\n",
    "\n",
];
const STATEMENTS: &[&str] = &[
    "#pragma acc parallel loop copy(a[0:n])\n",
    "for (int i = 0; i < n; ++i)\n",
    "a[i] += @;\n",
    "n += a[@];\n",
];
const PLAIN: &[&str] = &["for (int i = 0; i < n; ++i)\n", "a[i] += @;\n", "n += a[@] * (n - 1);\n"];
const DATA: &[&str] = &[
    "struct s@ { int a, *b; };\n",
    "static const struct s@ d@ = { @, 0 };\n",
    "extern double e@[64][@ + 1];\n",
];

/// Pieces of these lines, each with its number, as many as make the length.
fn of_lines(before: &str, lines: &[&str], behind: &str) -> String {
    let piece = lines.concat();
    let pieces = (0..LINES / lines.len()).map(|number| piece.replace('@', &number.to_string()));
    let mut text = before.to_owned();
    text.extend(pieces);
    text + behind
}

fn functions() -> String {
    of_lines("", FUNCTION, "void last(int *a) {\n#pragma acc parallel\na[0] = $;\n}\n")
}

fn line() -> String {
    let mut text = String::from("int first = $; ");
    while text.len() < LONG {
        let number = text.len();
        write!(text, "int n{number} = {number} + 1; ").unwrap_or_default();
    }
    text + "\n"
}

/// Each line uses a macro that leads through ten others to some hundred tokens.
fn nested_macros() -> String {
    let mut text = String::from("#define M0(x) ((x) + 1)\n");
    for depth in 1..8 {
        writeln!(text, "#define M{depth}(x) (M{}(x) * M{}((x) + {depth}))", depth - 1, depth - 1)
            .unwrap_or_default();
    }
    text += "int last = $;\n";
    text += &of_lines("void f(int n, int *a) {\n", &["a[@] = M4(n + @);\n"], "a[0] = M7(M2(n));\n}\n");
    text
}

fn string() -> String {
    format!("const char *s = \"{}\";\nint last = $;\n", "text ".repeat(LONG / 5))
}

/// One macro that makes an expression of two million operands.
fn expression() -> String {
    let mut text = String::from("#define E0 1\n");
    for depth in 1..22 {
        writeln!(text, "#define E{depth} E{0} + E{0}", depth - 1).unwrap_or_default();
    }
    text + "int first = $;\nvoid f(int x) {\n#pragma acc parallel\nx = E21;\n}\n"
}

/// The texts of all items, with their numbers.
fn items(item: &str) -> String {
    (0..ITEMS).map(|number| item.replace('@', &number.to_string())).collect()
}

fn members() -> String {
    let (declared, listed, used) = (items("int m@; "), items(", p->m@"), items("p->m@ = 1; "));
    format!(
        "struct s {{ {declared}int last; }};\nint first = $;\nvoid f(struct s *p) {{\n#pragma acc parallel copy(p->last{listed})\n{{ {used} }}\n}}\n"
    )
}

fn arrays() -> String {
    let (declared, listed, used) = (items("int *x@, "), items(", x@[0:n]"), items("x@[i] += 1; "));
    format!(
        "int first = $;\nvoid f({declared}int n) {{\n#pragma acc parallel loop copy(n{listed})\nfor (int i = 0; i < n; ++i) {{ {used} }}\n}}\n"
    )
}

fn huge_loop() -> String {
    let used = "x[i] += 1; ".repeat(60_000);
    format!(
        "int first = $;\nvoid f(int *x, int n) {{\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) {{ {used} }}\n}}\n"
    )
}

fn ask(analysis: &Analysis, unit: Unit) {
    let found = analysis.check(unit);
    let translation = analysis.translate(unit, &TranslateOptions::default());
    drop((found, translation));
}

struct Work {
    parts: [String; 2],
    session: Session,
    unit: Unit,
}

impl Work {
    fn new(text: &str) -> Work {
        let (before, behind) = text.split_once('$').expect("a place for edits");
        let mut session = Session::new(MemoryFiles::new().with("f.c", text.replacen('$', "0", 1)));
        let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
        Work { parts: [before.to_owned(), behind.to_owned()], session, unit }
    }

    fn text(&self, written: usize) -> Vec<u8> {
        let [before, behind] = &self.parts;
        format!("{before}{written}{behind}").into_bytes()
    }

    /// A session in the midst of its work: cold, or behind an edit of a text that was checked and translated.
    fn begun(text: &str, is_warm: bool) -> Work {
        let mut work = Work::new(text);
        let first = work.text(1);
        work.session.set_source("f.c", first);
        if is_warm {
            ask(&work.session, work.unit);
            let second = work.text(2);
            work.session.set_source("f.c", second);
        }
        work
    }

    /// How long an edit takes that comes so long after the beginning of a question. None if the question was answered before.
    fn latency(mut self, after: Duration) -> Option<Duration> {
        let snapshot = self.session.snapshot();
        let text = self.text(3);
        let unit = self.unit;
        let (asked, is_asked) = channel();
        let asker = thread::spawn(move || {
            asked.send(Instant::now()).unwrap_or_default();
            snapshot.ask(|analysis| ask(analysis, unit))
        });
        let begin = is_asked.recv().expect("it asks");
        while begin.elapsed() < after {
            std::hint::spin_loop();
        }
        let start = Instant::now();
        self.session.set_source("f.c", text);
        let taken = start.elapsed();
        let answer = asker.join().expect("it does not panic");
        (answer == Err(Cancelled)).then_some(taken)
    }
}

/// The slowest edit, with the part of the question at which it came, and how long the question takes.
fn slowest(text: &str, is_warm: bool) -> (Duration, u32, Duration) {
    let work = Work::begun(text, is_warm);
    let begin = Instant::now();
    work.session.snapshot().ask(|analysis| ask(analysis, work.unit)).expect("nobody edits");
    let whole = begin.elapsed();
    drop(work);
    let at = |part: u32| {
        let tries = (0..TRIES).filter_map(|_| Work::begun(text, is_warm).latency(whole * part / TIMES));
        tries.min().map(|quickest| (quickest, part))
    };
    let (slowest, part) = (0..TIMES).filter_map(at).max().unwrap_or_default();
    (slowest, part, whole)
}

#[test]
#[ignore = "it takes minutes and needs a release build"]
fn an_edit_returns_soon() {
    let wanted = env::var("CLACC_SHAPES").unwrap_or_default();
    let is_wanted = |shape: &&Shape| wanted.is_empty() || wanted.split(',').any(|name| name == shape.name);
    let mut late = Vec::new();
    for shape in SHAPES.iter().filter(is_wanted) {
        let text = (shape.text)();
        for is_warm in [false, true] {
            let (slowest, part, whole) = slowest(&text, is_warm);
            let state = if is_warm { "warm" } else { "cold" };
            writeln!(stdout(), "{:15} {state}: {slowest:?} at {part}/{TIMES} of {whole:?}", shape.name)
                .unwrap_or_default();
            if slowest > LIMIT {
                late.push((shape.name, state, slowest));
            }
        }
    }
    assert!(late.is_empty(), "these edits take longer than {LIMIT:?}: {late:?}");
}
