//! What runs again after an edit: the answers that the edit concerns, and no others.

use std::sync::Arc;

use clacc_sema::db::{Database, Unit};
use clacc_sema::declarations::{Decl, declarations};
use clacc_sema::files::{Volatility, set_text};
use clacc_sema::functions::model;
use clacc_syntax::ast::BuiltinType;
use clacc_syntax::parse::Limits;
use clacc_syntax::preprocess::Options;

fn text(text: &str) -> Option<Arc<[u8]>> {
    Some(text.as_bytes().into())
}

fn unit_of(db: &mut Database, source: &str) -> Unit {
    let main = set_text(db, "main.c", text(source), Volatility::Edited);
    Unit::new(db, main, Arc::new(Options::default()), Limits::default())
}

fn function<'db>(db: &'db Database, unit: Unit, name: &str) -> Decl<'db> {
    let decls = declarations(db, unit).iter();
    decls.copied().find(|decl| decl.name(db).as_str() == name).expect("the function is declared")
}

#[test]
fn names_of_a_body_get_the_types_of_file_scope() {
    let source = "typedef int T;\nT g;\nint f(T a) { long b = a + g; return b; }\n";
    let mut db = Database::default();
    let unit = unit_of(&mut db, source);
    let model = model(&db, function(&db, unit, "f"));
    let types: Vec<_> = ["a", "b", "g"]
        .map(|name| {
            let (_, symbol) =
                model.symbols.iter().find(|(_, symbol)| symbol.name.as_str() == name).expect("declared");
            symbol.ty.as_builtin()
        })
        .into();
    assert_eq!(types, [Some(BuiltinType::Int), Some(BuiltinType::Long), Some(BuiltinType::Int)]);
}
