//! Handles on the declarations of a unit.
//!
//! A declaration is identified by session, unit, kind, first name and its number among declarations of this name
//! (`db::identities`), its content by a fingerprint of its tokens and of the shape of its tree: the meaning of a name at file
//! scope can give equal tokens another tree. A `NodePtr` holds all of these, so that it leads to the same node or nowhere. Two
//! handles are equal if tree, types and facts are, so that one may differ although its text did not: a `routine` directive
//! elsewhere changes facts.

use clacc_sema::db::external_decls::{self, DeclKind, ExternalDecl};
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
    /// After an edit inside one function, only the handle of that function is made anew.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::syntax::DeclarationKind;
    ///
    /// let program = "int x;\nvoid f(void) { x = 1; }\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let all = session.declarations(unit);
    /// let f = all.iter().find(|each| each.kind() == DeclarationKind::Function).expect("there is one");
    /// assert_eq!((f.name(), f.nodes().filter(|node| node.expr().is_some()).count()), ("f", 3));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn declarations(&self, unit: Unit) -> Vec<ExternalDeclaration> {
        let decls = self.all_declarations(self.unit(unit));
        decls.into_iter().map(|decl| self.handle(unit, decl)).collect()
    }

    /// Returns the external declarations of a unit that contain a directive of OpenACC or OpenMP.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::directives::AccDirective;
    ///
    /// let program = "int x;\nvoid f(void) {\n#pragma acc update self(x)\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let all = session.directed_declarations(unit);
    /// let directives: Vec<_> = all.iter().flat_map(|each| each.directives()).map(|each| each.kind().acc()).collect();
    /// assert_eq!(directives, [Some(AccDirective::Update)]);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn directed_declarations(&self, unit: Unit) -> Vec<ExternalDeclaration> {
        self.directed(unit).into_iter().map(|decl| self.handle(unit, decl)).collect()
    }

    pub(crate) fn all_declarations(&self, unit: clacc_sema::db::Unit) -> Vec<ExternalDecl<'_>> {
        let own = external_decls::declarations(&self.db, unit);
        external_decls::header_declarations(&self.db, unit).iter().chain(own).copied().collect()
    }

    /// Returns the directives and pragmas that precede an external declaration, the last one first.
    pub(crate) fn declarations_before(&self, declaration: &ExternalDeclaration) -> Vec<ExternalDeclaration> {
        let Some((unit, decl)) = self.current(declaration) else { return Vec::new() };
        let is_pragma =
            |decl: &&ExternalDecl<'_>| matches!(decl.kind(&self.db), DeclKind::Directive | DeclKind::Other);
        let before = self.in_front_of(unit, decl).iter().rev().take_while(is_pragma);
        before.map(|decl| self.handle(declaration.unit(), *decl)).collect()
    }

    /// Returns the declarations before one, in its part of the unit: the headers or the main file.
    pub(crate) fn in_front_of<'s>(
        &'s self,
        unit: clacc_sema::db::Unit,
        decl: ExternalDecl<'s>,
    ) -> &'s [ExternalDecl<'s>] {
        let all = if decl.in_headers(&self.db) {
            external_decls::header_declarations(&self.db, unit)
        } else {
            external_decls::declarations(&self.db, unit)
        };
        let first = decl.first_token(&self.db);
        &all[..all.partition_point(|other| other.first_token(&self.db) < first)]
    }

    /// Returns the handle on a declaration.
    pub(crate) fn handle(&self, unit: Unit, decl: ExternalDecl<'_>) -> ExternalDeclaration {
        let identity = DeclIdentity::of(&self.db, decl);
        let fingerprint = identities::fingerprint(&self.db, decl);
        let (model, program) = (models::model(&self.db, decl), models::program(&self.db, decl));
        let analysis = decl.has_directive(&self.db).then(|| functions::acc_facts(&self.db, decl));
        ExternalDeclaration::new(DeclarationParts::new(unit, identity, fingerprint, model, program, analysis))
    }
}
