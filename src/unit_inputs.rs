//! The inputs that units are in a database.

use std::sync::Arc;

use clacc_sema::db::{Database, Db, Unit as DbUnit};
use clacc_syntax::parse::ParseLimits;

use crate::options::CompileOptions;

/// Makes the input of a database for a unit. A file that is no longer there is read as an empty one.
pub(crate) fn input(db: &Database, path: &str, options: &CompileOptions) -> DbUnit {
    let main = db.files().at(db, path);
    let limits = ParseLimits { nesting: options.nesting_limit };
    DbUnit::builder(main, Arc::new(options.preprocessing()), limits)
        .device_type(options.device_type.as_deref().map(Arc::from))
        .data_subscripts(options.data_subscripts.inner())
        .implicit_levels(options.implicit_levels())
        .loop_proofs(options.loop_proofs)
        .loop_interchange(options.loop_interchange)
        .new(db)
}
