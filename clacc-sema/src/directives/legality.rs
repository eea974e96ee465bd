//! Checks the clauses of a directive against the tables: which it takes, how often, and which exclude each
//! other.
//!
//! OpenACC and OpenMP have the same rules with different tables, so this module serves both.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, ClauseKind, DirectiveId, DirectiveKind};
use clacc_syntax::diagnostics::{Code, Confidence, Diagnostic, Fix};
use clacc_syntax::directive::{
    AccClause, AccDirective, ClauseSet, Multiplicity, are_exclusive, clause_allowed, multiplicity,
    required_groups,
};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::View;
use crate::program::directive::{ClauseNode, DirectiveNode};

/// The codes of the findings of this module, for one model.
pub(crate) struct Codes {
    pub(crate) not_permitted: &'static Code,
    pub(crate) repeated: &'static Code,
    pub(crate) exclusive: &'static Code,
    pub(crate) missing: &'static Code,
    /// The code for a `routine` without a level, which compilers treat as `seq`.
    pub(crate) without_level: Option<&'static Code>,
    pub(crate) after_device_type: &'static Code,
}

/// The part of a directive that contains a clause: the `device_type` clause that the clause follows; none if
/// it precedes them all.
type DevicePart = Option<ClauseId>;

/// The clauses that the table permits and that exclude no clause before them, with the first clause of each kind, so that a clause need not
/// be compared with all others.
#[derive(Default)]
struct Accepted {
    clauses: Vec<ClauseId>,
    /// The first clause of each kind in each part, with its index.
    first: FxHashMap<(ClauseKind, DevicePart), (usize, ClauseId)>,
    /// The first clause of each kind with these modifiers.
    modified: FxHashMap<(ClauseKind, Vec<Name>), ClauseId>,
    kinds: FxHashSet<ClauseKind>,
}

/// The clauses of a directive that are permitted there, in source order.
pub(crate) fn permitted_clauses(
    view: View<'_>,
    directive: DirectiveId,
    codes: &Codes,
    findings: &mut dyn FnMut(Diagnostic<TokenRange>),
) -> Vec<ClauseId> {
    let mut checker = LegalityChecker {
        view,
        id: directive,
        directive: view.directive(directive),
        codes,
        accepted: Accepted::default(),
        part: None,
        findings,
    };
    for clause in &checker.directive.clauses {
        checker.check(*clause);
    }
    checker.check_required();
    checker.accepted.clauses
}

/// The words before and behind the items of a clause.
fn qualifiers(clause: &ClauseNode) -> Vec<Name> {
    let behind = clause.arguments.iter().flat_map(|arguments| &arguments.post_modifiers);
    clause.modifier_words().chain(behind.map(|modifier| modifier.word)).collect()
}

struct LegalityChecker<'a> {
    view: View<'a>,
    id: DirectiveId,
    directive: &'a DirectiveNode,
    codes: &'a Codes,
    accepted: Accepted,
    part: DevicePart,
    findings: &'a mut dyn FnMut(Diagnostic<TokenRange>),
}

impl<'a> LegalityChecker<'a> {
    fn span(&self, clause: ClauseId) -> TokenRange {
        self.view.clause_span(clause)
    }

