import { createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Store, StoreDump } from '../../../../src/emulator/ports/store.ts';
import { parseExactJson, stringifyExactJson } from '../../../../src/contract/exact-json.ts';
import { SnapshotError } from '../../../../src/emulator/ports/store-errors.ts';
import { type Keyring, openStore } from '../../../../src/emulator/store/index.ts';
import { SNAPSHOT_TABLES } from '../../../../src/emulator/store/snapshot/tables.ts';
import {
  aDeployment,
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
  threadRow,
  webhookRow,
  tracedRunRow,
  writeRow,
} from '../../store/samples.ts';
import { newFolder } from '../../server/plane.ts';
import { content, fill } from './content.ts';

const opened: Store[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

const keyring = (): Keyring => ({
  keys: new Map([[1, createSecretKey(randomBytes(32))]]),
  primary: 1,
  origin: 'memory',
  generated: true,
});
const OURS = keyring();
async function open(keys = OURS): Promise<Store> {
  const store = await openStore({ location: ':memory:', keyring: keys });
  opened.push(store);
  return store;
}
const numRuns = fc.readConfigureGlobal()?.numRuns ?? 15;
const copy = (dump: StoreDump): StoreDump => structuredClone(dump);
const problems = async (loading: Promise<unknown>) => {
  const error = await loading.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof SnapshotError)) throw new Error('was not refused', { cause: error });
  return error.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

/** Adds a shared dataset with an experiment and a comparison, and returns the hash of the share's token. */
async function fillEvaluation(store: Store, workspaceId: string): Promise<{ shareHash: string }> {
  const dataset = datasetRow(workspaceId);
  await store.datasets.insert(dataset);
  await store.datasets.addVersion(dataset.id, 1);
  await store.datasets.putTag({ datasetId: dataset.id, tag: 'prod', asOf: 1 });
  const content = new Uint8Array([1, 2]);
  await store.attachments.insert([
    { id: 'of-example', datasetId: dataset.id, projectId: null, mimeType: 'a/b', content },
  ]);
  await store.examples.insert([exampleRow(dataset, { attachments: [{ name: 'f', id: 'of-example' }] })]);
  const share = datasetShareRow(dataset.id, 'share-token');
  await store.datasetShares.insert(workspaceId, share, 'share-token');
  const experiment = { id: 'e', workspaceId, name: 'exp', createdAt: 1, datasetId: dataset.id };
  await store.projects.insert(experiment);
  await store.attachments.insert([
    { id: 'of-run', datasetId: null, projectId: 'e', mimeType: 'a/b', content },
  ]);
  await store.tracedRuns.insert([tracedRunRow(experiment, { attachments: [{ name: 'f', id: 'of-run' }] })]);
  const comparison = comparativeExperimentRow(dataset, { experimentIds: ['e'] });
  await store.comparativeExperiments.insert(comparison);
  await store.feedbacks.insert(feedbackRow(workspaceId, { comparativeExperimentId: comparison.id }));
  return { shareHash: share.tokenHash };
}

