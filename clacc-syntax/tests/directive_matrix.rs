//! Checks that the matrix of directives and clauses in `docs/directives.md` agrees with the tables.

use std::fmt::Write;

use clacc_syntax::directive::{
    AccClause, AccDirective, Association, ClauseInfo, DirectiveInfo, Form, Items, LegalClause, ModifierRule,
    Modifiers, Multiplicity, OmpClause, OmpDirective, Parens, Placement, Post, Version, Vocabulary, Word,
};
use expect_test::expect_file;

const HEAD: &str = "# Directives and clauses

Every directive and clause of OpenACC 3.4 and OpenMP 5.2 for C, as the parser and the checks know them.
A test writes this page from the tables (`UPDATE_EXPECT=1 cargo test -p clacc-syntax --test directive_matrix`).

A clause may stand any number of times on a directive, or once (marked `¹`), or once for each of its modifiers
(marked `ᵐ`). `⊘` marks what is deprecated. Version numbers are of the specification that introduced a name.
";

#[test]
fn the_page_of_directives_is_current() {
    let mut page = String::from(HEAD);
    page.push_str("\n## OpenACC\n");
    language(
        &mut page,
        AccDirective::ALL.iter().map(|each| each.info()),
        AccClause::ALL.iter().map(|each| each.info()),
    );
    page.push_str("\n## OpenMP\n");
    language(
        &mut page,
        OmpDirective::ALL.iter().map(|each| each.info()),
        OmpClause::ALL.iter().map(|each| each.info()),
    );
    expect_file!["../../docs/directives.md"].assert_eq(&page);
}

fn language<D: Vocabulary, C: Vocabulary>(
    page: &mut String,
    directives: impl Iterator<Item = &'static DirectiveInfo<D, C>>,
    clauses: impl Iterator<Item = &'static ClauseInfo<C>>,
) {
    page.push_str("\n### Directives\n\n| directive | since | section | takes | may stand | clauses | rules |\n|---|---|---|---|---|---|---|\n");
    directives.for_each(|info| directive(page, info));
    page.push_str("\n### Clauses\n\n| clause | since | section | arguments |\n|---|---|---|---|\n");
    for info in clauses {
        let arguments = form(&info.form);
        writeln!(page, "| `{}` | {} | {} | {arguments} |", info.clause.text(), info.since, info.section)
            .unwrap();
    }
}

fn directive<D: Vocabulary, C: Vocabulary>(page: &mut String, info: &DirectiveInfo<D, C>) {
    let deprecated = info.deprecated.map_or(String::new(), |version| format!(", ⊘ {version}"));
    let argument = if info.argument.parens == Parens::Never {
        String::new()
    } else {
        format!(" {}", form(&info.argument))
    };
    let clauses: Vec<String> = info.clauses.iter().map(|rule| clause(rule, info.since)).collect();
    writeln!(
        page,
        "| `{}`{argument} | {}{deprecated} | {} | {} | {} | {} | {} |",
        info.directive.text(),
        info.since,
        info.section,
        association(info.association),
        places(info.places),
        clauses.join(" "),
        rules(info)
    )
    .unwrap();
}

fn clause<C: Vocabulary>(rule: &LegalClause<C>, since: Version) -> String {
    let mark = match rule.multiplicity {
        Multiplicity::Once => "¹",
        Multiplicity::OncePerModifier => "ᵐ",
        Multiplicity::Many => "",
    };
    let deprecated = if rule.deprecated.is_some() { "⊘" } else { "" };
    let version = if rule.since > since { format!(" ({})", rule.since) } else { String::new() };
    format!("`{}`{mark}{deprecated}{version}", rule.clause.text())
}

fn rules<D, C: Vocabulary>(info: &DirectiveInfo<D, C>) -> String {
    let texts =
        |group: &[C]| group.iter().map(|each| format!("`{}`", each.text())).collect::<Vec<_>>().join(", ");
    let mut rules: Vec<String> =
        info.required.iter().map(|group| format!("one of {}", texts(group))).collect();
    rules.extend(info.exclusive.iter().map(|group| format!("at most one of {}", texts(group))));
    if !info.after_device_type.is_empty() {
        rules.push(format!("behind `device_type`: {}", texts(&info.after_device_type)));
    }
    if !info.standalone_with.is_empty() {
        rules.push(format!("no statement with {}", texts(&info.standalone_with)));
    }
    rules.join("; ")
}

