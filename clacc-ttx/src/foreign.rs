//! Checks the nodes that policies return, before they are used.
//!
//! A form contains ids of the declaration that it is for. Ids of another declaration can be out of range, and a form whose hole is not
//! filled exactly once would lose the statement. Ids of another declaration that are in range cannot be detected.

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{
    Argument, CallArgument, Clause, ClauseModifier, Combiner, Declare, Directive, Event, Fresh, InitialValue,
    Item, Local, Omp, Operand, Origin, RowSection, RowTable, TableBase, TypeLike,
};
use clacc_sema::program::View;
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};

use crate::node::{DividedForm, Interchanged, OmpNode, PartForm};
use crate::rules::Context;

/// Returns the fault of a node; none if the node can be used for its construct.
pub(crate) fn fault(cx: &Context<'_>, node: &OmpNode) -> Option<&'static str> {
    let check = Check { view: cx.view, cx };
    let forms = node.form.iter().chain(node.unit_forms.iter().map(|form| &form.omp));
    if !forms.into_iter().all(|form| check.form(form)) {
        return Some("its form names a part of the program that the declaration does not have");
    }
    let is_loop = |at: At| cx.view.program.loops.contains(&at) && cx.region().contains(at);
    if !node.inner.iter().all(|inner| is_loop(inner.at) && check.inner(&inner.directive)) {
        return Some("a directive in it is about something else than a loop of the construct");
    }
    let is_part = |part: &PartForm| {
        [part.first, part.last].iter().all(|at| cx.region().contains(*at))
            && part.directive.body.as_deref().is_some_and(|body| body.has_statement() && check.form(body))
            && check.directive(&part.directive)
    };
    let is_divided = |divided: &DividedForm| check.form(&divided.form) && divided.parts.iter().all(is_part);
    let is_moved = |loops: &Interchanged| {
        is_loop(loops.outer)
            && is_loop(loops.inner)
            && loops.before.is_none_or(|before| cx.region().contains(before))
            && check.entity(loops.strided)
            && loops.directive.as_ref().is_none_or(|directive| check.inner(directive))
    };
    if !node.interchanged.iter().all(is_moved) {
        return Some("loops that change places in it are no loops of the construct");
    }
    if !node.divided.as_deref().is_none_or(is_divided) {
        return Some("a part of it is about something else than statements of the construct");
    }
    let wanted = usize::from(cx.construct().region.is_some());
    let holes = |form: &Omp| (holes(form), form.has_statement());
    let is_filled_once = node.form.as_ref().is_none_or(|form| holes(form) == (wanted, wanted == 1));
    let has_none = node.unit_forms.iter().all(|form| !form.omp.has_statement());
    (!is_filled_once || !has_none).then_some("its form does not hold the directive's statement exactly once")
}

/// Counts the places for the associated statement, except those inside added `if` statements, which are not filled.
fn holes(form: &Omp) -> usize {
    let (mut found, mut inside) = (0, 0_usize);
    form.walk(&mut |event| match event {
        Event::Enter(Omp::If { .. }) => inside += 1,
        Event::Leave(Omp::If { .. }) => inside -= 1,
        Event::Enter(Omp::Statement) if inside == 0 => found += 1,
        _ => {}
    });
    found
}

struct Check<'c, 'a> {
    view: View<'a>,
    cx: &'c Context<'a>,
}

impl Check<'_, '_> {
    /// Whether a directive for a statement of the source can be used.
    fn inner(&self, directive: &Directive) -> bool {
        directive.is_of_statement() && self.directive(directive)
    }

    fn directive(&self, directive: &Directive) -> bool {
        self.origin(&directive.origin) && directive.clauses.iter().all(|clause| self.clause(clause))
    }

    fn form(&self, form: &Omp) -> bool {
        let mut good = true;
        form.walk(&mut |event| {
            if let Event::Enter(part) = event {
                good &= self.part(part);
            }
        });
        good
    }

    fn part(&self, part: &Omp) -> bool {
        match part {
            Omp::Directive(directive) => self.directive(directive),
            Omp::Declare(declare) => self.declare(declare),
            Omp::DeclareFunction(declare) => {
                let is_known = |name: Name| self.view.program.names.get(name).is_some();
                is_known(declare.name) && is_known(declare.like) && self.origin(&declare.origin)
            }
            Omp::Evaluate { value, origin } => self.value(*value) && self.origin(origin),
            Omp::Assign(assign) => {
                self.fresh(assign.to) && self.fresh(assign.from) && self.origin(&assign.origin)
            }
            Omp::Free { entity, origin } => self.entity(*entity) && self.origin(origin),
            Omp::Call(call) => {
                self.origin(&call.origin) && call.arguments.iter().all(|each| self.argument(each))
            }
            Omp::If { condition, then } => self.operand(*condition) && !then.is_empty(),
            Omp::AtStart { name, body } => self.fresh(*name) && !body.is_empty(),
            Omp::Rows(rows) => self.table(&rows.table),
            Omp::ZeroBytes(item) => self.item(item),
            Omp::DeclareReduction(declared) => {
                self.fresh(declared.name)
                    && self.entity(declared.like)
                    && declared.members.iter().all(|member| self.steps(member))
                    && self.origin(&declared.origin)
            }
            Omp::HiddenStruct(hidden) => {
                let mut members = hidden.members.iter();
                self.entity(hidden.entity)
                    && members.all(|(place, fresh)| self.place(place) && self.fresh(*fresh))
                    && self.origin(&hidden.origin)
            }
            Omp::Seq(_) | Omp::Block(_) | Omp::Statement => true,
        }
    }

    fn argument(&self, argument: &CallArgument) -> bool {
        match argument {
            CallArgument::Value(value) => self.operand(Operand::Value(*value)),
            CallArgument::DeviceType(_) | CallArgument::InitialDevice => true,
            CallArgument::PointerAddress(item) => self.item(item),
            CallArgument::Element { pointer, index } => self.fresh(*pointer) && self.operand(*index),
            CallArgument::RowAddress { table, .. } => self.table(table),
        }
    }

    fn declare(&self, declare: &Declare) -> bool {
        let local = match declare.local {
            Local::Hiding(entity) => self.entity(entity),
            Local::Fresh(fresh) => self.fresh(fresh),
        };
        let ty = match &declare.ty {
            TypeLike::Entity(entity) | TypeLike::ValueOf(entity) | TypeLike::Decayed(entity) => {
                self.entity(*entity)
            }
            TypeLike::ConstantOf(value) => self.value(*value),
            TypeLike::ElementsUpTo(place) => self.place(place),
            TypeLike::Flag | TypeLike::LeftData | TypeLike::Row | TypeLike::FirstOfRow => true,
        };
        let init = declare.init.as_ref().is_none_or(|init| match init {
            InitialValue::Value(value) => self.value(*value),
            InitialValue::Elements(place) | InitialValue::Allocated(place) => self.place(place),
            InitialValue::AddressOf(fresh) | InitialValue::Fresh(fresh) => self.fresh(*fresh),
            InitialValue::ValueOf(entity) => self.entity(*entity),
            InitialValue::IsAbsent(item) | InitialValue::Left { item, .. } => self.item(item),
            InitialValue::Condition(condition) => self.operand(*condition),
            InitialValue::Row { table, .. } => self.table(table),
            InitialValue::FirstOf(place) | InitialValue::AddressOfPlace(place) => self.place(place),
            InitialValue::Around { member, pointer } => self.place(member) && self.fresh(*pointer),
        });
        local && ty && init && self.origin(&declare.origin)
    }

    fn clause(&self, clause: &Clause) -> bool {
        let argument = match clause.argument.unmodified() {
            Argument::IfMany { counts, .. } => counts.iter().flat_map(|count| &count.loops).all(|distance| {
                let value = |value| self.operand(Operand::Value(value));
                value(distance.to) && distance.from.is_none_or(value)
            }),
            Argument::Variant { function, .. } => self.view.program.names.get(*function).is_some(),
            Argument::Reduction { combiner, .. } | Argument::TaskReduction { combiner, .. } => match combiner
            {
                Combiner::Declared(name) => self.fresh(*name),
                Combiner::Named(name) => self.view.program.names.get(*name).is_some(),
                Combiner::Operator(_) | Combiner::Minus => true,
            },
            _ => true,
        };
        let modifiers = clause.modifiers().iter().all(|modifier| match modifier {
            ClauseModifier::Mapper(name) => self.value(*name),
            ClauseModifier::Iterators(all) => all.iter().all(|each| self.entity(each.variable)),
            _ => true,
        });
        let operands = clause.operands().into_iter().all(|operand| self.operand(operand));
        argument
            && modifiers
            && operands
            && self.origin(&clause.origin)
            && clause.items().iter().all(|item| self.item(item))
    }

    fn item(&self, item: &Item) -> bool {
        match item {
            Item::Place { place, written } => {
                let is_part = |steps: u32| steps as usize <= place.steps.len();
                let written = written.is_none_or(|written| self.value(written.at) && is_part(written.steps));
                self.place(place) && written
            }
            Item::Fresh(fresh) => self.fresh(*fresh),
            Item::PartBehind { start, length, steps, .. } => {
                self.operand(*start) && self.operand(*length) && self.steps(steps)
            }
            Item::InRow(section) => {
                let RowSection { table, start, length, steps } = &**section;
                self.table(table) && self.operand(*start) && self.operand(*length) && self.steps(steps)
            }
            Item::Through { pointer, steps } => self.fresh(*pointer) && self.steps(steps),
            Item::Queue(value) => self.operand(Operand::Value(*value)),
            Item::Lvalue(at) => self.value(*at),
        }
    }

    fn table(&self, table: &RowTable) -> bool {
        let base = match &table.base {
            TableBase::Place(place) => self.place(place),
            TableBase::Fresh(fresh) => self.fresh(*fresh),
        };
        base && self.operand(table.start) && self.operand(table.length)
    }

    fn operand(&self, operand: Operand) -> bool {
        match operand {
            Operand::Value(Value::Node(at)) | Operand::Not(at) => self.value(at),
            Operand::Unless { condition, unless } => self.value(condition) && self.value(unless),
            Operand::Value(Value::Constant(_)) => true,
            Operand::Fresh(fresh) => self.fresh(fresh),
            Operand::Present { entity, and } => self.entity(entity) && and.is_none_or(|at| self.value(at)),
        }
    }

    fn fresh(&self, fresh: Fresh) -> bool {
        match fresh {
            Fresh::NumWorkers | Fresh::Row(_) | Fresh::Target | Fresh::Struct(_) | Fresh::Kept(_) => true,
            Fresh::Left(id, _) => self.construct(id),
            Fresh::CopyBehind(entity)
            | Fresh::CopyOf(entity)
            | Fresh::AtStart(entity)
            | Fresh::DevicePointer(entity)
            | Fresh::HostPointer(entity)
            | Fresh::Combiner(_, entity)
            | Fresh::StructCopy(entity)
            | Fresh::Absence(entity) => self.entity(entity),
        }
    }

    fn place(&self, place: &Place) -> bool {
        self.entity(place.root) && self.steps(&place.steps)
    }

    fn steps(&self, steps: &[Step]) -> bool {
        let value = |value: &Value| self.operand(Operand::Value(*value));
        let step = |step: &Step| match step {
            Step::Field(name) => self.view.program.names.get(*name).is_some(),
            Step::Deref(_) => true,
            Step::Index(index) => value(index),
            Step::Range { start, extent, stride } => {
                let start = matches!(start, Bound::At(start) if !value(start));
                let extent = matches!(extent, Extent::Length(end) | Extent::Upto(end) if !value(end));
                !start && !extent && stride.as_ref().is_none_or(value)
            }
        };
        steps.iter().all(step)
    }

    /// Whether a node is an expression of the declaration.
    fn value(&self, at: At) -> bool {
        at.index() < self.view.program.outline.len()
            && (self.view.c_model().is_none() || self.view.c_expr(at).is_some())
    }

    fn entity(&self, entity: EntityId) -> bool {
        (entity.index() as usize) < self.view.program.entities.len()
    }

    fn source_clause(&self, id: ClauseId) -> bool {
        self.view.program.clauses.get(id).is_some()
    }

    fn source_directive(&self, id: DirectiveId) -> bool {
        self.view.program.directives.get(id).is_some()
    }

    fn construct(&self, id: ConstructId) -> bool {
        (id.into_raw().into_u32() as usize) < self.cx.facts.constructs.len()
    }

    fn origin(&self, origin: &Origin) -> bool {
        match origin {
            Origin::Directive(id) => self.source_directive(*id),
            Origin::Clause(id) => self.source_clause(*id),
            Origin::Attribute(id, _) => self.construct(*id),
            Origin::Mapping(_) => true,
        }
    }
}