/** Returns a store with rows in every table, and its dump. */
async function full(): Promise<{
  store: Store;
  dump: StoreDump;
  deploymentId: string;
  shareHash: string;
}> {
  const store = await open();
  const { id, workspaceId } = await aDeployment(store, { name: 'agent' });
  await store.deployments.putSecrets(id, [{ name: 'MODEL_KEY', value: 'deployment-secret' }]);
  for (const status of ['DEPLOYED', 'QUEUED']) {
    const revision = await store.revisions.insert(revisionRow(id, { status }), [
      { name: 'MODEL_KEY', value: 'revision-secret' },
    ]);
    await store.deployments.update(id, { latestRevisionId: revision.id });
    await store.logs.append([{ revisionId: revision.id, kind: 'build', level: 'INFO', at: 1, message: 'm' }]);
  }
  await store.workspaces.putKey({ hash: 'ab'.repeat(32), workspaceId, scope: 'workspace' });
  await store.integrations.upsert({ id: 'hub', workspaceId, name: 'hub', installationId: 1 });
  await store.integrations.putWebhookSecret('hub', 'webhook-secret');
  await store.webhookDeliveries.put({ integrationId: 'hub', id: 'd', at: 1, answer: {} }, 0);
  await store.gitHeads.put({ workspaceId, repository: 'git.test/a', ref: 'refs/heads/main' }, 'c', 1);
  await store.polledRefs.put({ deploymentId: id, ref: 'refs/heads/main', commit: null });
  await store.projects.insert({ id: 'p', workspaceId, name: 'agent', createdAt: 1 });
  await store.listeners.upsert({
    id: 'l',
    workspaceId,
    computeType: 'k8s',
    computeId: 'c',
    namespaces: ['ns'],
    version: '1',
    createdAt: 1,
    updatedAt: 1,
  });
  const thread = threadRow(id, { values: { a: 1 } });
  await store.threads.insert(thread);
  await store.checkpoints.put(checkpointRow(thread.id, 'c'));
  await store.checkpoints.putWrites([writeRow(thread.id, 'c')]);
  await store.runs.insert(runRow(thread));
  const cron = cronRow(id, { threadId: thread.id });
  await store.crons.insert(cron);
  const refused = { at: 1, status: 'refused', runId: null, threadId: null, reason: 'no' } as const;
  await store.crons.addOutcome(cron.id, refused);
  await store.webhooks.insert(webhookRow(id));
  const run = runRow(thread);
  await store.runs.insert(run);
  const token = { row: feedbackTokenRow(id, run.id), token: 'feedback-token' };
  await store.feedbackTokens.insert(workspaceId, [token]);
  await store.feedbacks.insert(
    feedbackRow(workspaceId, { projectId: 'p', runId: run.id, metadata: { a: 1 } }),
  );
  const { shareHash } = await fillEvaluation(store, workspaceId);
  return { store, dump: await store.snapshots.dump(), deploymentId: id, shareHash };
}

describe('the list of tables in a snapshot', () => {
  test('contains each table and column of the schema exactly once', async () => {
    const location = join(await newFolder(), 'emulator.sqlite');
    const store = await openStore({ location, keyring: OURS });
    await store.close();
    const database = new DatabaseSync(location);
    const names = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map(({ name }) => String(name));
    const tables = names(`select name from sqlite_schema where type = 'table'`).filter(
      (name) => !/^(sqlite_|agent_deploy_migrations)/.test(name),
    );
    // Tables that a dump omits: facts about this machine, indexes of other tables, short-lived rows, and the summaries
    // of runs.
    const leftOut =
      'agent_tokens agent_use artifact_pieces artifacts audit_log authorities builds claims deployment_name_ends feedback_tokens instances name_places planes pod_output processes run_events run_results run_steps run_streams run_summaries stopping_runs thread_listeners upload_chunks'.split(
        ' ',
      );
    const columns = tables
      .filter((name) => !leftOut.includes(name))
      .flatMap((table) =>
        names(`select name from pragma_table_info('${table}')`).map((name) => `${table}.${name}`),
      );
    database.close();
    const listed = SNAPSHOT_TABLES.flatMap((table) =>
      [...table.columns.map(({ column }) => column), ...Object.keys(table.computed), ...table.generated].map(
        (name) => `${table.name}.${name}`,
      ),
    );
    expect(listed.toSorted()).toEqual(columns.toSorted());
    const all = [...SNAPSHOT_TABLES.map(({ name }) => name), ...leftOut];
    expect(all.toSorted()).toEqual(tables.toSorted());
  });

  test('lists each table before the tables that refer to it', () => {
    const names: string[] = SNAPSHOT_TABLES.map(({ name }) => name);
    for (const { name, references } of SNAPSHOT_TABLES) {
      for (const owner of Object.values(references)) {
        expect([name, names.indexOf(owner) < names.indexOf(name)]).toEqual([name, true]);
      }
    }
  });
});

