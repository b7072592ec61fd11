import { evaluate, parseExpression, type Allowed, type Scope } from './evaluate.ts';
import { toText, type Value } from './values.ts';

/** Part of a text with `${{ }}` in it. */
export type Piece = { text: string } | { expression: string };

/** Takes a text apart. Throws when an expression is not closed; a `}}` inside quotes closes nothing. */
export function pieces(text: string): Piece[] {
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
  const list = pieces(text);
  const [only] = list;
  if (list.length === 1 && only !== undefined && 'expression' in only)
    return evaluate(only.expression, scope);
  return list
    .map((piece) => ('text' in piece ? piece.text : toText(evaluate(piece.expression, scope))))
    .join('');
}

/** The text a template gives. Throws where it gives an object or a list, which GitHub does not take for text. */
export function fill(text: string, scope: Scope): string {
  const value = evaluateTemplate(text, scope);
  if (value !== null && typeof value === 'object') {
    throw new Error(`A ${Array.isArray(value) ? 'sequence' : 'mapping'} was not expected: ${text}`);
  }
  return toText(value);
}

/** Reads every expression of a text without evaluating it. Throws for the first that is not allowed at its place. */
export function checkTemplate(text: string, allowed: Allowed): void {
  for (const piece of pieces(text)) if ('expression' in piece) parseExpression(piece.expression, allowed);
}
