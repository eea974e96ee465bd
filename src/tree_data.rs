//! Syntax trees as data that can be used without a session.

use std::fmt::Write as _;

use crate::analysis::{Analysis, Unit};
use crate::diagnostics::Place;
use crate::json::string as json_string;
use crate::json_numbers::number as json_number;
use crate::node_texts::describe;
use crate::omp::MappingChoice;
use crate::semantics::{Symbol, SymbolKind};
use crate::source::Provenance;
use crate::syntax::{Constituent, Directive, Expr, ExternalDeclaration, Node, NodeKind, Role};
use crate::translate::Fidelity;

/// The trees of a unit as data ([`Analysis::tree`]): a flat list, because readers of nested formats limit the nesting depth.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::MappingChoice;
/// use clacc::tree_data::{ConstituentData, NodeData, OmpData, OmpVerdictData, SymbolData, TreeData};
///
/// let program = "void f(int *x) {\n#pragma acc update self(x[0:2])\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let tree: TreeData = session.tree_with_omp(unit, &MappingChoice::default());
/// let node: &NodeData = tree.nodes.iter().find(|node| node.omp.is_some()).expect("it is translated");
/// let omp: &OmpData = node.omp.as_ref().expect("as it was found");
/// assert_eq!(omp.lines, ["#pragma omp target update from(present: x[0:2])"]);
/// let verdict: &OmpVerdictData = &omp.verdicts[0];
/// println!("{:?}: {}: {}", verdict.clause, verdict.fidelity, verdict.reason);
/// let x: &SymbolData = tree.nodes.iter().find_map(|node| node.symbol.as_ref()).expect("names have symbols");
/// let constituents: &[ConstituentData] = &node.effective;
/// assert!(constituents.is_empty(), "`update` is not combined");
/// assert!(x.declaration.is_none_or(|declaration| declaration < tree.nodes.len()));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TreeData {
    /// The version of this format: [`TreeData::SCHEMA`]. Fields may be added without a new version.
    pub schema: u32,
    /// All nodes in source order, parents before their children.
    pub nodes: Vec<NodeData>,
}

/// A node as data. Absent properties are omitted when it is serialised.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NodeData {
    /// The index in the list.
    pub id: usize,
    /// The parent; none for an external declaration of the unit.
    pub parent: Option<usize>,
    /// The role in the parent.
    pub role: Role,
    /// The kind.
    pub kind: NodeKind,
    /// The detail that distinguishes the node from others of its kind: a name, an operator, a constant as spelled, the name of a directive.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub text: Option<String>,
    /// The symbol that the node names or declares.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub symbol: Option<SymbolData>,
    /// The type of an expression or of a declared symbol, in C spelling.
    #[cfg_attr(feature = "serde", serde(rename = "type", default, skip_serializing_if = "Option::is_none"))]
    pub ty: Option<String>,
    /// The value of an integer constant expression, if it fits in 64 bits. In JSON, a value of 2^53 or more is a string, because many
    /// readers would round the number.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none", with = "crate::json_numbers::field")
    )]
    pub constant: Option<i128>,
    /// The place; for a node that macros produce, the place of the invocation.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub span: Option<Place>,
    /// The macros that produced the first token, the innermost one first.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub macros: Vec<String>,
    /// The constituents of a combined directive, the outermost one first. Empty for other nodes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub effective: Vec<ConstituentData>,
    /// The OpenMP form of a directive of OpenACC, if forms were asked for.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub omp: Option<OmpData>,
}

/// A symbol as data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SymbolData {
    /// The name.
    pub name: String,
    /// The kind of symbol.
    pub kind: SymbolKind,
    /// The node that declares the symbol, if it is in the same external declaration.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub declaration: Option<usize>,
}

/// A constituent of a combined directive, as data ([`Constituent`]).
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ConstituentData {
    /// The name: `loop`.
    pub name: String,
    /// The nodes of the clauses that apply to it.
    pub clauses: Vec<usize>,
}

