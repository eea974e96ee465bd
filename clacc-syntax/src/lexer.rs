//! Bytes to tokens.

use crate::Name;
use crate::token::{TokenFlags, TokenKind};

/// The tokens of one file as columns; the last one is `Eof`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LexedFile {
    /// The bytes.
    pub text: std::sync::Arc<[u8]>,
    /// The kind of each token.
    pub kinds: Vec<TokenKind>,
    /// The text of each token, splices removed.
    pub texts: Vec<Name>,
    /// What stood before each token.
    pub flags: Vec<TokenFlags>,
    /// Offset of each token's first byte.
    pub starts: Vec<u32>,
    /// Offset past each token's last byte.
    pub ends: Vec<u32>,
}
