//! The origins of directives, clauses and new code in the source.

use clacc_sema::omp::form;

use crate::acc::{Construct, Reason};
use crate::syntax::{Clause, Directive, ExternalDeclaration};

/// The origin of a part of a form in the source.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::dialect::PORTABLE;
/// use clacc::directives::OmpClause;
/// use clacc::omp::{MappingChoice, Origin};
/// use clacc::policy::Policy;
///
/// let program = "int x[8];\nvoid f(int n) {\n#pragma acc parallel\n  x[0] = n;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).pop().expect("there is one");
/// let omp = session.omp(&f, &MappingChoice::new(Policy::default(), PORTABLE)).expect("the session has it");
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
        /// The construct with the attribute.
        construct: Construct<'n>,
        /// The reason for the attribute: that of the first variable, where a clause lists several.
        reason: Reason<'n>,
    },
    /// No origin in the source: the mapping itself needs the part. The text states its purpose.
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

    /// Returns the clause, if the origin is a clause or an attribute that comes from one.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'n>> {
        match self {
            Origin::Clause(clause) => Some(clause),
            Origin::Attribute { reason, .. } => reason.clause(),
            Origin::Directive(_) | Origin::Mapping(_) => None,
        }
    }
}
