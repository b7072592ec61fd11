import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { type Gates, openGates, openSharedDatabase, type SharedDatabase } from '../../harness/fleet.ts';
import { createRepository } from '../../harness/git.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';

// Real processes on one PostgreSQL database (docs/several-processes.md).

const PATIENCE_MS = 90_000;
let server: PostgresServer;
let shared: SharedDatabase;
let gates: Gates;
let repoUrl: string;
let names = 0;

beforeAll(async () => {
  server = await startPostgres();
}, PATIENCE_MS);
afterAll(() => server.close());
afterEach(() => shared.close());

async function open(runtime: 'process' | 'stub' = 'process'): Promise<[EmulatorHandle, EmulatorHandle]> {
  shared = await openSharedDatabase({ runtime }, server);
  gates = await openGates(`${shared.folder}/gates`);
  ({ url: repoUrl } = await createRepository(gates.agent, 'main', shared.folder));
  return Promise.all([shared.start('a'), shared.start('b')]);
}

interface Deployment {
  id: string;
  url: string | null;
  active_revision_id: string | null;
  latest_revision_id: string;
  source_config: { custom_url?: string | null };
}
interface Revision {
  id: string;
  status: string;
  status_message: string | null;
}

async function asked<T>(emulator: EmulatorHandle, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await emulator.api(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

const create = (emulator: EmulatorHandle) => {
  names += 1;
  return asked<Deployment>(emulator, 'POST', '/v2/deployments', {
    name: `agent-${names}`,
    source: 'git_host',
    source_config: { integration_id: null, repo_url: repoUrl, build_command: gates.buildCommand },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
};
const read = (emulator: EmulatorHandle, id: string) =>
  asked<Deployment>(emulator, 'GET', `/v2/deployments/${id}`);
const revision = (emulator: EmulatorHandle, { id, latest_revision_id: latest }: Deployment) =>
  asked<Revision>(emulator, 'GET', `/v2/deployments/${id}/revisions/${latest}`);
const deployed = (emulator: EmulatorHandle, { id, latest_revision_id: latest }: Deployment) =>
  until(async () => {
    const now = await read(emulator, id);
    if (now.active_revision_id === latest) return now;
    const { status, status_message: message } = await asked<Revision>(
      emulator,
      'GET',
      `/v2/deployments/${id}/revisions/${latest}`,
    );
    if (/FAILED|SKIPPED|INTERRUPTED/.test(status)) throw new Error(`${status}: ${message}`);
    return undefined;
  }, `deployment ${id}`);
const answers = (emulator: EmulatorHandle, { id }: Deployment) =>
  until(async () => (await emulator.api('GET', `/d/${id}/ok`)).status === 200, `the agent of ${id}`);
const begun = (revisionId: string, times: number) =>
  until(async () => {
    const builds = (await gates.builds()).filter((one) => one.revisionId === revisionId);
    return builds.length >= times && builds;
  }, `build ${times} of ${revisionId}`);
const instanceOf = async (emulator: EmulatorHandle) => {
  const { body } = await emulator.api('GET', `${emulator.urls.admin}/health`);
  return (body as { instance?: { id: string; deployments: number; others: { id: string }[] } }).instance;
};
/** Which of the two has begun the build, and the other. */
async function whoBuilds(emulators: [EmulatorHandle, EmulatorHandle], made: Deployment) {
  const [build] = await begun(made.latest_revision_id, 1);
  const [a, b] = emulators;
  return build?.dataDir === shared.dataDir('a') ? { builder: a, other: b } : { builder: b, other: a };
}

describe('two emulators on one database', () => {
  // docs/several-processes.md#sharing
  test(
    'share the work, build each revision once, and answer both for every deployment and its agent',
    async () => {
      const [a, b] = await open();
      expect(b.workspaceId).toBe(a.workspaceId);
      const made: Deployment[] = [];
      for (const emulator of [a, a, b, a]) made.push(await create(emulator));
      for (const one of made) await deployed(b, one);
      const builds = await gates.builds();
      expect(builds.map(({ revisionId }) => revisionId).toSorted()).toEqual(
        made.map((one) => one.latest_revision_id).toSorted(),
      );
      expect(new Set(builds.map(({ dataDir }) => dataDir)).size).toBe(2);

      for (const { id } of made) {
        const said: unknown[] = [];
        const { url } = await read(a, id);
        for (const [emulator, base] of [
          [a, `/d/${id}`],
          [b, `/d/${id}`],
          [a, url ?? ''],
        ] as const) {
          const body = { assistant_id: 'agent', input: { say: 'hello' } };
          said.push(await asked(emulator, 'POST', `${base}/runs/wait`, body));
        }
        // One worker answered them all.
        expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
        expect(said[0]).toMatchObject({ said: 'hello' });
      }
      // Who may not ask the one may not ask the other.
      const stranger = await fetch(new URL(`/d/${made[0]?.id}/info`, b.urls.controlPlane));
      expect(stranger.status).toBe(401);
      // What replaces everything is refused while others use it.
      expect((await a.api('POST', `${a.urls.admin}/reset`, {})).status).toBe(409);
    },
    2 * PATIENCE_MS,
  );

  // docs/several-processes.md#take-over
  test(
    'are one when it is killed in the middle of a build: the other builds it, once, and loses nothing',
    async () => {
      const both = await open();
      await gates.hold('builds');
      const made = await create(both[0]);
      const { builder, other } = await whoBuilds(both, made);
      const second = await create(other);
      await begun(second.latest_revision_id, 1);
      await builder.kill();
      await begun(made.latest_revision_id, 2);
      await gates.release('builds');
      await deployed(other, made);
      await deployed(other, second);
      const count = async (id: string) =>
        (await gates.builds()).filter(({ revisionId }) => revisionId === id).length;
      expect(await count(made.latest_revision_id)).toBe(2);
      expect(await count(second.latest_revision_id)).toBe(1);
      await answers(other, made);
    },
    2 * PATIENCE_MS,
  );

  // docs/several-processes.md#threads-runs
  test(
    'keep threads when the one that runs the agent is killed, and do a run over that was under way',
    async () => {
      const both = await open();
      const made = await create(both[0]);
      const { builder, other } = await whoBuilds(both, made);
      await deployed(other, made);
      const at = `/d/${made.id}`;
      const thread = await asked<{ thread_id: string }>(builder, 'POST', `${at}/threads`, {});
      const runs = `${at}/threads/${thread.thread_id}/runs`;
      const body = (say: string) => ({ assistant_id: 'agent', input: { say } });
      await asked(other, 'POST', `${runs}/wait`, body('before'));
      await gates.hold('runs');
      // Asked of the one that does not run it.
      const run = await asked<{ run_id: string }>(other, 'POST', runs, body('under way'));
      await until(async () => (await gates.runs()).includes('under way'), 'the run');
      await builder.kill();
      // Notifications of the store arrive at once.
      expect((await other.api('GET', `${at}/threads/${thread.thread_id}`)).status).toBe(200);
      await gates.release('runs');
      await answers(other, made);
      const end = await asked(other, 'GET', `${runs}/${run.run_id}/join`);
      expect(end).toMatchObject({ said: 'under way' });
      expect(await asked(other, 'GET', runs)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
      expect((await gates.runs()).filter((say) => say === 'under way')).toHaveLength(2);
      // The same address as before.
      const { url } = await read(other, made.id);
      await asked(other, 'POST', `${url}/runs/wait`, body('after'));
    },
    2 * PATIENCE_MS,
  );

  // docs/several-processes.md#fencing
  test(
    'are one while the other is suspended, which writes nothing of its former work when resumed',
    async () => {
      const both = await open();
      await gates.hold('builds');
      const made = await create(both[0]);
      const { builder, other } = await whoBuilds(both, made);
      const before = await instanceOf(builder);
      process.kill(builder.pid, 'SIGSTOP');
      try {
        await begun(made.latest_revision_id, 2);
        await gates.release('builds');
        await deployed(other, made);
      } finally {
        process.kill(builder.pid, 'SIGCONT');
      }
      const [row] = await shared.server.query(
        shared.url,
        'select status, history_json, fence from revisions',
      );
      // It notices, releases everything, and joins again as another.
      await until(async () => {
        const now = await instanceOf(builder);
        return now !== undefined && now.id !== before?.id;
      }, 'its return');
      expect(
        await shared.server.query(shared.url, 'select status, history_json, fence from revisions'),
      ).toEqual([row]);
      expect((await revision(builder, made)).status).toBe('DEPLOYED');
      expect((await builder.api('GET', `/d/${made.id}/ok`)).status).toBe(200);
      // And it takes its share again.
      const next = await create(other);
      await deployed(builder, next);
      await until(async () => (await instanceOf(builder))?.deployments === 1, 'its share');
    },
    2 * PATIENCE_MS,
  );

  // docs/several-processes.md#orderly-end
  test(
    'hand over at once what one of them had that is ended in good order',
    async () => {
      const both = await open();
      const made = await create(both[0]);
      const { builder, other } = await whoBuilds(both, made);
      await deployed(other, made);
      const { url } = await read(other, made.id);
      await builder.stop();
      await answers(other, made);
      // It was not found out by an expired lease.
      expect(other.log()).not.toContain('their work is taken over');
      expect((await read(other, made.id)).url).toBe(url);
    },
    2 * PATIENCE_MS,
  );

  // docs/several-processes.md#agreement
  test(
    'must have been started alike: another key is refused in one line that names it',
    async () => {
      const [a] = await open('stub');
      const message = 'give every emulator on a database the same EMULATOR_API_KEY';
      await expect(shared.start('c', { apiKey: 'another-key-altogether' })).rejects.toThrow(message);
      await expect(shared.start('d', { runtime: 'process' })).rejects.toThrow('another --runtime');
      await expect(shared.start('a')).rejects.toThrow('in use by the process');
      expect((await instanceOf(a))?.others).toHaveLength(1);
    },
    2 * PATIENCE_MS,
  );
});
