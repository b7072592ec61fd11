import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import {
  aDeployment,
  aThread,
  checkpointRow,
  comparativeExperimentRow,
  cronRow,
  datasetRow,
  datasetShareRow,
  exampleRow,
  feedbackRow,
  feedbackTokenRow,
  revisionRow,
  runRow,
  sandboxRow,
  tracedRunRow,
  webhookRow,
  writeRow,
} from './samples.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-indexes-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Executes every query on a growing table. Queries that read whole tables intentionally (listAll) are excluded. */
async function useEverything(store: Store): Promise<void> {
  const { id, workspaceId } = await aDeployment(store);
  const page = { limit: 20, offset: 0 };
  await store.deployments.get(workspaceId, id);
  await store.deployments.findById(id);
  await store.deployments.findByName(workspaceId, 'agent');
  await store.deployments.list(workspaceId, page);
  await store.deployments.list(workspaceId, { ...page, name: 'agent' });
  await store.deployments.list(workspaceId, { ...page, name: 'agent', nameContains: 'agent' });
  await store.deployments.list(workspaceId, { ...page, nameContains: 'agent' });
  await store.deployments.list(workspaceId, { ...page, ids: [id], status: ['READY'] });
  await store.deployments.view(workspaceId, id);
  await store.deployments.listViews(workspaceId, page);
  await store.deployments.update(id, { port: 1 });
  await store.deployments.putSecrets(id, [{ name: 'A', value: 'b' }]);
  await store.deployments.secrets(id);
  const revision = await store.revisions.insert(revisionRow(id), [{ name: 'A', value: 'b' }]);
  await store.revisions.list(id, { ...page, status: ['READY'] });
  await store.revisions.list(id, page);
  await store.revisions.get(id, revision.id);
  await store.revisions.secrets(revision.id);
  await store.revisions.listUnfinished();
  await store.revisions.claim(revision.id, 'a', 1, 1);
  await store.revisions.update(revision.id, { status: 'BUILDING' }, 1);
  await store.revisions.release(revision.id, 'a');
  await store.logs.append([{ revisionId: revision.id, kind: 'build', level: 'INFO', at: 1, message: 'x' }]);
  await store.logs.list(revision.id, { kind: 'build', order: 'desc', limit: 10, query: 'x' });
  await store.logs.list(revision.id, { kind: 'build', order: 'asc', limit: 10, after: 1 });
  await store.projects.insert({ id: 'p', workspaceId, name: 'agent', createdAt: 1 });
  await store.projects.findByName(workspaceId, 'agent');
  await store.projects.list(workspaceId, page);
  await store.projects.remove(workspaceId, 'p');
  await store.workspaces.findKey('h');
  await store.integrations.list(workspaceId);
  await store.integrations.upsert({ id: 'i', workspaceId, name: 'host', installationId: 1 });
  await store.integrations.findById('i');
  await store.integrations.putWebhookSecret('i', 'secret');
  await store.integrations.webhookSecret('i');
  await store.webhookDeliveries.put({ integrationId: 'i', id: 'd', at: 1, answer: {} }, 0);
  await store.webhookDeliveries.find('i', 'd');
  const head = { workspaceId, repository: 'host/agent', ref: 'refs/heads/main' };
  await store.gitHeads.put(head, 'c', 1);
  await store.gitHeads.find(head);
  await store.gitHeads.put(head, null, 1);
  await store.polledRefs.put({ deploymentId: id, ref: 'HEAD', commit: null });
  await store.polledRefs.get(id);
  await store.deployments.listBuiltOnPush();
  await store.deployments.listServed();
  await store.deployments.getMany([id]);
  const queue = { after: '', limit: 3, perWorkspace: 2, owner: 'a', failed: [id] };
  await store.workQueue.changing({ ...queue, busy: { preparing: [id], deleting: [id], forcing: [id] } });
  const busy = { revisions: [revision.id], changing: [id], deployments: [id] };
  await store.workQueue.revisions({ ...queue, busy, now: 1 });
  await store.revisions.unfinishedOfMany([id]);
  await store.revisions.listUnfinishedIds([revision.id]);
  for await (const values of store.secretValues()) expect(values).toBeDefined();
  await store.deployments.countType(workspaceId, 'dev_free');
  await store.deployments.forceDelete(id);
  await store.deployments.isDeleteForced(id);
  await store.revisions.unfinishedOf(id);
  await store.revisions.listForPush(id, 100);
  await store.logs.listOfDeployment(id, { kind: 'build', order: 'asc', limit: 10 });
  await store.listeners.list(workspaceId);
  const thread = await aThread(store);
  await store.threads.get(thread.deploymentId, thread.id);
  await store.threads.list(thread.deploymentId, page);
  await store.threads.update(thread.id, { status: 'busy' });
  const run = runRow(thread);
  await store.runs.insert(run);
  await store.runs.get(thread.deploymentId, thread.id, run.id);
  await store.runs.list(thread.deploymentId, thread.id, page);
  await store.runs.claimNext(thread.deploymentId, revision.id, 1);
  await store.runs.update(run.id, { status: 'running' }, 1);
  await store.runs.requeueRunning();
  await store.runs.requeueRunning({ deploymentId: id, instanceId: 'a', known: [] });
  await store.sharedRuns.listen(run.id, 'a');
  await store.sharedRuns.listHolders(thread.deploymentId, [thread.id]);
  await store.sharedRuns.listStatuses([run.id]);
  await store.sharedRuns.lastEventIds([run.id]);
  await store.sharedRuns.beginStopping({ id: run.id, threadId: thread.id, claimedBy: 'a' }, 1);
  await store.sharedRuns.listStopping([run.id]);
  await store.sharedRuns.endStopping([run.id]);
  await store.sharedRuns.listenToThread(thread.id, 'a');
  await store.sharedRuns.hasThreadListeners(thread.id, 'b');
  await store.sharedRuns.leaveThread(thread.id, 'a');
  await store.sharedRuns.putResult(thread, { kind: 'values', values: {} }, 1);
  await store.sharedRuns.findResult(run.id);
  await store.sharedRuns.pruneResults(1);
  await store.runs.removeFinished(thread.deploymentId, thread.id, 10);
  await store.runs.nextStartOfAll(1);
  await store.runs.countUnfinished(1);
  await store.agentUse.record([thread.deploymentId], 1);
  await store.agentUse.usedSince(2);
  const workspaces = await store.runs.waitingWorkspaces({ after: '', limit: 3 });
  await store.runs.listWaiting(
    workspaces.map((workspaceId) => ({ workspaceId, after: '' })),
    2,
  );
  await store.runs.unfinishedOf(thread.deploymentId, {});
  await store.runs.nextStart(thread.deploymentId, 1);
  await store.threads.listStale(thread.deploymentId, 10);
  await store.threads.listPrunable(10);
  const webhook = webhookRow(thread.deploymentId, { id: run.id });
  await store.webhooks.insert(webhook);
  await store.webhooks.claim(1, 2);
  await store.webhooks.update(run.id, { attempts: [], dueAt: 3 });
  await store.webhooks.setValues(run.id, {});
  await store.webhooks.nextDue();
  await store.webhooks.finish(webhook, []);
  await store.webhooks.get(run.id);
  await store.webhooks.listNewest(10);
  await store.webhooks.remove(run.id);
  await useCrons(store, id, run.id);
  await store.runStreams.open({
    runId: 'r',
    threadId: thread.id,
    deploymentId: thread.deploymentId,
    resumable: true,
    feedbackKeys: null,
    fence: 1,
  });
  await store.runStreams.append('r', 1, { firstId: 0, lastId: 0, frames: '' });
  await store.runStreams.get('r');
  await store.runStreams.lastId('r');
  await store.runStreams.read('r', -1, 4);
  await store.runStreams.end('r', { kind: 'ended' }, 1, { outlivesThread: true });
  await store.runStreams.prune(1);
  await store.runStreams.remove('r');
  await store.checkpoints.put(checkpointRow(thread.id, 'c'));
  await store.checkpoints.putWrites([writeRow(thread.id, 'c')]);
  const replaced = { index: -1, runId: run.id };
  await store.checkpoints.put(checkpointRow(thread.id, 'c', { runId: run.id }));
  for (const runId of ['before', run.id]) {
    await store.checkpoints.putWrites([writeRow(thread.id, 'c', { ...replaced, runId })]);
  }
  await store.checkpoints.hasCheckpointOfRun(thread.id, '', run.id);
  await store.checkpoints.discardOverwritten(thread.id, run.id);
  await store.checkpoints.get(thread.id, '');
  await store.checkpoints.writes(thread.id, '', 'c');
  await store.checkpoints.list(thread.id, '', { limit: 3 });
  await store.checkpoints.page(thread.id, { ns: '', metadata: { a: 1 }, after: { ns: '', id: 'd' } });
  await store.checkpoints.newestId(thread.id);
  await store.checkpoints.languageOf(thread.id);
  await store.checkpoints.keepLatest(thread.id);
  await store.threads.count(thread.deploymentId, { status: 'idle' });
  await store.threads.count(thread.deploymentId, {});
  await store.threads.sizes(thread.deploymentId, { ...page, values: true });
  const order = { by: 'updatedAt', descending: true } as const;
  await store.threads.sizes(thread.deploymentId, { ...page, order, values: true });
  await store.threads.listDetails(thread.deploymentId, { ids: [thread.id], values: true });
  await store.threads.exists(thread.deploymentId, thread.id);
  await store.runs.unfinishedOf(thread.deploymentId, { threadId: thread.id });
  await store.assistants.get(thread.deploymentId, 'a');
  await store.assistants.list(thread.deploymentId);
  await store.assistants.versions(thread.deploymentId, 'a');
  await store.assistants.remove(thread.deploymentId, 'a');
  await store.items.get(thread.deploymentId, ['a'], 'k');
  await store.items.refresh(thread.deploymentId, [{ namespace: ['a'], key: 'k' }]);
  await store.items.listVectors(thread.deploymentId, ['a'], {
    limit: 10,
    after: { namespace: ['a'], key: 'k', field: '$' },
  });
  await store.items.removeExpired();
  await store.items.namespaces(thread.deploymentId);
  await store.items.remove(thread.deploymentId, ['a'], 'k');
  await store.checkpoints.removeRun(thread.id, run.id);
  await store.checkpoints.removeThread(thread.id);
  await store.runs.findById(run.id);
  const token = feedbackTokenRow(id, run.id);
  await store.feedbackTokens.insert(workspaceId, [{ row: token, token: 'token' }]);
  await store.feedbackTokens.findByHash(token.tokenHash);
  await store.feedbackTokens.listOfRun(run.id, { now: 1, ...page });
  await store.feedbackTokens.listOfRun(run.id, { now: 1, ...page, forRun: true });
  await store.feedbackTokens.deploymentOfDeletedRun(run.id);
  await store.feedbackTokens.removeExpired(id, 1);
  const reported = feedbackRow(workspaceId, { runId: run.id });
  await store.feedbacks.insert(reported);
  await store.feedbacks.get(workspaceId, reported.id);
  await store.feedbacks.list(workspaceId, page);
  await store.feedbacks.list(workspaceId, { ...page, runIds: [run.id], keys: ['helpful', 'other'] });
  await store.feedbacks.update(workspaceId, reported.id, { score: 0, modifiedAt: 2 });
  await store.feedbacks.remove(workspaceId, reported.id);
  await useEvaluation(store, workspaceId);
  await store.workspaceSecrets.put(workspaceId, 'KEY', 'value', 1);
  await store.workspaceSecrets.list(workspaceId);
  await store.workspaceSecrets.values(workspaceId, ['KEY', 'OTHER']);
  await store.workspaceSecrets.remove(workspaceId, 'KEY');
  await store.sandboxTemplates.put({ workspaceId, name: 't', settings: {}, createdAt: 1, updatedAt: 1 });
  await store.sandboxTemplates.get(workspaceId, 't');
  await store.sandboxTemplates.list(workspaceId);
  await store.sandboxTemplates.remove(workspaceId, 't');
  await store.sandboxSnapshots.list(workspaceId);
  await store.sandboxSnapshots.get(workspaceId, 's');
  await store.sandboxSnapshots.findByName(workspaceId, 's');
  await store.sandboxSnapshots.update('s', { status: 'ready' });
  await store.sandboxSnapshots.remove(workspaceId, 's');
  const box = sandboxRow(workspaceId);
  await store.sandboxes.insert(box, [{ ruleId: 'r', headerId: 'h', value: 'v' }], { A: 'b' });
  await store.sandboxes.get(workspaceId, box.id);
  await store.sandboxes.findById(box.id);
  await store.sandboxes.findByName(workspaceId, box.name);
  await store.sandboxes.list(workspaceId);
  await store.sandboxes.count(workspaceId);
  await store.sandboxes.update(box.id, { status: 'ready' });
  await store.sandboxes.opaqueValues(box.id);
  await store.sandboxes.putProxy(box.id, null, []);
  await store.sandboxes.env(box.id);
  await store.sandboxes.putEnv(box.id, {});
  await store.sandboxes.remove(box.id);
  await store.projects.has(workspaceId, 'p');
  await store.runs.remove(run.id);
  await store.threads.remove(thread.id);
  await store.deployments.remove(id);
}

