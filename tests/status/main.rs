//! Writes the page of what works (`UPDATE_EXPECT=1 cargo test --all-features --test status`): every clause of every directive, in the
//! ways that the tables permit to write it, is translated, or has code generated for it.

mod programs;
#[path = "../../clacc-syntax/tests/directives/samples.rs"]
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clacc::diagnostics::Severity;
use clacc::directives::{AccDirective, OmpDirective};
use clacc_syntax::directive::{AccClause, DirectiveInfo, LegalClause, OmpClause, Vocabulary};
use clacc_syntax::directive::{ClauseInfo, Form};
use expect_test::expect_file;

use programs::{Outcome, Trial};

const HEAD: &str = include_str!("head.md");

/// The clauses of a directive as they are written, by what becomes of them.
type Outcomes = BTreeMap<Outcome, Vec<String>>;

/// A language, and what its directives go through.
struct Tried<C: 'static> {
    sigil: &'static str,
    info: fn(C) -> &'static ClauseInfo<C>,
    trial: Trial,
    columns: &'static [Outcome],
}

impl<C: Vocabulary> Tried<C> {
    fn ways(&self, rule: &LegalClause<C>) -> Vec<String> {
        let form: &Form = rule.form.unwrap_or(&(self.info)(rule.clause).form);
        samples::samples(rule.clause.text(), form, &[])
    }

    /// A clause of each group of which the directive needs one, if the clause is in none of that group.
    fn needed<D: Vocabulary>(&self, info: &DirectiveInfo<D, C>, but: Option<C>) -> String {
        let groups = info.required.iter().filter(|group| but.is_none_or(|but| !group.contains(&but)));
        let first = |group: &Vec<C>| {
            let rule = info.clauses.iter().find(|rule| group.contains(&rule.clause))?;
            Some(programs::of_another_variable(self.ways(rule).first()?))
        };
        groups.filter_map(first).collect::<Vec<_>>().join(" ")
    }

    fn row<D: Vocabulary>(&self, info: &DirectiveInfo<D, C>) -> String {
        let argument = samples::samples("", &info.argument, &[]).into_iter().next().unwrap_or_default();
        let line =
            |clauses: &str| format!("#pragma {} {}{argument} {clauses}", self.sigil, info.directive.text());
        let mut ways = vec![(None, String::new(), line(&self.needed(info, None)))];
        for rule in &info.clauses {
            let needed = self.needed(info, Some(rule.clause));
            let of_rule = self.ways(rule).into_iter().map(|way| {
                let line = line(&format!("{needed} {way}"));
                (Some(rule.clause), way, line)
            });
            ways.extend(of_rule);
        }
        let lines: Vec<String> = ways.iter().map(|(.., line)| line.clone()).collect();
        let found = programs::outcomes(self.trial, &lines, info.association);
        let mut outcomes = Outcomes::new();
        for rule in &info.clauses {
            let mut of_rule = Outcomes::new();
            let of_clause = ways.iter().zip(&found).filter(|((clause, ..), _)| *clause == Some(rule.clause));
            for ((_, way, _), outcome) in of_clause {
                of_rule.entry(*outcome).or_default().push(way.clone());
            }
            summarise(&mut outcomes, rule.clause.text(), of_rule);
        }
        let cell = |outcome| outcomes.get(&outcome).map_or(String::new(), |all| all.join(" "));
        let cells = self.columns.iter().map(|outcome| cell(*outcome)).collect::<Vec<_>>();
        format!("| `{}` | {} | {} |\n", info.directive.text(), said(found[0], &outcomes), cells.join(" | "))
    }
}

/// The outcome for a directive without its optional clauses, in words.
fn said(alone: Outcome, outcomes: &Outcomes) -> &'static str {
    match alone {
        Outcome::Whole => "yes",
        Outcome::InPart => "approximated",
        Outcome::Refused | Outcome::NotLegal if outcomes.contains_key(&Outcome::Whole) => "with a clause",
        Outcome::Refused | Outcome::NotLegal => "no",
    }
}

/// Adds a clause to the outcomes of its directive: by its name where all legal ways to write it have one outcome or some are whole, and
/// by the other ways to write it.
fn summarise(outcomes: &mut Outcomes, name: &str, mut ways: Outcomes) {
    ways.remove(&Outcome::NotLegal);
    let is_one = ways.len() == 1;
    for (outcome, written) in ways {
        let shown = if is_one || outcome == Outcome::Whole { vec![name.to_owned()] } else { kinds(written) };
        let shown = shown.iter().map(|way| format!("`{}`", way.replace('|', "&#124;")));
        outcomes.entry(outcome).or_default().extend(shown);
    }
}

/// Of the ways to write a clause the first one for each modifier.
fn kinds(ways: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let modifier = |way: &String| way.rsplit_once(": ").map(|(modifier, _)| modifier.to_owned());
    ways.into_iter().filter(|way| modifier(way).is_none_or(|modifier| seen.insert(modifier))).collect()
}

/// The table of OpenACC.
fn translated() -> String {
    let head = "\n## OpenACC: what is translated\n\n| directive | translated | exact or dropped | approximated | not translated |\n|---|---|---|---|---|\n";
    let columns = &[Outcome::Whole, Outcome::InPart, Outcome::Refused];
    let acc = Tried { sigil: "acc", info: AccClause::info, trial: programs::translate, columns };
    head.to_owned() + &AccDirective::ALL.iter().map(|each| acc.row(each.info())).collect::<String>()
}

/// The table of OpenMP.
fn generated() -> String {
    let head = "\n## OpenMP: what code is generated for\n\n| directive | generated | clauses | not generated |\n|---|---|---|---|\n";
    let columns = &[Outcome::Whole, Outcome::Refused];
    let omp = Tried { sigil: "omp", info: OmpClause::info, trial: programs::generate, columns };
    let single = OmpDirective::ALL.iter().filter(|each| each.info().constituents.len() < 2);
    head.to_owned() + &single.map(|each| omp.row(each.info())).collect::<String>()
}

#[test]
fn the_page_of_the_status_is_current() {
    let of_acc = std::thread::spawn(translated);
    let of_omp = generated();
    let mut page = format!("{HEAD}{}{of_omp}", of_acc.join().expect("it does not panic"));
    findings(&mut page);
    expect_file!["../../docs/status.md"].assert_eq(&page);
}

/// Writes the number of findings, by the letters of their codes.
fn findings(page: &mut String) {
    page.push_str("\n## What is checked\n\n| codes | errors | warnings | notes |\n|---|--:|--:|--:|\n");
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for code in clacc::codes() {
        let letters = code.id.trim_end_matches(char::is_numeric);
        let at = [Severity::Error, Severity::Warning, Severity::Note]
            .iter()
            .position(|each| *each == code.severity);
        counts.entry(letters).or_default()[at.expect("a severity")] += 1;
    }
    for (letters, [errors, warnings, notes]) in counts {
        let _ = writeln!(page, "| {letters} | {errors} | {warnings} | {notes} |");
    }
}
