//! Precedence and associativity: which operands belong to which operator.

use crate::support::{first_initializer, messages, parse};

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let parsed = parse(&format!("typedef int T; typedef struct S S; int x = {source};"));
        assert_eq!(messages(&parsed), Vec::<String>::new(), "{source}");
        assert_eq!(first_initializer(&parsed.tree).as_deref(), Some(*expected), "{source}");
    }
}

#[test]
fn binary_operators_bind_by_precedence_and_group_left() {
    check(&[
        ("a + b * c - d", "(- (+ a (* b c)) d)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a << b + c < d", "(< (<< a (+ b c)) d)"),
        ("a & b == c", "(& a (== b c))"),
        ("a | b ^ c & d", "(| a (^ b (& c d)))"),
        ("a || b && c || d", "(|| (|| a (&& b c)) d)"),
        ("(a + b) * c", "(* (+ a b) c)"),
        ("a % b / c", "(/ (% a b) c)"),
        ("a < b > c <= d >= e != f", "(!= (>= (<= (> (< a b) c) d) e) f)"),
    ]);
}

#[test]
fn assignments_and_conditionals_group_right() {
    check(&[
        ("a = b = c", "(= a (= b c))"),
        ("a += b -= c", "(+= a (-= b c))"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"),
        ("a ? b ? c : d : e", "(? a (? b c d) e)"),
        ("a ? b , c : d", "(? a (, b c) d)"),
        ("a ?: b ?: c", "(? a  (? b  c))"),
        ("a = b ? c : d", "(= a (? b c d))"),
        ("a || b ? c : d || e", "(? (|| a b) c (|| d e))"),
        ("a ? b = c : d", "(? a (= b c) d)"),
        ("a <<= b >>= c |= d ^= e &= f %= g", "(<<= a (>>= b (|= c (^= d (&= e (%= f g))))))"),
    ]);
}

#[test]
fn prefix_and_postfix_operators() {
    check(&[
        ("-a + +b", "(+ (Minus a) (Plus b))"),
        ("!~a", "(Not (BitNot a))"),
        ("*p++", "(Deref (post++ p))"),
        ("++*p", "(PreIncrement (Deref p))"),
        ("&a[i].b->c", "(AddressOf (-> (. (index a i) b) c))"),
        ("f(a, b)(c)[d]--", "(post-- (index (call (call f a b) c) d))"),
        ("- -a - - b", "(- (Minus (Minus a)) (Minus b))"),
        ("a++ + ++b", "(+ (post++ a) (PreIncrement b))"),
        ("&&label", "(&& label)"),
        ("__real__ a * __imag b", "(* (Real a) (Imag b))"),
        ("__extension__ a + b", "(+ (Extension a) b)"),
        ("a[b, c]", "(index a (, b c))"),
    ]);
}

#[test]
fn casts_and_sizeof_see_type_names() {
    check(&[
        ("(T) a * b", "(* (cast [T] a) b)"),
        ("(a) * b", "(* a b)"),
        ("(T) * b", "(cast [T] (Deref b))"),
        ("(T) -1", "(cast [T] (Minus 1))"),
        ("(a) -1", "(- a 1)"),
        ("(int (*)(T)) f", "(cast [int (*)(T)] f)"),
        ("sizeof a * b", "(* (Sizeof a) b)"),
        ("sizeof (T) * b", "(* (Sizeof [T]) b)"),
        ("sizeof (a) * b", "(* (Sizeof a) b)"),
        ("sizeof (T){1}.x", "(Sizeof (. (literal [T] {1}) x))"),
        ("(T[]){1, 2}[1]", "(index (literal [T[]] {1 2}) 1)"),
        ("sizeof sizeof a[0]", "(Sizeof (Sizeof (index a 0)))"),
        ("_Alignof(S *) + __alignof__ a", "(+ (Alignof [S *]) (GnuAlignof a))"),
        ("sizeof (struct { int i; }) + 1", "(+ (Sizeof [struct {\n    int i;\n}]) 1)"),
    ]);
}

#[test]
fn primaries() {
    check(&[
        ("\"a\" \"b\" L\"c\"", "\"a\"\"b\"L\"c\""),
        ("'a' + L'\\n'", "(+ 'a' L'\\n')"),
        (".5 + 0x1p-3f + 1.e+5 + 3i", "(+ (+ (+ .5 0x1p-3f) 1.e+5) 3i)"),
        ("_Generic(a, int: 1, T *: 2, default: 3)", "(generic a 1 2 3)"),
        ("__builtin_offsetof(S, T.x[3])", "(__builtin_offsetof 2)"),
        ("__builtin_va_arg(ap, T *)", "(__builtin_va_arg 2)"),
        ("__builtin_types_compatible_p(T, int)", "(__builtin_types_compatible_p 2)"),
        ("__builtin_choose_expr(1, a, b)", "(call __builtin_choose_expr 1 a b)"),
        ("({ int T = 1; T * 2; })", "(statement)"),
        ("{ 1, { 2, 3 }, [4] = 5 }", "{1 {2 3} 5}"),
    ]);
}

#[test]
fn subarrays_exist_in_clauses_only() {
    let parsed = parse("void f(int *a) { a[1:2] = 3; }");
    assert_eq!(messages(&parsed), ["C0001 expected `]`, found `:`"]);
    let printed = crate::support::parse_and_print(
        "void f(int n, int *a, struct s *p) {\n#pragma acc enter data copyin(a[ 1 + n : 2*n ], a[:n], a[:], p->q[0:n])\n\
         #pragma omp target update to(a[0:n:2], a[0::2], ([n][4])a)\n}",
    );
    let lines: Vec<&str> = printed.lines().filter(|line| line.contains("#pragma")).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "#pragma acc enter data copyin(a[1 + n:2 * n],a[:n],a[:],p->q[0:n])",
            "#pragma omp target update to(a[0:n:2],a[0::2],([n][4])a)",
        ]
    );
}
