import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

/**
 * What a body must hold: a text that stands in its JSON, or values by path. In a path, `.` goes one level down (`\.` is
 * a dot in a name, as `\*` is a star), a number is a place in a list, and `*` is any name or place.
 */
export const BodyMatch = z.union([z.string().min(1), z.record(z.string().min(1), z.unknown())]);
export type BodyMatch = z.infer<typeof BodyMatch>;

/** Whether a body, as the journal keeps it, holds what is asked for. */
export function bodyMatches(match: BodyMatch, body: unknown): boolean {
  if (typeof match === 'string') return holdsText(body, match);
  return Object.entries(match).every(([path, wanted]) =>
    valuesAt(body, steps(path)).some((value) => isDeepStrictEqual(value, wanted)),
  );
}

/** Whether a text stands in the JSON of a value, as it is or as JSON writes it. */
export function holdsText(value: unknown, text: string): boolean {
  return (JSON.stringify(value) ?? '').includes(JSON.stringify(text).slice(1, -1));
}

const ANY = Symbol('any name or place');

/** `a.b\.c.*` → `a`, `b.c`, any. */
function steps(path: string): (string | typeof ANY)[] {
  return (path.match(/(?:\\.|[^.\\])+|\\$/gs) ?? []).map((step) =>
    step === '*' ? ANY : step.replaceAll(/\\(.)/gs, '$1'),
  );
}

function valuesAt(value: unknown, path: readonly (string | typeof ANY)[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === ANY) return Object.values(value).flatMap((inner) => valuesAt(inner, rest));
  return Object.hasOwn(value, step) ? valuesAt(Reflect.get(value, step), rest) : [];
}
