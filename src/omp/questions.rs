//! Queries for the OpenMP form of declarations.

use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::functions::{acc_directives, omp_forms};
use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_syntax::source::FileRange;
use clacc_ttx::mapping::FunctionMapping;
use clacc_ttx::query;
use clacc_ttx::queue_objects::QueueForm;
use clacc_ttx::rewrite::{EditPlaces, FunctionInput, PlacedForms};

use super::declaration_nodes::OmpParts;
use super::{MappingChoice, Omp, OmpNode};
use crate::analysis::Analysis;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Directive, ExternalDeclaration};

impl Analysis {
    /// Returns the OpenMP form of a declaration: the nodes of all its constructs, and which of them are used. None if the
    /// session no longer has the declaration, or it is one of another session.
    ///
    /// After an edit, only the nodes of the changed function are derived again.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::omp::MappingChoice;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "void f(int n, int *x) {\n#pragma acc data copyin(x[0:n])\n  { x[0] = n; }\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let declarations = session.declarations(unit);
    /// let omp = session.omp(&declarations[0], &MappingChoice::default()).expect("it is a declaration of the session");
    /// let data = omp.declaration().directives().next().expect("there is one");
    /// assert_eq!(omp.text(data), ["#pragma omp target data map(to: x[0:n])"]);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn omp(&self, declaration: &ExternalDeclaration, choice: &MappingChoice) -> Option<Omp> {
        let (unit, decl) = self.current(declaration)?;
        let (mapping, declaration) = (self.mapping(choice), self.handle(declaration.unit(), decl));
        let function = query::function_mapping(&self.db, decl, mapping);
        let dialect = *choice.dialect();
        let node = |(id, node): (_, &Arc<clacc_ttx::node::OmpNode>)| {
            OmpNode::new(declaration.clone(), id, dialect, (**node).clone())
        };
        let nodes = function.nodes.iter().map(node).collect();
        let source = omp_forms(&self.db, decl);
        let analysis = query::mapped_facts(&self.db, decl, mapping);
        let placed = self.placed_forms(unit, decl, &declaration, &analysis, &function);
        Some(Omp::new(OmpParts { declaration, dialect, analysis, mapping: function, source, placed, nodes }))
    }

    /// Returns the forms that can be placed in the text.
    fn placed_forms(
        &self,
        unit: clacc_sema::db::Unit,
        decl: ExternalDecl<'_>,
        declaration: &ExternalDeclaration,
        analysis: &AccAnalysis,
        mapping: &FunctionMapping,
    ) -> PlacedForms {
        let function = FunctionInput {
            places: self.edit_places(unit, decl),
            model: &declaration.parts().model,
            view: declaration.view(),
            facts: &analysis.facts,
            mapping,
            queues: QueueForm::Library,
            declaration: None,
        };
        PlacedForms::of(&function, &|file| self.text_of(file))
    }

    fn edit_places<'s>(&'s self, unit: clacc_sema::db::Unit, decl: ExternalDecl<'s>) -> EditPlaces<'s> {
        let unit = if decl.in_headers(&self.db) {
            &prefix(&self.db, unit).state.preprocessed
        } else {
            &rest(&self.db, unit).preprocessed
        };
        EditPlaces { unit, first_token: decl.first_token(&self.db) }
    }

    /// Returns the nodes of one OpenACC directive: two if it is combined, the outer one first. The list is empty for an OpenMP directive.
    /// None in the same cases as [`Analysis::omp`].
    ///
    /// The nodes are those of [`Analysis::omp`]. A built-in policy is asked about this directive alone, once for each choice and text. A
    /// custom policy is also asked about the enclosing and the nested directives, since its answers must fit together. Whether a
    /// translation uses the nodes depends on the whole declaration: see [`Omp::outcome`].
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::directives::OmpDirective;
    /// use clacc::files::MemoryFiles;
    /// use clacc::omp::MappingChoice;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let declarations = session.declarations(unit);
    /// let directive = declarations[0].directives().next().expect("there is one");
    /// let nodes = session.get_omp_node(directive, &MappingChoice::default()).expect("the session has it");
    /// let kinds: Vec<_> = nodes.iter().flat_map(|node| node.directives()).map(|each| each.kind()).collect();
    /// assert_eq!(kinds[0], OmpDirective::TargetTeams);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn get_omp_node(&self, directive: Directive<'_>, choice: &MappingChoice) -> Option<Vec<OmpNode>> {
        let asked = directive.declaration();
        let (_, decl) = self.current(asked)?;
        let declaration = self.handle(asked.unit(), decl);
        let id = declaration.resolve(directive.node().ptr())?.directive()?.id();
        let mut tracked = acc_directives(&self.db, decl).iter();
        let Some(tracked) = tracked.find(|tracked| tracked.directive(&self.db) == id) else {
            return Some(Vec::new());
        };
        let nodes = query::checked_nodes(&self.db, *tracked, self.mapping(choice));
        let dialect = *choice.dialect();
        let node = |(id, node): &(_, Arc<clacc_ttx::node::OmpNode>)| {
            OmpNode::new(declaration.clone(), *id, dialect, (**node).clone())
        };
        Some(nodes.iter().map(node).collect())
    }

    /// Returns the findings of a node with their places. None if the session no longer has the declaration as it was. Takes time linear in
    /// the number of findings.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::omp::MappingChoice;
    ///
    /// let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n])\n  x[0] = 1;\n}\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).remove(0);
    /// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
    /// for node in omp.all() {
    ///     let found = session.findings_of(node).expect("its text is still there");
    ///     found.iter().for_each(|finding| println!("{finding}"));
    /// }
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn findings_of(&self, node: &OmpNode) -> Option<Vec<Diagnostic>> {
        let (unit, decl) = self.current(node.declaration())?;
        let places = self.edit_places(unit, decl);
        let nowhere = FileRange { file: unit.main(&self.db).id(&self.db), start: 0, end: 0 };
        let place = |range| places.shown(range).unwrap_or(nowhere);
        let found = node.inner().diagnostics.iter();
        Some(found.map(|finding| self.located(&finding.clone().map(place))).collect())
    }
}
