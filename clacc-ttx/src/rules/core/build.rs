//! A node under construction.

use std::cell::OnceCell;

use clacc_sema::acc::clauses::{Clause as SourceClause, DataModifier, ListItem};
use clacc_sema::acc::facts::{AccFacts, DataAttributes, DataMapping, How, Reason};
use clacc_sema::flow::releases::may_release_data;
use clacc_sema::omp::form::{
    Argument, Clause, Declare, DeclareReduction, Directive, Fresh, InitialValue, Item, Local, MapKind, Omp,
    Operand, Origin, TypeLike, UnitForm,
};
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{AccDirective, OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::member_targets::MemberTarget;
use super::mentioned_members::MentionedMembers;
use super::pointer_table::RowsOfItem;
use super::{Context, Mapped, device_statics, device_types};
use crate::codes;
use crate::node::{DividedForm, InnerForm, Interchanged, OmpNode, PartForm};
use crate::verdict::{Fidelity, Subject, Verdict};

/// The consecutive parts of a divided construct.
pub(crate) struct FollowingParts {
    /// The clauses of the data region around the parts. Without clauses there is no data region.
    pub(crate) data: Vec<Clause>,
    pub(crate) parts: Vec<PartForm>,
    /// The finding to report where the parts are printed.
    pub(crate) note: Diagnostic<TokenRange>,
    /// The finding to report where the undivided construct is printed.
    pub(crate) note_of_whole: Diagnostic<TokenRange>,
}

/// A node under construction. If one clause has no form, the whole node has none.
pub struct Build<'a> {
    cx: Context<'a>,
    clauses: Vec<Clause>,
    before: Vec<Omp>,
    behind: Vec<Omp>,
    inside_before: Vec<Omp>,
    inside_behind: Vec<Omp>,
    around: Vec<Directive>,
    unit_forms: Vec<UnitForm>,
    inner: Vec<InnerForm>,
    interchanged: Vec<Interchanged>,
    /// The parts of the construct, if it is divided.
    parts: Option<FollowingParts>,
    /// True if the associated statements need a block of their own, because there are several.
    is_enclosed: bool,
    /// Whether no block is put around the construct.
    is_open: bool,
    division: Option<Directive>,
    /// Code directly before the directive, after all other code before it.
    directly_before: Vec<Omp>,
    /// Code at the start and the end of the region while its data is mapped: inside a `data` construct, or around a compute construct.
    region_start: Vec<Omp>,
    region_end: Vec<Omp>,
    /// The variables that the code of `region_start` and `region_end` is about.
    around_about: FxHashSet<EntityId>,
    /// The condition under which the code around the region is executed and the construct uses the device.
    condition: Option<Operand>,
    /// True if code that the mapping adds makes the directive synchronous.
    is_synchronous: bool,
    /// The rows that pointer tables point to, on a directive without a region.
    rows: Vec<RowsOfItem>,
    /// The pointees of struct members, on a directive without a region.
    targets: Vec<MemberTarget>,
    /// The number of added variables that point to structs.
    structs: u32,
    /// The initial values of the added variables that keep a value.
    kept: Vec<InitialValue>,
    directive_verdict: Option<(Fidelity, &'static str, Option<&'static Code>)>,
    verdicts: Vec<Verdict>,
    findings: Vec<Diagnostic<TokenRange>>,
    is_unsupported: bool,
    /// The mapping attribute that each list item of the data clauses gives its variable.
    mapped: OnceCell<FxHashMap<At, DataMapping>>,
    may_release_data: OnceCell<bool>,
    mentioned: OnceCell<MentionedMembers>,
}

