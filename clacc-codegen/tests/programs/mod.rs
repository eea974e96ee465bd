//! Programs whose declarations are lowered.

use std::fmt::Write;
use std::sync::Arc;

use clacc_codegen::piece::{Item, Piece, Site};
use clacc_codegen::query::lower;
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use clacc_syntax::target::Target;
use clacc_ttx::dialect::NATIVE;
use clacc_ttx::policy::Clacc;
use clacc_ttx::query::Mapping;

fn of_items(items: &[Item]) -> impl Iterator<Item = &Piece> {
    items.iter().flat_map(|item| item.pieces.iter())
}

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

pub(crate) struct Program {
    pub(crate) db: Database,
    pub(crate) unit: Unit,
    pub(crate) mapping: Mapping,
}

impl Program {
    pub(crate) fn new(text: &str) -> Program {
        Program::for_target(text, Target::default())
    }

    pub(crate) fn for_target(text: &str, target: Target) -> Program {
        let mut db = Database::recorded(Arc::new(NoFiles));
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit =
            Unit::new(&db, main, Arc::new(Options { target, ..Options::default() }), ParseLimits::default());
        let mapping = Mapping::new(&db, Arc::new(Clacc), NATIVE.into());
        Program { db, unit, mapping }
    }

    /// What the declarations become, with tokens one space apart, and the codes of what is refused.
    pub(crate) fn generated(&self) -> (String, Vec<&'static str>) {
        let (mut text, mut codes) = (String::new(), Vec::new());
        for decl in declarations(&self.db, self.unit) {
            let lowered = lower(&self.db, *decl, self.mapping);
            let own = lowered.declaration.iter().flat_map(|pieces| pieces.iter());
            for piece in of_items(&lowered.before).chain(own).chain(of_items(&lowered.behind)) {
                match piece {
                    Piece::Tokens(range) => {
                        for at in range.start..range.end {
                            let name = decl.tokens(&self.db).texts[at as usize];
                            let _ = write!(text, "{} ", clacc_sema::db::Db::names(&self.db)[name].to_owned());
                        }
                    }
                    Piece::Inline(new)
                    | Piece::Replaced { text: new, .. }
                    | Piece::Lines { text: new, .. } => {
                        let _ = write!(text, "{new} ");
                    }
                    Piece::Pragma { text: new, .. } => {
                        let _ = write!(text, "<{new}> ");
                    }
                    Piece::Site(Site { name, construct, function, .. }) => {
                        let _ = write!(text, "<{name}: {construct:#x} in {function}> ");
                    }
                }
            }
            codes.extend(lowered.findings.iter().map(|finding| finding.code.id));
        }
        (text, codes)
    }
}

/// A program with this function body.
pub(crate) fn around(body: &str) -> String {
    format!("void g(int);\nvoid f(double *a, int n, int m) {{\n{body}\n}}\n")
}

/// Checks that code for a function body holds some text.
pub(crate) fn check(body: &str, expected: &[&str]) {
    check_code_of(&Program::new(&around(body)), body, expected);
}

/// Checks that code for a program with this function body holds some text.
pub(crate) fn check_code_of(program: &Program, body: &str, expected: &[&str]) {
    let (generated, codes) = program.generated();
    assert!(codes.is_empty(), "{codes:?} for\n{body}");
    for part in expected {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
    assert!(!generated.contains("#pragma"), "{generated}");
}

/// Checks that a program is refused with some code, and that nothing is made of the declaration.
pub(crate) fn check_refused(body: &str, code: &str) {
    let (generated, codes) = Program::new(&around(body)).generated();
    assert_eq!(codes, [code], "for\n{body}\n{generated}");
    assert!(!generated.contains("clacc_"), "{generated}");
}