fn association(association: Association) -> &'static str {
    match association {
        Association::None => "nothing",
        Association::Declarative => "nothing (declares)",
        Association::Declaration => "next declaration",
        Association::Statement => "statement",
        Association::Loop => "loop",
        Association::Begin => "region (begins)",
        Association::End => "region (ends)",
        Association::Separating => "separates statements",
        Association::Variant => "as its variant",
    }
}

fn places(places: Placement) -> String {
    let all =
        [(Placement::FILE, "file"), (Placement::BLOCK, "block"), (Placement::SUBSTATEMENT, "substatement")];
    let words: Vec<&str> =
        all.iter().filter(|(place, _)| places.contains(*place)).map(|(_, word)| *word).collect();
    words.join(", ")
}

fn form(form: &Form) -> String {
    if form.parens == Parens::Never {
        return String::new();
    }
    let inner = format!("{}{}{}", modifiers(&form.modifiers), items(&form.items), post(&form.post));
    if form.parens == Parens::Optional { format!("[( {inner} )]") } else { format!("( {inner} )") }
}

fn words(words: &[Word]) -> String {
    // A bar would end the cell of the table, so it is escaped.
    words.iter().map(|word| format!("`{}`", word.text.replace('|', "&#124;"))).collect::<Vec<_>>().join(" ")
}

fn modifier_words(rules: &[ModifierRule]) -> String {
    words(&rules.iter().map(|rule| rule.word).collect::<Vec<_>>())
}

fn modifiers(modifiers: &Modifiers) -> String {
    match modifiers {
        Modifiers::None => String::new(),
        Modifiers::Optional(rules) => format!("[ {} `:` ] ", modifier_words(rules)),
        Modifiers::Required(rules) => format!("{} `:` ", modifier_words(rules)),
        Modifiers::Reduction { operators, extensions: _, modifiers, identifiers } => {
            let own = if modifiers.is_empty() {
                String::new()
            } else {
                format!("[ {} `,` ] ", modifier_words(modifiers))
            };
            format!("{own}{}{} `:` ", words(operators), if *identifiers { " *identifier*" } else { "" })
        }
        Modifiers::DirectiveName => "[ *directive* `:` ] ".into(),
        Modifiers::Expr(rules) => format!("[ *expression* {} `:` ] ", modifier_words(rules)),
        Modifiers::Wait => "[ `devnum` `:` *expression* `:` ] [ `queues` `:` ] ".into(),
        Modifiers::Selector => "*context selector* `:` ".into(),
    }
}

fn items(items: &Items) -> String {
    match items {
        Items::None => String::new(),
        Items::Expr => "*expression*".into(),
        Items::Constant => "*constant*".into(),
        Items::Exprs { max: u8::MAX } => "*expressions*".into(),
        Items::Exprs { max } => format!("up to {max} *expressions*"),
        Items::Sizes => "*expressions* or `*`".into(),
        Items::Words(set) => words(set),
        Items::WordThenExpr(set) => format!("{} [ `,` *expression* ]", words(set)),
        Items::OpenWords(set) => format!("`*` or {} and others", words(set)),
        Items::List(kinds) => format!("*list* of {}", kinds.describe()),
        Items::Keyed(keys) => {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{}:`", key.word.text)).collect();
            format!("*expressions* with {}", keys.join(" "))
        }
        Items::Name => "*name*".into(),
        Items::NameOrString => "*name* or *string*".into(),
        Items::Vector => "*iteration vector*".into(),
        Items::Allocators => "*allocators* with *traits*".into(),
        Items::Selector => "*context selector*".into(),
        Items::Directive => "[ *directive* ]".into(),
        Items::DirectiveNames => "*directive names*".into(),
        Items::Initializer => "*initializer*".into(),
        Items::Interop => "`interop( … )` operations".into(),
        Items::DeclareReduction => "*identifier* `:` *types* `:` *combiner*".into(),
        Items::DeclareMapper => "[ *identifier* `:` ] *type* *variable*".into(),
    }
}

fn post(post: &Post) -> String {
    match post {
        Post::None => String::new(),
        Post::Words(set) => format!(" [ `:` {} ]", words(set)),
        Post::Expr => " [ `:` *expression* ]".into(),
        Post::Linear(rules) => format!(" [ `:` *expression* {} ]", modifier_words(rules)),
    }
}
