//! The targets of directives: the statement, the declaration or the names that a directive applies to.

use clacc_sema::db::directive_targets;
use clacc_syntax::directive::Association;

use super::{Decl, Directive, DirectiveKind, Expr, ExternalDeclaration, Node, NodeKind, Stmt};
use crate::analysis::Analysis;

/// The target of a directive ([`Directive::target`]).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{Directive, DirectiveTarget};
///
/// let program = "#pragma acc routine seq\nint f(int);\nvoid g(int *x) {\n#pragma acc wait\n#pragma acc parallel\n  x[0] = f(1);\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let all = session.directed_declarations(unit);
/// let directives: Vec<Directive<'_>> = all.iter().flat_map(|each| each.directives()).collect();
/// assert_eq!(directives[0].target(), DirectiveTarget::NextDeclaration);
/// assert_eq!(session.target_declaration(directives[0]).map(|f| f.name().to_owned()).as_deref(), Some("f"));
/// assert_eq!(directives[1].target(), DirectiveTarget::Nothing);
/// let DirectiveTarget::Statement(body) = directives[2].target() else { panic!("it takes a statement") };
/// assert_eq!(body.node().print(), "x[0] = f(1);");
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DirectiveTarget<'f> {
    /// The statement that belongs to it.
    Statement(Stmt<'f>),
    /// The next declaration in the same block: `routine` without a name in a function.
    Declaration(Decl<'f>),
    /// The next external declaration, which [`Analysis::target_declaration`] returns.
    NextDeclaration,
    /// The variables or functions that its argument or its clauses name: `routine(f)`, `declare copyin(x)`, `threadprivate(x)`.
    Names(Vec<Expr<'f>>),
    /// The file, or the block, that holds it: `requires`, `declare reduction`.
    File,
    /// The region between a directive `begin` and its `end`, of which it is one.
    Region,
    /// The statements around it, which it separates: `scan`.
    Separated,
    /// Nothing: it is executed where it stands, such as `update`, or what it should be about is missing or unknown.
    Nothing,
}

impl<'f> Directive<'f> {
    /// Returns what the directive is about, by the rules for its name. Directives that move data, such as `update`, are about no part of the
    /// program; [`Construct::data_items`](crate::acc::Construct::data_items) has what they name. Takes time linear in the number of clauses,
    /// and of directives behind it in its block.
    #[must_use]
    pub fn target(self) -> DirectiveTarget<'f> {
        let association = match self.kind() {
            DirectiveKind::Acc(kind) => kind.info().association,
            DirectiveKind::Omp(kind) => kind.info().association,
            DirectiveKind::UnknownAcc | DirectiveKind::UnknownOmp => Association::None,
        };
        match association {
            Association::None => DirectiveTarget::Nothing,
            Association::Begin | Association::End => DirectiveTarget::Region,
            Association::Separating => DirectiveTarget::Separated,
            Association::Statement | Association::Loop | Association::Variant => {
                self.body().map_or(DirectiveTarget::Nothing, DirectiveTarget::Statement)
            }
            Association::Declarative => self.names().unwrap_or(DirectiveTarget::File),
            Association::Declaration => self.names_of_argument().unwrap_or_else(|| self.next_declaration()),
        }
    }

    fn names_of_argument(self) -> Option<DirectiveTarget<'f>> {
        let names: Vec<_> = self.items().filter_map(super::Item::expr).collect();
        (!names.is_empty()).then_some(DirectiveTarget::Names(names))
    }

    /// Returns the names of the argument, or else those of clauses that list variables.
    fn names(self) -> Option<DirectiveTarget<'f>> {
        let of_clauses = || {
            let items = self.clauses().flat_map(super::Clause::items);
            let names: Vec<_> =
                items.filter_map(super::Item::expr).filter(|it| it.symbol().is_some()).collect();
            (!names.is_empty()).then_some(DirectiveTarget::Names(names))
        };
        self.names_of_argument().or_else(of_clauses)
    }

    fn next_declaration(self) -> DirectiveTarget<'f> {
        let statement = self.node().parent().filter(|parent| parent.stmt().is_some());
        let Some(statement) = statement else { return DirectiveTarget::NextDeclaration };
        let behind = std::iter::successors(statement.next_sibling(), |node| node.next_sibling());
        let is_pragma = |node: &Node<'f>| {
            node.kind() == NodeKind::Pragma
                || node.children().next().is_some_and(|it| it.directive().is_some())
        };
        let next = behind.into_iter().find(|node| !is_pragma(node));
        let declared = next.and_then(|node| node.children().find_map(Node::decl));
        declared.map_or(DirectiveTarget::Nothing, DirectiveTarget::Declaration)
    }
}

impl Analysis {
    /// Returns the external declaration that a directive at file scope is about, where that is [`DirectiveTarget::NextDeclaration`]. Other
    /// directives and pragmas in between do not matter. None if no declaration follows in the same part of the unit, if the session no longer
    /// has the directive, or if a header without directives holds that declaration. Takes time linear in the number of the unit's
    /// declarations. [`DirectiveTarget`] has an example.
    #[must_use]
    pub fn target_declaration(&self, directive: Directive<'_>) -> Option<ExternalDeclaration> {
        let (unit, decl) = self.current(directive.declaration())?;
        let tokens = *directive_targets::declarations_behind(&self.db, unit).get(&decl)?;
        let is_at = |other: &clacc_sema::db::external_decls::ExternalDecl<'_>| {
            other.in_headers(&self.db) == decl.in_headers(&self.db)
                && other.first_token(&self.db) == tokens.start
        };
        let found = self.all_declarations(unit).into_iter().find(is_at)?;
        Some(self.handle(directive.declaration().unit(), found))
    }
}
