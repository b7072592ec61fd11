import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aWorkspace, deploymentRow } from './samples.ts';

let directory: string;
let location: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-names-'));
  location = join(directory, 'emulator.sqlite');
});
afterEach(() => rm(directory, { recursive: true }));

const open = async () => openStore({ location, keyring: await loadKeyring({}), durable: false });
const search = async (store: Store, workspaceId: string, nameContains: string, page = {}) =>
  (await store.deployments.list(workspaceId, { limit: 100, offset: 0, nameContains, ...page })).map(
    ({ name }) => name,
  );

describe('a search for deployments by a part of their name', () => {
  // docs/security/emulator.md#name-id-text-searched
  test('finds all names that contain the string, newest first, after any changes of names', async () => {
    const store = await open();
    const letters = fc.constantFrom('a', 'b', 'B', '-', '%', '_', "'", 'é', '🔑');
    const name = fc.array(letters, { maxLength: 6 }).map((all) => all.join(''));
    const write = fc.record({ kind: fc.constantFrom('make', 'rename', 'remove'), name, which: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 25 }), fc.array(name), async (writes, parts) => {
        const [workspaceId, other] = [await aWorkspace(store), await aWorkspace(store)];
        // Names by ID, oldest first.
        const names = new Map<string, string>();
        for (const { kind, name: given, which } of writes) {
          const id = [...names.keys()][which % Math.max(names.size, 1)];
          if (kind === 'make') {
            const row = deploymentRow(workspaceId, { name: given });
            await store.deployments.insert(row, []);
            await store.deployments.insert(deploymentRow(other, { name: given }), []);
            names.set(row.id, given);
          } else if (id !== undefined && kind === 'rename') {
            await store.deployments.update(id, { name: given });
            names.set(id, given);
          } else if (id !== undefined) {
            await store.deployments.remove(id);
            names.delete(id);
          }
        }
        for (const part of [...parts, ...names.values()]) {
          const holding = [...names.values()].toReversed().filter((one) => one.includes(part));
          expect(await search(store, workspaceId, part)).toEqual(holding);
          expect(await search(store, workspaceId, part, { limit: 2, offset: 1 })).toEqual(
            holding.slice(1, 3),
          );
          expect(await search(store, workspaceId, part, { name: part })).toEqual(
            holding.filter((one) => one === part),
          );
        }
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 20 },
    );
    await store.close();
  });

  test('returns all matches in pages, even for more rows than can be sorted in memory', async () => {
    const store = await open();
    const workspaceId = await aWorkspace(store);
    const names = Array.from({ length: 1_203 }, (_, at) => `${at % 100 === 0 ? 'rare' : 'often'}-${at}`);
    await store.transaction(async (tx) => {
      for (const name of names) await tx.deployments.insert(deploymentRow(workspaceId, { name }), []);
    });
    for (const part of ['often', 'rare', '-', '10', 'often-1202', 'nowhere']) {
      const found: string[] = [];
      for (;;) {
        const page = await search(store, workspaceId, part, { offset: found.length });
        if (page.length === 0) break;
        found.push(...page);
      }
      expect(found).toEqual(names.toReversed().filter((name) => name.includes(part)));
    }
    await store.close();
  });

  test('uses one range of the index of name endings, and does not sort', async () => {
    const store = await open();
    const workspaceId = await aWorkspace(store);
    const prepare = jest.spyOn(DatabaseSync.prototype, 'prepare');
    await search(store, workspaceId, 'agent');
    const queries = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    await store.close();
    const database = new DatabaseSync(location);
    const plans = queries.map((sql) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => detail),
    );
    database.close();
    const ends = 'SEARCH deployment_name_ends USING PRIMARY KEY (text>? AND text<?)';
    expect(plans).toEqual([
      [ends],
      [
        'SEARCH deployments USING INDEX deployments_page (workspace_id=? AND ordinal=?)',
        expect.stringMatching(/^LIST SUBQUERY/),
        ends,
      ],
    ]);
  });
});
