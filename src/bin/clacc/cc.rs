//! `clacc cc`: the options of the original compiler, for printing.
//!
//! Where the original differs from `clacc translate`, this command follows the original: it uses the dialect
//! `clacc`, prints clause arguments from the tree, and warns about extensions of OpenMP. The original makes
//! these warnings errors. This command makes them errors only with `-Werror`, because it prints the
//! translation in any case.

use std::ffi::OsString;

use clacc::dialect::{self, Overrides};
use clacc::severities::{Severities, WarningLevel};
use clacc::translate::{Fidelity, Headers, Mode, Spelling, TranslateOptions};

use crate::command_line::{Colour, MessageArguments, MessageFormat, SourceArguments};
use crate::outputs::{self, WrittenFile};
use crate::results::{self, Messages};
use crate::warning_flags::{self, EXTENSIONS};
use crate::{CommandEnd, Failure, destination, inputs};

const HELP: &str = "\
Usage: clacc cc [OPTIONS] FILE...

  -fopenacc-print=MODE         edit the source: acc, omp, acc-omp, omp-acc
  -fopenacc-ast-print=MODE     print the program from its tree: the same modes
  -fopenacc-update-present-omp=present|no-present
  -fopenacc-present-omp=present|no-present
  -fopenacc-structured-ref-count-omp=hold|no-hold
  -fopenacc-no-create-omp=no_alloc|no-no_alloc
  -W[no-][error=]NAME, -W[no-]error, -w
                               what is done about warnings, by their names or
                               codes; openacc-omp-ext: words that many OpenMP
                               compilers reject; `clacc explain` lists all
  --cc COMPILER                include paths and macros of an installed compiler
  -D -U -I -isystem -iquote -idirafter -include -std= -o

Exit status: 0 clean, 1 errors or constructs that were kept, 2 could not do it.
Other options of compilers are ignored.
";

/// What the command prints.
enum Print {
    Source(Mode),
    Tree(Mode),
}

struct CcOptions {
    print: Option<Print>,
    overrides: Overrides,
    files: Vec<String>,
    output: Option<String>,
    source: SourceArguments,
    severities: Severities,
}

pub(crate) fn run(words: &[OsString]) -> Result<CommandEnd, Failure> {
    if words.iter().any(|word| word == "--help") {
        results::result(HELP.as_bytes())?;
        return Ok(CommandEnd::Clean);
    }
    let mut options = parse(words)?;
    let Some(print) = options.print.take() else {
        return Err("clacc cc prints; give -fopenacc-print=MODE or -fopenacc-ast-print=MODE".to_owned());
    };
    let (session, inputs) = inputs::open(&options.files, &options.source)?;
    let messages = MessageArguments { message_format: MessageFormat::Human, color: Colour::Auto };
    let mut messages = Messages::new(&messages);
    let mut text = Vec::new();
    let mut kept = false;
    for input in &inputs {
        let mode = match print {
            Print::Source(mode) | Print::Tree(mode) => mode,
        };
        // The print of the tree holds the headers, whereas edits of headers would be lost.
        let headers = match print {
            Print::Source(_) => Headers::Keep,
            Print::Tree(_) => Headers::Translate,
        };
        let translate = translate_options(&options, mode).with_headers(headers);
        let translation = session.translate(input.unit, &translate);
        kept |= translation.verdicts.iter().any(|verdict| verdict.fidelity == Fidelity::Unsupported);
        for diagnostic in translation.diagnostics {
            messages.add(warning_flags::with_alternative(diagnostic), &|path| session.source(path));
        }
        match print {
            Print::Source(_) => text.extend(translation.text),
            Print::Tree(_) => text.extend(session.print(input.unit, &translate)),
        }
    }
    messages.finish();
    match &options.output {
        Some(path) if path != "-" => {
            let output = [WrittenFile { path: path.clone(), text: &text, read: None }];
            destination::check_sources(&session, &inputs, &output)?;
            outputs::write(&output)?;
        }
        _ => results::result(&text)?,
    }
    Ok(if kept || messages.any_error() { CommandEnd::Findings } else { CommandEnd::Clean })
}

fn translate_options(options: &CcOptions, mode: Mode) -> TranslateOptions {
    TranslateOptions::default()
        .with_mode(mode)
        .with_dialect(dialect::CLACC.with(options.overrides))
        .with_spelling(Spelling::Expanded)
        .with_severities(options.severities.clone())
}

