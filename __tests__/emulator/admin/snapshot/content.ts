import fc from 'fast-check';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import {
  checkpointRow,
  cronRow,
  deploymentRow,
  revisionRow,
  runRow,
  threadRow,
  webhookRow,
  writeRow,
} from '../../store/samples.ts';

const at = fc.integer({ min: 0, max: 4_000_000_000_000 });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const object = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) as fc.Arbitrary<
  Record<string, unknown>
>;
const bytes = fc.uint8Array({ maxLength: 24 });
const secrets = fc.array(fc.record({ name: word, value: text }), { maxLength: 3 });
const STATUSES = ['CREATING', 'QUEUED', 'DEPLOYED', 'BUILD_FAILED', 'SKIPPED', 'NEVER_SEEN'];

const revision = fc.record({
  status: fc.constantFrom(...STATUSES),
  message: fc.option(text),
  secrets,
  history: fc.array(fc.record({ status: fc.constantFrom(...STATUSES), at }), { maxLength: 4 }),
  lines: fc.array(fc.record({ at, message: text, kind: fc.constantFrom('build', 'deploy') }), {
    maxLength: 3,
  }),
  claimed: fc.boolean(),
  pushed: fc.option(text),
});
const thread = fc.record({
  metadata: object,
  values: fc.option(object),
  ttlMs: fc.option(fc.integer({ min: 1, max: 10_000 })),
  strategy: fc.constantFrom('delete', 'keep_latest'),
  runs: fc.array(fc.record({ kwargs: object, failed: fc.boolean(), at }), { maxLength: 2 }),
  steps: fc.array(
    fc.record({
      state: bytes,
      written: bytes,
      language: fc.constantFrom('javascript', 'python'),
      delta: fc.boolean(),
      taskPath: text,
    }),
    { maxLength: 3 },
  ),
});
const assistant = fc.record({
  name: text,
  description: fc.option(text),
  config: object,
  metadata: object,
  at,
});
const item = fc.record({ key: text, value: object, at, vector: fc.option(fc.integer()) });
const cron = fc.record({
  timezone: fc.option(text),
  endTime: fc.option(at),
  enabled: fc.boolean(),
  onRunCompleted: fc.constantFrom('delete', 'keep', null),
  payload: object,
  metadata: object,
  nextRunAt: at,
  onThread: fc.boolean(),
  outcomes: fc.array(fc.record({ at, status: fc.constantFrom('success', 'refused'), reason: text }), {
    maxLength: 6,
  }),
});
const webhook = fc.record({ body: object, at, isOver: fc.boolean(), response: text });
const deployment = fc.record({
  name: word,
  repo: fc.constantFrom('https://git.test/a', 'https://mona:hunter2-secret@git.test/a', 'file:///a'),
  onPush: fc.boolean(),
  status: fc.constantFrom('READY', 'AWAITING_DATABASE', 'UNUSED'),
  port: fc.option(fc.integer({ min: 1, max: 65_535 })),
  image: fc.option(text),
  secrets,
  at,
  revisions: fc.array(revision, { maxLength: 3 }),
  threads: fc.array(thread, { maxLength: 2 }),
  assistants: fc.array(assistant, { maxLength: 2 }),
  items: fc.array(item, { maxLength: 2 }),
  crons: fc.array(cron, { maxLength: 2 }),
  webhooks: fc.array(webhook, { maxLength: 2 }),
});
const workspace = fc.record({
  name: text,
  hides: fc.boolean(),
  listeners: fc.array(fc.record({ namespaces: fc.array(word, { maxLength: 2 }), at }), { maxLength: 2 }),
  webhook: fc.option(text),
  deployments: fc.array(deployment, { maxLength: 3 }),
});

/** Generates any content of a store. */
export const content = fc.record({ workspaces: fc.array(workspace, { minLength: 1, maxLength: 2 }) });
export type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

const uuid = (...parts: number[]): string =>
  `00000000-0000-4000-8000-${parts
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .padStart(12, '0')}`;

/** Stores the content through the repositories, as the emulator does. */
export async function fill(store: Store, { workspaces }: Content): Promise<void> {
  for (const [w, given] of workspaces.entries()) {
    const workspaceId = uuid(1, w);
    await store.workspaces.upsert({ id: workspaceId, name: given.name, redactSecretValues: given.hides });
    await store.workspaces.putKey({
      hash: `${w}`.padStart(64, 'a'),
      workspaceId,
      scope: w === 0 ? 'workspace' : 'organization',
    });
    const integrationId = uuid(2, w);
    await store.integrations.upsert({ id: integrationId, workspaceId, name: 'hub', installationId: w + 1 });
    if (given.webhook !== null) await store.integrations.putWebhookSecret(integrationId, given.webhook);
    for (const [l, listener] of given.listeners.entries()) {
      await store.listeners.upsert({
        id: uuid(3, w, l),
        workspaceId,
        computeType: 'k8s',
        computeId: `c${l}`,
        namespaces: listener.namespaces,
        version: l === 0 ? null : '1.2',
        createdAt: listener.at,
        updatedAt: listener.at,
      });
    }
    for (const [d, one] of given.deployments.entries()) await fillDeployment(store, workspaceId, [w, d], one);
  }
}

