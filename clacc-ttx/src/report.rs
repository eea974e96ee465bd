//! The results of the translation for every directive, clause and modifier of a unit, as data.

use std::borrow::Cow;

use clacc_sema::acc::clauses::DataModifier;
use clacc_sema::acc::facts::ConstructId;
use clacc_syntax::ast::{ClauseId, DirectiveId, DirectiveKind, Tree};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Code;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::added_code::{self, AddedCode};
use crate::codes;
use crate::node::{InnerForm, OmpNode};
use crate::plan::Outcome;
use crate::rewrite::{Cause, FunctionInput, Rewritten, UnitInput, Unseen};
use crate::rules::loops::inner_loops;
use crate::verdict::{Because, Fidelity, Subject, Verdict, VerdictClause, VerdictDirective, VerdictPart};

/// An entry of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The place in the source; none for text that is in no file.
    pub at: Option<FileRange>,
    /// The directive.
    pub directive: VerdictDirective,
    /// The part of the directive that the entry is about; none for the directive itself.
    pub part: Option<VerdictPart>,
    /// How much of the meaning is preserved.
    pub fidelity: Fidelity,
    /// The reason, as one sentence.
    pub reason: Cow<'static, str>,
    /// The cause of the result.
    pub because: Because,
    /// The code of the finding that gives details of the reason, if the rule reports one.
    pub code: Option<&'static Code>,
    /// The place of the directive.
    pub directive_at: Option<FileRange>,
    /// The code that the translation adds for the directive, in the entry of the directive itself.
    pub added: Option<AddedCode>,
}

impl Entry {
    /// Returns the entry with its places mapped.
    pub(crate) fn map(self, place: impl Fn(FileRange) -> FileRange) -> Entry {
        Entry { at: self.at.map(&place), directive_at: self.directive_at.map(&place), ..self }
    }
}

/// The result that an entry gives for its subject.
struct EntryVerdict {
    fidelity: Fidelity,
    reason: Cow<'static, str>,
    because: Because,
    code: Option<&'static Code>,
}

impl EntryVerdict {
    /// The result for a subject that keeps its text because of this cause.
    fn kept(because: Because) -> EntryVerdict {
        let reason = reason(because).into();
        let code = (because == Because::Dependent).then_some(&codes::MAP0096);
        EntryVerdict { fidelity: Fidelity::Unsupported, reason, because, code }
    }

    fn of_inner_loop(inner: &InnerForm) -> EntryVerdict {
        let because = Because::Itself;
        if let Some((fidelity, reason)) = inner.stated.clone() {
            return EntryVerdict { fidelity, reason, because, code: None };
        }
        let (fidelity, reason, code) = inner_loops::verdict_of(inner);
        EntryVerdict { fidelity, reason: reason.into(), because, code }
    }

    fn by(verdict: &Verdict) -> EntryVerdict {
        let Verdict { fidelity, reason, code, .. } = verdict;
        let (fidelity, reason, code) = (*fidelity, reason.clone(), *code);
        EntryVerdict { fidelity, reason, because: Because::Itself, code }
    }
}

/// The report entries of a unit, except those of functions that are translated separately.
pub(crate) struct OwnEntries {
    /// The OpenACC directives of each function, each followed by its clauses, in source order.
    pub(crate) of_functions: Vec<Vec<Entry>>,
    /// The directives that no analysis saw, without their clauses.
    pub(crate) unseen: Vec<Entry>,
}

/// Returns the report of a unit, without functions that are translated separately.
pub(crate) fn of_unit(unit: &UnitInput<'_>, rewritten: &Rewritten) -> OwnEntries {
    let mut stayed_of = by_function(&rewritten.stayed);
    let mut unwritten_of = by_function(&rewritten.unwritten);
    let mut withheld_of = by_function(&rewritten.withheld);
    let mut needed_of = by_function(&rewritten.needed);
    let entries = |(index, function): (usize, &FunctionInput<'_>)| {
        let mut entries = Vec::new();
        let stayed = stayed_of.remove(&index).unwrap_or_default();
        let unwritten = unwritten_of.remove(&index).unwrap_or_default();
        let withheld = withheld_of.remove(&index).unwrap_or_default();
        let needed = needed_of.remove(&index).unwrap_or_default();
        let kept = KeptRoots { stayed: &stayed, unwritten: &unwritten, withheld: &withheld, needed: &needed };
        add_function(function, kept, &mut entries);
        entries
    };
    let of_functions = unit.functions.iter().enumerate().map(entries).collect();
    OwnEntries { of_functions, unseen: rewritten.unseen.iter().map(of_unseen).collect() }
}

