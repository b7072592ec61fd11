import * as z from 'zod';
import { C_IDENTIFIER, DNS_LABEL } from './patterns.ts';

/** A resource ID in requests and responses: a UUID of any version in upper or lower case. */
export const uuid = z.guid();

/** A time in requests and responses: ISO 8601 with an offset. */
export const dateTime = z.iso.datetime({ offset: true });

export const dnsLabel = z
  .string()
  .regex(
    DNS_LABEL,
    'must be a DNS label: 1 to 63 lowercase letters, digits or dashes, with no dash at either end',
  );

export const cIdentifier = z
  .string()
  .regex(C_IDENTIFIER, 'must be a C identifier: letters, digits and underscores, not starting with a digit');

export const jsonObject = z.record(z.string(), z.unknown());

/** A string that every database and process accepts, because it contains no NUL and no unpaired surrogate. */
export const text = z
  .string()
  .refine(
    (value) => !value.includes('\0') && value.isWellFormed(),
    'must not contain NUL or an unpaired surrogate',
  );

/** A non-empty string, for names, locations and commands. */
export const nonEmptyText = text.min(1);

/**
 * Creates the schema of a list with a maximum length. The schema refuses a longer list before it checks the elements,
 * because a body can contain hundreds of thousands of invalid elements.
 */
export const maxItems = <T extends z.ZodType>(max: number, list: z.ZodArray<T>) =>
  z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > max) {
      context.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
    }
    return value;
  }, list.max(max));

/** Response of health checks. */
export const OkResponse = z.looseObject({ ok: z.boolean() });

/**
 * Creates the schema of an optional field. In a request, `null` and an absent field are equivalent
 * (docs/api.md#nullable).
 */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** Number of list items that are checked together, which is faster than one check for each item. */
const CHECKED_TOGETHER = 100;

/**
 * Schema of a list of at most `maxLength` items. The check ends soon after the first invalid item, because the schema
 * library would report each of a million invalid items, which takes seconds.
 */
export const failFastList = <T>(item: z.ZodType<T>, maxLength: number) => {
  const some = z.array(item);
  return z.array(z.unknown()).transform((items, context): T[] => {
    if (items.length > maxLength) {
      context.addIssue(`a list of ${items.length} items, more than the limit of ${maxLength}`);
      return z.NEVER;
    }
    const parsed: T[] = [];
    for (let at = 0; at < items.length; at += CHECKED_TOGETHER) {
      const result = some.safeParse(items.slice(at, at + CHECKED_TOGETHER));
      if (!result.success) {
        for (const { path, message } of result.error.issues) {
          const [index, ...inside] = path;
          context.addIssue({ code: 'custom', message, path: [at + Number(index), ...inside] });
        }
        return z.NEVER;
      }
      for (const one of result.data) parsed.push(one);
    }
    return parsed;
  });
};
