//! The calls in a declaration that may run on devices.

use clacc_syntax::Name;
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::FxHashSet;

use crate::acc::facts::AccFacts;
use crate::db::Db;
use crate::db::external_decls::ExternalDecl;
use crate::db::functions::acc_facts;
use crate::db::models::{model, program};
use crate::program::View;
use crate::program::entity::EntityKind;
use crate::program::run::Run;

/// A call on a device, or another use: the function, and the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DeviceCall {
    pub(super) callee: Name,
    pub(super) at: TokenRange,
}

impl DeviceCall {
    /// Converts the place of a call from tokens of its declaration to tokens of the main file, where the declaration begins at `first`.
    pub(super) fn behind(self, first: u32) -> DeviceCall {
        DeviceCall { at: behind(first, self.at), ..self }
    }
}

/// The tokens of a part of a declaration, as tokens of the main file.
pub(super) fn in_unit(db: &dyn Db, decl: ExternalDecl<'_>, range: TokenRange) -> TokenRange {
    behind(decl.first_token(db), range)
}

fn behind(first: u32, range: TokenRange) -> TokenRange {
    TokenRange::new(range.start + first, range.end + first)
}

/// The calls in some runs of a function, placed by its tokens.
fn calls(view: View<'_>, runs: impl IntoIterator<Item = Run>) -> Box<[DeviceCall]> {
    let calls = runs.into_iter().flat_map(|run| view.calls(run));
    calls
        .filter_map(|call| Some(DeviceCall { callee: view.name(call.callee?), at: view.start(call.at) }))
        .collect()
}

/// The calls that the compute constructs of a declaration make, placed by its tokens.
#[salsa::tracked(returns(deref))]
pub(super) fn calls_of_constructs<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[DeviceCall]> {
    let analysis = acc_facts(db, decl);
    let runs = compute_runs(&analysis.facts);
    if runs.is_empty() {
        return Box::default();
    }
    let (model, program) = (model(db, decl), program(db, decl));
    calls(View::of_c(&program, &model), runs)
}

/// All calls of a function, placed by its tokens. A body without directives is not parsed: a name followed by a parenthesis counts as a
/// call, unless the token before it makes it a declarator.
#[salsa::tracked(returns(deref))]
fn calls_inside<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[DeviceCall]> {
    if decl.has_directive(db) {
        let (model, program) = (model(db, decl), program(db, decl));
        let view = View::of_c(&program, &model);
        return calls(view, [view.program.outline.all()]);
    }
    let (texts, kinds, names) = (&decl.tokens(db).texts, &decl.tokens(db).kinds, db.names());
    let called = texts.windows(3).zip(1..).filter_map(|(three, at): (_, u32)| match three {
        [before, name, next] if &names[*next] == "(" && !declares(&names[*before]) => Some((*name, at)),
        _ => None,
    });
    let called = called.filter(|(_, at)| kinds[*at as usize] == TokenKind::Ident);
    called.map(|(callee, at)| DeviceCall { callee, at: TokenRange::new(at, at + 1) }).collect()
}

/// All calls of a function.
pub(super) fn all_calls<'db>(
    db: &'db dyn Db,
    decl: ExternalDecl<'db>,
) -> impl Iterator<Item = DeviceCall> + use<'db> {
    let first = decl.first_token(db);
    calls_inside(db, decl).iter().map(move |call| call.behind(first))
}

/// All calls in a function, and other evaluated uses of the functions in `about`. The body is parsed for the uses only if it names one of
/// these functions without a parenthesis after it.
pub(super) fn all_uses(db: &dyn Db, decl: ExternalDecl<'_>, about: &FxHashSet<Name>) -> Vec<DeviceCall> {
    let mut found: Vec<DeviceCall> = all_calls(db, decl).collect();
    let mut pairs = decl.tokens(db).texts.windows(2);
    if !pairs.any(|pair| about.contains(&pair[0]) && &db.names()[pair[1]] != "(") {
        return found;
    }
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let outline = &view.program.outline;
    let leaves = outline.all().nodes().filter(|at| outline.end(*at) == at.next());
    found.extend(leaves.filter_map(|at| {
        let root = view.place_of(at)?.root;
        let is_asked = view.entity(root).kind == EntityKind::Function && about.contains(&view.name(root));
        is_asked.then(|| DeviceCall { callee: view.name(root), at: in_unit(db, decl, view.span(at)) })
    }));
    found.sort_by_key(|used| used.at.start);
    found.dedup_by_key(|used| used.at.start);
    found
}

/// Returns true if a function calls through an expression instead of a name: `table[0](x)`, `(*pointer)(x)`.
pub(super) fn calls_values(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let kinds = &decl.tokens(db).kinds;
    let mut open = Vec::new();
    let mut closed = None;
    for (at, kind) in kinds.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| kinds[before]);
        match kind {
            TokenKind::LParen if before == Some(TokenKind::RBracket) => return true,
            TokenKind::LParen if before == Some(TokenKind::RParen) && closed == Some(TokenKind::Star) => {
                return true;
            }
            TokenKind::LParen => open.push(at),
            TokenKind::RParen => closed = open.pop().map(|start| kinds[start + 1]),
            _ => {}
        }
    }
    false
}

/// Returns whether the token before a name and a parenthesis makes them a declarator.
fn declares(before: &str) -> bool {
    let is_word = before.starts_with(|first: char| first.is_alphabetic() || first == '_');
    before == "*" || is_word && !["return", "else", "do", "case"].contains(&before)
}

pub(super) fn compute_runs(facts: &AccFacts) -> Vec<Run> {
    let computes = facts.constructs.iter().filter(|(_, construct)| construct.is_compute());
    computes.map(|(_, construct)| construct.run()).collect()
}