impl<'a> Build<'a> {
    /// Creates an empty node for the construct of `cx`.
    pub fn new(cx: &Context<'a>) -> Self {
        Build {
            cx: *cx,
            clauses: Vec::new(),
            before: Vec::new(),
            behind: Vec::new(),
            inside_before: Vec::new(),
            inside_behind: Vec::new(),
            around: Vec::new(),
            unit_forms: Vec::new(),
            inner: Vec::new(),
            interchanged: Vec::new(),
            parts: None,
            is_enclosed: false,
            is_open: false,
            division: None,
            directly_before: Vec::new(),
            region_start: Vec::new(),
            region_end: Vec::new(),
            around_about: FxHashSet::default(),
            condition: None,
            is_synchronous: false,
            rows: Vec::new(),
            targets: Vec::new(),
            structs: 0,
            kept: Vec::new(),
            directive_verdict: None,
            verdicts: Vec::new(),
            findings: Vec::new(),
            is_unsupported: false,
            mapped: OnceCell::new(),
            may_release_data: OnceCell::new(),
            mentioned: OnceCell::new(),
        }
    }

    /// Appends a clause that comes from a clause of the source.
    pub fn push(&mut self, argument: Argument, from: ClauseId) {
        self.clauses.push(Clause::new(argument, Origin::Clause(from)));
    }

    /// Appends a clause that the mapping itself needs.
    pub fn push_needed(&mut self, argument: Argument, why: &'static str) {
        self.clauses.push(Clause::new(argument, Origin::Mapping(why)));
    }

    /// Appends a clause for variables whose attribute does not come from a clause of the directive. `first` is the reason for the attribute
    /// of the first variable; without it, nothing is appended.
    pub fn push_implied(&mut self, argument: Argument, first: Option<&Reason>) {
        let Some(reason) = first else { return };
        self.clauses.push(Clause::new(argument, Origin::Attribute(self.cx.id, Box::new(reason.clone()))));
    }

    /// Appends a clause for whole variables like `push_implied`. The clause takes only a list.
    pub fn push_entities(&mut self, kind: OmpClause, variables: &[(EntityId, &Reason)]) {
        let items = variables.iter().map(|(entity, _)| Item::entity(*entity)).collect();
        self.push_implied(Argument::List(kind, items), variables.first().map(|(_, reason)| *reason));
    }

    /// Returns the mapping attribute that a list item of a data clause gives its variable; none if another clause of the directive gives
    /// it, or the device code contains the variable itself.
    pub fn mapping_by(&self, item: At) -> Option<DataMapping> {
        let attributes = self.cx.construct().attributes.iter();
        let elsewhere = attributes.filter(|attribute| !device_statics::is_there(&self.cx, &attribute.place));
        let explicit = elsewhere.filter_map(|attribute| explicit_mapping(self.cx.facts, attribute));
        let mapped = self.mapped.get_or_init(|| explicit.collect());
        mapped.get(&item).copied()
    }

    /// Returns whether code in the region of the `data` construct may release data that its clauses map.
    pub fn may_release_data(&self) -> bool {
        let cx = &self.cx;
        *self.may_release_data.get_or_init(|| may_release_data(cx.view, cx.facts, cx.id))
    }

    /// Returns the members of variables that the construct names.
    pub(crate) fn mentioned(&self) -> &MentionedMembers {
        self.mentioned.get_or_init(|| MentionedMembers::of(&self.cx))
    }

    /// The clauses so far.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Whether a clause that takes only a list names a variable.
    pub(crate) fn is_listed(&self, kind: OmpClause, entity: EntityId) -> bool {
        let is_entity = |item: &Item| item.place().is_some_and(|place| place.root == entity);
        self.clauses.iter().any(|clause| {
            matches!(&clause.argument, Argument::List(listed, items) if *listed == kind && items.iter().any(is_entity))
        })
    }

    /// Appends a clause. If the last clause has the same origin and takes the same kind of list, its items
    /// join the items of that clause.
    pub fn join(&mut self, clause: Clause) {
        match (self.clauses.last_mut(), &clause.argument) {
            (Some(Clause { argument: Argument::List(last, items), origin }), Argument::List(kind, more))
                if last == kind && *origin == clause.origin =>
            {
                items.extend(more.iter().cloned());
            }
            _ => self.clauses.push(clause),
        }
    }

    /// Takes the clauses, for directives that the rule makes itself.
    pub fn take_clauses(&mut self) -> Vec<Clause> {
        std::mem::take(&mut self.clauses)
    }

