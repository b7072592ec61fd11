import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CORPUS,
  type HostileFolders,
  openHostileFolders,
  PLACEMENTS,
} from '../action/git/support/hostile-trees.ts';
import { openVerbs, type Verbs } from '../action/git/support/verbs.ts';

let nursery: HostileFolders;
let verbs: Verbs;
beforeAll(async () => {
  [nursery, verbs] = await Promise.all([openHostileFolders(), openVerbs()]);
});
afterAll(async () => {
  await verbs.close();
  await nursery.remove();
});

describe('a git setting that can start a program', () => {
  test.each(PLACEMENTS.map((placement) => [placement.name, placement] as const))(
    'starts no program from %s, although plain git starts a program for each setting',
    async (_name, placement) => {
      const wrong: string[] = [];
      for (const hostile of CORPUS.filter((one) => one.placement === placement)) {
        const tree = await nursery.make(hostile);
        const { packed } = await verbs.run(tree);
        if (packed === 0) wrong.push(`nothing is packed: ${tree.name}`);
        if (tree.fired()) wrong.push(`it ran: ${tree.name}`);
        else {
          await tree.spring();
          if (!tree.fired()) wrong.push(`plain git does not start it: ${tree.name}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