async function fillDeployment(
  store: Store,
  workspaceId: string,
  place: number[],
  one: Content['workspaces'][number]['deployments'][number],
): Promise<void> {
  const id = uuid(4, ...place);
  const projectId = uuid(5, ...place);
  await store.projects.insert({
    id: projectId,
    workspaceId,
    name: `${one.name}-${place[1]}`,
    createdAt: one.at,
  });
  const row = deploymentRow(workspaceId, {
    id,
    name: one.name,
    projectId,
    status: one.status,
    port: one.port,
    imageVersion: one.image,
    sourceConfig: { repo_url: one.repo, build_on_push: one.onPush, deployment_type: 'dev' },
    createdAt: one.at,
    updatedAt: one.at + 1,
  });
  await store.deployments.insert(row, one.secrets);
  let latest: string | null = null;
  for (const [r, revisionOf] of one.revisions.entries()) {
    latest = uuid(6, ...place, r);
    await store.revisions.insert(
      revisionRow(id, {
        id: latest,
        status: revisionOf.status,
        statusMessage: revisionOf.message,
        history: revisionOf.history,
        push:
          revisionOf.pushed === null
            ? null
            : { ref: 'refs/heads/main', commit: null, channels: [revisionOf.pushed] },
      }),
      revisionOf.secrets,
    );
    if (revisionOf.claimed) await store.revisions.claim(latest, 'other', one.at, 1000);
    await store.logs.append(
      revisionOf.lines.map((line) => ({
        ...line,
        revisionId: latest ?? '',
        kind: line.kind === 'build' ? 'build' : 'deploy',
        level: 'INFO',
      })),
    );
  }
  await store.deployments.update(id, { latestRevisionId: latest, activeRevisionId: latest });
  for (const [t, threadOf] of one.threads.entries()) {
    const made = threadRow(id, {
      id: uuid(7, ...place, t),
      metadata: threadOf.metadata,
      values: threadOf.values,
      // The time is never in the past, because a store contains no expired rows.
      expiry:
        threadOf.ttlMs === null
          ? null
          : { ttlMs: threadOf.ttlMs, at: 4_000_000_000_000, strategy: threadOf.strategy },
    });
    await store.threads.insert(made);
    for (const [r, run] of threadOf.runs.entries()) {
      await store.runs.insert(
        runRow(made, {
          id: uuid(8, ...place, t, r),
          kwargs: run.kwargs,
          status: run.failed ? 'error' : 'success',
          error: run.failed ? { error: 'E', message: 'm' } : null,
          revisionId: latest,
          createdAt: run.at,
        }),
      );
    }
    for (const [s, step] of threadOf.steps.entries()) {
      const { state: checkpoint, written: value, language, delta, taskPath } = step;
      await store.checkpoints.put(checkpointRow(made.id, `c${s}`, { checkpoint, language, delta }));
      await store.checkpoints.putWrites([writeRow(made.id, `c${s}`, { value, taskPath })]);
    }
  }
  for (const [c, { onThread, outcomes, ...cronOf }] of one.crons.entries()) {
    const threadId = onThread && one.threads.length > 0 ? uuid(7, ...place, 0) : null;
    const cronId = uuid(11, ...place, c);
    await store.crons.insert(cronRow(id, { ...cronOf, id: cronId, threadId }));
    for (const outcome of outcomes) {
      await store.crons.addOutcome(cronId, { ...outcome, runId: null, threadId: null });
    }
  }
  for (const [h, { body, at, isOver, response }] of one.webhooks.entries()) {
    const made = webhookRow(id, { id: uuid(12, ...place, h), body, createdAt: at, dueAt: at });
    await store.webhooks.insert(made);
    if (isOver) await store.webhooks.finish(made, [{ at, ms: 1, status: 200, problem: '', response }]);
  }
  for (const [a, assistantOf] of one.assistants.entries()) {
    const { at, ...reported } = assistantOf;
    const row = {
      ...reported,
      id: uuid(9, ...place, a),
      deploymentId: id,
      graphId: 'agent',
      context: {},
      version: a + 1,
      createdAt: at,
    };
    await store.assistants.insert({ ...row, updatedAt: at });
    await store.assistants.insertVersion(row);
  }
  for (const [n, { key, value, at, vector }] of one.items.entries()) {
    const vectors =
      vector === null ? [] : [{ field: '$', vector: new Uint8Array(new Int32Array([vector]).buffer) }];
    await store.items.put({ deploymentId: id, namespace: ['n', `${n}`], key, value, at, vectors });
  }
}
