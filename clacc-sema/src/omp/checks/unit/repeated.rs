//! Checks what a unit declares at file scope by several directives: reductions, mappers, and variables on devices.

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::super::codes;
use super::super::declared_reductions::repeated;
use super::marks::{MarkKind, UnitFindings, UnitPlace, labelled};

/// The reductions, mappers and variables that the directives so far have declared.
#[derive(Default)]
pub(super) struct Repeated {
    /// The reductions and mappers, by kind, name and type.
    types: FxHashMap<(bool, Name, u64), UnitPlace>,
    mappers: FxHashSet<Name>,
    /// The variables on devices, and whether they are linked.
    on_device: FxHashMap<Name, (UnitPlace, bool)>,
}

impl Repeated {
    pub(super) fn read(&mut self, place: UnitPlace, mark: &MarkKind, report: &mut UnitFindings) {
        match mark {
            MarkKind::Declared { name, ty, text, is_mapper } => {
                let known = self.types.get(&(*is_mapper, *name, *ty)).copied();
                if let Some(first) = known {
                    let finding = repeated(place.at, text, *is_mapper);
                    report.push((place, labelled(finding, place, first, "declared here first")));
                } else {
                    self.types.insert((*is_mapper, *name, *ty), place);
                }
            }
            MarkKind::Mapper(name) => {
                self.mappers.insert(*name);
            }
            MarkKind::MapperNamed(name, text) if &**text != "default" && !self.mappers.contains(name) => {
                let message = format!("no mapper `{text}` is declared");
                report.push((place, Diagnostic::new(&codes::OMP0151, place.at, message)));
            }
            MarkKind::OnDevice { name, text, is_link } => {
                let (first, was_link) = *self.on_device.entry(*name).or_insert((place, *is_link));
                if was_link != *is_link {
                    let message = format!("`{text}` cannot be in `link` and be on the device as a whole");
                    let finding = Diagnostic::new(&codes::OMP0148, place.at, message);
                    report.push((place, labelled(finding, place, first, "listed here first")));
                }
            }
            _ => {}
        }
    }
}