/// Returns the report of a function whose constructs can all be edited.
pub(crate) fn of_function(function: &FunctionInput<'_>) -> Vec<Entry> {
    let none = FxHashSet::default();
    let mut entries = Vec::new();
    let kept = KeptRoots { stayed: &none, unwritten: &none, withheld: &none, needed: &none };
    add_function(function, kept, &mut entries);
    entries
}

fn add_function(function: &FunctionInput<'_>, kept: KeptRoots<'_>, entries: &mut Vec<Entry>) {
    let tree = &function.model.parsed.tree;
    let is_acc = |kind| matches!(kind, DirectiveKind::Acc(_) | DirectiveKind::UnknownAcc(_));
    let mut directives: Vec<DirectiveId> =
        tree.directives.iter().filter(|(_, each)| is_acc(each.kind)).map(|(id, _)| id).collect();
    directives.sort_by_key(|id| tree.spans.directives.get(*id));
    for directive in directives {
        checkpoint::pass();
        Reporter { function, kept, directive }.entries(entries);
    }
}

/// The outermost constructs in a list, by the index of their function.
fn by_function(constructs: &[(usize, ConstructId)]) -> FxHashMap<usize, FxHashSet<ConstructId>> {
    let mut found: FxHashMap<usize, FxHashSet<ConstructId>> = FxHashMap::default();
    for (function, root) in constructs {
        found.entry(*function).or_default().insert(*root);
    }
    found
}

fn of_unseen(unseen: &Unseen) -> Entry {
    let inactive = |reason: &'static str| {
        let (fidelity, because) = (Fidelity::Inactive, Because::Preprocessing);
        EntryVerdict { fidelity, reason: reason.into(), because, code: None }
    };
    let EntryVerdict { fidelity, reason, because, code } = match unseen.why {
        Cause::BranchNotTaken => inactive("it stands in a branch of `#if` that is not taken"),
        Cause::MacroNotUsed => inactive("it stands in a macro that is not used"),
        Cause::NotRead => EntryVerdict::kept(Because::UnreadText),
    };
    let (directive, at) = (unseen.directive.clone(), Some(unseen.at));
    Entry { at, directive, part: None, fidelity, reason, because, code, directive_at: at, added: None }
}

/// Returns the reason text for a subject that keeps its text because of something else.
const fn reason(because: Because) -> &'static str {
    match because {
        Because::OtherConstruct => "kept, because a construct inside or around it has no form",
        Because::OtherPart => "kept, because another part of the directive has no form",
        Because::Text => "kept, because its text cannot be edited",
        Because::UnwrittenHeader => "kept, because it needs an edit of a header that is not written",
        Because::OtherUnits => "kept, because other units need another translation of its text",
        Because::Dependent => "kept, because a directive that depends on it is kept",
        Because::Itself | Because::Error => "kept, because an error was reported for it",
        Because::UnreadText => "kept, because an error was reported for the text around it",
        Because::Preprocessing => "it is no part of the program",
    }
}

/// The outermost constructs of a function that have a form and are kept, and why.
#[derive(Clone, Copy)]
struct KeptRoots<'r> {
    stayed: &'r FxHashSet<ConstructId>,
    unwritten: &'r FxHashSet<ConstructId>,
    withheld: &'r FxHashSet<ConstructId>,
    needed: &'r FxHashSet<ConstructId>,
}

impl KeptRoots<'_> {
    fn because(&self, root: ConstructId) -> Option<Because> {
        let causes = [
            (self.unwritten, Because::UnwrittenHeader),
            (self.withheld, Because::OtherUnits),
            (self.needed, Because::Dependent),
            (self.stayed, Because::Text),
        ];
        causes.iter().find(|(roots, _)| roots.contains(&root)).map(|(_, because)| *because)
    }
}

struct Reporter<'r, 'a> {
    function: &'r FunctionInput<'a>,
    kept: KeptRoots<'r>,
    directive: DirectiveId,
}

impl Reporter<'_, '_> {
    fn entries(&self, entries: &mut Vec<Entry>) {
        let constructs: Vec<ConstructId> = self.function.constructs_of(self.directive).collect();
        let Some(outer) = constructs.first() else {
            return self.all(Because::Error, entries);
        };
        let root = self.function.root_of(*outer);
        if let Some(because) = self.kept.because(root) {
            return self.all(because, entries);
        }
        let (mapping, facts) = (self.function.mapping, self.function.facts);
        let is_broken_with_others = |id: &ConstructId| facts.constructs[*id].broken_with_others;
        if constructs.iter().all(|id| matches!(mapping.plan.outcome(*id), Outcome::HeldBack(_)))
            || constructs.iter().all(is_broken_with_others)
        {
            return self.all(Because::OtherConstruct, entries);
        }
        let nodes: Vec<&OmpNode> =
            constructs.iter().filter_map(|id| mapping.nodes.get(*id).map(|node| &**node)).collect();
        self.verdicts(&nodes, entries);
        self.inner_loops(entries);
    }

