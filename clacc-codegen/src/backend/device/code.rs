//! The result: the code of each declaration.

use clacc_sema::db::external_decls::ExternalDecl;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::piece::{Piece, Region};

/// The code of a unit for a device.
pub(crate) struct DeviceCode<'db> {
    /// The declarations of the unit, in order, with their code. Those without code are left out.
    pub(crate) parts: Vec<DevicePart<'db>>,
    /// The functions that the code calls without a declaration in sight, sorted.
    pub(crate) undeclared: Vec<String>,
}

/// The code of a declaration for a device.
pub(crate) struct DevicePart<'db> {
    pub(crate) decl: ExternalDecl<'db>,
    pub(crate) pieces: Vec<Piece>,
    /// The kernels among its outlined functions.
    pub(crate) kernels: Vec<Region>,
    pub(crate) findings: Vec<Diagnostic<TokenRange>>,
}
