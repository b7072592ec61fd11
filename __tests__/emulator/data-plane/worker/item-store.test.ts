import { BaseStore } from '@langchain/langgraph';
import { expect, test } from '@jest/globals';
import { createItemStore } from '../../../../src/emulator/data-plane/worker/item-store.ts';
import type { GraphLibrary } from '../../../../src/emulator/data-plane/worker/library.ts';
import type { ItemOperation } from '../../../../src/emulator/ports/store-calls.ts';

function createStore(): { store: BaseStore; sent: ItemOperation[] } {
  const sent: ItemOperation[] = [];
  const items = async (operations: readonly ItemOperation[]) => {
    sent.push(...operations);
    return operations.map(() => []);
  };
  const library = { hasSharedValues: false, BaseStore } as unknown as GraphLibrary;
  const store = createItemStore(library, {
    calls: { items } as never,
    embedder: undefined,
    items: undefined,
  });
  return { store: store as BaseStore, sent };
}

test.each<[string, object]>([
  ['undefined', { owner: undefined }],
  ['a symbol', { owner: Symbol('x') }],
  ['a function', { owner: () => 'x' }],
  ['an instance of a class', { owner: new Map() }],
  ['a map in place of the filter', new Map([['owner', 'x']])],
])(
  "a search by a graph with %s is rejected, because it could find other users' items",
  async (_name, filter) => {
    const { store, sent } = createStore();
    await expect(store.search(['a'], { filter: filter as Record<string, unknown> })).rejects.toThrow(
      "the filter of the store's search is invalid",
    );
    expect(sent).toEqual([]);
  },
);

test('a search by a graph sends integers in its filter exactly', async () => {
  const { store, sent } = createStore();
  const filter = { owner: 'ada', count: { $gt: 12_345_678_901_234_567n } };
  await store.search(['a'], { filter });
  expect(sent).toMatchObject([{ op: 'search', filter }]);
});
