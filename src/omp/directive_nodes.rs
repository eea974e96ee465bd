//! Directives of OpenMP forms.

use clacc_sema::omp::form;
use clacc_ttx::print;

use super::{FormContext, FormView, OmpClauseNode, Origin};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// An OpenMP directive in a form.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::directives::{OmpClause, OmpDirective};
/// use clacc::omp::{MappingChoice, OmpDirectiveNode};
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n]) num_gangs(n) async(1)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let teams: OmpDirectiveNode<'_> = omp.all()[0].directives()[0];
/// assert_eq!(teams.kind(), OmpDirective::TargetTeams);
/// assert!(teams.clause(OmpClause::Nowait).is_some(), "because of `async`");
/// println!("{} because of {:?}", teams.text(), teams.origin());
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmpDirectiveNode<'n> {
    pub(crate) context: FormContext<'n>,
    pub(crate) directive: &'n form::Directive,
}

impl<'n> OmpDirectiveNode<'n> {
    /// Returns the kind of the directive.
    #[must_use]
    pub fn kind(self) -> OmpDirective {
        self.directive.kind
    }

    /// Returns the clauses, in the order in which they are printed.
    pub fn clauses(self) -> impl Iterator<Item = OmpClauseNode<'n>> {
        let new =
            move |clause| OmpClauseNode { context: self.context, directive: self.directive.kind, clause };
        self.directive.clauses.iter().map(new)
    }

    /// Returns the first clause of this kind.
    #[must_use]
    pub fn clause(self, kind: OmpClause) -> Option<OmpClauseNode<'n>> {
        self.clauses().find(|clause| clause.kind() == kind)
    }

    /// Returns the code that the directive is associated with. None for a stand-alone directive.
    #[must_use]
    pub fn form(self) -> Option<FormView<'n>> {
        self.directive.body.as_deref().map(|body| FormView::new(self.context, body))
    }

    /// Returns the origin of the directive in the source.
    #[must_use]
    pub fn origin(self) -> Origin<'n> {
        Origin::new(self.context.declaration, &self.directive.origin)
    }

    /// Returns the line of the directive in the spelling of the dialect, with `#pragma omp` and without the associated code. Expressions of
    /// the source are printed as [`Node::print`](crate::syntax::Node::print) prints them.
    #[must_use]
    pub fn text(self) -> String {
        print::directive_line(self.context.declaration.view(), self.context.dialect, self.directive)
    }
}
