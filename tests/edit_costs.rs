//! The cost of an edit: of one of 500 functions, in a unit of 10,005 lines with system headers. `check` and `translate` after it are to
//! take at most five milliseconds, which are some 25 million instructions.
//!
//! Instructions are counted under callgrind and do not depend on the machine's load; times are medians, and show what
//! instructions do not: pages that are touched for the first time. It needs valgrind, the headers of a C library and a release build, so that it is run
//! by hand: `cargo test --release --test edit_costs -- --ignored --nocapture`. `callgrind_annotate` shows where the
//! instructions go, of what `CLACC_WORK=edits:40 valgrind --tool=callgrind TEST --ignored` writes.

use std::env;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::process::Command;
use std::time::{Duration, Instant};

use clacc::files::FileSystem;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use clacc::{Session, Unit};

struct Disk;

impl FileSystem for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

const FUNCTIONS: usize = 500;
/// So many instructions take about five milliseconds.
const MOST_INSTRUCTIONS: u64 = 25_000_000;
const HEADERS: &str =
    "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n";
/// A function of twenty lines; `@` is its number, `$` what an edit writes.
const FUNCTION: &str = "
static double work@(int n, int m, double *restrict x, const double *restrict y)
{
  double sum = 0.0;
  int i, j;
  #pragma acc parallel loop gang vector copy(x[0:n]) copyin(y[0:n])
  for (i = 0; i < n; ++i) {
    double t = y[i] * $;
    if (t > 1e6)
      t = sqrt(t);
    for (j = 1; j < m; ++j)
      t += 0.5 * j * y[i];
    x[i] += t;
  }
  for (i = 0; i < n; ++i)
    sum += x[i] + (double)strlen(\"@\");
  if (sum < 0.0)
    printf(\"%d: %g\\n\", @, sum);
  return sum;
}
";

/// The text, of which each edit changes one number.
struct Text {
    parts: Vec<String>,
}

impl Text {
    fn new() -> Text {
        let parts = (0..FUNCTIONS).map(|number| function(number, 0)).collect();
        Text { parts }
    }

    /// Makes the `number`-th edit and returns the new text.
    fn edited(&mut self, number: usize) -> Vec<u8> {
        let at = (number * 77 + FUNCTIONS / 2) % FUNCTIONS;
        self.parts[at] = function(at, number);
        self.whole()
    }

    fn whole(&self) -> Vec<u8> {
        [HEADERS, &self.parts.concat()].concat().into_bytes()
    }
}

fn function(number: usize, written: usize) -> String {
    FUNCTION.replace('@', &number.to_string()).replace('$', &format!("{}.25", written + 1))
}

/// The times of the edit and of the questions after it.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    edit: Duration,
    check: Duration,
    translate: Duration,
}

impl Times {
    fn sum(self) -> Duration {
        self.edit + self.check + self.translate
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (black_box(work()), start.elapsed())
}

struct Work {
    text: Text,
    session: Session,
    unit: Unit,
}

impl Work {
    fn new() -> Work {
        let text = Text::new();
        let mut session = Session::new(Disk);
        session.set_source("main.c", text.whole());
        let options = CompileOptions::default();
        let unit = session.add_unit("main.c", &options).expect("the text is set");
        Work { text, session, unit }
    }

    fn ask(&self) -> Times {
        let (found, check) = timed(|| self.session.check(self.unit));
        assert!(found.iter().all(|each| each.severity < clacc::diagnostics::Severity::Error), "{found:?}");
        let (translation, translate) =
            timed(|| self.session.translate(self.unit, &TranslateOptions::default()));
        assert!(translation.changed);
        Times { check, translate, ..Times::default() }
    }

    fn edit(&mut self, number: usize) -> Times {
        let text = self.text.edited(number);
        let ((), edit) = timed(|| self.session.set_source("main.c", text));
        Times { edit, ..self.ask() }
    }
}

/// Says to a child what it does: `texts:N` makes the texts of N edits, `edits:N` asks after each of them too, and after none.
const WORK: &str = "CLACC_WORK";

fn work_of_child(wanted: &str) {
    let (kind, edits) = wanted.split_once(':').expect("a kind and a number");
    let edits: usize = edits.parse().expect("a number");
    if kind == "texts" {
        let mut text = Text::new();
        (1..=edits).for_each(|number| drop(black_box(text.edited(number))));
        return;
    }
    let mut work = Work::new();
    work.ask();
    for number in 1..=edits {
        work.edit(number);
    }
}

/// The instructions of a child.
fn instructions(wanted: &str) -> u64 {
    let own = env::current_exe().expect("the test runs");
    let mut run = Command::new("valgrind");
    run.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(own);
    run.args(["--ignored", "--exact", "an_edit_costs_at_most_five_milliseconds"]).env(WORK, wanted);
    let output = run.output().expect("valgrind is installed");
    let log = String::from_utf8_lossy(&output.stderr);
    let line = log.lines().rfind(|line| line.contains("Collected :"));
    let line = line.unwrap_or_else(|| panic!("callgrind counts: {log}"));
    line.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("the count is a number")
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort();
    all[all.len() / 2]
}

fn times() {
    let cold = median((0..7).map(|_| Work::new().ask().sum()).collect());
    let mut work = Work::new();
    work.ask();
    let edits: Vec<Times> = (1..=300).map(|number| work.edit(number)).skip(20).collect();
    let of = |part: fn(&Times) -> Duration| median(edits.iter().map(part).collect());
    let [edit, check, translate] = [of(|each| each.edit), of(|each| each.check), of(|each| each.translate)];
    let both = of(|each| each.check + each.translate);
    let parts = format!("edit {edit:?}, check {check:?}, translate {translate:?}");
    let part = cold.as_secs_f64() / both.as_secs_f64();
    writeln!(stdout(), "times: cold {cold:?}; check and translate {both:?}, 1/{part:.0} of cold; {parts}")
        .unwrap_or_default();
}

#[test]
#[ignore = "it needs valgrind, system headers and a release build"]
fn an_edit_costs_at_most_five_milliseconds() {
    if let Ok(wanted) = env::var(WORK) {
        return work_of_child(&wanted);
    }
    let lines = String::from_utf8_lossy(&Text::new().whole()).lines().count();
    assert_eq!(lines, 10_005);
    times();
    const EDITS: u64 = 40;
    let cold = instructions("edits:0") - instructions("texts:0");
    let of_more = |kind: &str| {
        instructions(&format!("{kind}:{}", 2 * EDITS)) - instructions(&format!("{kind}:{EDITS}"))
    };
    let edit = (of_more("edits") - of_more("texts")) / EDITS;
    let part = cold / edit;
    writeln!(stdout(), "instructions: cold {cold}, edit {edit}, 1/{part} of cold").unwrap_or_default();
    assert!(edit <= MOST_INSTRUCTIONS, "an edit costs {edit} instructions");
}
