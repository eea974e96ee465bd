//! OpenMP forms. A form is derived from OpenACC by a mapping policy, or lowered from `#pragma omp` in the
//! source.
//!
//! A form is a tree with at most one hole, [`Omp::Statement`], which marks the place of the directive's
//! associated statement. The statement is not copied, because the constructs inside it have forms of their
//! own. Forms contain nodes, entities and places of the program, but no text and no positions, so they can
//! be compared across edits and printed for any dialect.
//!
//! A clause is an [`Argument`] with an [`Origin`], the clause or attribute that asked for it. Whoever reads forms folds or walks
//! this tree: `clacc_ttx::layout` for printers, `clacc_ttx::visit` for analyses, [`Omp::walk`] for everything else. A modifier
//! that a dialect cannot spell is a flag that it drops (`Dialect::spelled`), and the verdict of the clause says so. `UnitForm`
//! carries code for before or behind the declaration that a directive such as `routine` is about.

mod clause;
mod clause_words;
mod code;

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::directive::OmpDirective;

pub use self::clause::{
    Argument, Clause, Combiner, DefaultCategory, DependKind, Fresh, ImplicitBehavior, Item, IterationCount,
    IterationDependence, MapFlags, MapKind, Operand, RowSection, RowTable, ScheduleKind, ScheduleModifier,
    SelectedDevices, TableBase, Written,
};
pub use self::clause_words::{ClauseModifier, ClauseWord, ModifierWord};
pub use self::code::{
    Anchor, Assign, CallArgument, Declare, DeclareFunction, DeclareReduction, DeviceType, HiddenStruct,
    InitialValue, Local, Routine, RoutineCall, Rows, TypeLike, UnitForm,
};
use crate::acc::facts::{ConstructId, Reason};
use crate::program::place::{At, EntityId};

/// A form or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Omp {
    /// Parts in sequence. An empty sequence is no code.
    Seq(Vec<Omp>),
    /// Parts in sequence, in a block.
    Block(Vec<Omp>),
    /// A directive with its associated code.
    Directive(Directive),
    /// A declaration that the mapping adds. It is boxed, as are [`Omp::Rows`] and [`Omp::ZeroBytes`], because most parts are smaller
    /// directives and statements.
    Declare(Box<Declare>),
    /// `declare reduction` (OpenMP 5.2 5.5.11).
    DeclareReduction(DeclareReduction),
    /// A declaration of a function at file scope.
    DeclareFunction(DeclareFunction),
    /// An expression that is evaluated for its side effects alone.
    Evaluate {
        /// The expression.
        value: At,
        /// The reason for evaluating it.
        origin: Origin,
    },
    /// An assignment to a variable that the form declares.
    Assign(Assign),
    /// The end of memory that a variable of the form points to ([`InitialValue::Allocated`]).
    Free {
        /// The entity that the variable hides.
        entity: EntityId,
        /// The reason for the memory.
        origin: Origin,
    },
    /// A call of a routine of the runtime library, as a statement.
    Call(RoutineCall),
    /// Parts that are executed only if a condition holds.
    If {
        /// The condition.
        condition: Operand,
        /// The parts, at least one.
        then: Vec<Omp>,
    },
    /// Parts at file scope that are executed before `main` is called.
    AtStart {
        /// The name of the function that contains them.
        name: Fresh,
        /// The parts, at least one.
        body: Vec<Omp>,
    },
    /// Parts that are executed once for each row of a table of pointers.
    Rows(Box<Rows>),
    /// A loop over the bytes of an item that sets each of them to zero.
    ZeroBytes(Box<Item>),
    /// A copy of a struct with changed pointers in it, which hides the struct.
    HiddenStruct(HiddenStruct),
    /// The associated statement of the directive.
    Statement,
}

/// An OpenMP directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The kind of the directive.
    pub kind: OmpDirective,
    /// Its clauses, in the order in which they are printed.
    pub clauses: Vec<Clause>,
    /// The associated code; none for a standalone directive.
    pub body: Option<Box<Omp>>,
    /// Where the directive comes from.
    pub origin: Origin,
}

/// The origin of a directive, of a clause, or of new code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A directive of the source.
    Directive(DirectiveId),
    /// A clause of the source.
    Clause(ClauseId),
    /// Data attributes that no clause of this directive gives: the construct, and the reason for the attribute of the first variable.
    Attribute(ConstructId, Box<Reason>),
    /// The mapping itself adds it. The text gives the purpose.
    Mapping(&'static str),
}

impl Directive {
    /// A standalone directive.
    pub fn standalone(kind: OmpDirective, clauses: Vec<Clause>, origin: Origin) -> Directive {
        Directive { kind, clauses, body: None, origin }
    }

    /// A directive that is associated with the statement of the source.
    pub fn of_statement(kind: OmpDirective, clauses: Vec<Clause>, origin: Origin) -> Directive {
        Directive { kind, clauses, body: Some(Box::new(Omp::Statement)), origin }
    }