async function useCrons(store: Store, deploymentId: string, runId: string): Promise<void> {
  const cron = cronRow(deploymentId);
  await store.crons.insert(cron);
  const outcome = { at: 1, status: 'running', runId, threadId: null, reason: '' } as const;
  await store.crons.claimDue({ now: 1, until: 2, limit: 10 });
  await store.crons.nextDue(1);
  await store.crons.releaseClaims({ ids: [cron.id] });
  await store.crons.releaseClaims({ deploymentId });
  await store.crons.addOutcome(cron.id, outcome);
  await store.crons.endOutcome(runId, { status: 'success', reason: '' });
  await store.crons.outcomesOf([cron.id, 'another']);
  await store.crons.remove(deploymentId, cron.id);
}

async function useEvaluation(store: Store, workspaceId: string): Promise<void> {
  const page = { limit: 20, offset: 0 };
  const dataset = datasetRow(workspaceId);
  await store.datasets.insert(dataset);
  await store.datasets.get(workspaceId, dataset.id);
  await store.datasets.list(workspaceId, { ...page, ids: [dataset.id], name: 'a', nameContains: 'a' });
  await store.datasets.list(workspaceId, page);
  await store.datasets.count(workspaceId);
  await store.datasets.counts(dataset);
  await store.datasets.update(dataset.id, { modifiedAt: 2 });
  const at = await store.datasets.addVersion(dataset.id, 1);
  await store.datasets.findVersion(dataset.id, at);
  await store.datasets.listVersions(dataset.id, page);
  await store.datasets.putTag({ datasetId: dataset.id, tag: 't', asOf: at });
  await store.datasets.listTags(dataset.id);
  const example = exampleRow(dataset);
  await store.examples.insert([example]);
  await store.examples.find(workspaceId, example.exampleId);
  await store.examples.find(workspaceId, example.exampleId, 1);
  await store.examples.datasetOf(workspaceId, example.exampleId);
  await store.examples.nextPosition(dataset.id);
  await store.examples.count(dataset.id);
  const refs = await store.examples.refs(dataset.id, { at, after: -1, limit: 10 });
  await store.examples.metadata(workspaceId, refs);
  await store.examples.read(workspaceId, refs);
  await store.attachments.insert([
    { id: 'a', datasetId: dataset.id, projectId: null, mimeType: 'a/b', content: new Uint8Array() },
  ]);
  await store.attachments.copyToDataset('a', { id: 'b', datasetId: dataset.id });
  const comparison = comparativeExperimentRow(dataset);
  await store.comparativeExperiments.insert(comparison);
  await store.comparativeExperiments.get(workspaceId, comparison.id);
  await store.comparativeExperiments.list(dataset.id, page);
  await store.comparativeExperiments.list(dataset.id, { ...page, ids: [comparison.id], nameContains: 'a' });
  await store.feedbacks.scoresOfComparison(comparison.id, { after: 0, limit: 10 });
  await store.comparativeExperiments.removeFeedback(comparison.id, 10);
  await store.comparativeExperiments.remove(comparison.id);
  const share = datasetShareRow(dataset.id, 'token');
  await store.datasetShares.insert(workspaceId, share, 'token');
  await store.datasetShares.tokenOf(workspaceId, dataset.id);
  await store.datasetShares.findByHash(share.tokenHash);
  await store.datasetShares.remove(dataset.id);
  await store.datasets.ordinalOf(dataset.id);
  await store.datasets.list(workspaceId, { ...page, before: 2 });
  await store.attachments.get('a');
  await store.attachments.mimeTypes(['a']);
  await store.examples.end(workspaceId, [example.exampleId], 2);
  await store.examples.erase(workspaceId, [example.exampleId]);
  await store.datasets.remove(dataset.id);
  const project = { id: 'e', workspaceId, name: 'experiment', createdAt: 1 };
  await store.projects.insert(project);
  await store.projects.get(workspaceId, 'e');
  await store.projects.count(workspaceId);
  await store.projects.update('e', { description: 'd' });
  await store.projects.list(workspaceId, { ...page, datasetId: dataset.id });
  const run = tracedRunRow(project, { referenceExampleId: 'x' });
  await store.tracedRuns.insert([run]);
  const [row] = await store.tracedRuns.find(workspaceId, [run.id]);
  if (row !== undefined) await store.tracedRuns.update(row);
  await store.tracedRuns.list(workspaceId, { limit: 10, before: 9 });
  await store.tracedRuns.list(workspaceId, { limit: 10, projectId: 'e', isRoot: true, before: 9 });
  await store.tracedRuns.list(workspaceId, { limit: 10, projectId: 'e', isError: false, startedFrom: 0 });
  await store.tracedRuns.list(workspaceId, { limit: 10, traceId: run.traceId });
  await store.tracedRuns.list(workspaceId, { limit: 10, projectId: 'e', startedFrom: 0, startedTo: 9 });
  await store.tracedRuns.refs(workspaceId, [run.id]);
  await store.tracedRuns.details(workspaceId, [run.id]);
  await store.tracedRuns.ofExamples('e', ['x', 'y'], 10);
  await store.tracedRuns.summaries('e', { after: 0, limit: 10 });
  await store.tracedRuns.countRoots('e');
  await store.feedbacks.scores('e', { after: 0, limit: 10 });
  await store.feedbacks.scoresOfRuns(workspaceId, [run.id]);
  await store.feedbacks.setProject(workspaceId, [run.id], 'e');
  await store.projects.remove(workspaceId, 'e');
}

