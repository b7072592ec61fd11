import { splitText } from '../../contract/split-text.ts';
import type { Context } from './context.ts';
import { toJson } from './json.ts';

/** Characters of each part: a statement of SQLite reads or writes a part in a few milliseconds. */
const PART_LENGTH = 512 * 1024;
const NO_VALUES = toJson<unknown>(null);

/** The values of a thread from its parts, in their order, as JSON text; `null` if it has none. */
export function joinParts(parts: readonly { text: string | null }[]): string {
  return parts.map(({ text }) => text ?? '').join('') || NO_VALUES;
}

/** Stores the values of a thread instead of those that it has: part by part, and all parts or none. */
export async function putValues(context: Context, threadId: string, values: unknown): Promise<void> {
  const text = toJson(values);
  await context.atomically(async ({ db }) => {
    await db.deleteFrom('thread_values').where('thread_id', '=', threadId).execute();
    if (text === NO_VALUES) return;
    let part = 0;
    for (const piece of splitText(text, PART_LENGTH)) {
      await db.insertInto('thread_values').values({ thread_id: threadId, part, text: piece }).execute();
      part += 1;
    }
  });
}

/** Copies the values of a thread to another thread that has none: inside the database, part by part, and all parts or none. */
export async function copyValues(context: Context, from: string, to: string): Promise<void> {
  await context.atomically(async ({ db }) => {
    for (let part = 0, isPart = true; isPart; part += 1) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('thread_values')
        .columns(['thread_id', 'part', 'text'])
        .expression((e) =>
          e
            .selectFrom('thread_values')
            .select([e.val(to).as('thread_id'), 'part', 'text'])
            .where('thread_id', '=', from)
            .where('part', '=', part),
        )
        .executeTakeFirstOrThrow();
      isPart = numInsertedOrUpdatedRows > 0n;
    }
  });
}
