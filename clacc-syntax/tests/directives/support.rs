//! Turns source text into a tree without a preprocessor, and dumps directives so that each span is visible.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use clacc_syntax::ast::{
    ArgumentItem, ArgumentValue, Arguments, ClauseId, ClauseKind, DirectiveArgument, DirectiveId,
    DirectiveKind, Modifier,
};
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::parse::{Bodies, FileScope, ParseLimits, Parsed, parse_unit};
use clacc_syntax::token::{TokenFlags, TokenKind, TokenRange, TokenSlice};
use clacc_syntax::{Name, Names};

/// The table of names that all tests of this program share.
static NAMES: LazyLock<Names> = LazyLock::new(Names::default);

/// Tokens in the form that the parser takes.
#[derive(Default)]
pub(crate) struct Tokens {
    kinds: Vec<TokenKind>,
    texts: Vec<Name>,
}

impl Tokens {
    /// The tokens of a text whose only preprocessing directives are pragmas of OpenACC and OpenMP.
    pub(crate) fn of(text: &str) -> Tokens {
        let file = lex(&NAMES, Arc::from(text.as_bytes()));
        let mut tokens = Tokens::default();
        let mut index = 0;
        while file.kinds[index] != TokenKind::Eof {
            let starts_line = file.flags[index].contains(TokenFlags::LINE_START);
            if file.kinds[index] == TokenKind::Hash && starts_line {
                index = tokens.add_pragma(&file, index);
            } else {
                tokens.add(&file, index);
                index += 1;
            }
        }
        tokens
    }

    fn add_pragma(&mut self, file: &LexedFile, start: usize) -> usize {
        let end = file.line_end(start);
        let kind =
            if &NAMES[file.texts[start + 2]] == "acc" { TokenKind::PragmaAcc } else { TokenKind::PragmaOmp };
        self.push(kind, Name::EMPTY);
        (start + 3..end).for_each(|index| self.add(file, index));
        self.push(TokenKind::PragmaEnd, Name::EMPTY);
        end
    }

    fn add(&mut self, file: &LexedFile, index: usize) {
        let text = file.texts[index];
        let kind = if file.kinds[index] == TokenKind::Ident { text.keyword() } else { None };
        self.push(kind.unwrap_or(file.kinds[index]), text);
    }

    fn push(&mut self, kind: TokenKind, text: Name) {
        self.kinds.push(kind);
        self.texts.push(text);
    }

    /// The tree of these tokens.
    pub(crate) fn parse(&self) -> Parsed {
        let slice = TokenSlice { kinds: &self.kinds, texts: &self.texts, names: &NAMES };
        parse_unit(slice, &mut FileScope::default(), ParseLimits::default(), Bodies::Parse)
    }

    /// The texts of all tokens except the marks of a pragma.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        self.texts.iter().map(|text| &NAMES[*text]).filter(|text| !text.is_empty()).collect()
    }

    /// Whether a range lies in these tokens.
    pub(crate) fn has(&self, range: TokenRange) -> bool {
        range.start <= range.end && range.end as usize <= self.texts.len()
    }

    /// The texts of the tokens in a range, separated by blanks.
    pub(crate) fn text(&self, range: TokenRange) -> String {
        let texts = &self.texts[range.start as usize..range.end as usize];
        texts.iter().map(|text| &NAMES[*text]).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Every directive and clause of a text with its parts, and every finding.
pub(crate) fn dump(text: &str) -> String {
    let tokens = Tokens::of(text);
    let parsed = tokens.parse();
    let mut dump = Dump { tokens: &tokens, parsed: &parsed, out: String::new() };
    let nested = dump.nested_directives();
    let ids = parsed.tree.directives.iter().map(|(id, _)| id).filter(|id| !nested.contains(id));
    let mut ids: Vec<DirectiveId> = ids.collect();
    ids.sort_by_key(|id| parsed.tree.spans.directives.get(*id).expect("the node has tokens"));
    ids.iter().for_each(|id| dump.directive(*id, ""));
    for finding in &parsed.diagnostics {
        writeln!(
            dump.out,
            "{} at `{}`: {}",
            finding.code.id,
            tokens.text(finding.primary.at),
            finding.message
        )
        .unwrap();
        for (at, replacement) in finding.fix.iter().flat_map(|fix| &fix.edits) {
            writeln!(dump.out, "  fix: `{}` -> `{replacement}`", tokens.text(*at)).unwrap();
        }
    }
    dump.out
}

struct Dump<'a> {
    tokens: &'a Tokens,
    parsed: &'a Parsed,
    out: String,
}

