//! The functions that devices execute in a unit, and the calls by which they get there (OpenACC 3.4 2.15.1), for callers that draw graphs
//! of calls. Unlike the checks in `device_functions`, this walk parses the bodies that it follows, so that a call through a pointer is
//! never taken for a call of a function.

use std::collections::VecDeque;

use clacc_syntax::ast::Decl;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::{Name, checkpoint};
use rustc_hash::FxHashMap;

use crate::acc::RoutineLevel;
use crate::c::file_scope::Introduction;
use crate::db::device_calls::compute_runs;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations, lookup};
use crate::db::findings::rest_places;
use crate::db::functions::acc_facts;
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::db::preprocessed::prefix;
use crate::db::routines::{each_level, is_for_devices};
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::entity::EntityKind;
use crate::program::place::At;
use crate::program::run::Run;

/// A function that devices execute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceFunction<'db> {
    /// Its name.
    pub name: Name,
    /// Its definition in the main file, or in a header where that holds directives.
    pub definition: Option<ExternalDecl<'db>>,
    /// Its level; none if the unit does not determine it.
    pub level: Option<RoutineLevel>,
    /// The reason for the level.
    pub reason: LevelReason,
    /// The calls on devices, in the order in which they are found.
    pub callers: Vec<CallPlace<'db>>,
}

/// The reason why a function has its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelReason {
    /// A `routine` directive, whose keyword is here; none if it is in a header.
    Directive(Option<FileRange>),
    /// A clause `bind` of a `routine` directive, whose keyword is here; none if it is in a header.
    Bind(Option<FileRange>),
    /// The unit defines the function, and code on devices calls it.
    Called,
    /// The unit neither defines the function nor has a directive for it.
    Elsewhere,
}

/// A call in a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallPlace<'db> {
    /// The declaration that contains the call.
    pub caller: ExternalDecl<'db>,
    /// The call.
    pub at: At,
}

/// The code that devices execute in a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceCode<'db> {
    /// The functions: those with a `routine` directive in the order of the directives, then others in the order of their first calls.
    pub functions: Vec<DeviceFunction<'db>>,
    /// The calls on devices that name no function, in the order in which they are found.
    pub pointer_calls: Vec<CallPlace<'db>>,
}

/// The code that devices execute in a unit. The bodies of the functions that devices reach are parsed. Those that only headers without
/// directives hold are not followed.
pub fn device_code(db: &dyn Db, unit: Unit) -> DeviceCode<'_> {
    let mut walk = Walk::new(db, unit);
    walk.add_routines();
    let all: Vec<_> = header_declarations(db, unit).iter().chain(declarations(db, unit)).collect();
    for decl in all.into_iter().filter(|decl| decl.kind(db) == DeclKind::Function) {
        if is_for_devices(db, *decl) {
            walk.open.push_back(*decl);
        } else if decl.has_directive(db) {
            walk.follow(*decl, &compute_runs(&acc_facts(db, *decl).facts));
        }
    }
    while let Some(decl) = walk.open.pop_front() {
        walk.follow(decl, &[program(db, decl).outline.all()]);
    }
    walk.code
}

struct Walk<'db> {
    db: &'db dyn Db,
    unit: Unit,
    code: DeviceCode<'db>,
    /// The position of each function in the list.
    known: FxHashMap<Name, usize>,
    /// The functions whose calls are still to be followed.
    open: VecDeque<ExternalDecl<'db>>,
}

impl<'db> Walk<'db> {
    fn new(db: &'db dyn Db, unit: Unit) -> Walk<'db> {
        let code = DeviceCode { functions: Vec::new(), pointer_calls: Vec::new() };
        Walk { db, unit, code, known: FxHashMap::default(), open: VecDeque::new() }
    }

    /// Adds the functions that `routine` directives give a level. The last directive of a function decides, as in the analysis; a level of
    /// its own comes before one by `bind`.
    fn add_routines(&mut self) {
        let (db, unit) = (self.db, self.unit);
        let place = |at: TokenRange| rest_places(db, unit).spot(at).range;
        each_level(db, unit, &mut |given, written| {
            let at = written.and_then(|written| written.word(db)).map(place);
            let reason = if given.is_bound { LevelReason::Bind(at) } else { LevelReason::Directive(at) };
            let position = self.position(given.function, reason);
            let function = &mut self.code.functions[position];
            if !given.is_bound || matches!(function.reason, LevelReason::Bind(_)) {
                (function.level, function.reason) = (Some(given.level), reason);
            }
        });
    }

    /// Adds the calls in some runs of a declaration.
    fn follow(&mut self, caller: ExternalDecl<'db>, runs: &[Run]) {
        if runs.is_empty() {
            return;
        }
        let (model, program) = (model(self.db, caller), program(self.db, caller));
        let view = View::of_c(&program, &model);
        let calls = runs.iter().flat_map(|run| view.calls(*run));
        for call in checkpoint::every(checkpoint::STRIDE, calls) {
            let is_function = |callee: &_| {
                matches!(view.entity(*callee).kind, EntityKind::Function | EntityKind::Undeclared)
            };
            let place = CallPlace { caller, at: call.at };
            match call.callee.filter(is_function) {
                Some(callee) => self.add_call(view.name(callee), place),
                None => self.code.pointer_calls.push(place),
            }
        }
    }

    fn add_call(&mut self, callee: Name, place: CallPlace<'db>) {
        let is_new = !self.known.contains_key(&callee);
        let position = self.position(callee, LevelReason::Called);
        let function = &mut self.code.functions[position];
        function.callers.push(place);
        if is_new {
            if function.definition.is_some() || is_defined_in_headers(self.db, self.unit, callee) {
                function.level = Some(RoutineLevel::Seq);
            } else {
                function.reason = LevelReason::Elsewhere;
            }
            self.open.extend(function.definition);
        }
    }

    /// The position of a function in the list, where it is added if it is new.
    fn position(&mut self, name: Name, reason: LevelReason) -> usize {
        *self.known.entry(name).or_insert_with(|| {
            let definition = definition(self.db, self.unit, name);
            let function = DeviceFunction { name, definition, level: None, reason, callers: Vec::new() };
            self.code.functions.push(function);
            self.code.functions.len() - 1
        })
    }
}

/// The definition of a function in the main file, or in a header that holds directives.
pub fn definition(db: &dyn Db, unit: Unit, name: Name) -> Option<ExternalDecl<'_>> {
    let own = lookup(db, NameInUnit::new(db, unit, name)).iter();
    let in_headers = header_declarations(db, unit).iter().filter(|decl| decl.name(db) == name);
    own.chain(in_headers).find(|decl| decl.kind(db) == DeclKind::Function).copied()
}

/// Returns whether the headers at the top of the main file define a function.
fn is_defined_in_headers(db: &dyn Db, unit: Unit, name: Name) -> bool {
    let headers = prefix(db, unit);
    headers.names.ordinary(name).any(|introduction| match introduction {
        Introduction::Entity(decl, _) => matches!(headers.parsed.tree[decl], Decl::Function(_)),
        Introduction::Enumerator(..) => false,
    })
}