    /// Adds code before the directive, in a block around the construct.
    pub fn push_before(&mut self, code: Omp) {
        self.before.push(code);
    }

    /// Adds code after the construct, at the end of the block around it.
    pub fn push_behind(&mut self, code: Omp) {
        self.behind.push(code);
    }

    /// Adds a directive around the directive, inside those that were added before.
    pub fn push_around(&mut self, directive: Directive) {
        self.around.push(directive);
    }

    /// Adds code after the construct, before all other code there.
    pub(crate) fn push_first_behind(&mut self, code: Vec<Omp>) {
        self.behind.splice(0..0, code);
    }

    /// Adds code before the directive, after all other code there.
    pub(crate) fn push_directly_before(&mut self, code: Omp) {
        self.directly_before.push(code);
    }

    /// Declares a reduction before the directive, unless it is declared there already.
    pub(crate) fn declare_reduction(&mut self, declared: DeclareReduction) {
        let is_declared =
            |code: &Omp| matches!(code, Omp::DeclareReduction(other) if other.name == declared.name);
        if !self.directly_before.iter().any(is_declared) {
            self.push_directly_before(Omp::DeclareReduction(declared));
        }
    }

    /// Adds code for the start and the end of the region, while the data of the construct is mapped, for the items of a clause. Later code
    /// is placed inside earlier code.
    pub(crate) fn push_around_region(&mut self, about: &SourceClause, start: Option<Omp>, end: Option<Omp>) {
        self.around_about.extend(places(about.items()).map(|(_, place)| place.root));
        self.region_start.extend(start);
        self.region_end.extend(end);
    }

    /// Declares a variable that keeps a value of the source for the end of the region.
    pub(crate) fn keep(&mut self, value: At, origin: &Origin) -> Fresh {
        self.declare_kept(TypeLike::ConstantOf(value), InitialValue::Value(value), origin)
    }

    /// Declares a variable that keeps the address of a pointer table.
    pub(crate) fn keep_table(&mut self, table: Place, origin: &Origin) -> Fresh {
        self.declare_kept(TypeLike::Row, InitialValue::FirstOf(table), origin)
    }

    /// Declares a variable that points to a struct, or to a member of one.
    pub(crate) fn lead_to(&mut self, init: InitialValue, origin: &Origin) -> Fresh {
        let fresh = Fresh::Struct(self.structs);
        self.structs += 1;
        let declare = Declare {
            local: Local::Fresh(fresh),
            ty: TypeLike::Row,
            init: Some(init),
            origin: origin.clone(),
        };
        self.push_directly_before(Omp::declare(declare));
        fresh
    }

    /// Declares a variable that keeps the value of a condition.
    pub(crate) fn keep_condition(&mut self, condition: Operand, origin: &Origin) -> Fresh {
        self.declare_kept(TypeLike::Flag, InitialValue::Condition(condition), origin)
    }

    /// Sets the condition of the code around the region.
    pub(crate) fn set_condition(&mut self, condition: Operand) {
        self.condition = Some(condition);
    }

    /// States that the directive is executed synchronously, whatever its queue is.
    pub(crate) fn set_synchronous(&mut self) {
        self.is_synchronous = true;
    }

    /// Returns whether the directive is executed synchronously, whatever its queue is. The data region around a compute construct ends with
    /// the construct.
    pub(crate) fn is_synchronous(&self) -> bool {
        self.is_synchronous || self.cx.construct().is_compute() && self.has_code_around()
    }

    fn has_code_around(&self) -> bool {
        !(self.region_start.is_empty() && self.region_end.is_empty())
    }

    fn declare_kept(&mut self, ty: TypeLike, init: InitialValue, origin: &Origin) -> Fresh {
        let is_same = |kept: &InitialValue| *kept == init;
        if let Some(number) = self.kept.iter().position(is_same) {
            return Fresh::Kept(number as u32);
        }
        let kept = Fresh::Kept(self.kept.len() as u32);
        self.kept.push(init.clone());
        let declare = Declare { local: Local::Fresh(kept), ty, init: Some(init), origin: origin.clone() };
        self.push_directly_before(Omp::declare(declare));
        kept
    }

