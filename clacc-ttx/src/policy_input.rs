//! The query results behind a context, for policies that pass them on as handles.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use clacc_sema::acc::AccAnalysis;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::Db;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::identities::{DeclIdentity, fingerprint};
use clacc_sema::db::models::{model, program};
use clacc_sema::program::Program;

/// The owned query results that the contexts of one declaration refer to.
pub struct PolicyInput {
    /// The identity of the declaration within its unit.
    pub identity: DeclIdentity,
    /// A hash of the declaration's text and of the shape of its tree.
    pub fingerprint: u64,
    /// The tree, names and types of the declaration.
    pub model: Arc<DeclModel>,
    /// The program of the declaration.
    pub program: Arc<Program>,
    /// The facts that the mapping follows.
    pub analysis: Arc<AccAnalysis>,
    /// The handle that the library makes of this input on first use.
    pub handle: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl PolicyInput {
    pub(crate) fn of<'db>(
        db: &'db dyn Db,
        decl: ExternalDecl<'db>,
        analysis: Arc<AccAnalysis>,
    ) -> PolicyInput {
        PolicyInput {
            identity: DeclIdentity::of(db, decl),
            fingerprint: fingerprint(db, decl),
            model: model(db, decl),
            program: program(db, decl),
            analysis,
            handle: OnceLock::new(),
        }
    }
}

/// The handle is not compared, because it follows from the other fields.
impl PartialEq for PolicyInput {
    fn eq(&self, other: &Self) -> bool {
        (self.identity, self.fingerprint) == (other.identity, other.fingerprint)
            && self.model == other.model
            && self.program == other.program
            && self.analysis == other.analysis
    }
}

impl Eq for PolicyInput {}

impl fmt::Debug for PolicyInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyInput").field("identity", &self.identity).finish_non_exhaustive()
    }
}