    fn spelling(&self, clause: ClauseId) -> &'a str {
        self.view.spelling(clause)
    }

    fn directive_text(&self) -> &'a str {
        self.view.directive_text(self.id)
    }

    fn check(&mut self, clause: ClauseId) {
        let kind = self.view.clause_node(clause).kind;
        if kind == ClauseKind::Unknown {
            return;
        }
        if !clause_allowed(self.directive.kind, kind) {
            return self.report_not_permitted(clause);
        }
        if kind == ClauseKind::Acc(AccClause::DeviceType) && self.device_type_divides() {
            self.part = Some(clause);
        } else if !self.may_follow_device_type(kind) {
            return self.report_after_device_type(clause);
        }
        if let Some(previous) = self.repetition_of(clause, kind) {
            return self.report_repeated(clause, previous);
        }
        let conflicts = self.conflicts_of(kind);
        for previous in &conflicts {
            self.report_exclusive(clause, *previous);
        }
        self.note_first(clause, kind);
        if conflicts.is_empty() {
            self.accept(clause, kind);
        }
    }

    /// Records the first clause of each kind, including a clause that excludes earlier ones: later clauses are compared with it as well,
    /// because either of them may be the intended one.
    fn note_first(&mut self, clause: ClauseId, kind: ClauseKind) {
        let accepted = &mut self.accepted;
        let index = accepted.first.len();
        accepted.first.entry((kind, self.part)).or_insert((index, clause));
        accepted.kinds.insert(kind);
    }

    fn accept(&mut self, clause: ClauseId, kind: ClauseKind) {
        let accepted = &mut self.accepted;
        if multiplicity(self.directive.kind, kind) == Some(Multiplicity::OncePerModifier) {
            let words = qualifiers(self.view.clause_node(clause));
            accepted.modified.entry((kind, words)).or_insert(clause);
        }
        accepted.clauses.push(clause);
    }

    /// Whether `device_type` begins a device-specific part here. On `init`, `shutdown` and `set` it is an
    /// ordinary clause.
    fn device_type_divides(&self) -> bool {
        matches!(self.directive.kind, DirectiveKind::Acc(directive) if !directive.info().after_device_type.is_empty())
    }

    fn may_follow_device_type(&self, kind: ClauseKind) -> bool {
        match (self.part, self.directive.kind, kind) {
            (Some(_), DirectiveKind::Acc(directive), ClauseKind::Acc(clause)) => {
                directive.info().after_device_type.contains(&clause)
            }
            _ => true,
        }
    }

    /// The earlier clause of the same kind, if the clause may not be repeated.
    fn repetition_of(&self, clause: ClauseId, kind: ClauseKind) -> Option<ClauseId> {
        match multiplicity(self.directive.kind, kind)? {
            Multiplicity::Many => None,
            Multiplicity::Once => self.accepted.first.get(&(kind, self.part)).map(|(_, earlier)| *earlier),
            Multiplicity::OncePerModifier => {
                let words = qualifiers(self.view.clause_node(clause));
                self.accepted.modified.get(&(kind, words)).copied()
            }
        }
    }

    /// The first earlier clause of each kind that this kind excludes, in source order. A clause in the part of one device type does not
    /// exclude clauses in other parts.
    fn conflicts_of(&self, kind: ClauseKind) -> Vec<ClauseId> {
        let excludes = |earlier: &&ClauseKind| are_exclusive(self.directive.kind, **earlier, kind);
        let parts = [None, self.part];
        let parts = &parts[..if self.part.is_some() { 2 } else { 1 }];
        let others = self.accepted.kinds.iter().filter(excludes);
        let mut found: Vec<_> = others
            .flat_map(|earlier| parts.iter().filter_map(|part| self.accepted.first.get(&(*earlier, *part))))
            .copied()
            .collect();
        found.sort_unstable_by_key(|(index, _)| *index);
        found.into_iter().map(|(_, clause)| clause).collect()
    }

    fn report_not_permitted(&mut self, clause: ClauseId) {
        let spelling = self.spelling(clause);
        let mut finding = Diagnostic::new(
            self.codes.not_permitted,
            self.span(clause),
            format!("`{}` takes no clause `{spelling}`", self.directive_text()),
        );
        if let DirectiveKind::Acc(directive) = self.directive.kind {
            let info = directive.info();
            finding = finding.note(format!(
                "OpenACC 3.4 {} lists the clauses of `{}`",
                info.section,
                directive.text()
            ));
        }
        (self.findings)(finding);
    }

    fn report_after_device_type(&mut self, clause: ClauseId) {
        let spelling = self.spelling(clause);
        let message = format!("`{spelling}` may not follow `device_type`");
        let mut finding = Diagnostic::new(self.codes.after_device_type, self.span(clause), message);
        if let Some(part) = self.part {
            finding = finding.label(self.span(part), "the device-specific part begins here");
        }
        (self.findings)(finding);
    }

    fn report_repeated(&mut self, clause: ClauseId, previous: ClauseId) {
        let spelling = self.spelling(clause);
        let message = format!("`{spelling}` is written more than once on `{}`", self.directive_text());
        let mut finding = Diagnostic::new(self.codes.repeated, self.span(clause), message)
            .label(self.span(previous), "written here first");
        if self.view.clause_node(clause).says_the_same(self.view.clause_node(previous)) {
            finding.fix = Some(Fix {
                title: "remove the second one".to_owned(),
                edits: vec![(self.span(clause), String::new())],
                confidence: Confidence::Maybe,
            });
        }
        (self.findings)(finding);
    }

    fn report_exclusive(&mut self, clause: ClauseId, previous: ClauseId) {
        let (spelling, other) = (self.spelling(clause), self.spelling(previous));
        let message = format!("`{spelling}` and `{other}` exclude each other");
        let finding = Diagnostic::new(self.codes.exclusive, self.span(clause), message)
            .label(self.span(previous), format!("`{other}` is here"));
        (self.findings)(finding);
    }

    fn check_required(&mut self) {
        let unknown = |clause: &ClauseId| self.view.clause_node(*clause).kind == ClauseKind::Unknown;
        if self.directive.clauses.iter().any(unknown) {
            return;
        }
        for group in required_groups(self.directive.kind) {
            if !group.iter().any(|kind| self.accepted.kinds.contains(kind)) {
                self.report_missing(&group);
            }
        }
    }

    /// Reports a missing level. The clauses stay valid: every compiler treats a routine without a level as sequential, and so do the checks
    /// of calls and loops.
    fn report_without_level(&mut self, code: &'static Code) {
        let at = self.view.directive_name_span(self.id);
        let finding = Diagnostic::new(code, at, "`routine` without a level is taken as `seq`")
            .note("OpenACC 3.4 2.15.1 asks for one of `gang`, `worker`, `vector` and `seq`");
        (self.findings)(finding);
    }

    fn report_missing(&mut self, group: &ClauseSet) {
        if self.directive.kind == DirectiveKind::Acc(AccDirective::Routine)
            && let Some(code) = self.codes.without_level
        {
            return self.report_without_level(code);
        }
        let names: Vec<String> = group.iter().map(|kind| format!("`{}`", kind.text())).collect();
        let needed = match &names[..] {
            [only] => format!("the clause {only}"),
            names => format!("at least one of {}", names.join(", ")),
        };
        let at = self.view.directive_name_span(self.id);
        let message = format!("`{}` needs {needed}", self.directive_text());
        (self.findings)(Diagnostic::new(self.codes.missing, at, message));
    }
}