    /// Adds the rows of a list item's pointer table.
    pub(crate) fn push_rows(&mut self, rows: RowsOfItem) {
        self.rows.push(rows);
    }

    /// Takes the rows of the pointer tables of all list items.
    pub(crate) fn take_rows(&mut self) -> Vec<RowsOfItem> {
        std::mem::take(&mut self.rows)
    }

    /// Adds the pointee of a member.
    pub(crate) fn push_target(&mut self, target: MemberTarget) {
        self.targets.push(target);
    }

    /// Takes the pointees of all members.
    pub(crate) fn take_targets(&mut self) -> Vec<MemberTarget> {
        std::mem::take(&mut self.targets)
    }

    /// Adds code before the associated statement, in a block inside the directive.
    pub fn push_inside(&mut self, code: Omp) {
        self.inside_before.push(code);
    }

    /// Adds code after the associated statement, at the end of the block inside the directive.
    pub fn push_inside_behind(&mut self, code: Omp) {
        self.inside_behind.push(code);
    }

    /// Whether nothing but clauses was added so far.
    pub(crate) fn has_only_clauses(&self) -> bool {
        self.directly_before.is_empty() && self.inside_before.is_empty() && self.has_nothing_beside()
    }

    /// Returns whether nothing was added so far except for clauses, code directly before the directive, and code at the start of the
    /// associated statement.
    fn has_nothing_beside(&self) -> bool {
        let code = [&self.before, &self.behind, &self.inside_behind, &self.region_start, &self.region_end];
        code.iter().all(|code| code.is_empty())
            && self.around.is_empty()
            && self.rows.is_empty()
            && self.targets.is_empty()
    }

    /// Puts no block around the code before the directive and the construct: the scope of its declarations is the rest of the enclosing
    /// source block.
    pub(crate) fn open_scope(&mut self) {
        self.is_open = true;
    }

    /// Puts the associated statements into a block inside the directive, if there is a directive.
    pub fn enclose_statement(&mut self) {
        self.is_enclosed = true;
    }

    /// Adds a directive for a loop inside the construct.
    pub fn push_inner(&mut self, inner: InnerForm) {
        self.inner.push(inner);
    }

    /// Interchanges two loops inside the construct.
    pub fn interchange(&mut self, loops: Interchanged) {
        self.interchanged.push(loops);
    }

    /// Returns whether a directive was added to a loop inside the construct.
    pub(crate) fn has_inner(&self, at: At) -> bool {
        self.inner.iter().any(|inner| inner.at == at)
    }

    /// Returns whether the construct can be divided: nothing was added so far except for clauses, declarations that keep a condition or the
    /// value of a variable, and declarations of reductions.
    pub(crate) fn may_be_divided(&self) -> bool {
        use InitialValue::{Condition, Fresh, ValueOf};
        let keeps_value = |code: &Omp| match code {
            Omp::Declare(declare) => matches!(declare.init, Some(Condition(_) | Fresh(_) | ValueOf(_))),
            code => matches!(code, Omp::DeclareReduction(_)),
        };
        self.has_nothing_beside() && self.directly_before.iter().chain(&self.inside_before).all(keeps_value)
    }

    /// Makes `if` clauses name a variable that keeps the condition, because several directives will have the clause.
    pub(crate) fn keep_conditions(&mut self) {
        for position in 0..self.clauses.len() {
            let Argument::If { condition, .. } = &self.clauses[position].argument else { continue };
            let (condition, origin) = (*condition, self.clauses[position].origin.clone());
            if matches!(condition, Operand::Fresh(_)) {
                continue;
            }
            let kept = Operand::Fresh(self.keep_condition(condition, &origin));
            if let Argument::If { condition, .. } = &mut self.clauses[position].argument {
                *condition = kept;
            }
        }
    }

    /// Divides the construct into parts.
    pub(crate) fn divide_into(&mut self, parts: FollowingParts) {
        self.parts = Some(parts);
    }

    /// Adds code before or after the declaration that the directive applies to.
    pub fn push_unit_form(&mut self, form: UnitForm) {
        self.unit_forms.push(form);
    }

