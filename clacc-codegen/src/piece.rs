//! The code that replaces an external declaration: the user's tokens, with new code among them.

use std::sync::Arc;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::abi;

/// The generated code of an external declaration. Token indices count from its first token, so that the result stays equal when the
/// declaration moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowered {
    /// The code before the declaration: types and prototypes.
    pub before: Box<[Item]>,
    /// The code in place of the declaration; none if the declaration is unchanged.
    pub declaration: Option<Box<[Piece]>>,
    /// The code after the declaration: the outlined functions.
    pub behind: Box<[Item]>,
    /// The outlined functions with their captures. The function of a nested region precedes that of the enclosing region.
    pub regions: Box<[Region]>,
    /// Constructs that cannot be generated, and warnings. If there is an error among them, nothing of the unit may be compiled.
    pub findings: Box<[Diagnostic<TokenRange>]>,
}

/// A definition or declaration at file scope that was generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The names that it introduces. There are none if all code of the user's declaration needs it.
    pub names: Box<[Arc<str>]>,
    /// Its code.
    pub pieces: Box<[Piece]>,
}

/// A part of the generated code of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Unchanged tokens of the declaration, in the user's lines.
    Tokens(TokenRange),
    /// New code between tokens, on the line of the token before it. It contains no line end.
    Inline(Arc<str>),
    /// New code in place of a token, on its line and at its column. It contains no line end.
    Replaced {
        /// The code.
        text: Arc<str>,
        /// The token.
        at: u32,
    },
    /// New code on separate lines, for which compilers report no warnings. It has no line end at its end.
    Lines {
        /// The code.
        text: Arc<str>,
        /// The token to whose line errors in it are attributed.
        at: u32,
    },
    /// A directive for the C compiler, without `#pragma`: `omp simd`. It is on a separate line.
    Pragma {
        /// The directive.
        text: Arc<str>,
        /// The token that it replaces.
        at: u32,
    },
    /// The constant that tells the library the place of a construct. Its line numbers are filled in when the unit is written.
    Site(Site),
}

/// The constant of a construct: a `clacc_site` with internal linkage, in lines of new code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The name of the constant.
    pub name: Arc<str>,
    /// The kind of the construct, as a number of `clacc_site`.
    pub construct: u16,
    /// The name of the function around it.
    pub function: Arc<str>,
    /// The tokens of the construct: its directive and its statement.
    pub range: TokenRange,
}

/// An outlined function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The name of the function.
    pub name: Arc<str>,
    /// The name of the user's function that contains the region.
    pub function: Arc<str>,
    /// The tokens of the construct: its directive and its statement.
    pub range: TokenRange,
    /// The captures of the function, in the order of their first uses.
    pub captures: Box<[Capture]>,
    /// True if the region is a `target` construct that a device with a memory of its own executes.
    pub is_kernel: bool,
}

/// A variable that an outlined function captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The name of the variable.
    pub variable: Arc<str>,
    /// The kind of capture.
    pub by: CapturedBy,
}

/// The kind of capture of a variable by an outlined function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CapturedBy {
    /// By value: a variable of the same name has its value. The value cannot change meanwhile, so this is equivalent to sharing the
    /// variable.
    Value,
    /// As a copy: a separate variable of the same name is initialized with its value.
    Copy,
    /// By address: the name is replaced by the pointee of a pointer.
    Address,
    /// The arguments of a task contain the elements of the array at the time the task is created. For any other region this is the same as
    /// [`CapturedBy::Address`].
    Elements,
}

impl Item {
    pub(crate) fn new(names: &[&str], pieces: Vec<Piece>) -> Item {
        Item { names: names.iter().map(|name| Arc::from(*name)).collect(), pieces: pieces.into() }
    }
}

impl Lowered {
    /// Returns the generated definitions at file scope.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.before.iter().chain(&self.behind)
    }

    /// Returns a name of a generated definition that is this word.
    pub(crate) fn item_name(&self, word: &str) -> Option<&Arc<str>> {
        self.items().flat_map(|item| &item.names).find(|name| &***name == word)
    }

    /// Returns whether an outlined function captures a variable of this name.
    pub(crate) fn captures(&self, name: &str) -> bool {
        let mut captures = self.regions.iter().flat_map(|region| &region.captures);
        captures.any(|capture| &*capture.variable == name)
    }

    /// Returns the result for a declaration that is unchanged.
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

/// Returns a string literal with a part of the program.
pub(crate) fn text_literal(text: &str) -> String {
    abi::own_word(&format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))).into_owned()
}
