//! Memory that compute constructs use and that no directive of the unit puts on the device. This can be proven where no other unit can put
//! it there: where a pointer has internal linkage and no other pointer gets its value, or where the unit is the whole program.

use std::cell::OnceCell;

use clacc_syntax::Name;
use clacc_syntax::ast::Decl;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use crate::acc::codes;
use crate::db::callees::{is_defined_elsewhere, is_system};
use crate::db::decl_findings::decl_findings;
use crate::db::declared_variables::is_internal;
use crate::db::device_calls::{all_calls, calls_values, in_unit};
use crate::db::device_functions::device_calls;
use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations, lookup};
use crate::db::functions::device_memory;
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::db::own_pointers::own_pointers;
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};
use crate::flow::defects::unplaced::{DeviceMemory, FollowedPointer, UnplacedUse, stores_addresses};
use crate::program::View;
use crate::program::c_host::is_library_function;

/// The findings about uses of memory that is not on the device, placed by the tokens of the main file.
pub(super) fn findings(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let of_declarations = decl_findings(db, unit);
    let own = of_declarations.declarations().iter().map(|own| &*own.memory);
    if own.clone().all(|memory| memory.uses.is_empty()) {
        return Vec::new();
    }
    let in_headers: Vec<_> =
        header_declarations(db, unit).iter().map(|decl| device_memory(db, *decl)).collect();
    let memory = in_headers.iter().map(|memory| &**memory).chain(own.clone()).collect();
    let of_unit = UnitMemory::new(db, unit, memory);
    if of_unit.has(|memory| memory.is_obscure) || !of_unit.has(|memory| memory.names_memory_behind) {
        return Vec::new();
    }
    let uses = declarations(db, unit).iter().zip(of_declarations.declarations());
    let uses = uses.flat_map(|(decl, own)| {
        let uses =
            own.memory.uses.iter().filter(|each| !is_known(&decl.tokens(db).texts, &own.findings, each));
        uses.map(|each| (*decl, each))
    });
    let mut variables = FxHashSet::default();
    let unplaced = checkpoint::every(USES_BETWEEN_CHECKPOINTS, uses).filter(|(decl, each)| {
        let is_member = matches!(each.through, FollowedPointer::Member(_));
        of_unit.is_unplaced(each) && (is_member || variables.insert((*decl, each.root)))
    });
    unplaced.map(|(decl, each)| finding(db, decl, each)).collect()
}

/// Returns true if the findings of the function itself already report that the memory is not on the device.
fn is_known(texts: &[Name], findings: &[Diagnostic<TokenRange>], used: &UnplacedUse) -> bool {
    let is_same = |place: TokenRange| {
        let is_root = || texts.get(place.start as usize) == Some(&used.root);
        (used.at.start..used.at.end).contains(&place.start)
            || !matches!(used.through, FollowedPointer::Member(_)) && is_root()
    };
    findings.iter().any(|finding| finding.code.id == codes::ACC0154.id && is_same(finding.primary.at))
}

const USES_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The uses of memory in all declarations of a unit.
struct UnitMemory<'db, 'a> {
    db: &'db dyn Db,
    unit: Unit,
    memory: Vec<&'a DeviceMemory>,
    /// True if the unit is the whole program.
    is_program: OnceCell<bool>,
    /// True if pointers may hold addresses of the device.
    takes_addresses: OnceCell<bool>,
    /// The members that data clauses name.
    members: FxHashSet<Name>,
    /// True if directives may put a struct on the device.
    maps_structs: bool,
    /// The pointers of file scope whose pointees are only in the memory of the host.
    own: OnceCell<FxHashSet<Name>>,
}

impl<'db, 'a> UnitMemory<'db, 'a> {
    fn new(db: &'db dyn Db, unit: Unit, memory: Vec<&'a DeviceMemory>) -> Self {
        let members = memory.iter().flat_map(|each| each.members.iter().copied()).collect();
        let maps_structs =
            environment(db, unit).says_declare() || memory.iter().any(|each| each.maps_structs);
        UnitMemory {
            db,
            unit,
            memory,
            is_program: OnceCell::new(),
            takes_addresses: OnceCell::new(),
            members,
            maps_structs,
            own: OnceCell::new(),
        }
    }

    fn has(&self, is_it: impl Fn(&DeviceMemory) -> bool) -> bool {
        self.memory.iter().any(|memory| is_it(memory))
    }

    /// Returns true if neither the unit nor another one can put the used memory on the device.
    fn is_unplaced(&self, used: &UnplacedUse) -> bool {
        match used.through {
            FollowedPointer::Variable => self.is_own(used.root),
            FollowedPointer::Member(member) => {
                !self.members.contains(&member) && self.is_program() && !self.takes_addresses()
            }
            FollowedPointer::ToStruct(member) => {
                !self.members.contains(&member)
                    && !self.maps_structs
                    && self.is_program()
                    && !self.takes_addresses()
            }
        }
    }

