//! Names belong to their database: two databases share nothing, and dropping the last owner of names frees
//! the texts.

use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::models::model;
use clacc_sema::db::{Database, Db, Unit, set_text};
use clacc_syntax::Names;
use clacc_syntax::parse::ParseLimits;

/// A database in which everything about a text has been computed.
fn analysed(text: &str) -> (Database, Unit) {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    assert!(diagnostics(&db, unit).is_empty());
    for decl in declarations(&db, unit) {
        model(&db, *decl);
    }
    (db, unit)
}

const PROGRAM: &str = "#include <stddef.h>
#define TWICE(x) ((x) * 2)
void f(size_t count, float *values) {
#pragma acc parallel loop copy(values[0:count])
for (size_t i = 0; i < count; i++) values[i] = TWICE(values[i]);
}
";

#[test]
fn a_dropped_database_frees_its_names() {
    let (db, _) = analysed(PROGRAM);
    let names: Names = db.names().clone();
    assert!(names.find("values").is_some() && names.handles() > 2);
    drop(db);
    assert_eq!(names.handles(), 1);
}

#[test]
fn what_a_database_gave_out_keeps_its_texts() {
    let (db, unit) = analysed(PROGRAM);
    let decl = declarations(&db, unit).last().copied().unwrap();
    let model = model(&db, decl);
    drop(db);
    let symbols: Vec<&str> = model.symbols.iter().map(|(_, symbol)| model.text(symbol.name)).collect();
    assert!(symbols.contains(&"values") && symbols.contains(&"count"));
    assert_eq!(model.parsed.tree.names.handles(), 1);
}

#[test]
fn databases_share_no_names() {
    let mut tables: Vec<Names> = Vec::new();
    for number in 0..40 {
        let (db, _) = analysed(&format!("int only_in_{number};\n"));
        let known = |other: u32| db.names().find(&format!("only_in_{other}")).is_some();
        assert!((0..40).all(|other| known(other) == (other == number)));
        tables.push(db.names().clone());
    }
    assert!(tables.iter().all(|names| names.handles() == 1));
}
