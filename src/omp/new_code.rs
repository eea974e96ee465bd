//! Declarations and statements that forms add.

#[doc(inline)]
pub use clacc_sema::omp::form::Routine;
use clacc_sema::omp::form::{self, Local};

use super::list_items::fresh_text;
use super::{FormContext, FormParts, OmpItem, OmpValue, Origin};
use crate::acc::ReductionOp;
use crate::semantics::Symbol;
use crate::syntax::Expr;

/// A declaration or statement that the mapping adds.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{FormView, MappingChoice, NewCode, NewCodeView};
///
/// let program = "void f(int *x, int n) {\n#pragma acc wait(1) if(n)\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let mut open: Vec<FormView<'_>> = omp.all().iter().filter_map(|node| node.form()).collect();
/// while let Some(form) = open.pop() {
///     open.extend(form.parts());
///     let FormView::NewCode(code) = form else { continue };
///     let code: NewCode<'_> = code;
///     match code.view() {
///         NewCodeView::If(condition) => println!("under the condition {}", condition.text()),
///         _ => println!("{}", code.text()),
///     }
/// }
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewCode<'n> {
    pub(crate) context: FormContext<'n>,
    pub(crate) code: &'n form::Omp,
}

/// New code with its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NewCodeView<'n> {
    /// The declaration of a variable with a name that the form introduces ([`NewCode::name`]).
    Variable,
    /// The declaration of a variable that shadows this one.
    Hiding(Symbol<'n>),
    /// `declare reduction` (OpenMP 5.2 5.5.11) for structs, whose members are each combined with the operator.
    DeclareReduction(ReductionOp),
    /// The declaration of a function with this name.
    Function(&'n str),
    /// An expression of the source that is evaluated for its side effects.
    Evaluate(Expr<'n>),
    /// An assignment between variables that the form declares.
    Assignment,
    /// The end of the memory of a pointer that hides this variable.
    Free(Symbol<'n>),
    /// The call of a routine of the runtime library.
    Call(Routine),
    /// An `if` statement with this condition around the inner parts.
    If(OmpValue<'n>),
    /// A function that runs before the program's main function and executes the inner parts.
    AtStart,
    /// A loop over the pointers of a table, which executes the inner parts for each of them.
    Rows,
    /// A loop that sets the bytes of an item to zero.
    ZeroBytes(OmpItem<'n>),
    /// A copy of a struct, which shadows the struct.
    HiddenStruct(Symbol<'n>),
    /// Any other code, of which only the text is known.
    Other,
}

impl<'n> NewCode<'n> {
    /// Returns the code with its parts.
    #[must_use]
    pub fn view(self) -> NewCodeView<'n> {
        let symbol = |entity| Symbol::of_entity(self.context.declaration, entity);
        match self.code {
            form::Omp::Declare(declare) => match declare.local {
                Local::Hiding(entity) => NewCodeView::Hiding(symbol(entity)),
                Local::Fresh(_) => NewCodeView::Variable,
            },
            form::Omp::DeclareReduction(declared) => NewCodeView::DeclareReduction(declared.operator),
            form::Omp::DeclareFunction(declared) => {
                NewCodeView::Function(self.context.declaration.view().text(declared.name))
            }
            form::Omp::Evaluate { value, .. } => {
                self.context.expr(*value).map_or(NewCodeView::Other, NewCodeView::Evaluate)
            }
            form::Omp::Assign(_) => NewCodeView::Assignment,
            form::Omp::Free { entity, .. } => NewCodeView::Free(symbol(*entity)),
            form::Omp::Call(call) => NewCodeView::Call(call.routine),
            form::Omp::If { condition, .. } => NewCodeView::If(OmpValue::of(self.context, *condition)),
            form::Omp::AtStart { .. } => NewCodeView::AtStart,
            form::Omp::Rows(_) => NewCodeView::Rows,
            form::Omp::ZeroBytes(item) => NewCodeView::ZeroBytes(OmpItem::new(self.context, item)),
            form::Omp::HiddenStruct(hidden) => NewCodeView::HiddenStruct(symbol(hidden.entity)),
            form::Omp::Seq(_) | form::Omp::Block(_) | form::Omp::Directive(_) | form::Omp::Statement => {
                NewCodeView::Other
            }
        }
    }

    /// Returns the name that the code introduces, or that an assignment changes, as spelled.
    #[must_use]
    pub fn name(self) -> Option<String> {
        let fresh = match self.code {
            form::Omp::Declare(declare) => match declare.local {
                Local::Fresh(fresh) => fresh,
                Local::Hiding(_) => return None,
            },
            form::Omp::DeclareReduction(declared) => declared.name,
            form::Omp::Assign(assign) => assign.to,
            form::Omp::AtStart { name, .. } => *name,
            _ => return None,
        };
        Some(fresh_text(self.context, fresh))
    }

    /// Returns the inner parts of a condition, of a loop over a table, or of a function.
    #[must_use]
    pub fn parts(self) -> FormParts<'n> {
        FormParts { context: self.context, parts: self.code.parts() }
    }

    /// Returns the origin of the code in the source. None for code that only contains other parts.
    #[must_use]
    pub fn origin(self) -> Option<Origin<'n>> {
        let origin = match self.code {
            form::Omp::Declare(declare) => &declare.origin,
            form::Omp::DeclareReduction(declared) => &declared.origin,
            form::Omp::DeclareFunction(declared) => &declared.origin,
            form::Omp::Evaluate { origin, .. } | form::Omp::Free { origin, .. } => origin,
            form::Omp::Assign(assign) => &assign.origin,
            form::Omp::Call(call) => &call.origin,
            form::Omp::HiddenStruct(hidden) => &hidden.origin,
            _ => return None,
        };
        Some(Origin::new(self.context.declaration, origin))
    }

    /// Returns the text up to the brace that opens a block for the inner parts: `if (n > 1) {`. Without inner parts, it is the whole text.
    #[must_use]
    pub fn head(self) -> String {
        let has_block = matches!(self.code, form::Omp::If { .. } | form::Omp::Rows(_));
        self.context
            .spell(|speller| if has_block { speller.head(self.code) } else { speller.code(self.code) })
    }

    /// Returns the text, including the inner parts. It has several lines if it contains directives.
    #[must_use]
    pub fn text(self) -> String {
        self.context.lines(self.code).join("\n")
    }
}
