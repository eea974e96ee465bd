//! The steps of a program that embeds the library to run C code without the command line: generate, install the runtime libraries, compile.

use std::path::Path;
use std::process::Command;

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::generate::{CapturedBy, GenerateOptions, ToolChain};
use clacc::options::CompileOptions;
use clacc::runtime::{Layout, has_libraries, install};

const PROGRAM: &str = "\
int printf(const char *, ...);
int main(void) {
  int n = 1000, sum = 0;
#pragma acc parallel loop reduction(+:sum)
  for (int i = 1; i <= n; ++i) sum += i;
  printf(\"%d\\n\", sum);
  return 0;
}
";

/// Generates code for the program, and makes an executable in a folder with the steps.
fn build(folder: &Path, tools: ToolChain) {
    let mut session = Session::new(MemoryFiles::new().with("sum.c", PROGRAM));
    let unit = session.add_unit("sum.c", &CompileOptions::default()).expect("the file is there");
    let generated = session.generate(unit, &GenerateOptions::default().with_tools(tools));
    assert!(generated.diagnostics.is_empty(), "{:?}", generated.diagnostics);
    let region = &generated.regions[0];
    assert_eq!((region.place.line, &*region.caller), (4, "main"));
    assert!(region.captures.iter().any(|it| it.variable == "sum" && it.by == CapturedBy::Address));
    for file in &generated.files {
        std::fs::write(folder.join(&*file.path), &file.text).expect("the folder takes files");
    }
    for step in &generated.steps {
        let status = Command::new(&step.program).args(&step.arguments).current_dir(folder).status();
        assert!(status.is_ok_and(|status| status.success()), "{step:?}");
    }
}

#[test]
fn a_program_is_generated_linked_and_run() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let layout = Layout::new(folder.path().join("runtime"));
    assert!(has_libraries(), "the libraries are built with the crate");
    // There is no such compiler, and none is needed.
    install(&layout, None, "no-rustc").expect("the libraries are written");
    let runtime_folder = Some(layout.lib().display().to_string());
    build(folder.path(), ToolChain { runtime_folder, ..ToolChain::default() });
    let output = Command::new(folder.path().join("sum")).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "500500\n");
}
