import { createPacer } from '../../clients/pacer.ts';

/** Default number of rows per statement. `BATCH` is small, because a statement on SQLite blocks this process. */
const BATCH = 100;

/** Divides a list into lists of at most `size` elements, which are short enough for one statement. */
export function* batches<T>(all: readonly T[], size = BATCH): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** Maximum number of characters in the columns of a statement with several rows. */
const STATEMENT_CHARACTERS = 256 * 1024;

/** Converts rows to columns, in batches for statements. Other work runs between rows, which can be large. */
export async function* columnBatches<Row, Columns extends object>(
  rows: Iterable<Row>,
  toColumns: (row: Row) => Columns,
): AsyncGenerator<Columns[], void> {
  const pacer = createPacer();
  let [batch, characters]: [Columns[], number] = [[], 0];
  for (const row of rows) {
    const columns = toColumns(row);
    const own = Object.values(columns).reduce(
      (sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 0),
      0,
    );
    if (batch.length > 0 && (batch.length === BATCH || characters + own > STATEMENT_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(columns);
    characters += own;
    if (pacer.isDue) await pacer.pause();
  }
  if (batch.length > 0) yield batch;
}
