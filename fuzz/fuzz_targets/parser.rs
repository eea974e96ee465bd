//! The parser panics on no tokens. The printed form of its tree parses again and prints the same.
#![no_main]

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{Mode, TranslateOptions};
use libfuzzer_sys::fuzz_target;

fn print(text: &[u8]) -> (Vec<u8>, bool) {
    let mut session = Session::new(MemoryFiles::new().with("input.c", text));
    let unit = session.add_unit("input.c", &CompileOptions::default()).expect("the file exists");
    let clean = session.check_syntax(unit).is_empty();
    let options = TranslateOptions::default().with_mode(Mode::Acc);
    (session.print(unit, &options), clean)
}

fuzz_target!(|bytes: &[u8]| {
    let (printed, clean) = print(bytes);
    if clean {
        let (again, still_clean) = print(&printed);
        assert!(still_clean, "printed text does not parse:\n{}", String::from_utf8_lossy(&printed));
        assert_eq!(String::from_utf8_lossy(&printed), String::from_utf8_lossy(&again));
    }
});
