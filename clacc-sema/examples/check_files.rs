//! Reports the errors in the directives of C files: `check_files [-I dir]... file...`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::sync::Arc;

use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Db, Unit};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// The files on the disk.
struct Disk;

impl Loader for Disk {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Into::into)
    }
}

fn main() {
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.strip_prefix("-I") {
            Some("") => options.include.extend(args.next()),
            Some(dir) => options.include.push(dir.to_owned()),
            None => files.push(arg),
        }
    }
    let options = Arc::new(options);
    for file in files {
        check(&file, &options);
    }
}

fn check(path: &str, options: &Arc<Options>) {
    let Some(text) = Disk.load(path) else {
        println!("{path}: cannot be read");
        return;
    };
    let mut db = Database::new(Arc::new(Disk));
    let main = set_text(&mut db, path, Some(text), Volatility::Edited);
    let unit = Unit::new(&db, main, options.clone(), ParseLimits::default());
    for finding in diagnostics(&db, unit).iter() {
        let place = finding.primary.at;
        let Some(file) = db.files().get(place.file) else { continue };
        let text = file.text(&db).unwrap_or_default();
        let before = text.get(..place.start as usize).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        println!(
            "{}:{line}: {:?} {}: {}",
            file.path(&db),
            finding.severity,
            finding.code.id,
            finding.message
        );
    }
}
