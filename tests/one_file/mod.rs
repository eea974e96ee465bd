//! What tests of the library share: a session with one program in one file, `f.c`.

#![allow(dead_code, reason = "each test uses a part of it")]

use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::ExternalDeclaration;
use clacc::{Session, Unit};

pub(crate) fn open(program: &str) -> (Session, Unit) {
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    (session, unit)
}

/// The one declaration with directives.
pub(crate) fn only(session: &Session, unit: Unit) -> ExternalDeclaration {
    let mut all = session.directed_declarations(unit);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}
