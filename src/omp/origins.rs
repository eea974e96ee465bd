//! What in the source asked for a directive, a clause or new code.

use clacc_sema::omp::form;

use crate::acc::{Construct, Reason};
use crate::syntax::{Clause, Directive, ExternalDeclaration};

/// What in the source asked for a part of a form.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::directives::OmpClause;
/// use clacc::omp::{MappingChoice, Origin};
///
/// let program = "int x[8];\nvoid f(int n) {\n#pragma acc parallel\n  x[0] = n;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).pop().expect("there is one");
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let teams = omp.all()[0].directives()[0];
/// let map = teams.clause(OmpClause::Map).expect("the array is mapped");
/// let Origin::Attribute { reason, .. } = map.origin() else { panic!("no clause says so") };
/// println!("{}", reason.rule().text());
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin<'n> {
    /// A directive.
    Directive(Directive<'n>),
    /// A clause.
    Clause(Clause<'n>),
    /// A data attribute that no clause of the directive gives.
    #[non_exhaustive]
    Attribute {
        /// The construct that has the attribute.
        construct: Construct<'n>,
        /// Why it has it: that of the first variable, where a clause is about several.
        reason: Reason<'n>,
    },
    /// Nothing: the mapping itself needs it. The text gives the purpose.
    Mapping(&'n str),
}

impl<'n> Origin<'n> {
    pub(super) fn new(declaration: &'n ExternalDeclaration, origin: &'n form::Origin) -> Origin<'n> {
        let known = match origin {
            form::Origin::Directive(id) => Directive::new(declaration, *id).map(Origin::Directive),
            form::Origin::Clause(id) => Clause::new(declaration, *id).map(Origin::Clause),
            form::Origin::Attribute(id, reason) => Construct::known(declaration, *id)
                .map(|construct| Origin::Attribute { construct, reason: Reason::new(declaration, reason) }),
            form::Origin::Mapping(purpose) => Some(Origin::Mapping(purpose)),
        };
        known.unwrap_or(Origin::Mapping(""))
    }

    /// Returns the clause, if it is one, or if the attribute comes from one.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'n>> {
        match self {
            Origin::Clause(clause) => Some(clause),
            Origin::Attribute { reason, .. } => reason.clause(),
            Origin::Directive(_) | Origin::Mapping(_) => None,
        }
    }
}
