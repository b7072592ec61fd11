/** Cases of what is not served yet: they are left out on the emulator until it is. */
export const NOT_YET: ReadonlySet<string> = new Set([
  'store.putItem keeps an item that getItem finds',
  'store.putItem again takes the place of what was there',
  'store.getItem of what is not there is nothing',
  'store.deleteItem takes an item away',
  'store.searchItems finds by prefix and by value, in pages',
  'store.listNamespaces finds by prefix, suffix and depth',
  'a graph finds in its store what the client put there, and the other way round',
]);