impl Dump<'_> {
    /// The directives that are arguments of clauses.
    fn nested_directives(&self) -> Vec<DirectiveId> {
        let tree = &self.parsed.tree;
        let arguments = tree.clauses.iter().filter_map(|(_, clause)| clause.arguments.as_ref());
        let values = arguments.flat_map(|arguments| arguments.items.iter().map(|item| &item.value));
        values
            .filter_map(|value| match value {
                ArgumentValue::Directive(directive) => Some(*directive),
                _ => None,
            })
            .collect()
    }

    fn directive(&mut self, id: DirectiveId, indent: &str) {
        let tree = &self.parsed.tree;
        let directive = &tree[id];
        let unknown = matches!(directive.kind, DirectiveKind::UnknownAcc(_) | DirectiveKind::UnknownOmp(_));
        let mark = if unknown { "?" } else { "" };
        let language = directive.kind.language().word();
        let argument = self.directive_argument(&directive.argument);
        let body = directive.body.map_or(String::new(), |body| {
            format!(" => {}", self.tokens.text(tree.spans.stmts.get(body).expect("the node has tokens")))
        });
        writeln!(self.out, "{indent}{language} {}{mark}{argument}{body}", directive.kind.text(&NAMES))
            .unwrap();
        for clause in &directive.clauses {
            self.clause(*clause, indent);
        }
    }

    fn directive_argument(&self, argument: &DirectiveArgument) -> String {
        let tree = &self.parsed.tree;
        match argument {
            DirectiveArgument::None => String::new(),
            DirectiveArgument::List(arguments) => format!("({})", self.arguments(arguments)),
            DirectiveArgument::Tokens(tokens) => format!(" {} tokens", tokens.len()),
            DirectiveArgument::DeclareReduction { name, types, combiner } => {
                let types: Vec<String> = types
                    .iter()
                    .map(|ty| self.tokens.text(tree.spans.type_names.get(*ty).expect("the node has tokens")))
                    .collect();
                format!(
                    "({} | {} | {})",
                    &NAMES[*name],
                    types.join(", "),
                    self.tokens.text(tree.spans.exprs.get(*combiner).expect("the node has tokens"))
                )
            }
            DirectiveArgument::DeclareMapper { name, variable } => {
                format!(
                    "({} | {})",
                    &NAMES[*name],
                    self.tokens.text(tree.spans.decls.get(*variable).expect("the node has tokens"))
                )
            }
        }
    }

    fn clause(&mut self, id: ClauseId, indent: &str) {
        let clause = &self.parsed.tree[id];
        let mut kind = match clause.kind {
            ClauseKind::Unknown => "?".to_owned(),
            kind if kind.text() == &NAMES[clause.spelling] => String::new(),
            kind => format!("={}", kind.text()),
        };
        if let Some(arguments) = &clause.arguments {
            write!(kind, "({})", self.arguments(arguments)).unwrap();
        }
        writeln!(self.out, "{indent}  {}{kind}", &NAMES[clause.spelling]).unwrap();
        let items = clause.arguments.iter().flat_map(|arguments| &arguments.items);
        for item in items {
            if let ArgumentValue::Directive(directive) = item.value {
                self.directive(directive, &format!("{indent}    "));
            }
        }
    }

    fn arguments(&self, arguments: &Arguments) -> String {
        let modifiers = |modifiers: &[Modifier]| {
            modifiers.iter().map(|modifier| self.modifier(modifier)).collect::<Vec<_>>().join(", ")
        };
        let items: Vec<String> = arguments.items.iter().map(|item| self.item(item)).collect();
        let mut text = String::new();
        if !arguments.modifiers.is_empty() {
            write!(text, "{} | ", modifiers(&arguments.modifiers)).unwrap();
        }
        text.push_str(&items.join(", "));
        if !arguments.post_modifiers.is_empty() {
            write!(text, " | {}", modifiers(&arguments.post_modifiers)).unwrap();
        }
        text
    }

    fn modifier(&self, modifier: &Modifier) -> String {
        let spans = &self.parsed.tree.spans;
        let mut text = NAMES[modifier.word].to_owned();
        for expr in modifier.args.iter().flatten() {
            write!(text, "<{}>", self.tokens.text(spans.exprs.get(*expr).expect("the node has tokens")))
                .unwrap();
        }
        for iterator in &modifier.iterators {
            let name = self.tokens.text(spans.decls.get(iterator.declaration).expect("the node has tokens"));
            let bounds = [Some(iterator.begin), Some(iterator.end), iterator.step];
            let bounds: Vec<String> = bounds
                .iter()
                .flatten()
                .map(|expr| self.tokens.text(spans.exprs.get(*expr).expect("the node has tokens")))
                .collect();
            write!(text, "<{name} = {}>", bounds.join(" to ")).unwrap();
        }
        text
    }

    fn item(&self, item: &ArgumentItem) -> String {
        let spans = &self.parsed.tree.spans;
        let key = item.key.map_or(String::new(), |key| format!("{}=", &NAMES[key]));
        match &item.value {
            ArgumentValue::Expr(expr) => {
                format!("{key}<{}>", self.tokens.text(spans.exprs.get(*expr).expect("the node has tokens")))
            }
            ArgumentValue::Word(word) => format!("{key}{}", &NAMES[*word]),
            ArgumentValue::Init(init) => {
                format!("{key}<{}>", self.tokens.text(spans.inits.get(*init).expect("the node has tokens")))
            }
            ArgumentValue::Directive(_) => format!("{key}directive"),
            ArgumentValue::Tokens(tokens) => {
                let texts: Vec<&str> = tokens.iter().map(|(_, text)| &NAMES[*text]).collect();
                format!("{key}[{}]", texts.join(" "))
            }
        }
    }
}