    /// Returns true if the pointees of a pointer of file scope are only in the memory of the host: no directive names the pointer, no other
    /// pointer gets its value, and no other unit can name it.
    fn is_own(&self, pointer: Name) -> bool {
        let (db, unit) = (self.db, self.unit);
        let own = self.own.get_or_init(|| {
            let uses = self.memory.iter().flat_map(|memory| &memory.uses);
            let variables = uses.filter(|used| used.through == FollowedPointer::Variable);
            let mut own = own_pointers(db, unit, variables.map(|used| used.root).collect());
            own.retain(|pointer| is_internal(db, unit, *pointer) || self.is_program());
            own
        });
        own.contains(&pointer)
    }

    /// Returns true if the unit is a whole program: it has `main`, and every function that it calls is defined in it, or belongs to a
    /// library that does not manage memory of devices.
    fn is_program(&self) -> bool {
        *self.is_program.get_or_init(|| {
            let (db, unit) = (self.db, self.unit);
            let functions =
                || declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Function);
            functions().any(|decl| &db.names()[decl.name(db)] == "main")
                && !defines_in_headers(db, unit)
                && !functions().any(|decl| calls_values(db, *decl))
                && {
                    let calls = functions().flat_map(|decl| all_calls(db, *decl));
                    let called: FxHashSet<Name> = calls.map(|call| call.callee).collect();
                    called.into_iter().all(|callee| is_harmless(db, unit, callee))
                }
        })
    }

    /// Returns true if pointers may hold addresses of the device: directives assign some, or code on the device stores some.
    fn takes_addresses(&self) -> bool {
        *self.takes_addresses.get_or_init(|| {
            let (db, unit) = (self.db, self.unit);
            let called: FxHashSet<Name> =
                device_calls(db, unit).into_iter().map(|(callee, _)| callee).collect();
            let definitions = |callee: &Name| lookup(db, NameInUnit::new(db, unit, *callee));
            self.has(|memory| memory.takes_device_addresses)
                || called.iter().flat_map(definitions).any(|decl| stores_addresses_in(db, *decl))
        })
    }
}

fn stores_addresses_in(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    decl.kind(db) == DeclKind::Function && stores_addresses(view, view.program.outline.all())
}

/// Returns true if a header of the program defines a function.
fn defines_in_headers(db: &dyn Db, unit: Unit) -> bool {
    let headers = prefix(db, unit);
    let tree = &headers.parsed.tree;
    tree.roots.iter().any(|root| {
        let start = || tree.spans.decls.get(*root).map(|span| span.start);
        matches!(tree[*root], Decl::Function(_))
            && start().is_none_or(|start| !is_system(&headers.state.preprocessed, start))
    })
}

/// Prefixes of the names of functions that manage the memory of devices.
const OF_DEVICES: [&str; 4] = ["acc_", "cu", "hip", "omp_target_"];

/// Prefixes of the names that do not manage memory although [`OF_DEVICES`] matches: these functions choose devices, and wait for queues.
const WITHOUT_MEMORY: [&str; 7] =
    ["acc_async_", "acc_get_", "acc_init", "acc_on_device", "acc_set_", "acc_shutdown", "acc_wait"];

/// Returns true if a function is defined in the unit, or belongs to a library that puts nothing on devices.
fn is_harmless(db: &dyn Db, unit: Unit, function: Name) -> bool {
    let key = NameInUnit::new(db, unit, function);
    if lookup(db, key).iter().any(|decl| decl.kind(db) == DeclKind::Function) {
        return true;
    }
    let text = &db.names()[function];
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| text.starts_with(beginning));
    if begins(&OF_DEVICES) {
        return begins(&WITHOUT_MEMORY);
    }
    is_library_function(text) || !is_defined_elsewhere(db, key)
}

fn finding(db: &dyn Db, decl: ExternalDecl<'_>, used: &UnplacedUse) -> Diagnostic<TokenRange> {
    let root = &db.names()[used.root];
    let (code, message, note) = match used.through {
        FollowedPointer::Variable => (
            &codes::ACC0171,
            format!("`{root}` is used on the device, and nothing puts there what it points to"),
            format!("a data clause with a section, as `copy({root}[0:n])`, puts it there"),
        ),
        FollowedPointer::Member(member) => {
            let member = &db.names()[member];
            (
                &codes::ACC0172,
                format!(
                    "the device follows the pointer `{member}` of `{root}`, and nothing attaches it there"
                ),
                format!(
                    "a copy of the struct has the address of the host; a data clause for the memory behind `{member}` puts that there, too, and attaches the pointer"
                ),
            )
        }
        FollowedPointer::ToStruct(member) => {
            let member = &db.names()[member];
            (
                &codes::ACC0173,
                format!(
                    "the device uses `{member}` of the struct to which `{root}` points, and nothing puts the struct there"
                ),
                format!(
                    "`copyin({root}[0:1])`, in front of clauses for what its members point to, puts it there"
                ),
            )
        }
    };
    Diagnostic::new(code, in_unit(db, decl, used.at), message)
        .label(in_unit(db, decl, used.directive), "runs on the device")
        .note(note)
}
