//! Code that clang makes for NVIDIA devices, without one: what threads of a team see of each other's variables.

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a command is clang with code for NVIDIA devices.
pub(crate) fn is_installed(clang: &str) -> bool {
    Command::new(clang)
        .arg("--print-targets")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("nvptx64"))
}

/// The faults in the code of a program; none if the program is not compiled. Without optimization, the code has a memory
/// access for each use of a variable.
pub(crate) fn faults(clang: &str, source: &Path) -> Option<Vec<String>> {
    let mut compile = Command::new(clang);
    compile.args(["-std=gnu11", "-w", "-O0", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda"]);
    compile.args([
        "-Xopenmp-target",
        "-march=sm_70",
        "--offload-device-only",
        "-nogpulib",
        "-S",
        "-emit-llvm",
    ]);
    let output = compile.arg(source).args(["-o", "-"]).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| faults_in(&text))
}

fn faults_in(text: &str) -> Vec<String> {
    let alike: Vec<&str> = text.lines().filter_map(kernel_of_equal_threads).collect();
    let mut found = Vec::new();
    for function in text.split("\ndefine ").skip(1) {
        let name =
            function.split_once('@').and_then(|(_, rest)| rest.split_once('(')).map_or("", |(name, _)| name);
        let body: Vec<&str> = function.lines().take_while(|line| *line != "}").collect();
        let is_written =
            |variable: &str| body.iter().filter_map(|line| stored(line)).any(|(_, to)| to == variable);
        for variable in body.iter().filter_map(|line| made_by(line, "call align 8 ptr @__kmpc_alloc_shared("))
        {
            if !is_written(variable) {
                found.push(format!("{name}: nothing writes {variable}, which the threads of a team share"));
            }
        }
        found.extend(doubled(&body).map(|variable| format!("{name}: {variable} is added to itself")));
        if !alike.iter().any(|kernel| name.starts_with(kernel)) {
            found.extend(
                passed_locals(&body).map(|local| format!("{name}: threads get the address of {local}")),
            );
        }
    }
    found
}

/// The name of a kernel that all threads of a team execute from its start.
fn kernel_of_equal_threads(line: &str) -> Option<&str> {
    let (name, value) = line.strip_prefix('@')?.split_once("_kernel_environment = ")?;
    let (_, numbers) = value.split_once("ConfigurationEnvironmentTy { i8 ")?;
    let mode = numbers.split(", i8 ").nth(2)?;
    (mode.split(',').next() == Some("2")).then_some(name)
}

/// The variables in the memory of one thread whose addresses other threads get.
fn passed_locals<'b>(body: &'b [&'b str]) -> impl Iterator<Item = &'b str> {
    let of = move |what: &'static str| body.iter().filter_map(move |line| made_by(line, what));
    let arguments = move |place: &str| {
        let mut places = body.iter().filter(|line| made_by(line, "getelementptr inbounds [") == Some(place));
        places.any(|line| {
            let list = line.split_once(" x ptr], ptr ").and_then(|(_, rest)| rest.split(',').next());
            list.is_some_and(|list| body.iter().any(|line| starts_threads_with(line, list)))
        })
    };
    let stores = body.iter().filter_map(|line| stored(line));
    stores
        .filter(move |(value, to)| arguments(to) && of("alloca ").any(|local| local == *value))
        .map(|(value, _)| value)
}

/// Returns true if a line makes threads execute a function with a list of arguments.
fn starts_threads_with(line: &str, list: &str) -> bool {
    line.contains("@__kmpc_parallel_51(") && line.contains(&format!("ptr {list},"))
}

/// The variables whose values are added to themselves, as by a reduction that takes the variable for the copy.
fn doubled<'b>(body: &'b [&'b str]) -> impl Iterator<Item = &'b str> {
    body.windows(3).filter_map(|lines| {
        let (first, second) = (loaded(lines[0])?, loaded(lines[1])?);
        let sum = made_by(lines[2], "fadd double ").is_some();
        (sum && first.1 == second.1 && lines[2].ends_with(&format!("{}, {}", first.0, second.0)))
            .then_some(first.1)
    })
}

/// The name of a value that a line loads, and from where.
fn loaded(line: &str) -> Option<(&str, &str)> {
    let (_, from) = line.split_once(" = load double, ptr ")?;
    Some((made_by(line, "load double")?, from.split(',').next()?))
}

/// The name that a line gives to the result of an instruction.
fn made_by<'l>(line: &'l str, instruction: &str) -> Option<&'l str> {
    let (name, rest) = line.trim_start().split_once(" = ")?;
    rest.starts_with(instruction).then_some(name)
}

/// What a line stores, and where.
fn stored(line: &str) -> Option<(&str, &str)> {
    let (value, to) = line.trim_start().strip_prefix("store ")?.split_once(", ptr ")?;
    Some((value.rsplit(' ').next()?, to.split(',').next()?))
}
