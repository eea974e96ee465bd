//! The memory accesses of a part of a program, grouped by variable.

use std::collections::BTreeMap;

use clacc_sema::program::access::{Write, WriteKind};
use clacc_sema::program::element::{ElementPart, Gathering};
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::Run;

use super::index_ranges::{IndexBound, IndexRange, RangeFinder};
use crate::semantics::Symbol;
use crate::syntax::{Expr, ExternalDeclaration, NodeKind};

/// The accesses of a part of a program to variables, in the order in which the variables are first named.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{Access, Accesses, Subscript, VariableAccesses};
///
/// let program = "void f(int n, int *x, int *y) {\n#pragma acc serial\n  x[n] = *y;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let serial = f.constructs().next().expect("there is one");
/// let accesses: Accesses<'_> = serial.accesses();
/// let written: Vec<VariableAccesses<'_, '_>> = accesses.variables().filter(|each| each.is_written()).collect();
/// assert_eq!(written.len(), 1);
/// let access: Access<'_, '_> = written[0].accesses().next().expect("it is named once");
/// assert!(!access.is_read());
/// let Some(Subscript::Index(index)) = access.subscripts().next() else { panic!("it has a subscript") };
/// assert_eq!((written[0].variable().name(), index.node().print().as_str()), ("x", "n"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Accesses<'f> {
    declaration: &'f ExternalDeclaration,
    run: Run,
    variables: Vec<OfVariable>,
    /// The assigned operands that designate no part of a variable: `*(p + i)`.
    elsewhere: Vec<At>,
}

#[derive(Clone, Debug)]
struct OfVariable {
    entity: EntityId,
    accesses: Vec<AccessRow>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AccessRow {
    operand: At,
    is_read: bool,
    is_written: bool,
    is_address_taken: bool,
    subscripts: Vec<ElementPart>,
}

/// The accesses to one variable.
#[derive(Clone, Copy, Debug)]
pub struct VariableAccesses<'a, 'f> {
    declaration: &'f ExternalDeclaration,
    run: Run,
    inner: &'a OfVariable,
}

/// A place where a variable, or a part of it, is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access<'a, 'f> {
    declaration: &'f ExternalDeclaration,
    /// The part of the program for which the accesses were gathered.
    run: Run,
    row: &'a AccessRow,
}

/// A subscript of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Subscript<'f> {
    /// The element whose index is the value of this expression.
    Index(Expr<'f>),
    /// The first element: `*p`.
    First,
    /// Several elements.
    Range,
}

impl<'f> Accesses<'f> {
    pub(super) fn gather(declaration: &'f ExternalDeclaration, run: Run) -> Accesses<'f> {
        let view = declaration.view();
        let mut gathering = Gathering::default();
        view.gather_elements(run, &|_| true, &mut gathering);
        let elements = gathering.finish();
        let mut writes: BTreeMap<At, &Write> = view.writes(run).map(|write| (write.operand, write)).collect();
        let clauses = clauses_in(declaration, run);
        let mut variables: Vec<OfVariable> = Vec::new();
        let mut known: BTreeMap<EntityId, usize> = BTreeMap::new();
        for position in 0..elements.len() {
            let element = elements.get(position);
            let is_in = |run: &Run| run.contains(element.name);
            if clauses[..clauses.partition_point(|run| run.start <= element.name)].last().is_some_and(is_in) {
                continue;
            }
            let of_variable = *known.entry(element.root).or_insert_with(|| {
                variables.push(OfVariable { entity: element.root, accesses: Vec::new() });
                variables.len() - 1
            });
            let write = writes.remove(&element.operand);
            let row = AccessRow::of(declaration, element.operand, write, elements.all_parts(position));
            variables[of_variable].accesses.push(row);
        }
        let assigned = writes.into_values().filter(|write| write.kind == WriteKind::Assigned);
        Accesses { declaration, run, variables, elsewhere: assigned.map(|write| write.operand).collect() }
    }

    /// Returns the assigned operands that designate no part of a variable, in source order: `*(p + i)`. The memory that they change is not
    /// known.
    pub fn other_writes(&self) -> impl Iterator<Item = Expr<'f>> {
        self.elsewhere.iter().filter_map(|at| self.declaration.node(*at).expr())
    }

    /// Returns the accesses of each variable.
    pub fn variables(&self) -> impl Iterator<Item = VariableAccesses<'_, 'f>> {
        self.variables.iter().map(|inner| VariableAccesses {
            declaration: self.declaration,
            run: self.run,
            inner,
        })
    }

    /// Returns the accesses to one variable, if there are any.
    #[must_use]
    pub fn of(&self, variable: Symbol<'f>) -> Option<VariableAccesses<'_, 'f>> {
        self.variables().find(|each| each.variable() == variable)
    }
}

