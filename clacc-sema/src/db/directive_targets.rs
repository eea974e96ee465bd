//! The declarations that directives at file scope are about: each is the next one behind its directive
//! (OpenACC 3.4 2.15.1).

use clacc_syntax::ast::{
    self, DeclId, Declarator, DeclaredId, DirectiveArgument, DirectiveId, Stmt, Tree, TypeSpec,
};
use clacc_syntax::directive::AccDirective;
use clacc_syntax::parse::{self, External, FileScope};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations, signature};
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};

/// The tokens of the declaration behind each directive at file scope. Other directives and pragmas in between
/// do not matter.
pub fn declarations_behind(db: &dyn Db, unit: Unit) -> FxHashMap<ExternalDecl<'_>, TokenRange> {
    let mut behind = FxHashMap::default();
    let mut next = None;
    for external in header_externals(db, unit).iter().rev() {
        match &external.kind {
            HeaderKind::Directive(directive) => behind.extend(next.map(|next| (*directive, next))),
            HeaderKind::Declaration { .. } => next = Some(external.tokens),
            HeaderKind::Other => {}
        }
    }
    next = None;
    for decl in declarations(db, unit).iter().rev() {
        match decl.kind(db) {
            DeclKind::Directive => behind.extend(next.map(|next| (*decl, next))),
            DeclKind::Other => {}
            DeclKind::Function | DeclKind::Declaration => next = Some(tokens_of(db, *decl)),
        }
    }
    behind
}

/// The tokens of an external declaration, in those of its part of the unit.
pub fn tokens_of(db: &dyn Db, decl: ExternalDecl<'_>) -> TokenRange {
    let start = decl.first_token(db);
    TokenRange::new(start, start + decl.tokens(db).kinds.len() as u32)
}

/// Whether a lone function is declared behind a directive at file scope.
#[salsa::tracked(returns(copy))]
pub fn precedes_function<'db>(db: &'db dyn Db, directive: ExternalDecl<'db>) -> bool {
    before_functions(db, directive.unit(db)).directives.contains(&directive)
}

/// The directives at file scope behind which a lone function is declared.
#[derive(Clone, PartialEq, Eq, Debug, Default, salsa::SalsaValue)]
pub struct BeforeFunctions<'db> {
    directives: FxHashSet<ExternalDecl<'db>>,
}

#[salsa::tracked]
fn before_functions(db: &dyn Db, unit: Unit) -> BeforeFunctions<'_> {
    let mut directives = FxHashSet::default();
    let mut is_function = false;
    for external in header_externals(db, unit).iter().rev() {
        match &external.kind {
            HeaderKind::Directive(directive) => directives.extend(is_function.then_some(*directive)),
            HeaderKind::Declaration { is_function: next } => is_function = *next,
            HeaderKind::Other => {}
        }
    }
    let mut next = None;
    for decl in declarations(db, unit).iter().rev() {
        match decl.kind(db) {
            DeclKind::Directive => {
                let is_function = next.is_some_and(|next| is_lone_function(db, next));
                directives.extend(is_function.then_some(*decl));
            }
            DeclKind::Other => {}
            DeclKind::Function | DeclKind::Declaration => next = Some(*decl),
        }
    }
    BeforeFunctions { directives }
}

fn is_lone_function(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    decl.kind(db) == DeclKind::Function || declares_function(&signature(db, decl).tree)
}

/// An external declaration of a header.
struct HeaderExternal<'db> {
    kind: HeaderKind<'db>,
    tokens: TokenRange,
}

enum HeaderKind<'db> {
    Directive(ExternalDecl<'db>),
    Declaration { is_function: bool },
    Other,
}

/// The external declarations of the headers; none unless there is a directive at file scope among them.
fn header_externals(db: &dyn Db, unit: Unit) -> Vec<HeaderExternal<'_>> {
    let own = header_declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive);
    let directives: FxHashMap<u32, ExternalDecl<'_>> =
        own.map(|decl| (decl.first_token(db), *decl)).collect();
    if directives.is_empty() {
        return Vec::new();
    }
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    let all = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let externals = parse::split_unit(all, &mut FileScope::default(), unit.limits(db));
    let kind = |external: &External| match directives.get(&external.tokens.start) {
        Some(directive) => HeaderKind::Directive(*directive),
        None => match external.parsed.tree.roots.first().map(|root| &external.parsed.tree[*root]) {
            Some(ast::Decl::Function(_) | ast::Decl::Declaration { .. }) => {
                HeaderKind::Declaration { is_function: declares_function(&external.parsed.tree) }
            }
            _ => HeaderKind::Other,
        },
    };
    externals
        .into_iter()
        .map(|external| HeaderExternal { kind: kind(&external), tokens: external.tokens })
        .collect()
}

/// The `routine` directives without names in a body behind which no lone function is declared, sorted.
pub fn without_function(tree: &Tree) -> Box<[DirectiveId]> {
    let is_routine = |directive: DirectiveId| {
        let directive = &tree[directive];
        directive.kind.acc() == Some(AccDirective::Routine) && directive.argument == DirectiveArgument::None
    };
    let mut found = Vec::new();
    for (_, stmt) in tree.stmts.iter() {
        let Stmt::Compound { items, .. } = stmt else { continue };
        let mut is_function = false;
        for item in items.iter().rev() {
            match &tree[*item] {
                Stmt::Directive(directive) if is_routine(*directive) => {
                    found.extend((!is_function).then_some(*directive));
                }
                Stmt::Directive(_) => {}
                Stmt::Decl(decl) => is_function = is_lone_declaration(tree, *decl),
                _ => is_function = false,
            }
        }
    }
    found.sort_unstable();
    found.into()
}

/// Whether a declaration declares one function and nothing else.
fn declares_function(tree: &Tree) -> bool {
    tree.roots.first().is_some_and(|root| is_lone_declaration(tree, *root))
}

fn is_lone_declaration(tree: &Tree, decl: DeclId) -> bool {
    match &tree[decl] {
        ast::Decl::Function(_) => true,
        ast::Decl::Declaration { specs, entities } => match entities[..] {
            [only] => is_function(tree, only).unwrap_or(matches!(
                specs.ty,
                TypeSpec::Typedef(_) | TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_) | TypeSpec::Error
            )),
            _ => false,
        },
        _ => false,
    }
}

/// Whether the declarator of an entity makes it a function; none if the declarator is a name alone.
fn is_function(tree: &Tree, entity: DeclaredId) -> Option<bool> {
    let mut declarator = tree[entity].declarator;
    let mut nearest = None;
    loop {
        declarator = match &tree[declarator] {
            Declarator::Name(_) => return nearest,
            Declarator::Paren { inner, .. } => *inner,
            Declarator::Function { inner, .. } => {
                nearest = Some(true);
                *inner
            }
            Declarator::Pointer { inner, .. } | Declarator::Array { inner, .. } => {
                nearest = Some(false);
                *inner
            }
        };
    }
}