    /// Puts a directive between the directive and its associated statement.
    pub fn divide(&mut self, directive: Directive) {
        self.division = Some(directive);
    }

    /// Reports a finding about a clause.
    pub fn report(&mut self, clause: ClauseId, code: &'static Code, message: impl Into<String>) {
        self.findings.push(Diagnostic::new(code, self.cx.clause_range(clause), message));
    }

    /// Reports a finding about the directive.
    pub fn report_directive(&mut self, code: &'static Code, message: impl Into<String>) {
        let finding = self.about_directive(code, message);
        self.report_finding(finding);
    }

    /// Adds a finding.
    pub(crate) fn report_finding(&mut self, finding: Diagnostic<TokenRange>) {
        self.findings.push(finding);
    }

    /// Creates a finding about the directive without reporting it.
    pub(crate) fn about_directive(
        &self,
        code: &'static Code,
        message: impl Into<String>,
    ) -> Diagnostic<TokenRange> {
        Diagnostic::new(code, self.cx.directive_range(), message)
    }

    /// Orders the items of the `map` clauses by rank. Items of the lowest rank stay where they are. The others follow in additional `map`
    /// clauses of the same type and modifiers.
    pub fn sort_maps<R: Ord>(&mut self, lowest: &R, rank: impl Fn(&Item) -> R) {
        let mut moved = Vec::new();
        for clause in &mut self.clauses {
            let Argument::Map { kind, flags, items } = &mut clause.argument else { continue };
            let (stay, leave) = std::mem::take(items).into_iter().partition(|item| rank(item) == *lowest);
            *items = stay;
            let leave: Vec<Item> = leave;
            moved.extend(leave.into_iter().map(|item| {
                let (rank, items) = (rank(&item), vec![item]);
                let argument = Argument::Map { kind: *kind, flags: *flags, items };
                (rank, Clause::new(argument, clause.origin.clone()))
            }));
        }
        moved.sort_by(|(first, _), (second, _)| first.cmp(second));
        let last = self.clauses.iter().rposition(|clause| clause.kind() == OmpClause::Map);
        let behind = last.map_or(0, |last| last + 1);
        self.clauses.splice(behind..behind, moved.into_iter().map(|(_, clause)| clause));
        self.clauses
            .retain(|clause| !matches!(&clause.argument, Argument::Map { items, .. } if items.is_empty()));
    }

    /// Divides each `map` clause with a variable as a whole before items that `is_apart` accepts: these get a clause behind the others.
    pub(crate) fn divide_maps(&mut self, is_apart: impl Fn(&Item) -> bool) {
        for clause in std::mem::take(&mut self.clauses) {
            let Argument::Map { kind, flags, items } = &clause.argument else {
                self.clauses.push(clause);
                continue;
            };
            let is_variable = |item: &Item| !is_apart(item) && item.place().is_some_and(Place::is_whole);
            let first = items.iter().position(is_variable).unwrap_or(items.len());
            if !items[first..].iter().any(&is_apart) {
                self.clauses.push(clause);
                continue;
            }
            let (apart, rest): (Vec<Item>, Vec<Item>) = items.iter().cloned().partition(&is_apart);
            for items in [rest, apart] {
                let argument = Argument::Map { kind: *kind, flags: *flags, items };
                self.clauses.push(Clause::new(argument, clause.origin.clone()));
            }
        }
    }

    /// Replaces items of the `map` clauses by other items.
    pub fn replace_mapped(&mut self, others: impl Fn(&Place) -> Option<Vec<Item>>) {
        for clause in &mut self.clauses {
            if let Argument::Map { items, .. } = &mut clause.argument {
                let replaced = |item: Item| item.place().and_then(&others).unwrap_or_else(|| vec![item]);
                *items = std::mem::take(items).into_iter().flat_map(replaced).collect();
            }
        }
    }

    /// Replaces the map type `alloc` by `to` in the clauses with an item for which `is_copied` holds.
    pub fn copy_allocated(&mut self, is_copied: impl Fn(&Item) -> bool) {
        for clause in &mut self.clauses {
            if let Argument::Map { kind: kind @ MapKind::Alloc, items, .. } = &mut clause.argument
                && items.iter().any(&is_copied)
            {
                *kind = MapKind::To;
            }
        }
    }