test('no database query of the store reads or sorts a whole table', async () => {
  const location = join(directory, 'emulator.db');
  const store = await openStore({ location, keyring: await loadKeyring({}), durable: false });
  const prepare = jest.spyOn(DatabaseSync.prototype, 'prepare');
  await useEverything(store);
  const queries = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  await store.close();
  expect(queries.length).toBeGreaterThan(40);

  const database = new DatabaseSync(location);
  const complaints: string[] = [];
  for (const sql of queries) {
    for (const row of database.prepare(`explain query plan ${sql}`).all()) {
      const detail = String(row['detail']);
      // These indexes contain only the few unfinished or running rows, or exactly the requested rows.
      const isShort =
        /INDEX (revisions_unfinished|runs_one_running|runs_claimed|deployments_on_push|deployments_served|runs_pending)/.test(
          detail,
        );
      // A page that was already selected is read completely.
      const isPage = /^SCAN (page|spaces|part|ids_\w+|\d+-ROW VALUES CLAUSE)$/.test(detail);
      const reads = /^SCAN (?!CONSTANT)/.test(detail) && !isShort && !isPage;
      // The rows for a list of IDs are sorted after the lookup.
      const sorts = detail.includes('TEMP B-TREE') && !sql.includes('"id" in (');
      if (reads || sorts) complaints.push(`${detail}: ${sql}`);
    }
  }
  database.close();
  expect(complaints).toEqual([]);
});
