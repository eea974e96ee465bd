//! The code that stands for an external declaration: the user's tokens, with new code among them.

use std::sync::Arc;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::abi;

/// What an external declaration becomes. Tokens are counted from its first one, so that it stays equal when the declaration moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowered {
    /// What stands before the declaration: types and prototypes.
    pub before: Box<[Piece]>,
    /// What stands in its place; none for the declaration as it is.
    pub declaration: Option<Box<[Piece]>>,
    /// What stands behind it: the functions that its regions became.
    pub behind: Box<[Piece]>,
    /// What these functions are given; a function of a nested region comes before that of the region around it.
    pub regions: Box<[Region]>,
    /// What cannot be generated, and warnings. With an error among them, nothing may be compiled of the unit.
    pub findings: Box<[Diagnostic<TokenRange>]>,
}

/// A part of what a declaration becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Tokens of the declaration as they are, in the user's lines.
    Tokens(TokenRange),
    /// New code between tokens, in the same line as the token before it. It holds no line end.
    Inline(Arc<str>),
    /// New code in the place of a token, in its line and at its column. It holds no line end.
    Replaced {
        /// The code.
        text: Arc<str>,
        /// The token.
        at: u32,
    },
    /// New code in lines of its own, in which compilers warn about nothing. It ends without a line end.
    Lines {
        /// The code.
        text: Arc<str>,
        /// The token to whose line errors in it are attributed.
        at: u32,
    },
    /// A directive that the C compiler is to read, without `#pragma`: `omp simd`. It stands in a line of its own.
    Pragma {
        /// The directive.
        text: Arc<str>,
        /// The token that it stands for.
        at: u32,
    },
    /// The constant that tells the library where a construct stands. Its lines are known where the unit is written.
    Site(Site),
}

/// The constant of a construct: a `clacc_site` with internal linkage, in lines of new code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The name of the constant.
    pub name: Arc<str>,
    /// The kind of the construct, as `clacc_site` has it.
    pub construct: u16,
    /// The name of the function around it.
    pub function: Arc<str>,
    /// The tokens of the construct: its directive and its statement.
    pub range: TokenRange,
}

/// A function that a region became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The name of the function.
    pub name: Arc<str>,
    /// The name of the user's function around the region.
    pub function: Arc<str>,
    /// The tokens of the construct: its directive and its statement.
    pub range: TokenRange,
    /// What the function is given of the function around it, in the order of the first uses.
    pub captures: Box<[Capture]>,
}

/// A variable that an outlined function is given of the function around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The name of the variable.
    pub variable: Arc<str>,
    /// How it reaches the function.
    pub by: CapturedBy,
}

/// How a variable reaches an outlined function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CapturedBy {
    /// A variable of the same name there has its value, which nobody changes meanwhile: it is as good as the variable itself.
    Value,
    /// A variable of the same name there begins with its value, and is another one.
    Copy,
    /// A pointer there has its address, and its name becomes what the pointer points to.
    Address,
    /// The arguments of a task hold the elements of the array as they were when the task was made; for any other region as
    /// [`CapturedBy::Address`].
    Elements,
}

impl Lowered {
    /// The declaration as it is.
    pub fn unchanged() -> Lowered {
        Lowered {
            before: Box::default(),
            declaration: None,
            behind: Box::default(),
            regions: Box::default(),
            findings: Box::default(),
        }
    }
}

/// New code that pieces share.
pub(crate) fn shared(text: impl AsRef<str>) -> Arc<str> {
    abi::plain(text.as_ref()).into()
}