    /// Sets the verdict on the directive itself.
    pub fn directive_verdict(&mut self, fidelity: Fidelity, reason: &'static str) {
        self.directive_verdict = Some((fidelity, reason, None));
    }

    /// Sets the verdict on the directive itself, with the code of the finding that gives details.
    pub(crate) fn directive_verdict_of(
        &mut self,
        fidelity: Fidelity,
        reason: &'static str,
        code: &'static Code,
    ) {
        self.directive_verdict = Some((fidelity, reason, Some(code)));
    }

    /// Sets the verdict that the directive itself has no form, and reports it.
    pub fn unsupported_directive(
        &mut self,
        reason: &'static str,
        code: &'static Code,
        message: impl Into<String>,
    ) {
        self.is_unsupported = true;
        self.directive_verdict = Some((Fidelity::Unsupported, reason, Some(code)));
        self.findings.push(Diagnostic::new(code, self.cx.directive_range(), message));
    }

    pub(super) fn clause_verdict(&mut self, clause: ClauseId, mapped: Mapped) {
        self.is_unsupported |= mapped.fidelity == Fidelity::Unsupported;
        let subject = Subject::Clause(clause);
        // The first finding is the one about the part of the meaning that is lost.
        let lost = mapped.fidelity >= Fidelity::Approximated;
        let code = mapped.findings.first().filter(|_| lost).map(|(code, _)| *code);
        self.verdicts.push(Verdict { code, ..Verdict::new(subject, mapped.fidelity, mapped.reason) });
        for (code, message) in mapped.findings {
            self.report(clause, code, message);
        }
    }

    pub(super) fn modifier_verdict(
        &mut self,
        clause: ClauseId,
        modifier: DataModifier,
        fidelity: Fidelity,
        reason: &'static str,
    ) {
        let subject = Subject::Modifier(clause, modifier);
        self.verdicts.push(Verdict::new(subject, fidelity, reason));
    }

    /// Finishes the node, with one directive or without a directive.
    pub fn finish(mut self, kind: Option<OmpDirective>) -> OmpNode {
        let cx = self.cx;
        device_types::other_clauses(&cx, &mut self);
        self.surround();
        let mut verdicts = vec![self.verdict_of_directive(kind.is_some())];
        verdicts.append(&mut self.verdicts);
        OmpNode {
            diagnostics: std::mem::take(&mut self.findings),
            verdicts: verdicts.into(),
            unit_forms: std::mem::take(&mut self.unit_forms),
            inner: std::mem::take(&mut self.inner),
            interchanged: std::mem::take(&mut self.interchanged),
            divided: self.divided_form().filter(|_| !self.is_unsupported),
            form: (!self.is_unsupported).then(|| self.form(kind)),
        }
    }

    fn divided_form(&mut self) -> Option<Box<DividedForm>> {
        let FollowingParts { data: clauses, parts, note, note_of_whole } = self.parts.take()?;
        let origin = Origin::Directive(self.cx.construct().directive);
        let region = if clauses.is_empty() {
            Omp::Statement
        } else {
            Omp::Directive(Directive::of_statement(OmpDirective::TargetData, clauses, origin))
        };
        let form = surrounded(self.directly_before.iter().cloned().chain([region]).collect(), true);
        Some(Box::new(DividedForm { form, parts, note, note_of_whole }))
    }

    fn verdict_of_directive(&self, has_directive: bool) -> Verdict {
        let (fidelity, reason, code) = match self.directive_verdict {
            Some(stated) if !self.is_unsupported || stated.0 == Fidelity::Unsupported => stated,
            _ if self.is_unsupported => (Fidelity::Unsupported, "a part of the directive has no form", None),
            _ if has_directive => (Fidelity::Exact, "the directive has a form", None),
            _ => (Fidelity::Dropped, "OpenMP needs no directive here", None),
        };
        Verdict { code, ..Verdict::new(Subject::Directive, fidelity, reason) }
    }

