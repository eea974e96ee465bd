//! OpenMP forms and their parts.
//!
//! A view of a part of a form is a reference to it with the declaration and the dialect (`FormContext`), so that views of derived
//! forms and of forms of `#pragma omp` in the source are the same. An `OmpNode` owns its form, an `Omp` the nodes of a
//! declaration; both hold a handle on the declaration, which the numbers in their forms lead into. Texts are those of `spell`,
//! with expressions as `Node::print` prints them; a name that a form introduces avoids the names of its declaration, not the
//! macros of the unit.

use clacc_sema::omp::form;
use clacc_sema::program::place::At;
use clacc_ttx::print;
use clacc_ttx::spell::{Speller, printed};

use super::{NewCode, OmpDirectiveNode};
use crate::Dialect;
use crate::syntax::{Expr, ExternalDeclaration};

/// An OpenMP form or a part of one. It has at most one [`FormView::Statement`].
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{FormParts, FormView, MappingChoice};
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n]) async\n  x[0] = n;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let form: FormView<'_> = omp.all()[0].form().expect("it has one");
/// let parts: FormParts<'_> = match form {
///     FormView::Seq(parts) | FormView::Block(parts) => parts,
///     _ => panic!("two directives follow each other"),
/// };
/// let kinds: Vec<_> = parts.map(|part| part.directives()[0].kind().name()).collect();
/// assert_eq!(kinds, ["target teams", "taskwait"]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormView<'n> {
    /// Consecutive parts. An empty sequence means that OpenMP needs nothing for the construct.
    Seq(FormParts<'n>),
    /// Consecutive parts in a block.
    Block(FormParts<'n>),
    /// A directive, with the code that it is associated with.
    Directive(OmpDirectiveNode<'n>),
    /// A declaration or statement that the mapping adds.
    NewCode(NewCode<'n>),
    /// The place of the statement that the OpenACC directive is associated with. The statement is not a part of the form: constructs inside
    /// it have forms of their own.
    Statement,
}

/// The context in which the ids in a form are resolved and its text is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FormContext<'n> {
    pub(crate) declaration: &'n ExternalDeclaration,
    pub(crate) dialect: &'n Dialect,
}

impl<'n> FormContext<'n> {
    pub(super) fn spell<T>(self, spell: impl FnOnce(&mut Speller<'_, '_>) -> T) -> T {
        let view = self.declaration.view();
        let mut expr = |at| printed(view, at);
        spell(&mut Speller::new(view, self.dialect, &mut expr))
    }

    /// Returns the lines of a form, indented by the levels of their blocks.
    pub(super) fn lines(self, form: &form::Omp) -> Vec<String> {
        let text = print::text(self.declaration.view(), self.dialect, &[form]);
        let lines = text.before.into_iter().chain(text.after);
        lines.map(|(level, line)| format!("{:width$}{line}", "", width = 2 * level)).collect()
    }

    pub(super) fn expr(self, at: At) -> Option<Expr<'n>> {
        self.declaration.node(at).expr()
    }
}

impl<'n> FormView<'n> {
    pub(crate) fn new(context: FormContext<'n>, omp: &'n form::Omp) -> FormView<'n> {
        match omp {
            form::Omp::Seq(parts) => FormView::Seq(FormParts { context, parts }),
            form::Omp::Block(parts) => FormView::Block(FormParts { context, parts }),
            form::Omp::Directive(directive) => FormView::Directive(OmpDirectiveNode { context, directive }),
            form::Omp::Statement => FormView::Statement,
            code => FormView::NewCode(NewCode { context, code }),
        }
    }

    /// Returns the direct parts of the form, in source order. The associated code of a directive is one part.
    #[must_use]
    pub fn parts(&self) -> Vec<FormView<'n>> {
        match self {
            FormView::Seq(parts) | FormView::Block(parts) => parts.clone().collect(),
            FormView::Directive(directive) => directive.form().into_iter().collect(),
            FormView::NewCode(code) => code.parts().collect(),
            FormView::Statement => Vec::new(),
        }
    }

    /// Returns all directives in the form, outer ones before inner ones, in source order.
    #[must_use]
    pub fn directives(&self) -> Vec<OmpDirectiveNode<'n>> {
        let (mut found, mut open) = (Vec::new(), vec![self.clone()]);
        while let Some(form) = open.pop() {
            if let FormView::Directive(directive) = form {
                found.push(directive);
            }
            open.extend(form.parts().into_iter().rev());
        }
        found
    }
}

/// Parts of a form, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormParts<'n> {
    pub(super) context: FormContext<'n>,
    pub(super) parts: &'n [form::Omp],
}

impl<'n> Iterator for FormParts<'n> {
    type Item = FormView<'n>;

    fn next(&mut self) -> Option<FormView<'n>> {
        let (first, rest) = self.parts.split_first()?;
        self.parts = rest;
        Some(FormView::new(self.context, first))
    }
}
