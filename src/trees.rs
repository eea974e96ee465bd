//! Handles on the declarations of a unit.

use clacc_sema::db::external_decls::{self, ExternalDecl};
use clacc_sema::db::identities::{self, DeclIdentity};
use clacc_sema::db::{functions, models};

use crate::analysis::{Analysis, Unit};
use crate::syntax::DeclarationParts;
use crate::syntax::ExternalDeclaration;

impl Analysis {
    /// Returns the external declarations of a unit, in source order: first those of its headers that hold directives, then
    /// those of its main file. The bodies of all functions are parsed; [`Analysis::directed_declarations`] parses only
    /// those with directives.
    ///
    /// After an edit inside one function, only that one is made anew.
    #[must_use]
    pub fn declarations(&self, unit: Unit) -> Vec<ExternalDeclaration> {
        let decls = self.all_declarations(self.unit(unit));
        decls.into_iter().map(|decl| self.handle(unit, decl)).collect()
    }

    /// Returns those external declarations of a unit that hold a directive of OpenACC or OpenMP.
    #[must_use]
    pub fn directed_declarations(&self, unit: Unit) -> Vec<ExternalDeclaration> {
        self.directed(unit).into_iter().map(|decl| self.handle(unit, decl)).collect()
    }

    pub(crate) fn all_declarations(&self, unit: clacc_sema::db::Unit) -> Vec<ExternalDecl<'_>> {
        let own = external_decls::declarations(&self.db, unit);
        external_decls::header_declarations(&self.db, unit).iter().chain(own).copied().collect()
    }

    /// The handle on a declaration.
    pub(crate) fn handle(&self, unit: Unit, decl: ExternalDecl<'_>) -> ExternalDeclaration {
        let identity = DeclIdentity::of(&self.db, decl);
        let fingerprint = identities::fingerprint(&self.db, decl);
        let (model, program) = (models::model(&self.db, decl), models::program(&self.db, decl));
        let analysis = decl.has_directive(&self.db).then(|| functions::acc_facts(&self.db, decl));
        ExternalDeclaration::new(DeclarationParts::new(unit, identity, fingerprint, model, program, analysis))
    }
}
