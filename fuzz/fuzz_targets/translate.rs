//! Checking and translating panic on no program. Translating a translation again changes nothing.
#![no_main]

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use libfuzzer_sys::fuzz_target;

fn translate(text: &[u8]) -> Vec<u8> {
    let mut session = Session::new(MemoryFiles::new().with("input.c", text));
    let unit = session.add_unit("input.c", &CompileOptions::default()).expect("the file exists");
    let _ = session.check(unit);
    session.translate(unit, &TranslateOptions::default()).text
}

fuzz_target!(|bytes: &[u8]| {
    let once = translate(bytes);
    let twice = translate(&once);
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
});