/// The clauses inside a run of nodes, in source order.
fn clauses_in(declaration: &ExternalDeclaration, run: Run) -> Vec<Run> {
    let program = &declaration.parts().program;
    let inside = program.clauses.iter().filter(|(_, clause)| run.contains(clause.at));
    let mut runs: Vec<Run> = inside.map(|(_, clause)| program.outline.run(clause.at)).collect();
    runs.sort_by_key(|run| run.start);
    // A clause can hold a directive with clauses; only the outer clause is kept.
    runs.dedup_by(|next, before| next.end <= before.end);
    runs
}

impl AccessRow {
    fn of(
        declaration: &ExternalDeclaration,
        operand: At,
        write: Option<&Write>,
        parts: &[ElementPart],
    ) -> AccessRow {
        // The constraints of `asm` are not parsed: its operands count as both read and written.
        let is_of_asm =
            declaration.node(operand).parent().is_some_and(|parent| parent.kind() == NodeKind::Asm);
        let kind = write.map(|write| write.kind);
        let is_selection =
            |part: &&ElementPart| matches!(part, ElementPart::Subscript(_) | ElementPart::Range);
        AccessRow {
            operand,
            is_read: is_of_asm
                || write.is_none_or(|write| write.kind == WriteKind::Assigned && !write.replaces),
            is_written: is_of_asm || kind == Some(WriteKind::Assigned),
            is_address_taken: kind == Some(WriteKind::AddressTaken),
            subscripts: parts.iter().filter(is_selection).copied().collect(),
        }
    }
}

impl<'a, 'f> VariableAccesses<'a, 'f> {
    /// Returns the variable.
    #[must_use]
    pub fn variable(self) -> Symbol<'f> {
        Symbol::of_entity(self.declaration, self.inner.entity)
    }

    /// Returns whether the variable, or a part of it, is read.
    #[must_use]
    pub fn is_read(self) -> bool {
        self.inner.accesses.iter().any(|access| access.is_read)
    }

    /// Returns whether the variable, or a part of it, is assigned.
    #[must_use]
    pub fn is_written(self) -> bool {
        self.inner.accesses.iter().any(|access| access.is_written)
    }

    /// Returns whether the address of the variable, or of a part of it, is taken.
    #[must_use]
    pub fn is_address_taken(self) -> bool {
        self.inner.accesses.iter().any(|access| access.is_address_taken)
    }

    /// Returns all accesses, in source order.
    pub fn accesses(self) -> impl Iterator<Item = Access<'a, 'f>> {
        self.inner.accesses.iter().map(move |row| Access {
            declaration: self.declaration,
            run: self.run,
            row,
        })
    }
}

impl<'a, 'f> Access<'a, 'f> {
    /// Returns the expression that designates the accessed part: `s.a[i]`.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'f>> {
        self.declaration.node(self.row.operand).expr()
    }

    /// Returns whether the value is used. It is also used for an array that decays to a pointer, and for a pointer that is passed on.
    #[must_use]
    pub fn is_read(self) -> bool {
        self.row.is_read
    }

    /// Returns whether the access assigns a new value.
    #[must_use]
    pub fn is_written(self) -> bool {
        self.row.is_written
    }

    /// Returns whether the access takes the address by `&`.
    #[must_use]
    pub fn is_address_taken(self) -> bool {
        self.row.is_address_taken
    }

    /// Returns the subscripts between the variable and the accessed part, those nearest to the variable first. `->` and the `*` of `(*p).a`
    /// select no element and do not count: `p->a[i]` has one subscript, `p[0].a[i]` two.
    pub fn subscripts(self) -> impl Iterator<Item = Subscript<'f>> + use<'a, 'f> {
        let declaration = self.declaration;
        self.row.subscripts.iter().map(move |part| match part {
            ElementPart::Subscript(Some(at)) => {
                declaration.node(*at).expr().map_or(Subscript::Range, Subscript::Index)
            }
            ElementPart::Subscript(None) => Subscript::First,
            _ => Subscript::Range,
        })
    }

    /// Returns the range of each subscript in the part of the program for which the accesses were gathered, in the order of
    /// [`Access::subscripts`]: for `x[i + 1]` in a loop that counts `i` from 0 up to `n`, it is `1 to n`. The ranges of several subscripts are
    /// independent of each other.
    ///
    /// No index outside of a range is accessed there, if no arithmetic overflows; that all indices in it are accessed is not said. An end is
    /// known if the loops in that part count the variables of the subscript, and if nothing there changes what their bounds consist of.
    /// [`IndexRange`] has an example. Takes time linear in the number of assignments and calls in that part for each variable of the
    /// subscript.
    #[must_use]
    pub fn ranges(self) -> Vec<IndexRange<'f>> {
        let range = |subscript| match subscript {
            Subscript::Index(index) => RangeFinder::new(self.declaration, self.run).of(index),
            Subscript::First => IndexRange::only(IndexBound::constant_at(0)),
            Subscript::Range => IndexRange::UNKNOWN,
        };
        self.subscripts().map(range).collect()
    }
}
