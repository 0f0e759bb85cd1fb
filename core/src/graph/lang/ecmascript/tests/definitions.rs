//! Definitions of functions, classes, types and members, with their flags and documentation; plain JavaScript too.

use super::{check_definitions, facts, plain_facts};
use crate::graph::lang::testing;

#[test]
fn a_function_takes_the_name_of_its_variable_or_property() {
    check_definitions(
        "
/** Adds. */
export async function add(a: number,
  b = 1): Promise<Sum> { return inner(); function inner() {} }
export const twice = (f: F) => f(f);
const named = function own() { own(); }, other = 1;
export default () => 1;
run(x => x, function tick() {});
function over(a: string): A;
function over(a: number): B { return a; }
const wrapped = memo(() => { view(); });
",
        r#"
        function add 3-4 async,public "export async function add(a: number, b = 1): Promise<Sum>" "Adds." -> Promise<Sum>
        function add.inner 4-4 "function inner()"
        function twice 5-5 public "export const twice = (f: F) =>"
        function named 6-6 "const named = function own()"
        variable other 6-6 "other = 1"
        function default 7-7 public "() =>"
        function <lambda> 8-8 anonymous "x =>"
        function tick 8-8 "function tick()"
        function over 10-10 "function over(a: number): B" -> B
        variable wrapped 11-11 "const wrapped = memo(() => { view(); })"
        function wrapped.<lambda> 11-11 anonymous "() =>"
        "#,
    );
}

#[test]
fn classes_have_fields_methods_and_accessors() {
    check_definitions(
        "
@Injectable()
export abstract class A<T> extends B implements C {
  static #n = 0;
  readonly list: T[] = [];
  handle = async (x: X) => this.run(x);
  constructor(private db: Db, plain: X) { super(); this.late = db; this.list = []; }
  get size(): number { return 1; }
  set size(n) {}
  static make(): A<any> { return new A(); }
  private async run(x: X): Promise<void> {}
  *[Symbol.iterator]() {}
  over(a: string): void;
  over(a: any) {}
  abstract area(): Shape;
}
const Local = class { f() {} };
",
        r#"
        class A 2-16 public "@Injectable() export abstract class A<T> extends B implements C"
        field A.#n 4-4 static "static #n = 0"
        field A.list 5-5 public "readonly list: T[] = []"
        method A.handle 6-6 async,public "handle = async (x: X) =>"
        method A.constructor 7-7 public "constructor(private db: Db, plain: X)"
        field A.db 7-7 "private db: Db"
        field A.late 7-7 public "this.late = db"
        method A.size 8-8 property,public "get size(): number" -> 'other
        method A.make 10-10 static,public "static make(): A<any>" -> A<?>
        method A.run 11-11 async "private async run(x: X): Promise<void>" -> Promise<?>
        method A.over 14-14 public "over(a: any)"
        method A.area 15-15 abstract,public "abstract area(): Shape" -> Shape
        class Local 17-17 "const Local = class"
        method Local.f 17-17 public "f()"
        "#,
    );
}

#[test]
fn typescript_types_are_definitions() {
    check_definitions(
        "
export interface Shape extends Other { area(): number; side?: C; }
type Alias<K> = { a: C } | K;
export const enum Color { Red, Green = 'g' }
namespace N { export const inner = 1; export function f(): void; }
declare function g(a: string): C;
",
        r#"
        interface Shape 2-2 public "export interface Shape extends Other"
        method Shape.area 2-2 abstract,public "area(): number" -> 'other
        field Shape.side 2-2 public "side?: C"
        typealias Alias 3-3 "type Alias<K> = { a: C } | K"
        enum Color 4-4 public "export const enum Color"
        constant Color.Red 4-4 public "Red"
        constant Color.Green 4-4 public "Green = 'g'"
        module N 5-5 "namespace N"
        variable N.inner 5-5 public "export const inner = 1"
        function N.f 5-5 abstract,public "export function f(): void"
        function g 6-6 abstract "function g(a: string): C" -> C
        "#,
    );
}

#[test]
fn methods_of_an_object_belong_to_its_variable() {
    check_definitions(
        "
export const api = { get() {}, list: () => 1, n: 1 };
const { a, b: [c] } = load();
const LIMIT = 3;
plugin({ setup() {} });
function f() { const local = 1; let g = () => 2; }
",
        r#"
        variable api 2-2 public "export const api = { get() {}, list: () => 1, n: 1 }"
        method api.get 2-2 "get()"
        method api.list 2-2 "list: () =>"
        variable a 3-3 "const { a, b: [c] } = load()"
        variable c 3-3 "const { a, b: [c] } = load()"
        constant LIMIT 4-4 "const LIMIT = 3"
        method setup 5-5 "setup()"
        function f 6-6 "function f()"
        function f.g 6-6 "let g = () =>"
        "#,
    );
}

#[test]
fn plain_javascript_gives_the_same_facts() {
    let facts = plain_facts(
        "
class A { #x = 1; y = () => 1; static z() {} get w() {} constructor(a) { this.b = a; } }
module.exports = function make() {};
exports.named = function () {};
var v = function () {};
",
    );
    testing::check(
        testing::definitions(&facts),
        r##"
        class A 2-2 "class A"
        field A.#x 2-2 "#x = 1"
        method A.y 2-2 public "y = () =>"
        method A.z 2-2 static,public "static z()"
        method A.w 2-2 property,public "get w()"
        method A.constructor 2-2 public "constructor(a)"
        field A.b 2-2 public "this.b = a"
        function make 3-3 public "function make()"
        function named 4-4 public "function ()"
        function v 5-5 "var v = function ()"
        "##,
    );
}

#[test]
fn a_comment_before_a_definition_describes_the_file_only_with_a_tag() {
    assert_eq!(facts("/** The file.\n * @file */\nlet a;").details[0].doc, "The file.");
    assert_eq!(facts("/** Of a. */\nlet a;").details[0].doc, "");
    assert_eq!(facts("/** Of a. */\nlet a;").details[1].doc, "Of a.");
}
