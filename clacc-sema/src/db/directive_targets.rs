//! The declarations that directives at file scope apply to: each is the next declaration after its directive (OpenACC 3.4 2.15.1).

use clacc_syntax::Name;
use clacc_syntax::ast::{self, DirectiveArgument, DirectiveId, Tree};
use clacc_syntax::directive::AccDirective;
use clacc_syntax::parse::{self, External, FileScope, Parsed};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations, signature};
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};
use crate::program::c_host::lone_functions::{before_no_function, only_function};

/// The tokens of the next declaration after each directive at file scope. Other directives and pragmas in between do not matter.
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

/// The function that the declaration after a directive at file scope declares, if it declares nothing else.
#[salsa::tracked(returns(copy))]
pub fn function_behind<'db>(db: &'db dyn Db, directive: ExternalDecl<'db>) -> Option<Name> {
    let before = before_functions(db, directive.unit(db));
    before.functions.get(*before.directives.get(&directive)? as usize).copied()
}

/// Returns whether the declaration after a directive at file scope has errors that leave its extent uncertain. Such errors are reported
/// with every declaration, whether or not its body is parsed.
#[salsa::tracked(returns(copy))]
pub fn is_before_errors<'db>(db: &'db dyn Db, directive: ExternalDecl<'db>) -> bool {
    before_functions(db, directive.unit(db)).before_errors.contains(&directive)
}

/// The directives at file scope that are followed by the declaration of a single function.
#[derive(Clone, PartialEq, Eq, Debug, Default, salsa::SalsaValue)]
pub struct BeforeFunctions<'db> {
    /// The index of the function for each directive.
    directives: FxHashMap<ExternalDecl<'db>, u32>,
    functions: Vec<Name>,
    /// The directives that are followed by a declaration with errors, or by something that is no declaration.
    before_errors: FxHashSet<ExternalDecl<'db>>,
}

impl<'db> BeforeFunctions<'db> {
    fn add(&mut self, directive: ExternalDecl<'db>, function: Option<Name>) {
        if let Some(function) = function {
            self.directives.insert(directive, self.functions.len() as u32);
            self.functions.push(function);
        }
    }
}

#[salsa::tracked]
fn before_functions(db: &dyn Db, unit: Unit) -> BeforeFunctions<'_> {
    let mut before = BeforeFunctions::default();
    let (mut function, mut has_errors) = (None, false);
    for external in header_externals(db, unit).iter().rev() {
        match &external.kind {
            HeaderKind::Directive(directive) => {
                before.add(*directive, function);
                before.before_errors.extend(has_errors.then_some(*directive));
            }
            HeaderKind::Declaration { function: next } => {
                (function, has_errors) = (*next, external.has_errors);
            }
            HeaderKind::Other => has_errors |= external.has_errors,
        }
    }
    let (mut next, mut has_errors) = (None, false);
    for decl in declarations(db, unit).iter().rev() {
        match decl.kind(db) {
            DeclKind::Directive => {
                before.add(*decl, next.and_then(|next| lone_function(db, next)));
                before.before_errors.extend(has_errors.then_some(*decl));
            }
            DeclKind::Other => has_errors |= decl.has_errors(db),
            DeclKind::Function | DeclKind::Declaration => {
                (next, has_errors) = (Some(*decl), decl.has_errors(db));
            }
        }
    }
    before
}

fn lone_function(db: &dyn Db, decl: ExternalDecl<'_>) -> Option<Name> {
    match decl.kind(db) {
        DeclKind::Function => Some(decl.name(db)),
        _ => declared_function(&signature(db, decl).tree),
    }
}

/// An external declaration of a header.
struct HeaderExternal<'db> {
    kind: HeaderKind<'db>,
    tokens: TokenRange,
    has_errors: bool,
}

enum HeaderKind<'db> {
    Directive(ExternalDecl<'db>),
    Declaration { function: Option<Name> },
    Other,
}

/// The external declarations of the headers; none unless there is a directive at file scope among them.
fn header_externals(db: &dyn Db, unit: Unit) -> Vec<HeaderExternal<'_>> {
    let own = header_declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive);
    let directives: Vec<_> = own.map(|decl| (decl.first_token(db), *decl)).collect();
    if directives.is_empty() {
        return Vec::new();
    }
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    let all = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let externals = parse::split_unit(all, &mut FileScope::default(), unit.limits(db), |parsed| parsed);
    let directive = |start| directives.binary_search_by_key(&start, |(first, _)| *first);
    let kind = |external: &External<Parsed>| match directive(external.tokens.start) {
        Ok(index) => HeaderKind::Directive(directives[index].1),
        Err(_) => match external.parsed.tree.roots.first().map(|root| &external.parsed.tree[*root]) {
            Some(ast::Decl::Function(_) | ast::Decl::Declaration { .. }) => {
                HeaderKind::Declaration { function: declared_function(&external.parsed.tree) }
            }
            _ => HeaderKind::Other,
        },
    };
    externals
        .into_iter()
        .map(|external| HeaderExternal {
            kind: kind(&external),
            tokens: external.tokens,
            has_errors: external.parsed.has_errors(),
        })
        .collect()
}

/// The `routine` directives without names in a body that are not followed by the declaration of a single function, sorted.
pub fn without_function(tree: &Tree) -> Box<[DirectiveId]> {
    before_no_function(tree, &|directive| {
        directive.kind.acc() == Some(AccDirective::Routine) && directive.argument == DirectiveArgument::None
    })
}

/// The function that a declaration declares; none if it declares something else as well, or instead.
fn declared_function(tree: &Tree) -> Option<Name> {
    tree.roots.first().and_then(|root| only_function(tree, *root).map(|function| tree[function].name))
}
