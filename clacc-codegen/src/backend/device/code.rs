//! The types at the border of the room: it gets the lowering of a declaration, and returns the code of each declaration for a device.

use clacc_sema::db::external_decls::ExternalDecl;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::piece::{Lowered, Piece, Region};

/// Returns the code of a declaration from the back end for text of devices.
pub(crate) type Lower<'l, 'db> = &'l dyn Fn(ExternalDecl<'db>) -> Lowered;

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
