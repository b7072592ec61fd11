import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { snapshotText } from '../../../src/emulator/admin/snapshot.ts';
import type { Snapshot } from '../../../src/emulator/ports/store.ts';

const aSnapshot = (tables: Snapshot['tables']): Snapshot => ({
  snapshot: 1,
  schema: '0001',
  workspace_id: 'w',
  tables,
});

test('the concatenated chunks of a snapshot are a readable JSON document', () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }), { maxKeys: 4 });
  const tables = fc.dictionary(fc.string(), fc.array(row, { maxLength: 4 }), { maxKeys: 4 });
  fc.assert(
    fc.property(tables, (some) => {
      const snapshot = aSnapshot(some);
      expect([...snapshotText(snapshot)].join('')).toBe(`${JSON.stringify(snapshot, undefined, 2)}\n`);
    }),
  );
});

// docs/agent-server/limits.md#snapshot-sent-row-row
test('a chunk of a snapshot is not much longer than one row, even in a large snapshot', () => {
  const text = 'x'.repeat(100_000);
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text }));
  const pieces = [...snapshotText(aSnapshot({ items: rows, none: [] }))];
  expect(pieces.length).toBeGreaterThanOrEqual(rows.length);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 * text.length);
});

// docs/agent-server/limits.md#snapshot-sent-row-row
test('a long list in a row is split into chunks that are not much longer than one element', () => {
  const messages = Array.from({ length: 200 }, (_, id) => ({ id, content: 'x'.repeat(10_000) }));
  const pieces = [...snapshotText(aSnapshot({ runs: [{ metadata: { messages } }] }))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(80_000);
});
