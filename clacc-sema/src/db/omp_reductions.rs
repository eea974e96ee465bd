//! The reductions that OpenMP directives at file scope declare (OpenMP 5.2 5.5.11).

use clacc_syntax::Name;
use clacc_syntax::ast::{self, DirectiveArgument, Tree};
use rustc_hash::FxHashSet;

use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, declarations, signature};
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};

/// The names of the reductions that `declare reduction` directives at file scope declare, for whatever types.
#[salsa::tracked(returns(ref))]
pub fn omp_reductions(db: &dyn Db, unit: Unit) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    if !environment(db, unit).says_of_others() {
        return names;
    }
    let headers = &prefix(db, unit).parsed.tree;
    headers.roots.iter().for_each(|root| names.extend(reduction(headers, &headers[*root])));
    for decl in declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive) {
        let tree = &signature(db, *decl).tree;
        tree.roots.iter().for_each(|root| names.extend(reduction(tree, &tree[*root])));
    }
    names
}

/// The name of the reduction that a declaration declares, if it does.
fn reduction(tree: &Tree, decl: &ast::Decl) -> Option<Name> {
    let ast::Decl::Directive(directive) = decl else { return None };
    match tree[*directive].argument {
        DirectiveArgument::DeclareReduction { name, .. } => Some(name),
        _ => None,
    }
}