describe('a dump of the store', () => {
  test('is the same after it was loaded and dumped again', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (given) => {
        const store = await open();
        await fill(store, given);
        const dump = await store.snapshots.dump();
        const other = await open();
        // The earlier content is replaced.
        await fill(other, { workspaces: given.workspaces.slice(0, 1) });
        expect(await other.snapshots.load(parseExactJson(stringifyExactJson(dump)) as typeof dump)).toEqual(
          [],
        );
        expect(stringifyExactJson(await other.snapshots.dump())).toBe(stringifyExactJson(dump));
        for (const { id } of await store.deployments.listAll()) {
          expect(await other.deployments.secrets(id)).toEqual(await store.deployments.secrets(id));
          expect(await other.deployments.findById(id)).toEqual(await store.deployments.findById(id));
        }
        expect(await other.snapshots.fingerprint()).toBe(await store.snapshots.fingerprint());
      }),
      { numRuns },
    );
  });

  test('restores the source and the outcome of runs in their summaries', async () => {
    const store = await open();
    const { id } = await aDeployment(store, { name: 'agent' });
    const waiting = threadRow(id, {
      status: 'interrupted',
      restingStatus: 'interrupted',
      interrupts: { task: [{ value: { question: 'Refund?' } }] },
    });
    const idle = threadRow(id);
    for (const thread of [waiting, idle]) await store.threads.insert(thread);
    const ended = { status: 'success' } as const;
    const cron = { config: { configurable: { cron_id: 'c' } } };
    for (const run of [
      runRow(waiting, ended),
      runRow(waiting, { ...ended, kwargs: cron }),
      runRow(waiting, { status: 'interrupted' }),
      runRow(idle, { ...ended, kwargs: cron, metadata: { replay_of: 'another' } }),
    ]) {
      await store.runs.insert(run);
    }
    const other = await open();
    await other.snapshots.load(await store.snapshots.dump());
    const { rows } = await other.runSummaries.list({}, { limit: 10 });
    expect(rows.map(({ source, state, answer }) => [source, state, answer])).toEqual([
      ['replay', 'success', ''],
      ['api', 'stopped', ''],
      ['cron', 'waiting', 'Refund?'],
      ['api', 'success', ''],
    ]);
  });

  test('contains no secret in plain text, not even in a URL', async () => {
    const { store, deploymentId } = await full();
    await store.deployments.update(deploymentId, {
      sourceConfig: { repo_url: 'https://mona:hunter2-secret@git.test/owner/agent' },
    });
    const dump = await store.snapshots.dump();
    const written = JSON.stringify(dump);
    for (const secret of [
      'deployment-secret',
      'revision-secret',
      'webhook-secret',
      'share-token',
      'hunter2-secret',
      'mona',
    ]) {
      expect(written).not.toContain(secret);
      expect(written).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
    }
    expect(written).toMatch(/https:\/\/sealed:[\w-]+@git\.test\/owner\/agent/);
    const other = await open();
    await other.snapshots.load(dump);
    expect((await other.deployments.findById(deploymentId))?.sourceConfig.repo_url).toBe(
      'https://mona:hunter2-secret@git.test/owner/agent',
    );
    expect(await other.integrations.webhookSecret('hub')).toBe('webhook-secret');
  });

  // docs/departures.md#local-snapshot-what
  test('omits the specified API key and the processes on the machine', async () => {
    const { store } = await full();
    await store.processes.put({ pid: 1, startToken: 't', kind: 'worker', owner: 'o' });
    const dump = await store.snapshots.dump({ withoutKey: 'ab'.repeat(32) });
    expect(dump.tables['api_keys']).toEqual([]);
    expect(dump.tables).not.toHaveProperty('processes');
    await store.snapshots.load(dump);
    expect(await store.processes.list()).toHaveLength(1);
  });

  test('can be loaded even if columns with a default value are missing', async () => {
    const { dump, deploymentId } = await full();
    const shorter = copy(dump);
    const without = (table: string, column: string) => {
      shorter.tables[table] = (shorter.tables[table] ?? []).map(({ [column]: _, ...row }) => row);
    };
    without('integrations', 'webhook_secret');
    without('deployments', 'delete_forced');
    for (const column of ['brings_server', 'brings_auth', 'agent_settings']) without('revisions', column);
    const other = await open();
    await other.snapshots.load(shorter);
    expect(await other.integrations.webhookSecret('hub')).toBeNull();
    expect(await other.deployments.isDeleteForced(deploymentId)).toBe(false);
    expect(await other.revisions.listUnfinished()).toMatchObject([
      { bringsServer: false, bringsAuth: false, agentSettings: null },
    ]);
  });

  test('contains datasets, experiments, comparisons, attachments and shares', async () => {
    const { store, dump, shareHash } = await full();
    const other = await open();
    await other.snapshots.load(dump);
    expect(await other.snapshots.dump()).toEqual(dump);
    const dataset = await other.datasetShares.findByHash(shareHash);
    if (dataset === undefined) throw new Error('the share is missing');
    const { id, workspaceId } = dataset;
    expect(await other.datasetShares.tokenOf(workspaceId, id)).toBe('share-token');
    for (const attachment of ['of-example', 'of-run']) {
      expect(await other.attachments.get(attachment)).toEqual(await store.attachments.get(attachment));
    }
    const page = { limit: 9, offset: 0 };
    const [comparison] = await other.comparativeExperiments.list(id, page);
    expect(comparison).toMatchObject({ experimentIds: ['e'] });
    const comparativeExperimentId = comparison?.id ?? '';
    expect(await other.feedbacks.list(workspaceId, { ...page, comparativeExperimentId })).toHaveLength(1);
    expect(await other.tracedRuns.list(workspaceId, { limit: 9, projectId: 'e' })).toHaveLength(1);
  });

  test('keeps the numbers of log lines and the order of all rows', async () => {
    const { store, dump } = await full();
    const other = await open();
    await other.snapshots.load(dump);
    const [revision] = await store.revisions.listUnfinished();
    const of = { kind: 'build', order: 'asc', limit: 9 } as const;
    expect(await other.logs.list(revision?.id ?? '', of)).toEqual(
      await store.logs.list(revision?.id ?? '', of),
    );
  });
});

