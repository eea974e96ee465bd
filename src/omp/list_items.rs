//! List items and values of clauses in OpenMP forms.

use clacc_sema::omp::form::{Argument, Clause as FormClause, Fresh, Item, IterationCount, Operand};
use clacc_sema::program::place::{At, Value};

use super::FormContext;
use crate::semantics::Symbol;
use crate::syntax::{Expr, ExternalDeclaration};

/// A list item of a clause in an OpenMP form.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::directives::OmpClause;
/// use clacc::omp::{MappingChoice, OmpItem, OmpItems, OmpValue};
/// use clacc::policy::Policy;
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n]) num_gangs(n) async(1)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let choice = MappingChoice::new(Policy::clacc(), clacc::dialect::PORTABLE);
/// let omp = session.omp(&f, &choice).expect("the session has it");
/// let teams = omp.all()[0].directives()[0];
/// let items: OmpItems<'_> = teams.clause(OmpClause::Map).expect("there is data").items();
/// let all: Vec<OmpItem<'_>> = items.collect();
/// assert_eq!((all[0].text().as_str(), all[0].variable().map(|x| x.name()), all[0].is_whole()), ("x[0:n]", Some("x"), false));
/// let value: OmpValue<'_> = teams.clause(OmpClause::NumTeams).and_then(|clause| clause.value()).expect("there is one");
/// assert_eq!((value.text().as_str(), value.constant(), value.is_declared()), ("n", None, false));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmpItem<'n> {
    pub(super) context: FormContext<'n>,
    pub(super) item: &'n Item,
}

/// List items of a clause, in the order in which they are printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmpItems<'n> {
    pub(super) context: FormContext<'n>,
    pub(super) items: &'n [Item],
}

impl<'n> Iterator for OmpItems<'n> {
    type Item = OmpItem<'n>;

    fn next(&mut self) -> Option<OmpItem<'n>> {
        let (item, rest) = self.items.split_first()?;
        self.items = rest;
        Some(OmpItem { context: self.context, item })
    }
}

impl<'n> OmpItem<'n> {
    pub(super) fn new(context: FormContext<'n>, item: &'n Item) -> OmpItem<'n> {
        OmpItem { context, item }
    }

    /// Returns the variable of the program that the item is, or is a part of. None for a variable that the form declares, and for the
    /// storage that represents a queue.
    #[must_use]
    pub fn variable(self) -> Option<Symbol<'n>> {
        self.item.place().map(|place| Symbol::of_entity(self.context.declaration, place.root))
    }

    /// Returns whether the item is a whole variable.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.item.place().is_some_and(clacc_sema::program::place::Place::is_whole)
    }

    /// Returns the expression in the source that spells the item: the user's own item of a clause. It may be a
    /// [`Section`](crate::syntax::Section). None if the source does not spell the item, or spells only its beginning.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'n>> {
        match self.item {
            Item::Place { place, written: Some(written) } if written.steps as usize == place.steps.len() => {
                self.context.expr(written.at)
            }
            Item::Lvalue(at) => self.context.expr(*at),
            _ => None,
        }
    }

    /// Returns the expression in the source that spells the beginning of the item, or all of it.
    #[must_use]
    pub fn beginning(self) -> Option<Expr<'n>> {
        match self.item {
            Item::Place { written: Some(written), .. } => self.context.expr(written.at),
            Item::Lvalue(at) => self.context.expr(*at),
            _ => None,
        }
    }

    /// Returns the async value of the OpenACC queue whose storage the item is.
    #[must_use]
    pub fn queue(self) -> Option<OmpValue<'n>> {
        match self.item {
            Item::Queue(queue) => Some(OmpValue::of(self.context, Operand::Value(*queue))),
            _ => None,
        }
    }

    /// Returns the text of the item: `x[0:n]`.
    #[must_use]
    pub fn text(self) -> String {
        self.context.spell(|speller| speller.item(self.item))
    }
}

/// A value in a clause, or a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmpValue<'n> {
    context: FormContext<'n>,
    value: ValueParts<'n>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueParts<'n> {
    Operand(Operand),
    /// The product of these expressions.
    Product(&'n [At]),
    /// A condition: one of the iteration counts is large, or (if true) the code runs on a device.
    Many(&'n [IterationCount], bool),
}

impl<'n> OmpValue<'n> {
    pub(super) fn of(context: FormContext<'n>, operand: Operand) -> OmpValue<'n> {
        OmpValue { context, value: ValueParts::Operand(operand) }
    }

    pub(super) fn of_clause(context: FormContext<'n>, clause: &'n FormClause) -> Vec<OmpValue<'n>> {
        let one = |value| vec![OmpValue { context, value }];
        match clause.argument.unmodified() {
            Argument::IfMany { counts, or_on_device } => one(ValueParts::Many(counts, *or_on_device)),
            Argument::Product(_, factors) => one(ValueParts::Product(factors)),
            argument => argument.operands().into_iter().map(|value| OmpValue::of(context, value)).collect(),
        }
    }

    /// Returns the operand, unless the form computes the value, and the declaration that the operand refers to.
    pub(super) fn operand(self) -> Option<(Operand, &'n ExternalDeclaration)> {
        match self.value {
            ValueParts::Operand(operand) => Some((operand, self.context.declaration)),
            _ => None,
        }
    }

    /// Returns the expression in the source that the value is. None if the form computes the value.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'n>> {
        match self.value {
            ValueParts::Operand(Operand::Value(Value::Node(at))) => self.context.expr(at),
            ValueParts::Product([at]) => self.context.expr(*at),
            _ => None,
        }
    }

    /// Returns the value, if it is constant.
    #[must_use]
    pub fn constant(self) -> Option<i128> {
        match self.value {
            ValueParts::Operand(Operand::Value(Value::Constant(number))) => Some(number.get()),
            _ => self.expr()?.constant(),
        }
    }

    /// Returns whether the value is a variable that the form declares.
    #[must_use]
    pub fn is_declared(self) -> bool {
        matches!(self.value, ValueParts::Operand(Operand::Fresh(_)))
    }

    /// Returns the text of the value.
    #[must_use]
    pub fn text(self) -> String {
        self.context.spell(|speller| match self.value {
            ValueParts::Operand(operand) => speller.operand(operand),
            ValueParts::Product(factors) => speller.product(factors),
            ValueParts::Many(counts, or_on_device) => speller.many(counts, or_on_device),
        })
    }
}

/// Returns the spelling of a name that a form introduces.
pub(super) fn fresh_text(context: FormContext<'_>, fresh: Fresh) -> String {
    context.spell(|speller| speller.fresh(fresh))
}