/// The OpenMP form of a directive, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct OmpData {
    /// New code and directives, in the order in which they are printed. Empty if OpenMP needs neither here.
    pub lines: Vec<String>,
    /// The verdicts on the directive and its clauses.
    pub verdicts: Vec<OmpVerdictData>,
}

/// A verdict on a directive or a clause, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct OmpVerdictData {
    /// The clause as spelled in the source; none for the directive.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub clause: Option<String>,
    /// The fidelity of the form.
    pub fidelity: Fidelity,
    /// The reason, as text for people.
    pub reason: String,
}

impl TreeData {
    /// The current version of the format.
    pub const SCHEMA: u32 = 2;

    /// Returns the data as JSON, one node per line. It is the JSON that feature `serde` writes, but does not need that feature.
    #[must_use]
    pub fn to_json(&self) -> String {
        let nodes: Vec<String> = self.nodes.iter().map(NodeData::json).collect();
        format!("{{\"schema\":{},\"nodes\":[{}]}}\n", self.schema, nodes.join(",\n"))
    }
}

impl Analysis {
    /// Returns the trees of a unit as data: those of its own external declarations, and those of its headers that hold directives. The
    /// bodies of all functions are parsed. The kinds of nodes and their texts may change with a minor version of this crate; for other
    /// changes the schema version changes. Each call makes the data anew.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions, syntax::{NodeKind, Role}};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a[2 * 4];\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let tree = session.tree(unit);
    /// let length = tree.nodes.iter().find(|node| node.role == Role::Dimension).expect("there is one");
    /// assert_eq!((length.kind, length.constant), (NodeKind::Binary, Some(8)));
    /// assert_eq!(tree.nodes[length.parent.expect("it is in `a`")].text.as_deref(), Some("a"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn tree(&self, unit: Unit) -> TreeData {
        self.tree_of(unit, &|_| None)
    }

    /// Returns what [`Analysis::tree`] returns, with the OpenMP form of each directive of OpenACC. [`TreeData`] has an example.
    #[must_use]
    pub fn tree_with_omp(&self, unit: Unit, choice: &MappingChoice) -> TreeData {
        self.tree_of(unit, &|node| self.omp_data(node, choice))
    }

    /// Prints the trees of [`Analysis::tree_with_omp`] as JSON. [`TreeData`] describes the format.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, omp::MappingChoice, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let json = session.dump_json(unit, &MappingChoice::default());
    /// let start = r#"{"schema":2,"nodes":["#;
    /// let node = r#"{"id":1,"parent":0,"role":"Declarator","kind":"Entity","text":"a","symbol":{"name":"a","#;
    /// assert!(json.starts_with(start) && json.contains(node));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn dump_json(&self, unit: Unit, choice: &MappingChoice) -> String {
        self.tree_with_omp(unit, choice).to_json()
    }

    fn tree_of(&self, unit: Unit, omp: &dyn Fn(Node<'_>) -> Option<OmpData>) -> TreeData {
        let mut nodes = Vec::new();
        for declaration in self.declarations(unit) {
            let first = nodes.len();
            let data = |node| self.node_data(first, node, omp(node));
            nodes.extend(declaration.nodes().map(data));
        }
        TreeData { schema: TreeData::SCHEMA, nodes }
    }

    /// Returns a node as data, in a list in which its declaration begins at the index `first`.
    fn node_data(&self, first: usize, node: Node<'_>, omp: Option<OmpData>) -> NodeData {
        let id = |node: Node<'_>| first + node.at.index() as usize;
        let provenance = self.provenance(node);
        let symbol = named(node);
        let expr = node.expr();
        let of_expr = expr.and_then(|expr| expr.ty().text());
        let declared = || symbol.filter(|_| expr.is_none()).and_then(|symbol| symbol.ty().text());
        let fits = |value: &i128| i64::try_from(*value).is_ok() || u64::try_from(*value).is_ok();
        let macros = provenance.iter().flat_map(Provenance::expansions);
        NodeData {
            id: id(node),
            parent: node.parent().map(id),
            role: node.role(),
            kind: node.kind(),
            text: text(node),
            symbol: symbol.map(|symbol| SymbolData {
                name: symbol.name().to_owned(),
                kind: symbol.kind(),
                declaration: symbol.declaration().map(id),
            }),
            ty: of_expr.or_else(declared),
            constant: expr.and_then(Expr::constant).filter(fits),
            macros: macros.map(|each| each.macro_name().to_owned()).collect(),
            span: provenance.map(|provenance| provenance.location().clone()),
            effective: effective(node).iter().map(|each| ConstituentData::of(each, &id)).collect(),
            omp,
        }
    }
}

