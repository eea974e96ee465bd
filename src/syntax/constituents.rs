//! The constituents of combined directives.

use clacc_sema::omp::data_environment::constituent_clauses;
use clacc_syntax::ast::ClauseId;

use super::{Clause, Directive, DirectiveKind};
use crate::acc::Construct;

/// One of the directives that a combined or composite directive stands for, with its clauses: the `parallel` and the `loop` of `parallel
/// loop` (OpenACC 3.4 2.11, OpenMP 5.2 17). [`Directive::constituents`] returns them.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::Constituent;
///
/// let program = "void f(int n, int *x) {\n#pragma omp parallel for num_threads(n) schedule(static) firstprivate(x)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let parts: Vec<Constituent<'_>> = f.directives().next().expect("there is one").constituents();
/// let clauses = |at: usize| parts[at].clauses().map(|clause| clause.spelling()).collect::<Vec<_>>();
/// assert_eq!((parts[0].name(), clauses(0)), ("parallel", vec!["num_threads"]));
/// assert_eq!((parts[1].name(), clauses(1)), ("for", vec!["schedule", "firstprivate"]));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constituent<'f> {
    directive: Directive<'f>,
    kind: DirectiveKind,
    clauses: Vec<ClauseId>,
    construct: Option<Construct<'f>>,
}

impl<'f> Constituent<'f> {
    /// Returns the language and name of the constituent, which is never a combined directive.
    #[must_use]
    pub fn kind(&self) -> DirectiveKind {
        self.kind
    }

    /// Returns the name: `loop`.
    #[must_use]
    pub fn name(&self) -> &'f str {
        match self.kind {
            DirectiveKind::Acc(kind) => kind.text(),
            DirectiveKind::Omp(kind) => kind.text(),
            DirectiveKind::UnknownAcc | DirectiveKind::UnknownOmp => self.directive.name(),
        }
    }

    /// Returns the directive of the source.
    #[must_use]
    pub fn directive(&self) -> Directive<'f> {
        self.directive
    }

    /// Returns the clauses of the directive that apply to the constituent, in source order. In OpenMP, a clause may apply to several
    /// constituents. What a clause does to other constituents besides, such as making a variable shared, is no clause here.
    pub fn clauses(&self) -> impl Iterator<Item = Clause<'f>> {
        let declaration = self.directive.declaration();
        self.clauses.iter().filter_map(move |id| Clause::new(declaration, *id))
    }

    /// Returns the construct of OpenACC, with its facts. None for OpenMP.
    #[must_use]
    pub fn construct(&self) -> Option<Construct<'f>> {
        self.construct
    }
}

impl<'f> Directive<'f> {
    /// Returns the constituents of the directive, the outermost one first, each with its clauses. A directive that is not combined has one,
    /// itself; an unknown directive has none. The constituents of an OpenACC directive are its [constructs](Directive::constructs); those
    /// of OpenMP get clauses by OpenMP 5.2 17.2. Takes time linear in the number of clauses and list items.
    ///
    /// [`Constituent`] has an example.
    #[must_use]
    pub fn constituents(self) -> Vec<Constituent<'f>> {
        match self.kind() {
            DirectiveKind::Omp(_) => {
                let parts = constituent_clauses(self.declaration().view(), self.id()).into_iter();
                let new = |(kind, clauses)| {
                    let kind = DirectiveKind::Omp(kind);
                    Constituent { directive: self, kind, clauses, construct: None }
                };
                parts.map(new).collect()
            }
            _ => self.constructs().map(|construct| self.of_construct(construct)).collect(),
        }
    }

    fn of_construct(self, construct: Construct<'f>) -> Constituent<'f> {
        let clauses = construct.clauses().map(Clause::id).collect();
        let kind = DirectiveKind::Acc(construct.kind());
        Constituent { directive: self, kind, clauses, construct: Some(construct) }
    }
}
