import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../clients/clock.ts';
import type { Instances, Repositories, Store } from '../ports/store.ts';
import { agentTokens } from './agent-tokens.ts';
import { authorities } from './authorities.ts';
import { agentUse } from './agent-use.ts';
import { builds } from './builds.ts';
import { artifactRows } from './artifacts.ts';
import { assistants } from './assistants.ts';
import { auditLog } from './audit-log.ts';
import { auth } from './auth.ts';
import { checkpoints } from './checkpoints.ts';
import { readBacklog, readCondition } from './condition.ts';
import type { MasterKeys } from './data-keys.ts';
import { comparativeExperiments, datasetShares } from './comparisons.ts';
import type { Context } from './context.ts';
import type { Database, Isolation } from './database.ts';
import { crons } from './crons.ts';
import { deployments } from './deployments.ts';
import { StoreError } from '../ports/store-errors.ts';
import { attachments, datasets, examples } from './evaluation.ts';
import { feedbacks, feedbackTokens } from './feedback.ts';
import { instances, processes } from './instances.ts';
import { podOutput } from './pod-output.ts';
import { planes } from './planes.ts';
import { items } from './items.ts';
import { logs } from './logs.ts';
import { deliveries, gitHeads, polledRefs } from './pushes.ts';
import { reseal } from './reseal.ts';
import { revisions } from './revisions.ts';
import { runSummaries } from './run-summaries.ts';
import { runStreams } from './run-streams.ts';
import { runs } from './runs.ts';
import { sharedRuns } from './shared-runs.ts';
import { sandboxes, sandboxSnapshots, sandboxTemplates, workspaceSecrets } from './sandboxes.ts';
import type { Tables } from './schema.ts';
import { allSandboxSecrets, allSecretValues } from './secrets.ts';
import { threads } from './threads.ts';
import { tracedRuns } from './traced-runs.ts';
import { uploadChunks, uploads } from './uploads.ts';
import { createVault, type OpenKeys } from './vault.ts';
import { webhooks } from './webhooks.ts';
import { workQueue } from './work-queue.ts';
import { integrations, listeners, projects, workspaces } from './workspaces.ts';

/** Returns the methods of instances, which renew leases over the database's separate connection, if it has one. */
function instancesOf({ db, leases = db }: Database, context: Context): Instances {
  const ofLeases = instances({
    ...context,
    get db() {
      return context.db === db ? leases : context.db;
    },
  });
  return { ...instances(context), renew: (id, leaseMs) => ofLeases.renew(id, leaseMs) };
}

/** Creates the store for an open database. */
export function createStore(database: Database, masters: MasterKeys, clock: Clock, keyring: string): Store {
  const { db, dialect } = database;
  const opened: OpenKeys = new Map();
  const statements: Context['statements'] = new Map();
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let closing: Promise<void> | undefined;

  /** Returns the database, or throws inside a transaction, where a caller would wait for itself forever. */
  const outer = (): Kysely<Tables> => {
    if (closing) throw new StoreError('misuse', 'The store is closed.');
    if (inside.getStore()?.open) throw insideTransaction('used directly');
    return db;
  };

  const atomically = async <T>(
    work: (context: Context) => Promise<T>,
    isolation: Isolation = 'serializable',
  ): Promise<T> => {
    outer();
    let openedInside: OpenKeys = new Map();
    const result = await database.transaction(isolation, (trx) => {
      const state = { open: true };
      // A transaction caches keys separately, because other callers may use its new keys only after the commit.
      openedInside = new Map(opened);
      const vault = createVault(
        () => trx,
        masters,
        openedInside,
        () => clock.now(),
      );
      const context: Context = {
        db: trx,
        vault,
        dialect,
        statements,
        now: () => clock.now(),
        cached: (_, read) => read(),
        atomically: (inner) => inner(context),
      };
      return inside.run(state, async () => {
        try {
          return await work(context);
        } finally {
          state.open = false;
        }
      });
    });
    for (const [name, key] of openedInside) opened.set(name, key);
    return result;
  };

  const context: Context = {
    get db() {
      return outer();
    },
    vault: createVault(outer, masters, opened, () => clock.now()),
    dialect,
    statements,
    now: () => clock.now(),
    cached(question, read) {
      outer();
      return database.cached(question, read);
    },
    atomically,
  };
  const now = () => clock.now();
  const newVault = (tx: Context) => createVault(() => tx.db, masters, new Map(), now);
  const all = async () => (await import('./snapshot/dump.ts')).snapshots(context, newVault);
  return {
    ...createRepositories(context),
    instances: instancesOf(database, context),
    snapshots: {
      dump: async (options) => (await all()).dump(options),
      fingerprint: async () => (await all()).fingerprint(),
      async load(...given) {
        const leftOut = await (await all()).load(...given);
        // Cached keys are discarded, because the loaded workspaces can have different keys.
        opened.clear();
        return leftOut;
      },
    },
    transaction: (work) => atomically((inner) => work(createRepositories(inner))),
    async *secretValues() {
      yield* allSecretValues(context);
      yield* allSandboxSecrets(context);
    },
    reseal: (batch) => reseal(context, batch),
    latestTime: () => latestTimestamp(outer()),
    backlog: (now) => readBacklog(outer(), now),
    condition: () => readCondition({ ...database, db: outer() }, masters),
    notifier: database.notifier,
    keyring,
    async close() {
      if (inside.getStore()?.open) throw insideTransaction('closed');
      closing ??= database.close();
      await closing;
    },
  };
}

