//! `clacc codegen`: prints what `clacc cc --native` passes to the C compiler, for people and tests.

use std::mem::ManuallyDrop;

use clacc::Session;
use clacc::diagnostics::{Diagnostic, Severity};
use clacc::generate::{CompilerKind, GenerateOptions, Generated, OPENMP_VERSION, Step, ToolChain};
use clacc::severities::Severities;

use crate::command_line::{CodegenArguments, Emitted, SourceArguments};
use crate::inputs::Input;
use crate::results::{self, Messages};
use crate::{CommandEnd, Failure, inputs, policies, warning_flags};

pub(crate) fn run(options: &CodegenArguments) -> Result<CommandEnd, Failure> {
    let source = as_native(&options.source, matches!(options.emit, Emitted::Discrete | Emitted::Device));
    let (session, inputs) = inputs::open(std::slice::from_ref(&options.file), &source)?;
    match inputs.as_slice() {
        [input] => emit(options, &session, input),
        _ => Err(format!("{} stands for several units; name one file and its flags", options.file)),
    }
}

/// Returns how sources are to be read for native code, which is for the host alone: with `_OPENMP` defined, unless the user defines or
/// undefines it.
pub(crate) fn as_native(source: &SourceArguments, is_discrete: bool) -> SourceArguments {
    let mut source = source.clone();
    let is_openmp = |setting: &String| setting.split(['=', '(']).next() == Some("_OPENMP");
    // With this macro, `acc_on_device` of openacc.h does not call an OpenMP library.
    let side = if is_discrete { "ACC2OMP_DISCRETE" } else { "ACC2OMP_HOST_ONLY" };
    source.define.insert(0, side.to_owned());
    if !source.ignore_openmp && !source.define.iter().chain(&source.undefine).any(is_openmp) {
        source.define.insert(0, format!("_OPENMP={OPENMP_VERSION}"));
    }
    source
}

/// Returns the kind of a compiler by its name.
pub(crate) fn kind_of(compiler: &str) -> CompilerKind {
    let name = compiler.rsplit('/').next().unwrap_or(compiler);
    match name {
        _ if name.contains("clang") => CompilerKind::Clang,
        _ if name.contains("tcc") => CompilerKind::Tcc,
        _ => CompilerKind::Gcc,
    }
}

fn emit(
    options: &CodegenArguments,
    session: &ManuallyDrop<Session>,
    input: &Input,
) -> Result<CommandEnd, Failure> {
    if options.emit == Emitted::Preprocessed {
        results::result(&session.preprocessed(input.unit))?;
        return Ok(CommandEnd::Clean);
    }
    let program = options.source.cc.clone().unwrap_or_else(|| "gcc".to_owned());
    let kind = kind_of(&program);
    // The library is in the folder into which `clacc runtime --install` put it.
    let runtime_folder = Some("$CLACC_RUNTIME/lib".to_owned());
    let tools = ToolChain { program, kind, runtime_folder, ..ToolChain::default() };
    let policy = policies::chosen(&options.policy, options.policy_file.as_deref())?.policy;
    let severities = warning_flags::severities(Severities::default(), &options.source.ignored);
    let mut wanted =
        GenerateOptions::default().with_policy(policy).with_tools(tools).with_severities(severities);
    if options.emit == Emitted::Discrete {
        wanted = wanted.for_discrete_device();
    }
    let generated = match options.emit {
        Emitted::Device => session.generate_for_device(input.unit, &wanted),
        _ => session.generate(input.unit, &wanted),
    };
    let mut messages = Messages::new(&options.messages);
    for finding in told(&generated) {
        messages.add(finding.clone(), &|path| session.source(path));
    }
    messages.finish();
    results::result(&text(options.emit, &generated))?;
    Ok(if generated.files.is_empty() { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// The findings that are told. Where directives are illegal, nothing is said of code that is not generated for them.
pub(crate) fn told(generated: &Generated) -> impl Iterator<Item = &Diagnostic> {
    let is_illegal = |finding: &Diagnostic| {
        finding.severity == Severity::Error
            && ["ACC", "OMP"].iter().any(|model| finding.code.id.starts_with(model))
    };
    let is_broken = generated.diagnostics.iter().any(is_illegal);
    generated.diagnostics.iter().filter(move |finding| !is_broken || !finding.code.id.starts_with("GEN"))
}

fn text(emitted: Emitted, generated: &Generated) -> Vec<u8> {
    match emitted {
        Emitted::Steps => generated.steps.iter().map(line).collect::<String>().into_bytes(),
        _ => generated.files.iter().flat_map(|file| file.text.iter().copied()).collect(),
    }
}

/// Returns a step as a line of text.
fn line(step: &Step) -> String {
    format!("{} {}\n", step.program, step.arguments.join(" "))
}
