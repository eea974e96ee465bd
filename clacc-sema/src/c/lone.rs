//! A declaration without a unit around it: no name of file scope is declared.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::parse::Parsed;

use crate::c::bind;
use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::globals::{Global, Globals};
use crate::c::model::DeclModel;
use crate::c::types::TagRef;

/// The file scope without declarations.
struct NoDeclarations;

impl Definitions for NoDeclarations {
    fn record(&self, _: &TagRef) -> Option<Arc<RecordDefinition>> {
        None
    }

    fn enumeration(&self, _: &TagRef) -> Option<Arc<EnumDefinition>> {
        None
    }

    fn data_model(&self) -> DataModel {
        DataModel::X86_64
    }
}

impl Globals for NoDeclarations {
    fn symbol(&self, _: Name) -> Option<Global> {
        None
    }

    fn has_tag(&self, _: Name) -> bool {
        false
    }
}

/// Returns the model of a declaration whose names of file scope are all undeclared.
pub fn model(parsed: &Arc<Parsed>) -> DeclModel {
    bind::decl_model(parsed, &NoDeclarations, Name::EMPTY)
}
