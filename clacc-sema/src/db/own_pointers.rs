//! Pointers of file scope whose pointees are not reachable through another pointer of the unit.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::checkpoint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, lookup};
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};
use crate::flow::defects::revealed::{Holder, PointerFlow};
use crate::program::View;

/// Keeps the pointers of file scope that no directive names and whose values no other pointer gets.
pub(super) fn own_pointers(db: &dyn Db, unit: Unit, mut own: FxHashSet<Name>) -> FxHashSet<Name> {
    own.retain(|pointer| prefix(db, unit).names.ordinary(*pointer).next().is_none());
    let mut paths = PointerPaths::default();
    declarations(db, unit).iter().for_each(|decl| keep_own(db, *decl, &mut own, &mut paths));
    paths.follow(db, unit, &mut own);
    own
}

/// Removes the pointers whose values a declaration copies to other pointers, and records the functions to which it passes values.
fn keep_own(db: &dyn Db, decl: ExternalDecl<'_>, own: &mut FxHashSet<Name>, paths: &mut PointerPaths) {
    let texts = &decl.tokens(db).texts;
    if !texts.iter().any(|text| own.contains(text)) {
        return;
    }
    match decl.kind(db) {
        DeclKind::Function => {
            let flow = pointer_flow(db, decl);
            flow.revealed.iter().filter_map(variable).for_each(|pointer| _ = own.remove(&pointer));
            let passed = flow.passed.iter().filter_map(|(holder, passed)| Some((variable(holder)?, passed)));
            passed.for_each(|(pointer, passed)| paths.add(PathNode::Variable(pointer), passed));
        }
        DeclKind::Directive => texts.iter().for_each(|text| _ = own.remove(text)),
        _ => {
            for text in texts {
                let is_plain = || decl.names(db).contains(text) && has_no_value(db, texts, *text);
                if own.contains(text) && !is_plain() {
                    own.remove(text);
                }
            }
        }
    }
}

fn variable(holder: &Holder) -> Option<Name> {
    match holder {
        Holder::Variable(name) => Some(*name),
        Holder::Parameter(_) => None,
    }
}

/// Returns true if a declaration names a variable once, and initializes it not at all or with a null pointer.
fn has_no_value(db: &dyn Db, texts: &[Name], variable: Name) -> bool {
    let mut behind = texts.iter().skip_while(|text| **text != variable).skip(1);
    let is_end = |text: &&Name| [",", ";"].contains(&&db.names()[**text]);
    let value = behind.by_ref().take_while(|text| !is_end(text));
    let mut value = value.map(|text| &db.names()[*text]).peekable();
    value.peek() != Some(&")")
        && value.all(|text| ["=", "(", ")", "void", "*", "0"].contains(&text))
        && !behind.any(|text| *text == variable)
}

/// A pointer whose value is passed to functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PathNode {
    /// A variable of file scope.
    Variable(Name),
    /// The parameter of a function at this position.
    Parameter(Name, usize),
}

/// The flow of pointer values through the functions of a unit.
#[derive(Default)]
struct PointerPaths {
    /// The pointers whose values each parameter may have.
    sources: FxHashMap<PathNode, Vec<PathNode>>,
    /// The parameters whose functions are still to be analysed.
    open: Vec<(Name, usize)>,
}

impl PointerPaths {
    fn add(&mut self, from: PathNode, passed: &[(Name, usize)]) {
        for (callee, position) in passed {
            let sources = self.sources.entry(PathNode::Parameter(*callee, *position)).or_default();
            if sources.is_empty() {
                self.open.push((*callee, *position));
            }
            sources.push(from);
        }
    }

    /// Removes the variables whose values reach a function that may copy them to other pointers.
    fn follow(mut self, db: &dyn Db, unit: Unit, own: &mut FxHashSet<Name>) {
        let mut revealed = Vec::new();
        while let Some((callee, position)) = self.open.pop() {
            checkpoint::pass();
            let (node, parameter) = (PathNode::Parameter(callee, position), Holder::Parameter(position));
            match definition(db, unit, callee).map(|definition| pointer_flow(db, definition)) {
                Some(flow) if position < flow.parameters && !flow.revealed.contains(&parameter) => {
                    self.add(node, flow.passed.get(&parameter).map_or(&[], Vec::as_slice));
                }
                _ => revealed.push(node),
            }
        }
        while let Some(node) = revealed.pop() {
            if let PathNode::Variable(pointer) = node {
                own.remove(&pointer);
            }
            revealed.extend(self.sources.remove(&node).unwrap_or_default());
        }
    }
}

/// The only definition of a function in the unit.
fn definition(db: &dyn Db, unit: Unit, function: Name) -> Option<ExternalDecl<'_>> {
    let declared = lookup(db, NameInUnit::new(db, unit, function)).iter();
    let mut definitions = declared.filter(|decl| decl.kind(db) == DeclKind::Function);
    definitions.next().filter(|_| definitions.next().is_none()).copied()
}

/// The uses of the pointers of a function.
#[salsa::tracked(returns(clone))]
fn pointer_flow<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<PointerFlow> {
    PointerFlow::of(View::of_c(&program(db, decl), &model(db, decl))).into()
}
