import { at, type Case, isDate, own, pick, sees } from './case.ts';

export const storeCases: Case[] = [
  sees(
    'store.putItem stores an item that getItem returns',
    { key: 'ada', value: { likes: ['tea'] }, namespace: true, dates: [true, true] },
    async (client) => {
      const namespace = ['users', own()];
      await client.store.putItem(namespace, 'ada', { likes: ['tea'] });
      const item = await client.store.getItem(namespace, 'ada');
      return {
        ...pick(item, 'key', 'value'),
        namespace: JSON.stringify(item?.namespace) === JSON.stringify(namespace),
        dates: [isDate(item?.createdAt), isDate(item?.updatedAt)],
      };
    },
  ),
  sees('store.putItem accepts index settings and a time to live', [{ a: 1 }, { a: 2 }], async (client) => {
    const namespace = [own()];
    await client.store.putItem(namespace, 'k', { a: 1 }, { index: false });
    return [
      (await client.store.getItem(namespace, 'k', { refreshTtl: true }))?.value,
      await client.store
        .putItem(namespace, 'k', { a: 2 }, { ttl: 5 })
        .then(async () => (await client.store.getItem(namespace, 'k'))?.value),
    ];
  }),
  sees('store.putItem replaces an existing item', { second: 2 }, async (client) => {
    const namespace = [own()];
    await client.store.putItem(namespace, 'k', { first: 1 });
    await client.store.putItem(namespace, 'k', { second: 2 });
    return (await client.store.getItem(namespace, 'k'))?.value;
  }),
  sees('store.getItem of a missing item returns null', null, (client) =>
    client.store.getItem([own()], 'nothing'),
  ),
  sees('store.deleteItem removes an item', [], async (client) => {
    const namespace = [own()];
    await client.store.putItem(namespace, 'k', { a: 1 });
    await client.store.deleteItem(namespace, 'k');
    return (await client.store.searchItems(namespace)).items;
  }),
  sees(
    'store.searchItems finds items by namespace prefix and by value, in pages',
    [['one', 'three', 'two'], ['one', 'two'], ['one', 'three'], 2, 1],
    async (client) => {
      const root = own();
      await client.store.putItem([root, 'a'], 'one', { kind: 'x', n: 1 });
      await client.store.putItem([root, 'a'], 'two', { kind: 'y', n: 2 });
      await client.store.putItem([root, 'b'], 'three', { kind: 'x', n: 3 });
      const keys = async (prefix: string[], options?: object) =>
        (await client.store.searchItems(prefix, options)).items.map(({ key }) => key).toSorted();
      return [
        await keys([root]),
        await keys([root, 'a']),
        await keys([root], { filter: { kind: 'x' } }),
        (await keys([root], { limit: 2 })).length,
        (await keys([root], { limit: 2, offset: 2 })).length,
      ];
    },
  ),
  sees(
    'store.listNamespaces finds namespaces by prefix, suffix and depth',
    [['a/deep', 'b'], ['b'], ['a', 'b']],
    async (client) => {
      const root = own();
      await client.store.putItem([root, 'a', 'deep'], 'k', { n: 1 });
      await client.store.putItem([root, 'b'], 'k', { n: 1 });
      const names = async (options: object) =>
        (await client.store.listNamespaces(options)).namespaces
          .filter(([first]) => first === root)
          .map((namespace) => namespace.slice(1).join('/'))
          .toSorted();
      return [
        await names({ prefix: [root] }),
        await names({ suffix: ['b'] }),
        await names({ prefix: [root], maxDepth: 2 }),
      ];
    },
  ),
  sees(
    'a graph and a client can read each other’s items',
    [['from-the-client {"by":"client"}'], { by: 'graph' }],
    async (client) => {
      const namespace = own();
      await client.store.putItem([namespace], 'from-the-client', { by: 'client' });
      const values = await client.runs.wait(null, 'remembering', { input: { gate: namespace } });
      return [at(values, 'steps'), (await client.store.getItem([namespace], 'from-the-graph'))?.value];
    },
  ),
];