    /// Puts the code for the start and the end of a `data` construct's region into the region. A compute construct keeps the code, for a
    /// data region around it.
    fn surround(&mut self) {
        self.region_end.reverse();
        self.use_kept_condition();
        if !self.has_code_around() {
            return;
        }
        if self.cx.construct().kind == AccDirective::Data {
            self.inside_before.splice(0..0, std::mem::take(&mut self.region_start));
            self.inside_behind.append(&mut self.region_end);
            return;
        }
        let is_about = |root: EntityId| self.around_about.contains(&root);
        if self.maps().any(|clause| self.structs_with_members(clause).is_none_or(|mut all| all.any(is_about)))
        {
            self.unsupported_directive(
                "compilers do not find members of a struct that a data region around the construct maps too",
                &codes::MAP0066,
                "the construct needs a data region around it, which has no OpenMP form with members of structs",
            );
        }
    }

    /// Returns the variables whose members, or pointees of members, a clause maps; none if they are not known.
    fn structs_with_members<'c>(&'c self, clause: &'c Clause) -> Option<impl Iterator<Item = EntityId> + 'c> {
        let source = match clause.origin {
            Origin::Clause(id) => self.cx.facts.clauses.get(id),
            _ => None,
        };
        // The clause names an added variable that points to the place of a source item.
        let is_led_to = clause.items().iter().any(|item| matches!(item, Item::Through { .. }));
        if is_led_to && source.is_none() {
            return None;
        }
        let led_to = source.filter(|_| is_led_to).into_iter().flat_map(|clause| places(clause.items()));
        let named = clause.items().iter().filter_map(Item::place);
        let all = named.chain(led_to.map(|(_, place)| place));
        Some(all.filter(|place| has_member(place)).map(|place| place.root))
    }

    /// Returns the `map` clauses for a data region around the construct. Structs with mapped members are mapped by the construct alone.
    fn maps_around(&self) -> Vec<Clause> {
        let structs: FxHashSet<EntityId> =
            self.maps().filter_map(|clause| self.structs_with_members(clause)).flatten().collect();
        let is_mapped = |item: &Item| match item {
            Item::Through { .. } => false,
            item => item.place().is_none_or(|place| !structs.contains(&place.root)),
        };
        let mut maps: Vec<Clause> = self.maps().cloned().collect();
        for clause in &mut maps {
            if let Argument::Map { items, .. } = &mut clause.argument {
                items.retain(is_mapped);
            }
        }
        maps.retain(|clause| !clause.items().is_empty());
        maps
    }

    /// Makes the clauses of the directive use the variable that keeps the condition, if there is one.
    fn use_kept_condition(&mut self) {
        let Some(kept @ Operand::Fresh(_)) = self.condition else { return };
        for clause in &mut self.clauses {
            if let Argument::If { condition, .. } = &mut clause.argument {
                *condition = kept;
            }
        }
    }

    fn maps(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|clause| clause.kind() == OmpClause::Map)
    }

    fn form(mut self, kind: Option<OmpDirective>) -> Omp {
        let has_statement = self.cx.has_statement();
        self.clauses.iter_mut().for_each(Clause::shrink_to_fit);
        self.clauses.shrink_to_fit();
        let origin = Origin::Directive(self.cx.construct().directive);
        let mut maps = if self.has_code_around() { self.maps_around() } else { Vec::new() };
        if let Some(condition) = self.condition.filter(|_| !maps.is_empty()) {
            let origin = Origin::Mapping("the data region has the condition of the construct in it");
            maps.push(Clause::new(Argument::If { of: None, condition }, origin));
        }
        let statement = has_statement.then(|| {
            let is_enclosed = self.is_enclosed && kind.is_some();
            divided(self.division, inside(self.inside_before, self.inside_behind, is_enclosed))
        });
        let directive = match kind {
            Some(kind) => {
                let body = statement.map(Box::new);
                let origin = origin.clone();
                Some(Omp::Directive(Directive { kind, clauses: self.clauses, body, origin }))
            }
            None => statement,
        };
        let directive = directive.map(|directive| self.around.into_iter().rfold(directive, within));
        let own = self.region_start.into_iter().chain(directive).chain(self.region_end).collect();
        let region = in_data_region(maps, own, origin);
        let before = self.before.into_iter().chain(self.directly_before);
        let parts: Vec<Omp> = before.chain(region).chain(self.behind).collect();
        if self.is_open {
            return Omp::Seq(parts);
        }
        surrounded(parts, has_statement)
    }
}

