// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { DeploymentFilter, DeploymentRow } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import {
  aDeployment,
  aWorkspace,
  checkpointRow,
  deploymentRow,
  revisionRow,
  runRow,
  threadRow,
  writeRow,
} from './samples.ts';

export function deploymentsContract(openFresh: OpenFresh): void {
  describe('deployments in the store', () => {
    test('are returned as stored, but only in their own workspace', async () => {
      const store = await openFresh();
      const row = await aDeployment(store, {
        sourceConfig: { resource_spec: { cpu: 1.5 }, listener_id: null },
        secretReferences: [{ name: 'A', secret_name: 's', secret_key: 'k' }],
        imageVersion: '3.1',
        port: 4401,
      });
      expect(await store.deployments.get(row.workspaceId, row.id)).toEqual(row);
      expect(await store.deployments.findById(row.id)).toEqual(row);
      const other = await aWorkspace(store);
      expect(await store.deployments.get(other, row.id)).toBeUndefined();
      expect(await store.deployments.findByName(other, row.name)).toBeUndefined();
      expect(await store.deployments.list(other, { limit: 10, offset: 0 })).toEqual([]);
    });

    test('are changed only in the given fields, which can also be set to null', async () => {
      const store = await openFresh();
      const row = await aDeployment(store, { port: 4401, secretReferences: [] });
      await store.deployments.update(row.id, {});
      await store.deployments.update(row.id, { port: null, secretReferences: null, updatedAt: 9 });
      await store.deployments.update(row.id, { sourceConfig: { deployment_type: 'prod' }, status: 'READY' });
      const expected = {
        ...row,
        port: null,
        secretReferences: null,
        updatedAt: 9,
        sourceConfig: { deployment_type: 'prod' },
        status: 'READY',
      };
      expect(await store.deployments.findById(row.id)).toEqual(expected);
      const prod = await store.deployments.list(row.workspaceId, {
        limit: 9,
        offset: 0,
        deploymentType: 'prod',
      });
      expect(prod).toEqual([expected]);
    });

    test('are listed in the order of their creation, or by their IDs', async () => {
      const store = await openFresh();
      const rows: DeploymentRow[] = [];
      for (const status of ['READY', 'AWAITING_DATABASE', 'AWAITING_DELETE']) {
        rows.push(await aDeployment(store, { status }));
      }
      const [first, second] = rows.map(({ id }) => id);
      const many = await store.deployments.getMany([second ?? '', first ?? '', 'unknown']);
      expect(new Set(many)).toEqual(new Set(rows.slice(0, 2)));
      expect(await store.deployments.getMany([])).toEqual([]);
      expect((await store.deployments.listAll()).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    });

    test('are listed with their namespaces in all workspaces', async () => {
      const store = await openFresh();
      const [first, second] = [await aDeployment(store), await aDeployment(store)];
      const sourceConfig = { ...first.sourceConfig, listener_config: { k8s_namespace: 'tenant' } };
      await store.deployments.update(first.id, { sourceConfig, activeRevisionId: 'r' });
      const placement = ({ id, status, source }: typeof first) => ({ id, status, source });
      expect(await store.deployments.listPlacements()).toEqual([
        { ...placement(first), activeRevisionId: 'r', namespace: 'tenant' },
        { ...placement(second), activeRevisionId: null, namespace: undefined },
      ]);
    });

    test('are listed as served in all workspaces if they have an active revision', async () => {
      const store = await openFresh();
      const [first, , last] = [await aDeployment(store), await aDeployment(store), await aDeployment(store)];
      for (const { id } of [last, first]) await store.deployments.update(id, { activeRevisionId: 'r' });
      expect((await store.deployments.listServed()).map(({ id }) => id)).toEqual([first.id, last.id]);
      await store.deployments.update(first.id, { activeRevisionId: null });
      expect((await store.deployments.listServed()).map(({ id }) => id)).toEqual([last.id]);
    });

    test('return all secret values in all workspaces, including the secrets of revisions', async () => {
      const store = await openFresh();
      const expected: string[] = [];
      for (let at = 0; at < 3; at += 1) {
        const own = Array.from({ length: 400 }, (_, place) => ({
          name: `S${place}`,
          value: `${at}-${place}`,
        }));
        const row = deploymentRow(await aWorkspace(store));
        await store.deployments.insert(row, own);
        await store.revisions.insert(revisionRow(row.id), [{ name: 'A', value: `revision ${at}` }]);
        expected.push(...own.map(({ value }) => value), `revision ${at}`);
      }
      const read: string[] = [];
      for await (const values of store.secretValues()) read.push(...values);
      expect(read.toSorted()).toEqual(expected.toSorted());
    });

    test('can be listed with several filters, newest first, in pages', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const add = (name: string, change: Parameters<typeof deploymentRow>[1] = {}) =>
        store.deployments.insert(deploymentRow(workspaceId, { id: name, name, ...change }), []);
      await add('alpha', { status: 'READY', imageVersion: '3.1' });
      await add('alpha-two', { status: 'READY', sourceConfig: { deployment_type: 'prod' } });
      await add('beta', { status: 'UNUSED' });
      await add('Beta_100%');
      const names = async (filter: Partial<DeploymentFilter>) =>
        (await store.deployments.list(workspaceId, { limit: 10, offset: 0, ...filter })).map((d) => d.name);
      expect(await names({})).toEqual(['Beta_100%', 'beta', 'alpha-two', 'alpha']);
      expect(await names({ limit: 2, offset: 1 })).toEqual(['beta', 'alpha-two']);
      expect(await names({ name: 'alpha' })).toEqual(['alpha']);
      expect(await names({ nameContains: 'alpha' })).toEqual(['alpha-two', 'alpha']);
      expect(await names({ nameContains: '' })).toHaveLength(4);
      expect(await names({ nameContains: '_100%' })).toEqual(['Beta_100%']);
      expect(await names({ nameContains: '%' })).toEqual(['Beta_100%']);
      expect(await names({ status: ['READY', 'UNUSED'] })).toEqual(['beta', 'alpha-two', 'alpha']);
      expect(await names({ status: [] })).toEqual([]);
      expect(await names({ imageVersion: '3.1' })).toEqual(['alpha']);
      expect(await names({ deploymentType: 'prod' })).toEqual(['alpha-two']);
      expect(await names({ ids: ['alpha', 'beta', 'nowhere'], status: ['READY'] })).toEqual(['alpha']);
      expect(await names({ ids: [] })).toEqual([]);
      expect((await store.deployments.listAll()).map((d) => d.name)).toEqual([
        'alpha',
        'alpha-two',
        'beta',
        'Beta_100%',
      ]);
    });

    test('are read together with the latest configuration and the secrets that a response contains', async () => {
      const store = await openFresh();
      const row = await aDeployment(store);
      const plain = { row, latestConfig: undefined, secrets: [], redactsSecrets: false };
      expect(await store.deployments.view(row.workspaceId, row.id)).toEqual(plain);
      expect(await store.deployments.view(await aWorkspace(store), row.id)).toBeUndefined();
      expect(await store.deployments.view(row.workspaceId, 'nowhere')).toBeUndefined();

      const secrets = [
        { name: 'ZED', value: 'last letter, first place' },
        { name: 'quo"ted, [name]', value: 'línea 1\nlínea 2 🔑 \u0000' },
      ];
      await store.deployments.putSecrets(row.id, secrets);
      const config = { repo_ref: 'main', graph_config_path: 'graphs.json' };
      const revision = await store.revisions.insert({ ...revisionRow(row.id), config }, []);
      await store.revisions.insert(revisionRow(row.id), [{ name: 'A', value: 'of the revision alone' }]);
      await store.deployments.update(row.id, { latestRevisionId: revision.id });
      await store.workspaces.upsert({ id: row.workspaceId, name: 'w', redactSecretValues: true });
      const whole = {
        row: { ...row, latestRevisionId: revision.id },
        latestConfig: config,
        secrets,
        redactsSecrets: true,
      };
      expect(await store.deployments.view(row.workspaceId, row.id)).toEqual(whole);
      await store.transaction(async (tx) => {
        await tx.deployments.update(row.id, { status: 'READY' });
        expect(await tx.deployments.view(row.workspaceId, row.id)).toMatchObject({
          row: { status: 'READY' },
        });
        await tx.deployments.update(row.id, { status: row.status });
      });
      expect(await store.deployments.listViews(row.workspaceId, { limit: 9, offset: 0 })).toEqual([whole]);
    });

    test('contain the same data in a list as in a single read', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      for (const name of ['first', 'second', 'third', 'other']) {
        const secrets = [{ name: 'NAME', value: name }];
        await store.deployments.insert(deploymentRow(workspaceId, { id: name, name }), secrets);
      }
      const filter = { limit: 2, offset: 1, nameContains: 'ir' };
      expect(await store.deployments.listViews(workspaceId, { ...filter, offset: 0 })).toMatchObject([
        { row: { name: 'third' }, secrets: [{ name: 'NAME', value: 'third' }] },
        { row: { name: 'first' }, secrets: [{ name: 'NAME', value: 'first' }] },
      ]);
      for (const asked of [filter, { limit: 10, offset: 0 }, { limit: 3, offset: 0, status: [] }]) {
        const rows = await store.deployments.list(workspaceId, asked);
        expect((await store.deployments.listViews(workspaceId, asked)).map(({ row }) => row)).toEqual(rows);
      }
    });

    test('return their secrets in the stored order until a new list replaces all secrets', async () => {
      const store = await openFresh();
      const row = deploymentRow(await aWorkspace(store));
      const secrets = [
        { name: 'ZED', value: 'last letter, first place' },
        { name: 'EMPTY', value: '' },
        { name: 'TEXT', value: 'línea 1\nlínea 2 🔑 \u0000' },
        { name: 'LONG', value: 'x'.repeat(10_000) },
      ];
      await store.deployments.insert(row, secrets);
      expect(await store.deployments.secrets(row.id)).toEqual(secrets);
      await store.deployments.putSecrets(row.id, [{ name: 'ONLY', value: 'one' }]);
      expect(await store.deployments.secrets(row.id)).toEqual([{ name: 'ONLY', value: 'one' }]);
      await store.deployments.putSecrets(row.id, []);
      expect(await store.deployments.secrets(row.id)).toEqual([]);
      await expect(store.deployments.putSecrets('nowhere', [])).rejects.toMatchObject({ code: 'conflict' });
    });

    test('are removed with all their rows in other tables, but without rows of other deployments', async () => {
      const store = await openFresh();
      const [gone, stays] = [await aDeployment(store), await aDeployment(store)];
      const made = [];
      for (const { id } of [gone, stays]) {
        const revision = await store.revisions.insert(revisionRow(id), [{ name: 'A', value: 'b' }]);
        const line = { revisionId: revision.id, kind: 'build', level: 'INFO', at: 1, message: 'x' } as const;
        await store.logs.append([line]);
        const thread = threadRow(id);
        await store.threads.insert(thread);
        const run = runRow(thread);
        await store.runs.insert(run);
        await store.checkpoints.put(checkpointRow(thread.id, 'c1'));
        await store.checkpoints.putWrites([writeRow(thread.id, 'c1')]);
        made.push({ id, revision, thread, run });
      }
      await store.deployments.remove(gone.id);
      const left = [];
      for (const { id, revision, thread, run } of made) {
        left.push([
          await store.deployments.findById(id),
          await store.revisions.get(id, revision.id),
          (await store.revisions.secrets(revision.id))[0],
          (await store.logs.list(revision.id, { kind: 'build', order: 'asc', limit: 1 }))[0],
          await store.threads.get(id, thread.id),
          await store.runs.get(id, thread.id, run.id),
          await store.checkpoints.get(thread.id, ''),
          (await store.checkpoints.writes(thread.id, '', 'c1'))[0],
        ]);
      }
      expect(left[0]).toEqual(Array.from({ length: 8 }));
      expect(left[1]?.every((row) => row !== undefined)).toBe(true);
    });

    test('are found by a part of their name, and wildcards in that part have no special meaning', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const names = ['100%', '100', 'a_b', 'aXb', 'back\\slash', "it's", '[a-z]', 'A_B', 'é.*', '?', '**'];
      for (const name of names) await store.deployments.insert(deploymentRow(workspaceId, { name }), []);
      const [row] = await store.deployments.list(workspaceId, { limit: 1, offset: 0 });
      const revision = await store.revisions.insert(revisionRow(row?.id ?? ''), []);
      await store.logs.append(
        names.map((message, at) => ({ revisionId: revision.id, kind: 'build', level: 'INFO', at, message })),
      );
      const page = { limit: 100, offset: 0 };
      for (const part of [
        ...names,
        '%',
        '_',
        '\\',
        '%%',
        '\\%',
        'a_',
        '0%',
        '*',
        '.',
        '[',
        "'",
        '-z',
        '_b',
      ]) {
        const holding = names.filter((name) => name.includes(part));
        const found = await store.deployments.list(workspaceId, { ...page, nameContains: part });
        expect([part, found.map(({ name }) => name).toReversed()]).toEqual([part, holding]);
        const logs = await store.logs.list(revision.id, {
          kind: 'build',
          order: 'asc',
          limit: 100,
          query: part,
        });
        expect([part, logs.map(({ message }) => message)]).toEqual([part, holding]);
      }
    });

    test('are found by the ID of their integration or listener, in upper or lower case', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const [listener, integration] = [
        'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
        'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
      ];
      const ids: string[] = [];
      for (const sourceConfig of [
        { listener_id: listener.toUpperCase() },
        { integration_id: integration },
        { repo_url: `https://git.example/${listener}` },
        { listener_id: listener },
      ]) {
        const row = deploymentRow(workspaceId, { sourceConfig, name: `agent-${ids.length}` });
        await store.deployments.insert(row, []);
        ids.push(row.id);
      }
      const found = async (id: string, of = workspaceId) =>
        (await store.deployments.listReferencing(of, id)).map((row) => ids.indexOf(row.id));
      expect(await found(listener)).toEqual([3, 0]);
      expect(await found(integration.toUpperCase())).toEqual([1]);
      expect(await found(listener, 'another')).toEqual([]);
      // An ID is not interpreted as a pattern.
      expect(await found(listener.replaceAll('a', '_'))).toEqual([]);
      expect(await found('%')).toEqual([]);
    });
  });
}
