//! The constructs of a function that are translated.
//!
//! A construct with a form is still held back if translating it would translate only half of a construct. A
//! compute construct with an inner loop that has no form keeps its whole text, and so does a data region
//! around a compute construct that keeps its text. An OpenMP compiler ignores OpenACC directives, so such a
//! compute construct runs on the host with the host's data, and a data region around it would make that
//! data stale.
//!
//! This is the place where a construct is decided as a whole: half a construct is never translated.

use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::directive::AccDirective;

/// The outcome for a construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The construct is replaced by its OpenMP form.
    Translated,
    /// The construct has no form.
    Unmapped,
    /// The construct has a form, but it keeps its text because this construct inside or around it has none.
    HeldBack(ConstructId),
}

/// The outcome of every construct of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    outcomes: ArenaMap<ConstructId, Outcome>,
}

impl Plan {
    /// Decides for every construct of a function. `node` returns whether a construct has a form.
    pub fn new(facts: &AccFacts, node: impl Fn(ConstructId) -> bool) -> Plan {
        let mut outcomes = ArenaMap::default();
        for (id, _) in facts.constructs.iter() {
            let outcome = if node(id) { Outcome::Translated } else { Outcome::Unmapped };
            outcomes.insert(id, outcome);
        }
        let mut plan = Plan { outcomes };
        plan.hold_halves(facts);
        plan.hold_outer(facts);
        plan.hold_inner(facts);
        plan
    }

    /// The outcome of a construct.
    pub fn outcome(&self, id: ConstructId) -> Outcome {
        self.outcomes.get(id).copied().unwrap_or(Outcome::Unmapped)
    }

    /// Whether a construct is translated.
    pub fn is_translated(&self, id: ConstructId) -> bool {
        self.outcome(id) == Outcome::Translated
    }

    fn hold(&mut self, id: ConstructId, because: ConstructId) {
        if self.is_translated(id) {
            self.outcomes.insert(id, Outcome::HeldBack(because));
        }
    }

    /// Holds back one half of a combined directive if the other half is not translated.
    fn hold_halves(&mut self, facts: &AccFacts) {
        for (_, halves) in facts.of_directive.iter() {
            let (outer, Some(inner)) = (halves.outer, halves.inner) else { continue };
            if !self.is_translated(outer) {
                self.hold(inner, outer);
            } else if !self.is_translated(inner) {
                self.hold(outer, inner);
            }
        }
    }

    /// Holds back the constructs around a construct that keeps its text. Inner constructs come later in the
    /// order, so one backward pass reaches the outermost one.
    fn hold_outer(&mut self, facts: &AccFacts) {
        for (id, construct) in facts.constructs.iter().rev() {
            let Some(parent) = construct.parent else { continue };
            let because = match self.outcome(id) {
                Outcome::Translated => continue,
                Outcome::Unmapped if !matters_to(facts.constructs[parent].kind, construct.kind) => continue,
                Outcome::Unmapped => id,
                Outcome::HeldBack(because) => because,
            };
            self.hold(parent, because);
        }
    }

    /// Holds back the constructs inside a construct that keeps its text.
    fn hold_inner(&mut self, facts: &AccFacts) {
        for (id, construct) in facts.constructs.iter() {
            let Some(parent) = construct.parent else { continue };
            match self.outcome(parent) {
                Outcome::Translated => {}
                Outcome::Unmapped => self.hold(id, parent),
                Outcome::HeldBack(because) => self.hold(id, because),
            }
        }
    }
}

/// Whether an inner construct that keeps its text forces the one around it to keep its text too. In a data
/// region, directives that neither move data nor compute do not.
fn matters_to(outer: AccDirective, inner: AccDirective) -> bool {
    let idle = matches!(
        inner,
        AccDirective::Wait
            | AccDirective::Init
            | AccDirective::Shutdown
            | AccDirective::Set
            | AccDirective::Routine
    );
    !(idle && matches!(outer, AccDirective::Data | AccDirective::HostData))
}

#[cfg(test)]
mod tests {
    use clacc_sema::acc::facts::{Construct, Half, Halves, SeldomWritten, Sizes};
    use clacc_syntax::arena::Arena;
    use clacc_syntax::ast::Directive;

    use super::*;

    /// Facts about constructs that are given as (kind, parent).
    fn facts(constructs: &[(AccDirective, Option<usize>)]) -> (AccFacts, Vec<ConstructId>) {
        let mut directives = Arena::new();
        let mut facts = AccFacts::default();
        let mut ids = Vec::new();
        for (kind, parent) in constructs {
            let directive = directives.alloc(Directive {
                kind: clacc_syntax::ast::DirectiveKind::Acc(*kind),
                argument: clacc_syntax::ast::DirectiveArgument::None,
                clauses: Box::default(),
                extra: Vec::default(),
                body: None,
            });
            let id = facts.constructs.alloc(Construct {
                directive,
                kind: *kind,
                written: *kind,
                half: Half::Whole,
                region: None,
                parent: parent.map(|parent: usize| ids[parent]),
                compute: None,
                clauses: Box::default(),
                seldom: SeldomWritten::default(),
                attributes: std::sync::Arc::default(),
                sizes: Sizes::default(),
                has_worker_loop: false,
                has_repeated_loop: false,
                whole_loop: None,
                called_level: None,
                needs_no_gangs: false,
                is_gang_loop: false,
                loop_facts: None,
                broken: false,
                broken_with_others: false,
                is_left_empty: false,
                index: None,
            });
            facts.of_directive.insert(directive, Halves { outer: id, inner: None });
            ids.push(id);
        }
        (facts, ids)
    }

    fn check(constructs: &[(AccDirective, Option<usize>)], unmapped: &[usize], expected: &str) {
        let (facts, ids) = facts(constructs);
        let plan = Plan::new(&facts, |id| !unmapped.iter().any(|index| ids[*index] == id));
        let outcomes: String = ids
            .iter()
            .map(|id| match plan.outcome(*id) {
                Outcome::Translated => "T".to_owned(),
                Outcome::Unmapped => "U".to_owned(),
                Outcome::HeldBack(because) => because.into_raw().into_u32().to_string(),
            })
            .collect();
        assert_eq!(outcomes, expected);
    }

    #[test]
    fn nothing_is_left_half_translated() {
        use AccDirective::{Data, Kernels, Loop, Parallel, Update, Wait};
        check(&[(Data, None), (Parallel, Some(0)), (Loop, Some(1))], &[], "TTT");
        check(&[(Data, None), (Parallel, Some(0)), (Loop, Some(1))], &[2], "22U");
        check(&[(Data, None), (Kernels, Some(0)), (Loop, Some(1)), (Parallel, Some(0))], &[1], "1U11");
        check(&[(Kernels, None), (Parallel, None)], &[0], "UT");
        check(&[(Data, None), (Wait, Some(0)), (Update, Some(0))], &[1], "TUT");
        check(&[(Parallel, None), (Loop, Some(0)), (Loop, Some(1)), (Loop, Some(0))], &[2], "22U2");
    }
}
