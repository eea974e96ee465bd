//! Checks the modifiers of clauses, as far as they depend on the directive (OpenMP 5.2 5.5.8, 5.8.3, 11.5.3, 15.9.5).

use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::directive::ArgumentValue;

/// Checks the modifiers of a clause.
pub(super) fn check(clause: WrittenClause<'_>, report: &mut Findings) {
    let wrong = match clause.kind {
        OmpClause::Map => map_type(clause),
        OmpClause::Reduction => reduction_modifier(clause),
        OmpClause::Depend => depend_type(clause),
        OmpClause::Lastprivate => conditional(clause),
        OmpClause::Linear => old_linear(clause),
        OmpClause::Device => ancestor(clause),
        _ => None,
    };
    if let Some(word) = wrong {
        let message = format!("`{}` may not say `{word}` on `{}`", clause.text(), clause.on.text());
        report.push(clause.finding(&codes::OMP0119, message));
    }
    repeated(clause, report);
    schedule(clause, report);
}

fn is_map_type(word: &str) -> bool {
    matches!(word, "to" | "from" | "tofrom" | "alloc" | "storage" | "release" | "delete")
}

/// The map type that the directive does not take: `target enter data` and the constructs with a region allocate, `target exit data` and they
/// copy back.
fn map_type(clause: WrittenClause<'_>) -> Option<&str> {
    use OmpDirective as D;
    let is_wrong = |word: &&str| match clause.on {
        D::TargetEnterData => matches!(*word, "from" | "release" | "delete"),
        D::TargetExitData => matches!(*word, "to" | "alloc" | "storage"),
        _ => matches!(*word, "release" | "delete"),
    };
    let is_held = clause.is_on(&[D::Target, D::TargetData]);
    let is_wrong = |word: &&str| is_wrong(word) || *word == "ompx_hold" && !is_held;
    clause.words().find(is_wrong)
}

/// The modifier of a reduction that the directive does not take.
fn reduction_modifier(clause: WrittenClause<'_>) -> Option<&str> {
    use OmpDirective as D;
    let takes_inscan =
        matches!(clause.on, D::For | D::Simd | D::ForSimd | D::ParallelFor | D::ParallelForSimd);
    let takes_task = clause.is_on(&[D::Parallel, D::For, D::Sections, D::Scope])
        && !clause.is_on(&[D::Simd, D::Taskloop, D::Loop]);
    clause.words().find(|word| *word == "inscan" && !takes_inscan || *word == "task" && !takes_task)
}

/// The dependence type that the directive does not take.
fn depend_type(clause: WrittenClause<'_>) -> Option<&str> {
    use OmpDirective as D;
    let is_wrong = |word: &&str| {
        let is_of_iterations = matches!(*word, "source" | "sink");
        match clause.on {
            D::Ordered => !is_of_iterations,
            D::Depobj => is_of_iterations || *word == "depobj",
            D::Taskwait => is_of_iterations || *word == "mutexinoutset",
            _ => is_of_iterations,
        }
    };
    let source = || match clause.items().first()?.value {
        ArgumentValue::Word(word) => Some(clause.view.text(word)).filter(|word| *word == "source"),
        _ => None,
    };
    clause.words().chain(source()).find(is_wrong)
}

fn conditional(clause: WrittenClause<'_>) -> Option<&str> {
    let is_without = clause.is_on(&[OmpDirective::Distribute, OmpDirective::Taskloop, OmpDirective::Loop]);
    clause.words().find(|word| *word == "conditional" && is_without)
}

/// The modifier that encloses the list, which only `declare simd` takes.
fn old_linear(clause: WrittenClause<'_>) -> Option<&str> {
    let behind = clause.post_modifiers().iter().map(|modifier| clause.view.text(modifier.word));
    clause.words().next().or_else(|| behind.into_iter().find(|word| matches!(*word, "ref" | "uval")))
}

fn ancestor(clause: WrittenClause<'_>) -> Option<&str> {
    let is_wrong = clause.on != OmpDirective::Target;
    clause.words().find(|word| *word == "ancestor" && is_wrong)
}

/// Reports a modifier that is written twice, and the second one of two of which only one can hold.
fn repeated(clause: WrittenClause<'_>, report: &mut Findings) {
    use OmpClause as C;
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let modified =
        matches!(clause.kind, C::Map | C::To | C::From | C::Schedule | C::Depend | C::Affinity | C::Allocate);
    for word in clause.words().filter(|word| modified && !word.is_empty()) {
        let is_type = clause.kind == C::Map && is_map_type(word);
        let other = seen.iter().copied().find(|other| *other == word || is_type && is_map_type(other));
        seen.insert(word);
        let message = match other {
            Some(other) if other == word => format!("`{}` says `{word}` more than once", clause.text()),
            Some(other) => format!("`{}` says both `{other}` and `{word}`", clause.text()),
            None => continue,
        };
        return report.push(clause.finding(&codes::OMP0120, message));
    }
}

/// Reports the modifiers of a schedule that exclude each other, and a chunk that the kind of schedule does not have.
fn schedule(clause: WrittenClause<'_>, report: &mut Findings) {
    if clause.kind != OmpClause::Schedule {
        return;
    }
    if clause.says("monotonic") && clause.says("nonmonotonic") {
        let message = "a schedule is not both `monotonic` and `nonmonotonic`";
        report.push(clause.finding(&codes::OMP0120, message));
    }
    if let [kind, _] = clause.items()
        && let ArgumentValue::Word(kind) = kind.value
        && let kind @ ("auto" | "runtime") = clause.view.text(kind)
    {
        let message = format!("the schedule `{kind}` takes no chunk size");
        report.push(clause.finding(&codes::OMP0120, message));
    }
}
