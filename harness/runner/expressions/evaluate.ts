import { data, Evaluator, Lexer, Parser, type Expr } from '@actions/expressions';
import type { Literal } from '@actions/expressions/ast';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';
import { toData, toDictionary, toValue, type Value } from './values.ts';

/** A function an expression may call beyond those of the language. Arguments are counted before anything runs. */
export interface ExpressionFunction {
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
export function parseExpression(text: string, allowed: Allowed): Expr {
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
export function allowedBy(scope: Scope): Allowed {
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
