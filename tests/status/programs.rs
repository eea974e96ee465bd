//! Small programs around a directive, and what becomes of it in them.

use std::ops::Range;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::files::MemoryFiles;
use clacc::generate::GenerateOptions;
use clacc::options::CompileOptions;
use clacc::translate::{Fidelity, TranslateOptions};
use clacc::{Session, Unit};
use clacc_syntax::directive::Association;

/// The outcome for a directive with a clause, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outcome {
    Whole,
    InPart,
    Refused,
    /// The program has an error of its own.
    NotLegal,
}

/// A function that returns the outcomes in a unit, each with the offset of its directive.
pub(crate) type Trial = fn(&Session, Unit) -> Vec<(usize, Outcome)>;

/// The declarations that the clauses name: types, functions, a reduction.
const DECLARATIONS: &str = "typedef void *omp_depend_t; typedef unsigned long omp_event_handle_t;
struct t { int m[8]; }; int f(int, int); int name(int);
#pragma omp declare reduction(declared: int: omp_out += omp_in)\n";

/// The surroundings in which a line is tried, one after the other, as long as it is not legal. `%` is a number, `@` the line with what
/// follows it. The first three are also tried where the line is refused, and where its variable has another type.
const AROUND: [&str; 9] = [
    "@",
    AT_FILE_SCOPE,
    "\n#pragma omp parallel\n{@}",
    "\n#pragma acc parallel\n{@}",
    "\n#pragma omp parallel for ordered\nfor (i = 0; i < 8; ++i) {@}",
    "\n#pragma omp parallel for ordered(1)\nfor (i = 0; i < 8; ++i) {@}",
    "\n#pragma omp parallel sections\n{@}",
    "\n#pragma omp teams\n{@}",
    "\n#pragma omp taskgroup task_reduction(+: x)\n{\n#pragma omp task\n{@}}",
];
const FUNCTION: (&str, &str) = (
    "void h%(int n, struct t *p, int *q) {\nint x = 0, y = 0, i = 0, a[8], b[8]; struct t s; omp_depend_t o; omp_event_handle_t e;",
    "\n}\n",
);
const AT_FILE_SCOPE: &str = "int x%, y%, a%[8], b%[8], *p%, *q%; struct t s%;@int declared%(int k);\n";

/// Returns the statements that may follow a directive.
fn statements(line: &str, association: Association) -> &'static [&'static str] {
    match association {
        Association::Loop => &["for (int k = 0; k < 8; ++k) for (int l = 0; l < 8; ++l) b[k] = l;"],
        Association::Statement if line.contains(" atomic") => {
            &["x++;", "x = y;", "y = x;", "y = x++;", "x = x < y ? y : x;", "if (x < y) { x = y; }"]
        }
        Association::Statement => &["{ y = 1; }"],
        _ => &["y = 1;"],
    }
}

/// The text of a line in its surroundings.
fn text(around: &str, line: &str, statement: &str, number: usize) -> String {
    let number = number.to_string();
    if around == AT_FILE_SCOPE {
        let names = ["x", "y", "a", "b", "p", "q", "s"].map(|name| (name, format!("{name}{number}")));
        let line = of_variables(line, &names.each_ref().map(|(name, by)| (*name, by.as_str())));
        return around.replace('%', &number).replace('@', &format!("\n{line}\n"));
    }
    let body = around.replace('@', &format!("\n{line}\n{statement}\n"));
    format!("{}{body}{}", FUNCTION.0.replace('%', &number), FUNCTION.1)
}

/// The same text about other variables.
fn of_variables(text: &str, names: &[(&str, &str)]) -> String {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let (mut other, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|next| !is_part(next)).unwrap_or(rest.len()).max(first.len_utf8());
        let word = &rest[..length];
        other.push_str(names.iter().find(|(name, _)| *name == word).map_or(word, |(_, by)| by));
        rest = &rest[length..];
    }
    other
}