    /// Returns whether the directive is associated with the statement of the source and contains no other code.
    pub fn is_of_statement(&self) -> bool {
        self.body.as_deref() == Some(&Omp::Statement)
    }

    /// Returns whether two directives have the same kind and clauses, without regard to their origins and their associated code.
    pub fn prints_as(&self, other: &Directive) -> bool {
        let mut clauses = self.clauses.iter().zip(&other.clauses);
        self.kind == other.kind
            && self.clauses.len() == other.clauses.len()
            && clauses.all(|(one, two)| one.argument == two.argument)
    }

    /// The routines of the runtime library that its clauses need.
    pub fn routines(&self) -> Vec<Routine> {
        let is_queue = |item: &Item| matches!(item, Item::Queue(_));
        let asks = |clause: &Clause| {
            matches!(clause.argument, Argument::If { condition: Operand::Present { .. }, .. })
        };
        let asks_where =
            |clause: &Clause| matches!(clause.argument, Argument::IfMany { or_on_device: true, .. });
        let needed = [
            (self.clauses.iter().flat_map(Clause::items).any(is_queue), Routine::QueueAddress),
            (self.clauses.iter().any(asks), Routine::IsPresent),
            (self.clauses.iter().any(asks_where), Routine::IsInitialDevice),
        ];
        needed.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, routine)| routine).collect()
    }
}

