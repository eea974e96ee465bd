//! Where two mappings of a unit differ.

use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::{functions, models};
use clacc_sema::omp::form::{Anchor, Omp};
use clacc_sema::program::View;
use clacc_syntax::ast::DirectiveId;
use clacc_ttx::mapping::FunctionMapping;
use clacc_ttx::node::InnerForm;
use clacc_ttx::print as omp_print;
use clacc_ttx::query::{self, Mapping};

use crate::Dialect;
use crate::analysis::Analysis;
use crate::analysis::Unit;
use crate::diagnostics::Place;
use crate::policy::Policy;

/// A directive that two mappings treat differently.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MappingDifference {
    /// The place of the directive.
    pub place: Place,
    /// The directive's name.
    pub directive: String,
    /// Its OpenMP form under the first mapping, one directive or statement per item. None if it keeps its
    /// text; no item if OpenMP needs nothing.
    pub first: Option<Vec<String>>,
    /// The same under the second mapping.
    pub second: Option<Vec<String>>,
}

impl Analysis {
    /// Returns the directives of a unit that have different OpenMP forms under two mappings, each a policy
    /// with the dialect for its words, in source order. Expressions are printed from the tree. Reasons and
    /// findings are not compared.
    ///
    /// ```
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    /// use clacc::policy::Policy;
    /// use clacc::{Session, dialect};
    ///
    /// let program = "void f(int *x) {\n#pragma acc data copy(x[0:8])\n{}\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let policy = Policy::default();
    /// let differences = session.compare(unit, (&policy, dialect::PORTABLE), (&policy, dialect::CLACC));
    /// let line = "#pragma omp target data map(hold,tofrom: x[0:8])";
    /// assert_eq!(differences[0].second.as_deref(), Some(&[line.to_owned()][..]));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn compare(
        &self,
        unit: Unit,
        first: (&Policy, Dialect),
        second: (&Policy, Dialect),
    ) -> Vec<MappingDifference> {
        let mappings = [first, second].map(|(policy, dialect)| self.mapping(policy, dialect));
        let directed = self.directed(unit);
        directed.into_iter().flat_map(|decl| self.differences(unit, decl, mappings)).collect()
    }

    fn differences(
        &self,
        unit: Unit,
        decl: ExternalDecl<'_>,
        mappings: [Mapping; 2],
    ) -> Vec<MappingDifference> {
        let (model, program) = (models::model(&self.db, decl), models::program(&self.db, decl));
        let view = View::of_c(&program, &model);
        let facts = &functions::acc_facts(&self.db, decl).facts;
        let mapped = mappings.map(|mapping| query::function_mapping(&self.db, decl, mapping));
        let tree = &model.parsed.tree;
        let mut directives: Vec<DirectiveId> = facts.of_directive.iter().map(|(id, _)| id).collect();
        directives.sort_by_key(|id| tree.spans.directives.get(*id));
        let difference = |id: DirectiveId| {
            let text = |mapping: &FunctionMapping| {
                let forms = mapping.forms_of(facts, id)?;
                let around = |anchor| mapping.unit_forms_of(facts, id, anchor).collect::<Vec<_>>();
                let lines = |form: &Omp| omp_print::lines(view, &mapping.dialect, &[form]);
                let all = |forms: Vec<&Omp>| -> Vec<String> { forms.into_iter().flat_map(&lines).collect() };
                let line =
                    |inner: &InnerForm| omp_print::directive_line(view, &mapping.dialect, &inner.directive);
                let inner = mapping.inner_forms_of(facts, id).map(line).collect();
                Some([all(around(Anchor::Before)), all(forms), inner, all(around(Anchor::After))].concat())
            };
            let (first, second) = (text(&mapped[0]), text(&mapped[1]));
            let range = tree.spans.directives.get(id).copied().unwrap_or_default();
            (first != second).then(|| MappingDifference {
                place: self.place(self.token_place(unit, decl, range)),
                directive: tree[id].kind.text(&tree.names).to_owned(),
                first,
                second,
            })
        };
        directives.into_iter().filter_map(difference).collect()
    }
}