    /// Adds an entry for each loop inside the directive's statement that gets a directive.
    fn inner_loops(&self, entries: &mut Vec<Entry>) {
        for inner in self.function.mapping.inner_forms_of(self.function.facts, self.directive) {
            let Some(at) = crate::rewrite::place_of_inner_loop(self.function, inner.at) else { continue };
            let said = EntryVerdict::of_inner_loop(inner);
            let of_directive = self.entry(None, None, said);
            let part = VerdictPart::InnerLoop(inner.directive.kind);
            entries.push(Entry { at: Some(at), part: Some(part), ..of_directive });
        }
    }

    /// Adds the verdicts of the nodes, each clause once.
    fn verdicts(&self, nodes: &[&OmpNode], entries: &mut Vec<Entry>) {
        let all = || nodes.iter().flat_map(|node| &node.verdicts);
        let own = all().filter(|verdict| verdict.subject == Subject::Directive);
        // The verdict on the outer half counts for the directive, unless the inner half preserves less of
        // the meaning.
        let weight = |verdict: &&Verdict| verdict.fidelity >= Fidelity::Approximated;
        let own = own.clone().filter(weight).max_by_key(|verdict| verdict.fidelity).or(own.clone().next());
        let said = own.map_or(EntryVerdict::kept(Because::Error), EntryVerdict::by);
        let FunctionInput { mapping, facts, queues, .. } = *self.function;
        let added = added_code::of_directive(mapping, facts, self.directive, queues);
        entries.push(Entry { added, ..self.entry(None, None, said) });
        let translated = nodes.iter().all(|node| node.is_mapped());
        let mut of_clauses: FxHashMap<ClauseId, Vec<&Verdict>> = FxHashMap::default();
        for verdict in all() {
            if let Some(clause) = verdict.subject.clause() {
                of_clauses.entry(clause).or_default().push(verdict);
            }
        }
        for clause in &self.function.model.parsed.tree[self.directive].clauses {
            let verdicts = of_clauses.get(clause).map_or(&[][..], Vec::as_slice);
            for verdict in verdicts {
                let kept = !translated && verdict.fidelity != Fidelity::Unsupported;
                let said =
                    if kept { EntryVerdict::kept(Because::OtherPart) } else { EntryVerdict::by(verdict) };
                entries.push(self.entry(Some(*clause), verdict.subject.modifier(), said));
            }
            if verdicts.is_empty() {
                entries.push(self.entry(Some(*clause), None, EntryVerdict::kept(Because::Error)));
            }
        }
    }

    fn all(&self, because: Because, entries: &mut Vec<Entry>) {
        entries.push(self.entry(None, None, EntryVerdict::kept(because)));
        for clause in &self.function.model.parsed.tree[self.directive].clauses {
            entries.push(self.entry(Some(*clause), None, EntryVerdict::kept(because)));
        }
    }

    fn entry(&self, clause: Option<ClauseId>, modifier: Option<DataModifier>, said: EntryVerdict) -> Entry {
        let tree = &self.function.model.parsed.tree;
        let of_directive = tree.spans.directives.get(self.directive);
        let range = match clause {
            Some(clause) => tree.spans.clauses.get(clause),
            None => of_directive,
        };
        let shown = |range: TokenRange| self.function.places.shown(range);
        let EntryVerdict { fidelity, reason, because, code } = said;
        Entry {
            at: range.and_then(shown),
            directive: directive_of(tree, self.directive),
            part: clause.map(|clause| VerdictPart::Clause(clause_of(tree, clause, modifier))),
            fidelity,
            reason,
            because,
            code,
            directive_at: of_directive.and_then(shown),
            added: None,
        }
    }
}

fn directive_of(tree: &Tree, directive: DirectiveId) -> VerdictDirective {
    let kind = tree[directive].kind;
    let unknown = || VerdictDirective::Unknown(kind.text(&tree.names).to_owned());
    kind.acc().map_or_else(unknown, VerdictDirective::Acc)
}

fn clause_of(tree: &Tree, clause: ClauseId, modifier: Option<DataModifier>) -> VerdictClause {
    let clause = &tree[clause];
    VerdictClause { kind: clause.kind.acc(), spelling: tree.text(clause.spelling).to_owned(), modifier }
}
