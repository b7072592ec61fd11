import type { ValidationError } from './error-bodies.ts';

/**
 * Functions that create and format errors about the fields of a request. This module does not import the schemas,
 * because the schemas load slowly.
 */

/** Path of a field in a request's body: keys and indexes, outermost first. */
export type FieldPath = (string | number)[];

/** Returns the error for a violated rule about the field at `loc`. */
export function validationError(loc: FieldPath, msg: string, type = 'value_error'): ValidationError {
  return { loc: ['body', ...loc], msg, type };
}

/** Returns the error for a missing field. `why` describes the requests that need the field. */
export function missingFieldError(loc: FieldPath, why: string): ValidationError {
  return validationError(loc, `Field required: ${why}`, 'missing');
}

/** Returns the errors as one readable string, such as `source_config.repo_url: cannot be changed`. */
export function describeValidationErrors(problems: readonly ValidationError[]): string {
  return problems.map(describeValidationError).join('; ');
}

/** Returns an error as `path: message`. The path does not start with `body`. */
export function describeValidationError({ loc, msg }: ValidationError): string {
  const path = loc[0] === 'body' && loc.length > 1 ? loc.slice(1) : loc;
  return path.length === 0 ? msg : `${path.join('.')}: ${msg}`;
}

/**
 * Returns whether a nullable field has a value. A `null` value and an absent field are equivalent
 * (docs/api.md#nullable).
 */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** Returns the values as a list such as `'a', 'b' or 'c'`. */
export function formatChoices(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop();
  return quoted.length === 0 ? (last ?? '') : `${quoted.join(', ')} or ${last}`;
}