/// One step of a walk over a form.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A part, before the parts inside it.
    Enter(&'a Omp),
    /// The same part, after the parts inside it.
    Leave(&'a Omp),
}

impl Omp {
    /// No code: the form of a standalone directive that needs no translation.
    pub const NOTHING: Omp = Omp::Seq(Vec::new());

    /// A declaration.
    pub fn declare(declare: Declare) -> Omp {
        Omp::Declare(Box::new(declare))
    }

    /// Parts for each row of a table.
    pub fn rows(rows: Rows) -> Omp {
        Omp::Rows(Box::new(rows))
    }

    /// The parts directly inside it, in source order.
    pub fn parts(&self) -> &[Omp] {
        match self {
            Omp::Seq(parts)
            | Omp::Block(parts)
            | Omp::If { then: parts, .. }
            | Omp::AtStart { body: parts, .. } => parts,
            Omp::Rows(rows) => &rows.body,
            Omp::Directive(directive) => directive.body.as_deref().map_or(&[], std::slice::from_ref),
            Omp::Declare(_)
            | Omp::DeclareFunction(_)
            | Omp::Evaluate { .. }
            | Omp::Assign(_)
            | Omp::Free { .. }
            | Omp::Call(_)
            | Omp::DeclareReduction(_)
            | Omp::ZeroBytes(_)
            | Omp::HiddenStruct(_)
            | Omp::Statement => &[],
        }
    }

    /// The parts directly inside, for changes.
    pub fn parts_mut(&mut self) -> &mut [Omp] {
        match self {
            Omp::Seq(parts)
            | Omp::Block(parts)
            | Omp::If { then: parts, .. }
            | Omp::AtStart { body: parts, .. } => parts,
            Omp::Rows(rows) => &mut rows.body,
            Omp::Directive(directive) => directive.body.as_deref_mut().map_or(&mut [], std::slice::from_mut),
            Omp::Declare(_)
            | Omp::DeclareFunction(_)
            | Omp::Evaluate { .. }
            | Omp::Assign(_)
            | Omp::Free { .. }
            | Omp::Call(_)
            | Omp::DeclareReduction(_)
            | Omp::ZeroBytes(_)
            | Omp::HiddenStruct(_)
            | Omp::Statement => &mut [],
        }
    }

    /// Enters and leaves every part in source order. It is recursive, because forms are only a few levels
    /// deep.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(Event<'a>)) {
        visit(Event::Enter(self));
        for part in self.parts() {
            part.walk(visit);
        }
        visit(Event::Leave(self));
    }

    /// The directives, outer before inner, in source order.
    pub fn directives(&self) -> Vec<&Directive> {
        let mut found = Vec::new();
        self.walk(&mut |event| {
            if let Event::Enter(Omp::Directive(directive)) = event {
                found.push(directive);
            }
        });
        found
    }

    /// Changes every directive, outer before inner.
    pub fn each_directive_mut(&mut self, change: &mut dyn FnMut(&mut Directive)) {
        if let Omp::Directive(directive) = self {
            change(directive);
        }
        for part in self.parts_mut() {
            part.each_directive_mut(change);
        }
    }

    /// Returns whether the form contains the associated statement.
    pub fn has_statement(&self) -> bool {
        matches!(self, Omp::Statement) || self.parts().iter().any(Omp::has_statement)
    }

    /// The form with `inner` as its associated statement, as for a directive that contains another directive.
    pub fn around(mut self, inner: Omp) -> Omp {
        self.fill(&mut Some(inner));
        self
    }

    fn fill(&mut self, inner: &mut Option<Omp>) {
        if matches!(self, Omp::Statement) {
            if let Some(inner) = inner.take() {
                *self = inner;
            }
            return;
        }
        for part in self.parts_mut() {
            part.fill(inner);
        }
    }

    /// Returns whether two forms are equal without regard to the origins of their parts, so that they print alike in every dialect.
    pub fn prints_as(&self, other: &Omp) -> bool {
        let same_parts = || self.parts().iter().zip(other.parts()).all(|(one, two)| one.prints_as(two));
        self.is_made_like(other) && self.parts().len() == other.parts().len() && same_parts()
    }

    /// Returns whether two parts are equal without regard to their origins and the parts inside them.
    fn is_made_like(&self, other: &Omp) -> bool {
        match (self, other) {
            (Omp::Directive(one), Omp::Directive(two)) => one.prints_as(two),
            (Omp::Declare(one), Omp::Declare(two)) => {
                one.local == two.local && one.ty == two.ty && one.init == two.init
            }
            (Omp::DeclareReduction(one), Omp::DeclareReduction(two)) => {
                one.name == two.name && one.operator == two.operator && one.members == two.members
            }
            (Omp::DeclareFunction(one), Omp::DeclareFunction(two)) => {
                DeclareFunction { origin: two.origin.clone(), ..one.clone() } == *two
            }
            (Omp::Evaluate { value: one, .. }, Omp::Evaluate { value: two, .. }) => one == two,
            (Omp::Assign(one), Omp::Assign(two)) => one.to == two.to && one.from == two.from,
            (Omp::Free { entity: one, .. }, Omp::Free { entity: two, .. }) => one == two,
            (Omp::Call(one), Omp::Call(two)) => one.routine == two.routine && one.arguments == two.arguments,
            (Omp::If { condition: one, .. }, Omp::If { condition: two, .. }) => one == two,
            (Omp::AtStart { name: one, .. }, Omp::AtStart { name: two, .. }) => one == two,
            (Omp::Rows(one), Omp::Rows(two)) => (one.level, &one.table) == (two.level, &two.table),
            (Omp::ZeroBytes(one), Omp::ZeroBytes(two)) => one == two,
            (Omp::HiddenStruct(one), Omp::HiddenStruct(two)) => {
                one.entity == two.entity && one.members == two.members
            }
            (Omp::Seq(_), Omp::Seq(_))
            | (Omp::Block(_), Omp::Block(_))
            | (Omp::Statement, Omp::Statement) => true,
            _ => false,
        }
    }

    /// The routines of the runtime library that the form needs, in source order.
    pub fn routines(&self) -> Vec<Routine> {
        let mut found = Vec::new();
        self.walk(&mut |event| match event {
            Event::Enter(Omp::Call(call)) => found.push(call.routine),
            Event::Enter(Omp::Declare(declare)) => found.extend(declare.routine()),
            Event::Enter(Omp::Directive(directive)) => found.extend(directive.routines()),
            _ => {}
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(kind: OmpDirective, body: Omp) -> Omp {
        let origin = Origin::Mapping("a test");
        Omp::Directive(Directive { kind, clauses: Vec::new(), body: Some(Box::new(body)), origin })
    }

    #[test]
    fn a_walk_enters_and_leaves_in_source_order() {
        let wait =
            Omp::Directive(Directive::standalone(OmpDirective::Taskwait, Vec::new(), Origin::Mapping("")));
        let outer = Omp::Block(vec![directive(OmpDirective::TargetTeams, Omp::Statement), wait]);
        let form = outer.around(directive(OmpDirective::Distribute, Omp::Statement));
        let mut met = String::new();
        form.walk(&mut |event| {
            let (mark, part) = match event {
                Event::Enter(part) => ("+", part),
                Event::Leave(part) => ("-", part),
            };
            let word = match part {
                Omp::Block(_) => "block",
                Omp::Directive(directive) => directive.kind.text(),
                Omp::Statement => "statement",
                _ => "other",
            };
            met.extend([mark, word, " "]);
        });
        assert_eq!(
            met,
            "+block +target teams +distribute +statement -statement -distribute -target teams +taskwait -taskwait -block "
        );
        assert!(form.has_statement());
        assert_eq!(form.directives().len(), 3);
    }

    #[test]
    fn device_types_have_constants() {
        assert_eq!(DeviceType::spelled("nvidia"), Some(DeviceType::Nvidia));
        assert_eq!(DeviceType::spelled("acc_device_host"), Some(DeviceType::Host));
        assert_eq!(DeviceType::spelled("default"), Some(DeviceType::Default));
        assert_eq!(DeviceType::spelled("acc_device_"), None);
        assert_eq!(DeviceType::spelled("xeonphi"), None);
        assert_eq!(DeviceType::spelled(""), None);
        let header = clacc_syntax::target::builtin_header("openacc.h").expect("it is built in");
        for word in ["default", "host", "not_host", "nvidia", "radeon", "multicore", "x86_64", "ppc64le"] {
            let ty = DeviceType::spelled(word).expect("there is such a type");
            let value = format!("{} = {}", ty.constant(), ty.number());
            assert!(header.contains(&value), "{value}");
        }
    }
}
