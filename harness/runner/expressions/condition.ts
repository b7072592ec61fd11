import type { Expr } from '@actions/expressions';
import { Binary, FunctionCall, Grouping, IndexAccess, Logical, Unary } from '@actions/expressions/ast';
import { allowedBy, evaluate, parseExpression, type Allowed, type Scope } from './evaluate.ts';
import { evaluateTemplate, pieces } from './template.ts';
import { isTruthy } from './values.ts';

const STATUS = new Set(['always', 'cancelled', 'failure', 'success']);

/**
 * Whether an `if:` holds. With or without `${{ }}` around it; empty, or without a status function anywhere, it also asks
 * for `success()`. A text around an expression makes a text of it all, which is true: GitHub's best-known trap.
 */
export function holds(condition: string | undefined, scope: Scope): boolean {
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
  return pieces(text).flatMap((piece) => ('expression' in piece ? [piece.expression] : []));
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
