import * as z from 'zod';

/** A query parameter that is a whole number between `min` and `max`, with a default. */
export function wholeNumber(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);
}

/** The paging of the control plane's lists (facts/service §1.3): `limit` 1 to 100, 20 unless told; `offset` from 0. */
export const paging = {
  limit: wholeNumber(1, 100, 20),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, 0),
};

/** A true or false query parameter; false when it is not there. */
export const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['true', 'false', '1', '0'], 'must be true or false'))
  .transform((text) => text === 'true' || text === '1')
  .pipe(z.boolean())
  .default(false);

/** Several values in one parameter, by comma or by repeating it. Empty ones are dropped. */
export function commaList<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) =>
      [given]
        .flat()
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(item))
    .optional();
}

/** Query parameters as one object: repeated ones become arrays. */
export function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    found[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return found;
}
