import { data, Evaluator, type Expr, Lexer, Parser } from '@actions/expressions';
import {
  Binary,
  FunctionCall,
  Grouping,
  IndexAccess,
  type Literal,
  Logical,
  Unary,
} from '@actions/expressions/ast';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';

const STATUS = new Set(['always', 'cancelled', 'failure', 'success']);

/**
 * Whether an `if:` holds. With or without `${{ }}` around it; empty, or without a status function anywhere, it also asks
 * for `success()`. A text around an expression makes a text of it all, which is true: GitHub's best-known trap.
 */
export function evaluateCondition(condition: string | undefined, scope: Scope): boolean {
  const text = condition?.trim() ?? '';
  if (text === '') return isTruthy(evaluate('success()', scope));
  const list = expressionsOf(text);
  const allowed = allowedBy(scope);
  const asksForStatus = list.some((expression) => namesStatus(parseExpression(expression, allowed)));
  if (!asksForStatus && !isTruthy(evaluate('success()', scope))) return false;
  return isTruthy(text.includes('${{') ? evaluateTemplate(text, scope) : evaluate(text, scope));
}

/** Reads an `if:` without evaluating it. Throws for what is not allowed there. */
export function checkCondition(condition: string, allowed: Allowed): void {
  if (condition.trim() === '') return;
  for (const expression of expressionsOf(condition.trim())) parseExpression(expression, allowed);
}

function expressionsOf(text: string): string[] {
  if (!text.includes('${{')) return [text];
  return parseTemplate(text).flatMap((piece) => ('expression' in piece ? [piece.expression] : []));
}

function namesStatus(tree: Expr): boolean {
  if (tree instanceof FunctionCall) {
    return STATUS.has(tree.functionName.lexeme.toLowerCase()) || tree.args.some(namesStatus);
  }
  if (tree instanceof Binary) return namesStatus(tree.left) || namesStatus(tree.right);
  if (tree instanceof Logical) return tree.args.some(namesStatus);
  if (tree instanceof Unary) return namesStatus(tree.expr);
  if (tree instanceof Grouping) return namesStatus(tree.group);
  if (tree instanceof IndexAccess) return namesStatus(tree.expr) || namesStatus(tree.index);
  return false;
}

/** Part of a text with `${{ }}` in it. */
type Piece = { text: string } | { expression: string };

/** Takes a text apart. Throws when an expression is not closed; a `}}` inside quotes closes nothing. */
function parseTemplate(text: string): Piece[] {
  const list: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('${{', at);
    if (open < 0) break;
    const close = closing(text, open + 3);
    if (open > at) list.push({ text: text.slice(at, open) });
    list.push({ expression: text.slice(open + 3, close).trim() });
    at = close + 2;
  }
  if (at < text.length) list.push({ text: text.slice(at) });
  return list;
}

function closing(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text.startsWith('}}', at)) return at;
  }
  throw new Error(`The expression is not closed: '}}' is missing behind '${text.slice(from - 3)}'`);
}

/** The value of a text: an expression alone keeps its kind, anything else becomes text. */
export function evaluateTemplate(text: string, scope: Scope): Value {
  const list = parseTemplate(text);
  const [only] = list;
  if (list.length === 1 && only !== undefined && 'expression' in only)
    return evaluate(only.expression, scope);
  return list
    .map((piece) => ('text' in piece ? piece.text : toText(evaluate(piece.expression, scope))))
    .join('');
}

/** The text a template gives. Throws where it gives an object or a list, which GitHub does not take for text. */
export function renderTemplate(text: string, scope: Scope): string {
  const value = evaluateTemplate(text, scope);
  if (value !== null && typeof value === 'object') {
    throw new Error(`A ${Array.isArray(value) ? 'sequence' : 'mapping'} was not expected: ${text}`);
  }
  return toText(value);
}

/** Reads every expression of a text without evaluating it. Throws for the first that is not allowed at its place. */
export function checkTemplate(text: string, allowed: Allowed): void {
  for (const piece of parseTemplate(text))
    if ('expression' in piece) parseExpression(piece.expression, allowed);
}

/** A function an expression may call beyond those of the language. Arguments are counted before anything runs. */
interface ExpressionFunction {
  least: number;
  most: number;
  call(args: Value[]): Value;
}

/** What an expression can see. */
export interface Scope {
  contexts: Readonly<Record<string, Value>>;
  functions: Readonly<Record<string, ExpressionFunction>>;
}

/** What an expression may name at its place: a wrong name is refused before anything runs. */
export interface Allowed {
  contexts: readonly string[];
  functions: Readonly<Record<string, { least: number; most: number }>>;
}

/**
 * Reads one expression, without its `${{ }}`. GitHub's own parser does the work.
 * Throws for anything that is not in the language, and for a name that is not allowed here.
 */
function parseExpression(text: string, allowed: Allowed): Expr {
  const functions = Object.entries(allowed.functions).map(([name, { least, most }]) => ({
    name,
    minArgs: least,
    maxArgs: most,
  }));
  const tree: Expr | undefined = new Parser(
    new Lexer(text).lex().tokens,
    [...allowed.contexts],
    functions,
  ).parse();
  if (tree === undefined) throw new Error('An expression was expected');
  return tree;
}

