//! Measures lexing and preprocessing of generated inputs.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::preprocess::{Options, prefix_len, preprocess, preprocess_prefix, preprocess_rest};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::target::builtin_file;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The main file, followed by the headers.
struct Files {
    names: Names,
    files: Vec<(String, Arc<LexedFile>)>,
}

impl FileProvider for Files {
    fn names(&self) -> &Names {
        &self.names
    }

    fn find(&self, path: &str) -> Option<FileId> {
        self.files.iter().position(|(known, _)| known == path).map(|index| FileId(index as u32))
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.files[file.0 as usize].0.as_str().into()
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        Arc::clone(&self.files[file.0 as usize].1)
    }
}

/// C text like that of real programs: comments, macros, conditionals, directives, calls.
fn program(functions: usize) -> String {
    let mut text = String::from("#include <stddef.h>\n#include <limits.h>\n#include <stdint.h>\n");
    text.push_str("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define CHECK(x) do { if (!(x)) fail(#x, __LINE__); } while (0)\n");
    text.push_str("#define NAME(n) array_##n\n#define SIZE 1024\n#define LOOP(c) _Pragma(#c)\n");
    for number in 0..functions {
        writeln!(
            text,
            "/*\n** Adds what function {number} was asked to add. The result is checked against the size of the array,\n\
             ** and the caller is told when it does not fit.\n*/\n\
             static int function_{number}(const int *restrict input, size_t count) {{\n    int NAME({number})[SIZE];\n\
             #if SIZE > 512 && defined(CHECK)\n    CHECK(count < SIZE); // never more\n#else\n    (void)count;\n#endif\n\
             #pragma acc parallel loop copyin(input[0:count]) reduction(max:sum)\n\
             \x20   for (size_t i = 0; i < count; ++i) {{\n        NAME({number})[i] = MAX(input[i], {number}) + 0x{number:x};\n    }}\n\
             \x20   LOOP(omp simd)\n    for (int k = 0; k < SIZE; k++) sum += NAME({number})[k] * \"text\\n\"[k % 4];\n\
             \x20   return sum;\n}}\n"
        )
        .expect("writing to a string");
    }
    text
}

fn files(program: &str) -> Files {
    let names = Names::default();
    let headers = ["stddef.h", "limits.h", "stdint.h"].map(|name| {
        let path = format!("<builtin>/{name}");
        let text = builtin_file(&path).unwrap_or_default();
        (path, Arc::new(lex(&names, text.as_bytes().into())))
    });
    let mut files = vec![("main.c".to_owned(), Arc::new(lex(&names, program.as_bytes().into())))];
    files.extend(headers);
    Files { names, files }
}

fn benchmarks(criterion: &mut Criterion) {
    let text = program(2000);
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let files = files(&text);
    let (options, main) = (Options::default(), FileId(0));
    let mut group = criterion.benchmark_group("program");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("lex", |bencher| bencher.iter(|| lex(&files.names, black_box(Arc::clone(&bytes)))));
    group.bench_function("preprocess", |bencher| bencher.iter(|| preprocess(&options, &files, main)));
    let len = prefix_len(&files.lexed(main));
    let state = preprocess_prefix(&options, &files, main, len);
    group.bench_function("behind the prefix", |bencher| {
        bencher.iter(|| preprocess_rest(&state, &files, main));
    });
    group.finish();
    let small = self::files(&program(1));
    let state = preprocess_prefix(&options, &small, main, prefix_len(&small.lexed(main)));
    criterion.bench_function("one function behind the prefix", |bencher| {
        bencher.iter(|| preprocess_rest(&state, &small, main));
    });
    criterion.bench_function("predefined macros and headers", |bencher| {
        bencher.iter(|| preprocess_prefix(&options, &small, main, state.len));
    });
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
