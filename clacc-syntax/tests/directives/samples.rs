//! Texts that the tables allow.
//!
//! The texts use the same few names: `x` and `y` are variables, `a` is an array, `s` a structure with a
//! member `m`, `p` a pointer, `f` a function, and `n` and `i` are integers.

use clacc_syntax::directive::{
    Form, ItemKinds, Items, Key, ModifierArg, ModifierRule, Modifiers, Parens, Post, Word,
};

/// Every way of writing a clause (or a directive's argument) of this form, with its name. `constituents`
/// are the names of the directives that a condition may be limited to.
pub(super) fn samples(name: &str, form: &Form, constituents: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    if form.parens != Parens::Required {
        texts.push(name.to_owned());
    }
    if form.parens != Parens::Never {
        texts.extend(contents(form, constituents).into_iter().map(|inside| format!("{name}({inside})")));
    }
    texts
}

/// Returns contents of the parentheses: the first kind of items with each prefix and with each suffix, and
/// every other kind of items with the first prefix.
fn contents(form: &Form, constituents: &[&str]) -> Vec<String> {
    if form.items == Items::Vector {
        return vec!["source:".into(), "sink: i - 1".into(), "sink: i - 1,i + 2".into()];
    }
    let prefixes = prefixes(&form.modifiers, constituents);
    let items = items(&form.items);
    let suffixes = suffixes(&form.post);
    let (Some(prefix), Some(item)) = (prefixes.first(), items.first()) else { return Vec::new() };
    let mut texts: Vec<String> = prefixes.iter().map(|prefix| format!("{prefix}{item}")).collect();
    texts.extend(items.iter().skip(1).map(|item| format!("{prefix}{item}")));
    texts.extend(suffixes.iter().map(|suffix| format!("{prefix}{item}: {suffix}")));
    texts
}

fn prefixes(modifiers: &Modifiers, constituents: &[&str]) -> Vec<String> {
    let mut texts = match modifiers {
        Modifiers::Required(_) | Modifiers::Reduction { .. } | Modifiers::Selector => Vec::new(),
        _ => vec![String::new()],
    };
    let words: Vec<String> = match modifiers {
        Modifiers::None => Vec::new(),
        Modifiers::Optional(rules) | Modifiers::Required(rules) => rules.iter().map(modifier).collect(),
        Modifiers::Reduction { operators, extensions: _, modifiers, identifiers } => {
            let mut words = texts_of(operators);
            words.extend(modifiers.iter().map(|rule| format!("{},+", modifier(rule))));
            words.extend(identifiers.then(|| "declared".to_owned()));
            words
        }
        Modifiers::DirectiveName => constituents.iter().map(|&name| name.to_owned()).collect(),
        Modifiers::Expr(rules) => rules.iter().map(modifier).chain(["n".to_owned()]).collect(),
        Modifiers::Wait => vec!["devnum:0".into(), "queues".into(), "devnum:0:queues".into()],
        Modifiers::Selector => {
            vec!["device={kind(host)}".into(), "user={condition(1)},device={arch(x86_64)}".into()]
        }
    };
    let tight = matches!(modifiers, Modifiers::Wait);
    texts.extend(
        words
            .iter()
            .filter(|word| *word != "source" && *word != "sink")
            .map(|word| if tight { format!("{word}:") } else { format!("{word}: ") }),
    );
    texts
}

fn modifier(rule: &ModifierRule) -> String {
    let word = rule.word.text;
    match rule.arg {
        ModifierArg::None => word.to_owned(),
        ModifierArg::Expr | ModifierArg::Name => format!("{word}(n)"),
        ModifierArg::Word(words) => format!("{word}({})", words[0].text),
        ModifierArg::Iterators => format!("{word}(i = 0:n,int j = 0:n:2)"),
        ModifierArg::Exprs => format!("{word}(\"sample\",n)"),
    }
}

fn texts_of(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.text.to_owned()).collect()
}

fn items(items: &Items) -> Vec<String> {
    let fixed = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    match items {
        Items::None => vec![String::new()],
        Items::Expr => fixed(&["n", "n > 0 ? n : 1", "f(1, 2) + 1"]),
        Items::Constant => fixed(&["2", "1 + 1"]),
        Items::Exprs { max: 1 } => fixed(&["n"]),
        Items::Exprs { .. } => fixed(&["n", "n,2"]),
        Items::Sizes => fixed(&["2", "2,*", "n + 1"]),
        Items::Words(words) => texts_of(words),
        Items::WordThenExpr(words) => {
            texts_of(words).into_iter().chain([format!("{}, 4", words[0].text)]).collect()
        }
        Items::OpenWords(words) => {
            texts_of(words).into_iter().chain(["*".into(), "sample,host".into()]).collect()
        }
        Items::List(kinds) => list(*kinds),
        Items::Keyed(keys) => keyed(keys),
        Items::Name => fixed(&["name"]),
        Items::NameOrString => fixed(&["name", "\"name\""]),
        Items::Vector => Vec::new(),
        Items::Allocators => fixed(&["omp_default_mem_alloc", "x,y(a)"]),
        Items::Selector => fixed(&["device={kind(host)}", "construct={parallel, for},user={condition(1)}"]),
        Items::Directive => fixed(&["nothing", "parallel num_threads(n)", ""]),
        Items::DirectiveNames => fixed(&["parallel", "parallel for,task"]),
        Items::Initializer => fixed(&["omp_priv = 0", "omp_priv = {0, 0}", "f(&omp_priv)"]),
        Items::Interop => fixed(&["interop(target)", "interop(target, targetsync),interop(targetsync)"]),
        Items::DeclareReduction => {
            fixed(&["+: int: omp_out += omp_in", "declared: int,double: omp_out = omp_in"])
        }
        Items::DeclareMapper => fixed(&["int v", "id: struct t v", "default: int *v"]),
    }
}

fn list(kinds: ItemKinds) -> Vec<String> {
    let all: [(ItemKinds, &[&str]); 6] = [
        (ItemKinds::VARIABLE, &["x", "x,y"]),
        (ItemKinds::SECTION, &["a[0:n]", "a[:n],x", "a[1:]", "a[:]"]),
        (ItemKinds::ELEMENT, &["a[1]"]),
        (ItemKinds::MEMBER, &["s.m", "p->m[0:n]"]),
        (ItemKinds::FUNCTION, &["f"]),
        (ItemKinds::LVALUE, &["*p"]),
    ];
    let texts = all.iter().filter(|(kind, _)| kinds.contains(*kind)).flat_map(|(_, texts)| texts.iter());
    texts.map(|&text| text.to_owned()).collect()
}

fn keyed(keys: &[Key]) -> Vec<String> {
    let mut texts: Vec<String> = keys.iter().map(|key| format!("{}:n", key.word.text)).collect();
    texts.extend(keys.iter().filter(|key| key.star).map(|key| format!("{}:*", key.word.text)));
    texts.extend(keys.iter().filter(|key| key.is_default).map(|_| "n".to_owned()));
    let all: Vec<String> = keys.iter().map(|key| format!("{}:2", key.word.text)).collect();
    texts.push(all.join(","));
    texts
}

fn suffixes(post: &Post) -> Vec<String> {
    match post {
        Post::None => Vec::new(),
        Post::Words(words) => texts_of(words),
        Post::Expr => vec!["8".into()],
        Post::Linear(rules) => rules.iter().map(modifier).chain(["2".into(), "val,step(2)".into()]).collect(),
    }
}
