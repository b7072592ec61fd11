import * as z from 'zod';
import { C_IDENTIFIER, DNS_LABEL } from './patterns.ts';

/** A resource ID on the wire: any UUID version, either case. */
export const uuid = z.guid();

/** An instant on the wire: ISO 8601 with an offset. */
export const dateTime = z.iso.datetime({ offset: true });

export const dnsLabel = z
  .string()
  .regex(
    DNS_LABEL,
    'must be a DNS label: 1 to 63 lower-case letters, digits or dashes, no dash at either end',
  );

export const cIdentifier = z
  .string()
  .regex(C_IDENTIFIER, 'must be a C identifier: letters, digits and underscores, not starting with a digit');

export const jsonObject = z.record(z.string(), z.unknown());

/**
 * A text that every database and every process accepts: no NUL, no half of a surrogate pair. It is stored unchanged.
 */
export const text = z
  .string()
  .refine(
    (value) => !value.includes('\0') && value.isWellFormed(),
    'must not contain NUL or half a character',
  );

/** The same for a name, location or command: never empty. */
export const nonEmptyText = text.min(1);

/**
 * A list of at most so many elements. A longer one is refused before its elements are checked: a body may hold hundreds of
 * thousands of wrong ones.
 */
export const atMost = <T extends z.ZodType>(max: number, list: z.ZodArray<T>) =>
  z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > max) {
      context.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
    }
    return value;
  }, list.max(max));

/** The answer of servers that are asked whether they answer. */
export const OkResponse = z.looseObject({ ok: z.boolean() });

/** `null` and absent are the same in a request (docs/api.md#nullable). */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
