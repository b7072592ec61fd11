import type { ValidationError } from './errors.ts';

/** Where a field is: keys and indexes, outermost first. The emulator puts `body` in front. */
export type FieldPath = (string | number)[];

/** One broken rule, in the shape of spec §2.8. The message never repeats the value. */
export type Finding = ValidationError;

/** A rule between fields is broken at `loc`. */
export function validationError(loc: FieldPath, msg: string, type = 'value_error'): Finding {
  return { loc: ['body', ...loc], msg, type };
}

/** A field that this kind of request needs was not given. */
export function missingFieldError(loc: FieldPath, why: string): Finding {
  return validationError(loc, `Field required: ${why}`, 'missing');
}

/** Renders findings for people: `source_config.repo_url: cannot be changed`. */
export function describeValidationErrors(findings: readonly Finding[]): string {
  return findings.map(describeValidationError).join('; ');
}

/** One finding as `path: message`, without the leading `body`. */
export function describeValidationError({ loc, msg }: Finding): string {
  const path = loc[0] === 'body' && loc.length > 1 ? loc.slice(1) : loc;
  return path.length === 0 ? msg : `${path.join('.')}: ${msg}`;
}

/** Whether a nullable field carries a value: `null` and absent both mean "not said" (DESIGN §8). */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
