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
 * Evaluates an `if:`, with or without `${{ }}` around it. An empty condition, or a condition without a status
 * function, implies `success()`. A condition with text around an expression becomes a string, which is always true, as
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

/** Literal text, or an expression, in a string with `${{ }}`. */
type Piece = { text: string } | { expression: string };

/** Splits a string into its parts. Throws if an expression is not closed; a `}}` inside quotes does not close it. */
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

/** Evaluates a string with expressions. A single expression keeps its type; everything else becomes a string. */
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
 * Evaluates a string with expressions and returns a string. Throws if an expression returns an object or a list, which
 * GitHub does not accept here.
 */
export function renderTemplate(text: string, scope: Scope): string {
  const value = evaluateTemplate(text, scope);
  if (value !== null && typeof value === 'object') {
    throw new Error(`A ${Array.isArray(value) ? 'sequence' : 'mapping'} was not expected: ${text}`);
  }
  return toText(value);
}

/** Contexts and functions that an expression may use, in addition to the functions of the language. */
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

/** Evaluates one expression without its `${{ }}`. Throws if the syntax is invalid or a function fails. */
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

/** Corrects the package's evaluator, which unescapes only the first doubled quote of a string. */
class Reader extends Evaluator {
  override visitLiteral(literal: Literal): data.ExpressionData {
    const { lexeme } = literal.token;
    return literal.literal instanceof data.StringData && lexeme.startsWith("'")
      ? new data.StringData(lexeme.slice(1, -1).replaceAll("''", "'"))
      : super.visitLiteral(literal);
  }
}

/** Value of an expression, as JSON that preserves the order of names. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
export type Names = { readonly [name: string]: Value };

/** Converts a value to the evaluator's representation. */
function toData(value: Value): data.ExpressionData {
  return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData;
}

/**
 * Returns whether the expression language treats a value as true: any value except null, false, 0 and the empty
 * string.
 */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== '' && value !== 0;
}

/** Converts a value to a string. As on GitHub, objects and lists become the name of their type. */
export function toText(value: Value): string {
  return toData(value).coerceString();
}
