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
 * Evaluates an `if:` with or without `${{ }}` around it. An empty condition, or a condition without a status
 * function, implies `success()`. With text around an expression, the whole becomes a text, which is always true, as
 * on GitHub.
 */
export function evaluateCondition(condition: string | undefined, scope: Scope): boolean {
  const text = condition?.trim() ?? '';
  if (text === '') return isTruthy(evaluate('success()', scope));
  const asksForStatus = expressionsOf(text).some((expression) =>
    namesStatus(parseExpression(expression, scope)),
  );
  if (!asksForStatus && !isTruthy(evaluate('success()', scope))) return false;
  return isTruthy(text.includes('${{') ? evaluateTemplate(text, scope) : evaluate(text, scope));
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

/** Literal text, or an expression, in a text with `${{ }}`. */
type Piece = { text: string } | { expression: string };

/** Splits a text into its parts. Throws if an expression is not closed; a `}}` inside quotes does not close it. */
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

/** Evaluates a text. A single expression keeps its type; everything else becomes text. */
export function evaluateTemplate(text: string, scope: Scope): Value {
  const list = parseTemplate(text);
  const [only] = list;
  if (list.length === 1 && only !== undefined && 'expression' in only)
    return evaluate(only.expression, scope);
  return list
    .map((piece) => ('text' in piece ? piece.text : toText(evaluate(piece.expression, scope))))
    .join('');
}

/**
 * Evaluates a text and returns text. Throws if an expression returns an object or a list, because GitHub does not
 * accept them here.
 */
export function renderTemplate(text: string, scope: Scope): string {
  const value = evaluateTemplate(text, scope);
  if (value !== null && typeof value === 'object') {
    throw new Error(`A ${Array.isArray(value) ? 'sequence' : 'mapping'} was not expected: ${text}`);
  }
  return toText(value);
}

/** Contexts and functions that an expression may use, in addition to the language's own functions. */
export interface Scope {
  contexts: Readonly<Record<string, Value>>;
  functions: Readonly<Record<string, () => boolean>>;
}

/**
 * Parses one expression without its `${{ }}` with GitHub's parser. Throws for a name that the scope does not contain.
 */
function parseExpression(text: string, { contexts, functions }: Scope): Expr {
  const known = Object.keys(functions).map((name) => ({ name, minArgs: 0, maxArgs: 0 }));
  const tree: Expr | undefined = new Parser(
    new Lexer(text).lex().tokens,
    Object.keys(contexts),
    known,
  ).parse();
  if (tree === undefined) throw new Error('An expression was expected');
  return tree;
}

/** Evaluates one expression without its `${{ }}`. Throws for invalid syntax and if a function fails. */
export function evaluate(text: string, scope: Scope): Value {
  const functions = Object.entries(scope.functions).map(([name, call]): [string, FunctionDefinition] => [
    name.toLowerCase(),
    { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(call()) },
  ]);
  const contexts = toData(scope.contexts);
  if (!(contexts instanceof data.Dictionary)) throw new Error('contexts have names');
  const evaluator = new Reader(parseExpression(text, scope), contexts, new Map(functions));
  return JSON.parse(JSON.stringify(evaluator.evaluate(), data.replacer)) as Value;
}

/** Corrects the package's evaluator, because it only unescapes the first doubled quote of a text. */
class Reader extends Evaluator {
  override visitLiteral(literal: Literal): data.ExpressionData {
    const { lexeme } = literal.token;
    return literal.literal instanceof data.StringData && lexeme.startsWith("'")
      ? new data.StringData(lexeme.slice(1, -1).replaceAll("''", "'"))
      : super.visitLiteral(literal);
  }
}

/** Value of an expression, as JSON that keeps the order of names. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
export type Names = { readonly [name: string]: Value };

/** Converts a value to the evaluator's representation. */
function toData(value: Value): data.ExpressionData {
  return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData;
}

/**
 * Returns whether the expression language treats a value as true: any value except null, false, 0 and the empty text.
 */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== '' && value !== 0;
}

/** Converts a value to text. As on GitHub, objects and lists become the name of their type. */
export function toText(value: Value): string {
  return toData(value).coerceString();
}