describe('an invalid snapshot', () => {
  /** Each value replaces a column in the first row of a table, and causes the expected error. */
  const changed: [string, string, string, unknown, string][] = [
    ['without a column', 'deployments', 'name', undefined, '.name: '],
    ['without a column that accepts any value', 'feedback', 'score', undefined, '.score: is missing'],
    [
      'with the values of a thread that does not exist',
      'thread_values',
      'thread_id',
      'x',
      '.thread_id: refers to none',
    ],
    ['with values of a thread without their first part', 'thread_values', 'part', 1, '.part: must be 0'],
    ['with values of a thread that are not JSON', 'thread_values', 'text', '{', '.text: the parts of'],
    ['with another column', 'threads', 'colour', 1, ': Unrecognized key'],
    ['with an invalid time', 'revisions', 'created_at', 'today', '.created_at: '],
    ['with an invalid history', 'revisions', 'history', [{ status: 'X' }], '.history.0.at: '],
    ['with an unknown source', 'deployments', 'source', 'ftp', '.source: '],
    [
      'whose revision has no deployment',
      'revisions',
      'deployment_id',
      'x',
      '.deployment_id: refers to none of the deployments',
    ],
    [
      'whose latest revision does not exist',
      'deployments',
      'latest_revision_id',
      'x',
      '.latest_revision_id: refers to none of its revisions',
    ],
    ['whose run is of another deployment', 'runs', 'deployment_id', 'x', '.deployment_id: '],
    ['whose cron is of another deployment', 'crons', 'deployment_id', 'x', '.deployment_id: '],
    ['with a cron on a thread that does not exist', 'crons', 'thread_id', 'x', '.thread_id: refers to none'],
    [
      'with a secret that was altered',
      'deployment_secrets',
      'sealed',
      'AAAA',
      '.sealed: the value of deployment ',
    ],
    [
      'with a secret under another name',
      'revision_secrets',
      'name',
      'OTHER',
      '.sealed: the value of revision ',
    ],
  ];
  const cases: [string, (dump: StoreDump) => void, string][] = [
    ...changed.map(([what, table, column, value, printed]): (typeof cases)[number] => [
      what,
      (dump) => change(dump, table, column, value),
      `tables.${table}.0${printed}`,
    ]),
    [
      'of a newer schema',
      (dump) => (dump.schema = '9999_later'),
      'schema: this emulator supports schemas up to',
    ],
    ['without a table', (dump) => Reflect.deleteProperty(dump.tables, 'logs'), 'tables.logs: is missing'],
    ['with another table', (dump) => (dump.tables['cats'] = []), 'tables.cats: this table does not exist'],
    [
      'with a repeated row',
      (dump) => dump.tables['listeners']?.push(dump.tables['listeners'][0] ?? {}),
      'tables.listeners.1: has the same id as row 0',
    ],
    [
      'with a repeated number',
      (dump) => change(dump, 'revisions', 'seq', 2),
      'tables.revisions.1: has the same deployment_id, seq as row 0',
    ],
    [
      'with two running runs of one thread',
      (dump) => dump.tables['runs']?.forEach((_, index) => change(dump, 'runs', 'status', 'running', index)),
      'tables.runs.1.status: another run of the thread is running',
    ],
    [
      'without the keys of its workspaces',
      (dump) => (dump.tables['workspace_keys'] = []),
      'tables.integrations.0.webhook_secret: ',
    ],
  ];
  const change = (dump: StoreDump, table: string, column: string, value: unknown, row = 0) => {
    dump.tables[table] = (dump.tables[table] ?? []).map((one, index) =>
      index === row ? { ...one, [column]: value } : one,
    );
  };

  /** All refusals use one store, which each refusal must leave unchanged. */
  let given: Awaited<ReturnType<typeof full>>;
  beforeAll(async () => {
    given = await full();
  });

  test.each(cases)(
    'is refused with the location of the error and changes nothing: a snapshot %s',
    async (_what, spoil, place) => {
      const { store, dump } = given;
      const spoilt = copy(dump);
      spoil(spoilt);
      expect((await problems(store.snapshots.load(spoilt))).join('\n')).toContain(place);
      expect(await store.snapshots.dump()).toEqual(dump);
    },
  );

  test('is refused after any change of its text that changes its meaning', async () => {
    const { store, dump } = await full();
    const tables = Object.keys(dump.tables).filter((name) => (dump.tables[name] ?? []).length > 0);
    const spoiling = fc.constantFrom(...tables).chain((table) => {
      const rows = dump.tables[table] ?? [];
      return fc.record({
        table: fc.constant(table),
        row: fc.nat(rows.length - 1),
        column: fc.constantFrom(...Object.keys(rows[0] ?? {})),
        value: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined), fc.string()),
      });
    });
    await fc.assert(
      fc.asyncProperty(spoiling, async ({ table, row, column, value }) => {
        const before = await store.snapshots.dump();
        const spoilt = copy(dump);
        change(spoilt, table, column, value, row);
        try {
          await store.snapshots.load(spoilt);
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
          expect(await store.snapshots.dump()).toEqual(before);
          return;
        }
        expect(await store.snapshots.dump()).toEqual(spoilt);
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 120 },
    );
  });

  test('is refused with a reason that does not repeat values of the snapshot', async () => {
    const { store, dump } = given;
    const spoilt = copy(dump);
    change(spoilt, 'deployments', 'source', 'value-that-must-not-be-told');
    expect((await problems(store.snapshots.load(spoilt))).join()).not.toContain('must-not-be-told');
  });
});

