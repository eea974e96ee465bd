//! Long option names of gcc and clang.

/// Long options without a value, with their short forms.
const NAMES: [(&str, &str); 14] = [
    ("--assemble", "-S"),
    ("--compile", "-c"),
    ("--debug", "-g"),
    ("--dependencies", "-M"),
    ("--optimize", "-O"),
    ("--pedantic", "-pedantic"),
    ("--preprocess", "-E"),
    ("--print-missing-file-dependencies", "-MG"),
    ("--save-temps", "-save-temps"),
    ("--shared", "-shared"),
    ("--static", "-static"),
    ("--user-dependencies", "-MM"),
    ("--write-dependencies", "-MD"),
    ("--write-user-dependencies", "-MMD"),
];

/// Long options whose value follows `=` or is the next argument, with the short forms whose value is the next argument.
const NAMES_WITH_VALUE: [(&str, &str); 10] = [
    ("--define-macro", "-D"),
    ("--for-linker", "-Xlinker"),
    ("--imacros", "-imacros"),
    ("--include", "-include"),
    ("--include-directory", "-I"),
    ("--include-directory-after", "-idirafter"),
    ("--language", "-x"),
    ("--library-directory", "-L"),
    ("--output", "-o"),
    ("--undefine-macro", "-U"),
];

/// Returns the short form of an argument. Only the value of `--std` is separated; the name is kept.
pub(super) fn in_short(word: String) -> Vec<String> {
    if !word.starts_with("--") {
        return vec![word];
    }
    let (name, value) = word.split_once('=').map_or((&*word, None), |(name, value)| (name, Some(value)));
    let flag = NAMES.iter().find(|(long, _)| *long == word);
    let with_value = NAMES_WITH_VALUE.iter().find(|(long, _)| *long == name);
    match (flag, with_value, value) {
        (Some((_, short)), _, _) => vec![(*short).to_owned()],
        (None, Some((_, short)), Some(value)) => vec![(*short).to_owned(), value.to_owned()],
        (None, Some((_, short)), None) => vec![(*short).to_owned()],
        (None, None, Some(value)) if name == "--std" => vec![format!("-std={value}")],
        _ => vec![word],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_those_of_options() {
        for (word, expected) in [
            ("--compile", &["-c"][..]),
            ("--output", &["-o"]),
            ("--output=a.o", &["-o", "a.o"]),
            ("--define-macro=A=1", &["-D", "A=1"]),
            ("--std=c99", &["-std=c99"]),
            ("--param", &["--param"]),
            ("-c", &["-c"]),
        ] {
            assert_eq!(in_short(word.to_owned()), expected, "{word}");
        }
    }
}
