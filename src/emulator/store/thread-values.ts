import { splitText } from '../../contract/split-text.ts';
import type { Context } from './context.ts';
import { insertRow, prepared } from './prepared.ts';
import { toJson } from './json.ts';

/** Number of characters in each part of a thread's values. SQLite reads or writes a part in a few milliseconds. */
const PART_LENGTH = 512 * 1024;
const NO_VALUES = toJson<unknown>(null);

/** Joins the ordered parts of a thread's values to JSON text, or to `null` if no part exists. */
export function joinTextParts(parts: readonly { text: string | null }[]): string {
  return parts.map(({ text }) => text ?? '').join('') || NO_VALUES;
}

/** Replaces the values of a thread. A single transaction writes all parts of the values. */
export async function putValues(context: Context, threadId: string, values: unknown): Promise<void> {
  const text = toJson(values);
  await context.atomically(async (tx) => {
    await prepared(tx, 'remove values of thread', { threadId }, (of) =>
      tx.db.deleteFrom('thread_values').where('thread_id', '=', of.threadId),
    ).execute();
    if (text === NO_VALUES) return;
    let part = 0;
    for (const piece of splitText(text, PART_LENGTH)) {
      await insertRow(tx, 'thread_values', { thread_id: threadId, part, text: piece });
      part += 1;
    }
  });
}

/** Copies the values of thread `from` to thread `to` inside the database. Thread `to` must have no values. */
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