describe('a snapshot that another keyring encrypted', () => {
  test('is refused with the names of the values that cannot be decrypted', async () => {
    const { dump } = await full();
    const other = await open(keyring());
    const reported = await problems(other.snapshots.load(dump));
    expect(reported).toHaveLength(5);
    expect(reported.join('\n')).toMatch(
      /tables\.deployment_secrets\.0\.sealed: the value of deployment \S+, secrets\[MODEL_KEY\]/,
    );
    expect(await other.deployments.listAll()).toEqual([]);
  });

  // docs/departures.md#local-snapshot-secrets
  test('is restored without undecryptable values on request, and accepts new secrets', async () => {
    const { store, dump, deploymentId } = await full();
    await store.deployments.update(deploymentId, { sourceConfig: { repo_url: 'https://a:b@git.test/x' } });
    const other = await open(keyring());
    const withUrl = await store.snapshots.dump();
    const leftOut = await other.snapshots.load(withUrl, { leaveOutUnreadable: true });
    expect(leftOut.map(({ path }) => path.join('.'))).toEqual([
      'tables.integrations.0.webhook_secret',
      'tables.deployment_secrets.0.sealed',
      'tables.revision_secrets.0.sealed',
      'tables.revision_secrets.1.sealed',
      'tables.dataset_shares.0.sealed',
      'tables.deployments.0.source_config.repo_url',
    ]);
    expect((await other.deployments.findById(deploymentId))?.sourceConfig.repo_url).toBe(
      'https://git.test/x',
    );
    expect(await other.deployments.secrets(deploymentId)).toEqual([]);
    await other.deployments.putSecrets(deploymentId, [{ name: 'A', value: 'new' }]);
    expect(await other.deployments.secrets(deploymentId)).toEqual([{ name: 'A', value: 'new' }]);
    expect(dump.tables['workspace_keys']).toHaveLength(1);
  });
});