/// The same clause about a variable that is first in no sample.
pub(crate) fn of_another_variable(clause: &str) -> String {
    of_variables(clause, &[("x", "b"), ("a", "b")])
}

/// The best that becomes of each line.
pub(crate) fn outcomes(trial: Trial, lines: &[String], association: Association) -> Vec<Outcome> {
    let mut best = vec![Outcome::NotLegal; lines.len()];
    for (variable, surroundings) in [("x", AROUND.len()), ("q", 3)] {
        for (round, around) in AROUND[..surroundings].iter().enumerate() {
            for statement in statements(&lines[0], association) {
                let is_tried_again = round < 3 || lines.len() < 8;
                let is_left = |at: &usize| {
                    best[*at] == Outcome::NotLegal || best[*at] == Outcome::Refused && is_tried_again
                };
                let left: Vec<usize> = (0..lines.len()).filter(is_left).collect();
                let about = |at: &usize| of_variables(&lines[*at], &[("x", variable)]);
                let texts: Vec<String> =
                    left.iter().map(|at| text(around, &about(at), statement, *at)).collect();
                for (at, outcome) in left.iter().zip(tried(trial, &texts)) {
                    best[*at] = best[*at].min(outcome);
                }
            }
        }
    }
    best
}

/// Returns the outcome for each part of a unit.
fn tried(trial: Trial, parts: &[String]) -> Vec<Outcome> {
    let mut program = String::from(DECLARATIONS);
    let ranges: Vec<Range<usize>> = parts
        .iter()
        .map(|part| {
            let start = program.len();
            program.push_str(part);
            start..program.len()
        })
        .collect();
    let mut session = Session::new(MemoryFiles::new().with("main.c", program));
    let unit = session.add_unit("main.c", &CompileOptions::default()).expect("there is such a file");
    let found = trial(&session, unit);
    let worst = |range: &Range<usize>| {
        found.iter().filter(|(at, _)| range.contains(at)).map(|(_, outcome)| *outcome).max()
    };
    ranges.iter().map(|range| worst(range).unwrap_or(Outcome::Whole)).collect()
}

/// Returns whether an error is about what a program lacks around a directive or beside a clause: the construct around it, a loop, the clause
/// that another one needs, the end of a pair. The programs here are smaller than programs with such a directive are.
fn is_about_surroundings(found: &Diagnostic) -> bool {
    let number = found.code.id.strip_prefix("OMP").and_then(|number| number.parse::<u32>().ok());
    number.is_some_and(|number| matches!(number, 60..=61 | 63..=99 | 114..=8999))
}

/// The places of errors. Those of a later stage refuse a program that is right.
fn errors<'d>(found: &'d [Diagnostic], later: &'d str) -> impl Iterator<Item = (usize, Outcome)> + 'd {
    let errors = found.iter().filter(|each| each.severity == Severity::Error && !is_about_surroundings(each));
    errors.filter_map(move |each| {
        let is_later = each.code.id.starts_with(later);
        let at = each.primary.as_ref()?.place.start;
        Some((at, if is_later { Outcome::Refused } else { Outcome::NotLegal }))
    })
}

pub(crate) fn translate(session: &Session, unit: Unit) -> Vec<(usize, Outcome)> {
    let translation = session.translate(unit, &TranslateOptions::default());
    let verdicts = translation.verdicts.iter().filter_map(|line| {
        let outcome = match line.fidelity {
            Fidelity::Exact | Fidelity::Dropped => Outcome::Whole,
            Fidelity::Approximated => Outcome::InPart,
            _ => Outcome::Refused,
        };
        Some((line.directive_place.as_ref()?.start, outcome))
    });
    errors(&translation.diagnostics, "MAP").chain(verdicts).collect()
}

pub(crate) fn generate(session: &Session, unit: Unit) -> Vec<(usize, Outcome)> {
    errors(&session.generate(unit, &GenerateOptions::default()).diagnostics, "GEN").collect()
}
