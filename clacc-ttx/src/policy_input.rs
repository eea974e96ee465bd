//! What a context was made of, for policies that show it to others as handles.

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

/// The owned results behind the contexts of one declaration.
pub struct PolicyInput {
    /// What tells the declaration from others of its unit.
    pub identity: DeclIdentity,
    /// A number of its text and of the shape of its tree.
    pub fingerprint: u64,
    /// Its tree, names and types.
    pub model: Arc<DeclModel>,
    /// Its program.
    pub program: Arc<Program>,
    /// The facts that the mapping follows.
    pub analysis: Arc<AccAnalysis>,
    /// What the library made of it when it was first asked for, so that it is made once.
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

/// The handle follows from the rest.
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