/** What a scope allows. */
function allowedBy(scope: Scope): Allowed {
  return { contexts: Object.keys(scope.contexts), functions: scope.functions };
}

/**
 * Evaluates one expression, without its `${{ }}`.
 * Throws for what cannot be read and for a call that fails, such as `fromJSON` of no JSON.
 */
export function evaluate(text: string, scope: Scope): Value {
  const tree = parseExpression(text, allowedBy(scope));
  const contexts = toDictionary({});
  for (const [name, value] of Object.entries(scope.contexts)) {
    // Environment variables are told apart by case, names of all else are not.
    contexts.add(name, toData(value, name === 'env'));
  }
  return toValue(new Reader(tree, contexts, new Map([...own(), ...given(scope)])).evaluate());
}

/** The evaluator, with texts read to their end: the package turns only the first doubled quote into one. */
class Reader extends Evaluator {
  override visitLiteral(literal: Literal): data.ExpressionData {
    const { lexeme } = literal.token;
    return literal.literal instanceof data.StringData && lexeme.startsWith("'")
      ? new data.StringData(lexeme.slice(1, -1).replaceAll("''", "'"))
      : super.visitLiteral(literal);
  }
}

/** Functions of the language that the package's own data would break. */
function own(): [string, FunctionDefinition][] {
  const one = (name: string, call: (value: data.ExpressionData) => data.ExpressionData) =>
    [
      name.toLowerCase(),
      { name, minArgs: 1, maxArgs: 1, call: (...args: data.ExpressionData[]) => call(first(args)) },
    ] satisfies [string, FunctionDefinition];
  return [
    one('toJSON', (value) => new data.StringData(JSON.stringify(toValue(value), null, 2))),
    one('fromJSON', (value) => {
      const text = value.coerceString();
      try {
        return toData(JSON.parse(text) as Value);
      } catch (cause) {
        throw new Error('fromJSON: the text is not JSON', { cause });
      }
    }),
  ];
}

function given(scope: Scope): [string, FunctionDefinition][] {
  return Object.entries(scope.functions).map(([name, definition]) => [
    name.toLowerCase(),
    {
      name,
      minArgs: definition.least,
      maxArgs: definition.most,
      call: (...args) => toData(definition.call(args.map(toValue))),
    },
  ]);
}

function first(args: data.ExpressionData[]): data.ExpressionData {
  return args[0] ?? new data.Null();
}

/** What an expression can give: JSON, in which the order of names is kept. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
export type Names = { readonly [name: string]: Value };

/**
 * The names of an object, looked up as the runner does: in any case, `env` excepted. The package's own
 * dictionary loses names that every JavaScript object has, such as `constructor`.
 */
class Dictionary extends data.Dictionary {
  readonly #pairs = new Map<string, { key: string; value: data.ExpressionData }>();
  readonly #exact: boolean;

  constructor(entries: Iterable<[string, data.ExpressionData]>, exact = false) {
    super();
    this.#exact = exact;
    for (const [key, value] of entries) this.add(key, value);
  }

  #name(key: string): string {
    return this.#exact ? key : folded(key);
  }

  override add(key: string, value: data.ExpressionData): void {
    const name = this.#name(key);
    if (!this.#pairs.has(name)) this.#pairs.set(name, { key, value });
  }

  override get(key: string): data.ExpressionData | undefined {
    return this.#pairs.get(this.#name(key))?.value;
  }

  override values(): data.ExpressionData[] {
    return [...this.#pairs.values()].map((pair) => pair.value);
  }

  override pairs(): { key: string; value: data.ExpressionData }[] {
    return [...this.#pairs.values()];
  }
}

/** A name without its case, letter by letter: no letter becomes two, and the dotless i and the long s stay apart. */
function folded(name: string): string {
  return Array.from(name)
    .map((letter) => {
      const upper = letter.toUpperCase();
      return upper.length === letter.length && letter !== '\u0131' && letter !== '\u017f' ? upper : letter;
    })
    .join('');
}

/** A value as the evaluator holds it. `exact`: its names are told apart by case (the `env` context). */
function toData(value: Value, exact = false): data.ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'string') return new data.StringData(value);
  if (isList(value)) return new data.Array(...value.map((item) => toData(item)));
  return toDictionary(value, exact);
}

/** The names of a context. */
function toDictionary(names: Names, exact = false): data.Dictionary {
  return new Dictionary(
    Object.entries(names).map(([name, item]) => [name, toData(item)]),
    exact,
  );
}

/** The evaluator's data as a plain value. */
function toValue(item: data.ExpressionData): Value {
  if (item instanceof data.Null) return null;
  if (item instanceof data.Array) return item.values().map(toValue);
  if (item instanceof data.Dictionary) {
    return Object.fromEntries(item.pairs().map(({ key, value }) => [key, toValue(value)]));
  }
  if (item instanceof data.NumberData) return item.number();
  if (item instanceof data.BooleanData) return item.value;
  return item.coerceString();
}

/** Whether the language takes a value for true: not null, false, 0, NaN or the empty text. */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== '' && value !== 0 && !Number.isNaN(value);
}

/** A value as text: objects and lists give their kind, as on GitHub. */
export function toText(value: Value): string {
  return toData(value).coerceString();
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
