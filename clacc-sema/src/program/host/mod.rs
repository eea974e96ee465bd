//! The questions that analyses have of a host language, one trait for each subject.
//!
//! A host knows the tree of its language and the types there. Analyses ask it through a [`View`], which has the
//! questions as its own methods. There are no default answers: an answer that a language forgets would be wrong in
//! silence.
//!
//! [`View`]: super::View

pub mod declarations;
pub mod declarative;
pub mod loops;
pub mod places;
pub mod statements;
pub mod types;
pub mod values;

use clacc_syntax::token::TokenRange;

use self::declarations::Declarations;
use self::declarative::Declarative;
use self::loops::Loops;
use self::places::Places;
use self::statements::Statements;
use self::types::Types;
use self::values::Values;
use super::place::At;
use super::words::Words;

/// The host language of one program.
pub trait Host: Declarations + Declarative + Loops + Places + Statements + Types + Values {
    /// The tokens of a node.
    fn span(&self, at: At) -> TokenRange;

    /// The terms of this language for messages.
    fn words(&self) -> &'static Words;
}
