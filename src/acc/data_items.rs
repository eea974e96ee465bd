//! The data that clauses of a construct name, with the elements that they name of it.

use clacc_sema::acc::clauses::ListItem;
use clacc_sema::acc::facts;
use clacc_sema::program::item::{Bounds, ItemRoot, Selection};
use clacc_syntax::ast::ClauseId;

use super::Construct;
use super::data_attributes::{DataMapping, mapping_of};
use super::index_ranges::{IndexBound, IndexRange};
use crate::semantics::Symbol;
use crate::syntax::{Clause, Expr, ExternalDeclaration};

/// A list item of a clause of a construct that names data.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{DataItem, DataMapping};
///
/// let program = "void f(int n, int *x, int y[8]) {\n#pragma acc data copyin(x[1:n], y)\n  { }\n#pragma acc update self(y[2:3])\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let items: Vec<DataItem<'_>> = f.constructs().flat_map(|construct| construct.data_items()).collect();
/// let of = |at: usize| items[at].ranges().iter().map(ToString::to_string).collect::<Vec<_>>();
/// assert_eq!((of(0), of(1), of(2)), (vec!["1 to n".to_owned()], vec![], vec!["2 to 4".to_owned()]));
/// assert_eq!((items[0].mapping(), items[2].mapping()), (Some(DataMapping::Copyin), None));
/// assert_eq!(items[1].variable().map(|y| y.name()), Some("y"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataItem<'f> {
    declaration: &'f ExternalDeclaration,
    clause: ClauseId,
    mapping: Option<DataMapping>,
    item: &'f ListItem,
}

impl<'f> DataItem<'f> {
    /// Returns the clause.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'f>> {
        Clause::new(self.declaration, self.clause)
    }

    /// Returns the item as written: `x[0:n]`.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'f>> {
        self.declaration.node(self.item.at).expr()
    }

    /// Returns the variable that the item names, in whole or in part.
    #[must_use]
    pub fn variable(self) -> Option<Symbol<'f>> {
        let of_entity = |entity| Symbol::of_entity(self.declaration, entity);
        match (&self.item.place, self.item.written.root) {
            (Some(place), _) => Some(of_entity(place.root)),
            (None, ItemRoot::Entity(entity, _) | ItemRoot::ElementOf(Some(entity), _)) => {
                Some(of_entity(entity))
            }
            _ => None,
        }
    }

    /// Returns the mapping that the clause gives. None for a clause that maps nothing, such as `self` on `update` or `private`.
    #[must_use]
    pub fn mapping(self) -> Option<DataMapping> {
        self.mapping
    }

    /// Returns the range of each subscript or section at the end of the item, the slowest dimension first: none for a whole variable or
    /// member. A section without a length reaches to the end of an array of known length; behind a pointer, its last index is not known.
    ///
    /// The declared lengths are in the type of what the subscripts are of, which is the innermost base: each [`Type::target`] has the length
    /// of the next dimension.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::syntax::{Expr, ExprView};
    ///
    /// /// What the subscripts and sections of an item are of: `g` of `g[0:4][2:8]`.
    /// fn innermost(item: Expr<'_>) -> Expr<'_> {
    ///     match item.without_parentheses().view() {
    ///         ExprView::Section(section) => innermost(section.base),
    ///         ExprView::Index { base, .. } => innermost(base),
    ///         _ => item,
    ///     }
    /// }
    ///
    /// let program = "double g[4][8];\nvoid f(void) {\n#pragma acc update self(g[0:4][2:8])\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).pop().expect("there is one");
    /// let item = f.constructs().next().expect("there is one").data_items().remove(0);
    /// let mut array = item.expr().map(|written| innermost(written).ty());
    /// let mut too_long = Vec::new();
    /// for range in item.ranges() {
    ///     let length = array.as_ref().and_then(|it| it.length()).map(i128::from);
    ///     let last = range.last.and_then(|it| it.constant());
    ///     too_long.push(last.zip(length).is_some_and(|(last, length)| last >= length));
    ///     array = array.and_then(|it| it.target());
    /// }
    /// assert_eq!(too_long, [false, true]);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    ///
    /// [`Type::target`]: crate::semantics::Type::target
    #[must_use]
    pub fn ranges(self) -> Vec<IndexRange<'f>> {
        (0..).zip(&self.item.written.selections).map(|(nth, it)| self.range(nth, it)).collect()
    }

    fn range(self, nth: usize, selection: &Selection) -> IndexRange<'f> {
        let bound = |at| self.declaration.node(at).expr().map(IndexBound::of);
        match selection.bounds {
            Bounds::Index(at) => bound(at).map_or(IndexRange::UNKNOWN, IndexRange::only),
            Bounds::Range { start, length } => {
                let first = start.map_or(Some(IndexBound::constant_at(0)), bound);
                let end = match length {
                    Some(length) => first.zip(bound(length)).and_then(|(first, length)| first.plus(length)),
                    None => self.length_of(nth).map(IndexBound::constant_at),
                };
                IndexRange { first, last: end.and_then(|end| end.shifted(-1)) }
            }
        }
    }

    /// Returns the length of the dimension from which a subscript or section selects, if it is constant.
    fn length_of(self, nth: usize) -> Option<i128> {
        let base = self.declaration.node(self.item.written.base).expr()?;
        let array = (0..nth).try_fold(base.ty(), |array, _| array.target())?;
        array.length().map(i128::from)
    }
}

impl<'f> Construct<'f> {
    /// Returns the list items of the construct's clauses that name variables, or parts of them, in source order: those of data clauses with
    /// what they map, and those of other clauses such as `private`, `reduction` and the `self` of `update`. What a construct maps without a
    /// clause is in [`Construct::attributes`] alone. Takes time linear in the number of items.
    #[must_use]
    pub fn data_items(self) -> Vec<DataItem<'f>> {
        let declaration = self.declaration();
        let Some(facts) = declaration.facts() else { return Vec::new() };
        let clauses = self.clauses().filter_map(|clause| facts.clauses.get(clause.id()));
        let items = clauses.flat_map(|clause| {
            let mapping = facts::DataMapping::given_by(clause.kind).map(mapping_of);
            let named = clause.items().iter().filter(|item| item.place.is_some());
            named.map(move |item| DataItem { declaration, clause: clause.id, mapping, item })
        });
        items.collect()
    }
}