function insideTransaction(what: string): StoreError {
  return new StoreError(
    'misuse',
    `The store was ${what} inside a transaction, which would wait for itself: use the repositories of the transaction.`,
  );
}

function createRepositories(context: Context): Repositories {
  return {
    workspaces: workspaces(context),
    auth: auth(context),
    deployments: deployments(context),
    revisions: revisions(context),
    workQueue: workQueue(context),
    agentTokens: agentTokens(context),
    authorities: authorities(context),
    agentUse: agentUse(context),
    builds: builds(context),
    logs: logs(context),
    podOutput: podOutput(context),
    projects: projects(context),
    integrations: integrations(context),
    listeners: listeners(context),
    processes: processes(context),
    planes: planes(context),
    auditLog: auditLog(context),
    instances: instances(context),
    threads: threads(context),
    runs: runs(context),
    checkpoints: checkpoints(context),
    assistants: assistants(context),
    items: items(context),
    runStreams: runStreams(context),
    runSummaries: runSummaries(context),
    sharedRuns: sharedRuns(context),
    webhooks: webhooks(context),
    crons: crons(context),
    feedbackTokens: feedbackTokens(context),
    feedbacks: feedbacks(context),
    datasets: datasets(context),
    examples: examples(context),
    attachments: attachments(context),
    tracedRuns: tracedRuns(context),
    comparativeExperiments: comparativeExperiments(context),
    datasetShares: datasetShares(context),
    gitHeads: gitHeads(context),
    polledRefs: polledRefs(context),
    webhookDeliveries: deliveries(context),
    uploads: uploads(context),
    uploadChunks: uploadChunks(context),
    artifacts: artifactRows(context),
    workspaceSecrets: workspaceSecrets(context),
    sandboxTemplates: sandboxTemplates(context),
    sandboxSnapshots: sandboxSnapshots(context),
    sandboxes: sandboxes(context),
  };
}

/** Reads every row, and returns the latest timestamp in epoch milliseconds, or 0 if the store is empty. */
async function latestTimestamp(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM (
      SELECT max(updated_at) AS at FROM deployments
      UNION ALL SELECT max(updated_at) FROM revisions
      UNION ALL SELECT max(at) FROM logs
      UNION ALL SELECT max(created_at) FROM projects
      UNION ALL SELECT max(updated_at) FROM listeners
      UNION ALL SELECT max(updated_at) FROM threads
      UNION ALL SELECT max(updated_at) FROM runs
      UNION ALL SELECT max(ended_at) FROM run_streams
      UNION ALL SELECT max(updated_at) FROM assistants
      UNION ALL SELECT max(updated_at) FROM store_items
      UNION ALL SELECT max(updated_at) FROM crons
      UNION ALL SELECT max(at) FROM cron_outcomes
      UNION ALL SELECT max(created_at) FROM webhooks
      UNION ALL SELECT max(created_at) FROM workspace_keys
      UNION ALL SELECT max(created_at) FROM feedback_tokens
      UNION ALL SELECT max(modified_at) FROM feedback
      UNION ALL SELECT max(modified_at) FROM datasets
      UNION ALL SELECT max(as_of) FROM dataset_versions
      UNION ALL SELECT max(modified_at) FROM comparative_experiments
      UNION ALL SELECT max(created_at) FROM uploads
      UNION ALL SELECT max(uploaded_at) FROM uploads
      UNION ALL SELECT max(updated_at) FROM workspace_secrets
      UNION ALL SELECT max(updated_at) FROM sandbox_templates
      UNION ALL SELECT max(updated_at) FROM sandbox_snapshots
      UNION ALL SELECT max(updated_at) FROM sandboxes
    ) AS moments`.execute(db);
  return rows[0]?.at ?? 0;
}
