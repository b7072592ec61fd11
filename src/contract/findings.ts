import type { ValidationError } from './error-bodies.ts';

/** The problems that rules between fields report, apart from the schemas: to check a rule, none need be loaded. */

/** Where a field is: keys and indexes, outermost first. The emulator puts `body` in front. */
export type FieldPath = (string | number)[];

/** A violated rule between fields at `loc`. */
export function validationError(loc: FieldPath, msg: string, type = 'value_error'): ValidationError {
  return { loc: ['body', ...loc], msg, type };
}

/** A field that this kind of request needs was not given. */
export function missingFieldError(loc: FieldPath, why: string): ValidationError {
  return validationError(loc, `Field required: ${why}`, 'missing');
}

/** Renders problems for people: `source_config.repo_url: cannot be changed`. */
export function describeValidationErrors(problems: readonly ValidationError[]): string {
  return problems.map(describeValidationError).join('; ');
}

/** One problem as `path: message`, without the leading `body`. */
export function describeValidationError({ loc, msg }: ValidationError): string {
  const path = loc[0] === 'body' && loc.length > 1 ? loc.slice(1) : loc;
  return path.length === 0 ? msg : `${path.join('.')}: ${msg}`;
}

/** Whether a nullable field carries a value: `null` and absent are the same (docs/api.md#nullable). */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** `'a', 'b' or 'c'`. */
export function choices(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop();
  return quoted.length === 0 ? (last ?? '') : `${quoted.join(', ')} or ${last}`;
}