fn has_member(place: &Place) -> bool {
    place.steps.iter().any(|step| matches!(step, Step::Field(_)))
}

fn explicit_mapping(facts: &AccFacts, attribute: &DataAttributes) -> Option<(At, DataMapping)> {
    let mapping = attribute.mapping.as_ref().filter(|mapping| mapping.reason.how == How::Explicit)?;
    Some((mapping.reason.item_in(&facts.clauses)?.at, mapping.kind))
}

/// Puts a form inside a directive.
fn within(form: Omp, directive: Directive) -> Omp {
    Omp::Directive(Directive { body: Some(Box::new(form)), ..directive })
}

/// Returns the associated statement, in a block if there is code around it or a block is required.
fn inside(before: Vec<Omp>, behind: Vec<Omp>, is_enclosed: bool) -> Omp {
    if before.is_empty() && behind.is_empty() && !is_enclosed {
        return Omp::Statement;
    }
    Omp::Block(before.into_iter().chain([Omp::Statement]).chain(behind).collect())
}

/// Returns the associated statement inside the directive that transforms its loops, if there is one.
fn divided(division: Option<Directive>, statement: Omp) -> Omp {
    match division {
        Some(directive) => Omp::Directive(Directive { body: Some(Box::new(statement)), ..directive }),
        None => statement,
    }
}

/// Puts a compute construct and the code around it into a data region that maps the same data. Without such code, no region is added.
fn in_data_region(maps: Vec<Clause>, parts: Vec<Omp>, origin: Origin) -> Vec<Omp> {
    if parts.len() < 2 {
        return parts;
    }
    let block = Omp::Block(parts);
    if maps.is_empty() {
        return vec![block];
    }
    let body = Some(Box::new(block));
    vec![Omp::Directive(Directive { kind: OmpDirective::TargetData, clauses: maps, body, origin })]
}

/// Puts parts into a block if they need one. Without an associated statement, one directive or call needs
/// no block at the place of the OpenACC directive.
fn surrounded(mut parts: Vec<Omp>, has_statement: bool) -> Omp {
    let needs_block = parts.len() > 1
        || !has_statement && parts.iter().any(|part| matches!(part, Omp::If { .. } | Omp::Rows(_)));
    if needs_block {
        return Omp::Block(parts);
    }
    parts.pop().unwrap_or(Omp::NOTHING)
}

/// The places that list items name, each with its node. Items that name no place have been reported.
pub(crate) fn places(items: &[ListItem]) -> impl Iterator<Item = (At, &Place)> {
    items.iter().filter_map(|item| Some((item.at, item.place.as_ref()?)))
}

/// `[0:number]`
pub(crate) fn first_elements(number: i128) -> Step {
    let start = Bound::At(Value::constant(0));
    Step::Range { start, extent: Extent::Length(Value::constant(number)), stride: None }
}

/// Returns an item of a data clause as the source spells it. A single element becomes a section of one element, because gcc 12 fails at
/// elements reached through members.
pub(crate) fn section(place: &Place, at: At) -> Item {
    let [before @ .., Step::Index(index)] = &*place.steps else { return Item::written(place.clone(), at) };
    let extent = Extent::Length(Value::constant(1));
    let one = Step::Range { start: Bound::At(*index), extent, stride: None };
    let place = Place { root: place.root, steps: before.iter().copied().chain([one]).collect() };
    Item::Place { place, written: None }
}

/// The items of an OpenACC clause, as the source spells them.
pub(crate) fn written(items: &[ListItem]) -> Vec<Item> {
    places(items).map(|(at, place)| Item::written(place.clone(), at)).collect()
}
