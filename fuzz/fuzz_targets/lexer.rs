//! The lexer panics on no bytes, and its tokens lie inside the text, in order.
#![no_main]

use clacc_syntax::Names;
use clacc_syntax::lexer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let lexed = lexer::lex(&Names::default(), bytes.into());
    let mut behind = 0;
    for (start, end) in lexed.starts.iter().zip(&lexed.ends) {
        assert!(behind <= *start && start <= end && *end as usize <= bytes.len());
        behind = *end;
    }
});