/// As in the original, the warnings about extensions are on in the modes that print OpenMP.
fn severities(flags: &[String]) -> Result<Severities, Failure> {
    let mut severities = Severities::default();
    severities.set(EXTENSIONS, WarningLevel::On).map_err(|error| error.to_string())?;
    Ok(warning_flags::severities(severities, flags))
}

fn parse(words: &[OsString]) -> Result<CcOptions, Failure> {
    let mut options = CcOptions {
        print: None,
        overrides: Overrides::default(),
        files: Vec::new(),
        output: None,
        source: SourceArguments::default(),
        severities: Severities::default(),
    };
    let mut flags = Vec::new();
    // The words are texts of paths already.
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => options.output = Some(words.next().ok_or("-o needs a file")?),
            "-c" | "-S" | "-E" | "-M" | "-MM" => {
                return Err(format!("{word} asks for another output than the C text that clacc cc prints"));
            }
            "-x" => language(&words.next().ok_or("-x needs a language")?)?,
            _ if WITH_VALUE.contains(&word.as_str()) => drop(words.next()),
            "-fopenmp" => return Err("-fopenmp cannot be combined with OpenACC".to_owned()),
            "-" => options.files.push(word),
            "-I" | "-D" | "-U" | "-isystem" | "-iquote" | "-idirafter" | "-include" => {
                let value = words.next().ok_or_else(|| format!("{word} needs an argument"))?;
                flags.extend([word, value]);
            }
            _ if word.starts_with("-fopenmp=") => {
                return Err("-fopenmp= cannot be combined with OpenACC".to_owned());
            }
            "--cc" => options.source.cc = Some(words.next().ok_or("--cc needs a compiler")?),
            _ if word.starts_with("-fopenacc-") => options.openacc_flag(&word)?,
            _ if word.starts_with("--cc=") => options.source.cc = Some(word["--cc=".len()..].to_owned()),
            _ if word.starts_with('-') => {
                flags.push(word);
            }
            _ => options.files.push(word),
        }
    }
    if options.files.is_empty() {
        return Err("no input files".to_owned());
    }
    options.output.as_deref().map_or(Ok(()), destination::check_output_name)?;
    options.severities = severities(&flags)?;
    options.source.add_flags(flags);
    Ok(options)
}

impl CcOptions {
    fn openacc_flag(&mut self, word: &str) -> Result<(), Failure> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let invalid = || format!("invalid value '{value}' in '{word}'");
        match (name, value) {
            ("-fopenacc-print", _) => self.print = Some(Print::Source(mode(value).ok_or_else(invalid)?)),
            ("-fopenacc-ast-print", _) => self.print = Some(Print::Tree(mode(value).ok_or_else(invalid)?)),
            ("-fopenacc-update-present-omp", "present") => self.overrides.update_present = Some(true),
            ("-fopenacc-update-present-omp", "no-present") => self.overrides.update_present = Some(false),
            ("-fopenacc-present-omp", "present") => self.overrides.present = Some(true),
            ("-fopenacc-present-omp", "no-present") => self.overrides.present = Some(false),
            ("-fopenacc-structured-ref-count-omp", "hold") => self.overrides.hold = Some(true),
            ("-fopenacc-structured-ref-count-omp", "no-hold") => self.overrides.hold = Some(false),
            ("-fopenacc-no-create-omp", "no_alloc") => self.overrides.no_alloc = Some(true),
            ("-fopenacc-no-create-omp", "no-no_alloc") => self.overrides.no_alloc = Some(false),
            (
                "-fopenacc-update-present-omp"
                | "-fopenacc-present-omp"
                | "-fopenacc-structured-ref-count-omp"
                | "-fopenacc-no-create-omp",
                _,
            ) => return Err(invalid()),
            _ => return Err(format!("unknown option '{word}'")),
        }
        Ok(())
    }
}

/// Options that change nothing in what is printed and take the next word, which is no file to read.
const WITH_VALUE: [&str; 13] = [
    "-MF",
    "-MT",
    "-MQ",
    "-L",
    "-l",
    "-u",
    "-z",
    "-T",
    "-Xlinker",
    "-Xclang",
    "-Xpreprocessor",
    "-Xassembler",
    "-aux-info",
];

fn language(name: &str) -> Result<(), Failure> {
    match name {
        "c" | "none" => Ok(()),
        _ => Err(format!("clacc reads C, not {name}")),
    }
}

fn mode(value: &str) -> Option<Mode> {
    Some(match value {
        "acc" => Mode::Acc,
        "omp" => Mode::Omp,
        "acc-omp" => Mode::AccOmp,
        "omp-acc" => Mode::OmpAcc,
        _ => return None,
    })
}
