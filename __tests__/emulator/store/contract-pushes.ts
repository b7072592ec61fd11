// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aDeployment, aWorkspace } from './samples.ts';

export function pushesContract(openFresh: OpenFresh): void {
  describe('records about deployments and their pushes in the store', () => {
    test('contain the last reported commit of a ref in its workspace until the ref is removed', async () => {
      const store = await openFresh();
      const [workspaceId, other] = [await aWorkspace(store), await aWorkspace(store)];
      const head = { workspaceId, repository: 'git.example/agent', ref: 'refs/heads/main' };
      expect(await store.gitHeads.find(head)).toBeUndefined();
      await store.gitHeads.put(head, 'a', 1);
      await store.gitHeads.put({ ...head, ref: 'refs/tags/v1' }, 'b', 1);
      await store.gitHeads.put(head, 'c', 2);
      expect(await store.gitHeads.find(head)).toBe('c');
      expect(await store.gitHeads.find({ ...head, workspaceId: other })).toBeUndefined();
      expect(await store.gitHeads.find({ ...head, repository: 'git.example/other' })).toBeUndefined();
      await store.gitHeads.put(head, null, 3);
      expect(await store.gitHeads.find(head)).toBeUndefined();
      expect(await store.gitHeads.find({ ...head, ref: 'refs/tags/v1' })).toBe('b');
    });

    test('contain the result of the last poll of a ref until the deployment is removed', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const row = { deploymentId: id, ref: 'refs/heads/main', commit: 'a' };
      await store.polledRefs.put(row);
      expect(await store.polledRefs.get(id)).toEqual(row);
      await store.polledRefs.put({ ...row, ref: 'HEAD', commit: null });
      expect(await store.polledRefs.get(id)).toEqual({ ...row, ref: 'HEAD', commit: null });
      await store.deployments.remove(id);
      expect(await store.polledRefs.get(id)).toBeUndefined();
    });

    test('contain each webhook delivery with its response only once, until the delivery is too old', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      for (const id of ['i1', 'i2']) {
        await store.integrations.upsert({ id, workspaceId, name: id, installationId: 1 });
      }
      const row = { integrationId: 'i1', id: 'd1', at: 10, answer: { revisions: ['r'] } };
      await store.webhookDeliveries.put(row, 0);
      expect(await store.webhookDeliveries.find('i1', 'd1')).toEqual(row);
      expect(await store.webhookDeliveries.find('i2', 'd1')).toBeUndefined();
      await expect(store.webhookDeliveries.put(row, 0)).rejects.toMatchObject({ code: 'conflict' });
      await store.webhookDeliveries.put({ ...row, integrationId: 'i2' }, 0);
      await store.webhookDeliveries.put({ ...row, id: 'd2', at: 30 }, 20);
      expect(await store.webhookDeliveries.find('i1', 'd1')).toBeUndefined();
      expect(await store.webhookDeliveries.find('i1', 'd2')).toBeDefined();
      expect(await store.webhookDeliveries.find('i2', 'd1')).toBeDefined();
    });

    test('list only the deployments that build on push', async () => {
      const store = await openFresh();
      const on = { sourceConfig: { repo_url: 'r', build_on_push: true } };
      const one = await aDeployment(store, on);
      const two = await aDeployment(store, { sourceConfig: { repo_url: 'r', build_on_push: false } });
      const three = await aDeployment(store, on);
      const ids = async () => (await store.deployments.listBuiltOnPush()).map(({ id }) => id);
      expect(await ids()).toEqual([one.id, three.id]);
      await store.deployments.update(two.id, on);
      await store.deployments.update(one.id, { sourceConfig: { repo_url: 'r' } });
      await store.deployments.update(three.id, { status: 'READY' });
      expect(await ids()).toEqual([two.id, three.id]);
    });

    test('count the deployments of a type by workspace, except for deployments that are being deleted', async () => {
      const store = await openFresh();
      const sourceConfig = { deployment_type: 'dev_free' as const };
      const { workspaceId, id } = await aDeployment(store, { sourceConfig });
      await aDeployment(store, { workspaceId, sourceConfig });
      await aDeployment(store, { workspaceId, sourceConfig: { deployment_type: 'dev' } });
      await aDeployment(store, { sourceConfig });
      expect(await store.deployments.countType(workspaceId, 'dev_free')).toBe(2);
      await store.deployments.update(id, { status: 'AWAITING_DELETE' });
      expect(await store.deployments.countType(workspaceId, 'dev_free')).toBe(1);
    });

    test('state whether the deletion of a deployment is forced', async () => {
      const store = await openFresh();
      const [one, two] = [await aDeployment(store), await aDeployment(store)];
      await store.deployments.forceDelete(one.id);
      expect(await store.deployments.isDeleteForced(one.id)).toBe(true);
      expect(await store.deployments.isDeleteForced(two.id)).toBe(false);
      expect(await store.deployments.isDeleteForced('nowhere')).toBe(false);
    });

    test('contain the webhook secret of an integration until the secret is removed', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const row = { id: 'i1', workspaceId, name: 'host', installationId: 1 };
      await store.integrations.upsert(row);
      expect(await store.integrations.webhookSecret('i1')).toBeNull();
      await store.integrations.putWebhookSecret('i1', 'hush');
      await store.integrations.upsert({ ...row, name: 'renamed' });
      expect(await store.integrations.webhookSecret('i1')).toBe('hush');
      expect(await store.integrations.findById('i1')).toEqual({ ...row, name: 'renamed' });
      await store.integrations.putWebhookSecret('i1', null);
      expect(await store.integrations.webhookSecret('i1')).toBeNull();
      expect(await store.integrations.webhookSecret('nowhere')).toBeNull();
      await expect(store.integrations.putWebhookSecret('nowhere', 'x')).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });
}
