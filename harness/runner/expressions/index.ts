export { checkCondition, holds } from './condition.ts';
export { evaluate, type Allowed, type ExpressionFunction, type Scope } from './evaluate.ts';
export { checkTemplate, evaluateTemplate, fill } from './template.ts';
export { isTruthy, toText, type Names, type Value } from './values.ts';
