import * as z from 'zod';

/** A problem with a key of a configuration, and a hint. The caller adds the name of the configuration's file. */
export interface ConfigProblem {
  key: string | undefined;
  message: string;
  /** True if the problem concerns only the emulator, because the hosted service supports the key. */
  isEmulatorOnly?: true;
}

/** Creates the schema of an optional key. `null` is equivalent to an absent key, as in the official command line. */
export function optional<T extends z.ZodType>(schema: T, description: string) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()
    .describe(description);
}

/** Returns the function that creates the error message for a missing value or a value of another type. */
const expecting =
  (what: string, example: string) =>
  ({ input }: { input?: unknown }): string =>
    `${input === undefined ? 'is missing' : `is not ${what}`}. Expected ${example}`;

export const flag = () => z.boolean('is neither true nor false');
export const text = (example: string) => z.string({ error: expecting('a string', example) });
export const listOf = <T extends z.ZodType>(item: T, what: string, example: string) =>
  z.array(item, `is not a list of ${what}. Expected a list such as ${example}`);
export const texts = (example: string) =>
  listOf(z.string(`is not a string. Expected ${example}`), 'strings', example);
export const mapOf = <T extends z.ZodType>(value: T, example: string) =>
  z.record(z.string(), value, `is not an object. Expected ${example}`);
export const count = (of: string, example: string) => {
  const message = expecting(`an integer number of ${of}, at least 1`, example);
  return z.int({ error: message }).min(1, { error: message });
};
export const minutes = (example: string) => {
  const message = expecting('a number of minutes greater than 0', example);
  return z.number({ error: message }).gt(0, { error: message });
};
export const oneOf = <const T extends readonly string[]>(values: T) => {
  const shown = values.map((value) => JSON.stringify(value));
  const expected = [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ');
  return z.enum(values, { error: ({ input }) => `${isMissing(input)}. Expected ${expected}` });
};
/**
 * Creates the schema of a section that consists of the keys in `shape`. The schema drops unknown keys, and
 * {@link warnAboutUnknownKeys} reports them.
 */
export const section = <T extends z.ZodRawShape>(shape: T, example: string) =>
  z.object(shape, `is not an object. Expected ${example}`);

/**
 * Creates the schema of a reference to a name in a module: `"<file>:<name>"`. In the configuration of Python graphs, a
 * dotted module name can replace the file.
 */
export const reference = (example: string) => {
  const message = expecting('"<file>:<name>"', `a reference such as ${example}`);
  return z.string({ error: message }).regex(/^[^:\0][^\0]*:[^:\0]+$/, { error: message });
};

const isMissing = (input: unknown): string => (input === undefined ? 'is missing' : 'is not known');