/// Returns the constituents of a combined directive; none for another node.
fn effective(node: Node<'_>) -> Vec<Constituent<'_>> {
    let constituents = node.directive().map(Directive::constituents);
    constituents.filter(|all| all.len() > 1).unwrap_or_default()
}

/// Returns the symbol that a node names or declares.
fn named(node: Node<'_>) -> Option<Symbol<'_>> {
    let used = node.expr().filter(|_| node.kind() == NodeKind::Name).and_then(Expr::symbol);
    used.or_else(|| node.declarator()?.symbol())
}

fn text(node: Node<'_>) -> Option<String> {
    let declaration: &ExternalDeclaration = node.declaration();
    let (_, text) = describe(declaration.tree(), node.tree_node()?);
    Some(text).filter(|text| !text.is_empty())
}

impl NodeData {
    fn json(&self) -> String {
        let parent = self.parent.map_or_else(|| "null".to_owned(), |parent| parent.to_string());
        let (role, kind) = (self.role, self.kind);
        let mut out = format!(r#"{{"id":{},"parent":{parent},"role":"{role}","kind":"{kind}""#, self.id);
        let mut field = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                // Writing into memory cannot fail.
                let _ = write!(out, ",\"{name}\":{value}");
            }
        };
        field("text", self.text.as_deref().map(json_string));
        field("symbol", self.symbol.as_ref().map(SymbolData::json));
        field("type", self.ty.as_deref().map(json_string));
        field("constant", self.constant.map(json_number));
        field("span", self.span.as_ref().map(Place::json));
        let macros =
            (!self.macros.is_empty()).then(|| list(self.macros.iter().map(|each| json_string(each))));
        field("macros", macros);
        let effective =
            (!self.effective.is_empty()).then(|| list(self.effective.iter().map(ConstituentData::json)));
        field("effective", effective);
        field("omp", self.omp.as_ref().map(OmpData::json));
        out.push('}');
        out
    }
}

impl ConstituentData {
    fn of(constituent: &Constituent<'_>, id: &dyn Fn(Node<'_>) -> usize) -> ConstituentData {
        let clauses = constituent.clauses().map(|clause| id(clause.node()));
        ConstituentData { name: constituent.name().to_owned(), clauses: clauses.collect() }
    }

    fn json(&self) -> String {
        let clauses = list(self.clauses.iter().map(usize::to_string));
        format!(r#"{{"name":{},"clauses":{clauses}}}"#, json_string(&self.name))
    }
}

impl SymbolData {
    fn json(&self) -> String {
        let declaration = self.declaration.map(|id| format!(",\"declaration\":{id}")).unwrap_or_default();
        format!(r#"{{"name":{},"kind":"{:?}"{declaration}}}"#, json_string(&self.name), self.kind)
    }
}

impl OmpData {
    fn json(&self) -> String {
        let verdict = |verdict: &OmpVerdictData| {
            let clause =
                verdict.clause.as_deref().map(|clause| format!("\"clause\":{},", json_string(clause)));
            let (fidelity, reason) = (json_string(verdict.fidelity.text()), json_string(&verdict.reason));
            format!(r#"{{{}"fidelity":{fidelity},"reason":{reason}}}"#, clause.unwrap_or_default())
        };
        let lines = list(self.lines.iter().map(|line| json_string(line)));
        format!(r#"{{"lines":{lines},"verdicts":{}}}"#, list(self.verdicts.iter().map(verdict)))
    }
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}
