import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import {
  type Gates,
  openGates,
  openSharedDatabase,
  type SharedDatabase,
} from '../../harness/shared-database.ts';
import { createRepository } from '../../harness/git.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';

// Tests of real processes, of which only one at a time may use a PostgreSQL database (docs/kubernetes.md).

let server: PostgresServer;
let shared: SharedDatabase;
let gates: Gates;
let repoUrl: string;
let names = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
afterEach(() => shared.close());

async function open(runtime: 'process' | 'stub' = 'process'): Promise<EmulatorHandle> {
  shared = await openSharedDatabase({ runtime }, server);
  gates = await openGates(`${shared.folder}/gates`);
  ({ url: repoUrl } = await createRepository(gates.agent, 'main', shared.folder));
  return shared.start('a');
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

describe('a database of --runtime process', () => {
  // docs/kubernetes/guarantees.md#one-process
  test('belongs to one emulator, and a second emulator is rejected with one line that contains the remedy', async () => {
    const first = await open('stub');
    await expect(shared.start('b')).rejects.toThrow(
      /uses this database, and with --runtime stub only one may use it at a time: stop the other emulator, .* or start all emulators with --runtime kubernetes/,
    );
    // docs/kubernetes/guarantees.md#agreement
    await expect(shared.start('c', { apiKey: 'another-key-altogether' })).rejects.toThrow(
      /was started with different API keys.*: keep the old key next to the new key in EMULATOR_API_KEY_FILE/,
    );
    await expect(shared.start('d', { runtime: 'process' })).rejects.toThrow('another --runtime');
    await expect(shared.start('a')).rejects.toThrow('in use by the process');
    expect((await first.api('GET', '/v2/deployments')).status).toBe(200);
    // After an orderly shutdown, the next process need not wait.
    await first.stop();
    const next = await shared.start('b');
    expect(next.workspaceId).toBe(first.workspaceId);
    expect(next.log()).not.toContain('are dead');
  });

  // docs/kubernetes/guarantees.md#killed-process
  test('is taken over from a killed emulator by the next emulator, together with the active build and run', async () => {
    const first = await open();
    const served = await create(first);
    await deployed(first, served);
    const at = `/d/${served.id}`;
    const thread = await asked<{ thread_id: string }>(first, 'POST', `${at}/threads`, {});
    const runs = `${at}/threads/${thread.thread_id}/runs`;
    await gates.hold('runs');
    const run = await asked<{ run_id: string }>(first, 'POST', runs, {
      assistant_id: 'agent',
      input: { say: 'under way' },
    });
    await until(async () => (await gates.runs()).includes('under way'), 'the run');
    await gates.hold('builds');
    const made = await create(first);
    await begun(made.latest_revision_id, 1);
    await first.kill();
    // The process has another data directory, as on another machine, so it waits for the lease and builds both
    // revisions.
    const next = await shared.start('b');
    await begun(made.latest_revision_id, 2);
    await gates.release('builds');
    await gates.release('runs');
    await deployed(next, made);
    await answers(next, made);
    await answers(next, served);
    const end = await asked(next, 'GET', `${runs}/${run.run_id}/join`);
    expect(end).toMatchObject({ said: 'under way' });
    expect(await asked(next, 'GET', runs)).toMatchObject([{ status: 'success' }]);
    expect((await gates.runs()).filter((say) => say === 'under way')).toHaveLength(2);
  });

  // docs/kubernetes/guarantees.md#fencing
  test('rejects the writes of an emulator that was suspended and then replaced', async () => {
    const first = await open();
    await gates.hold('builds');
    const made = await create(first);
    await begun(made.latest_revision_id, 1);
    process.kill(first.pid, 'SIGSTOP');
    const rows = () => shared.server.query(shared.url, 'select status, history_json, fence from revisions');
    try {
      const next = await shared.start('b');
      await begun(made.latest_revision_id, 2);
      await gates.release('builds');
      await deployed(next, made);
      const before = await rows();
      process.kill(first.pid, 'SIGCONT');
      // The process notices that it lost the lease, releases everything, and cannot restart.
      await until(() => first.log().includes('could not restart yet'), 'its refusal');
      expect((await first.api('GET', `/v2/deployments/${made.id}`)).status).toBe(503);
      expect(await rows()).toEqual(before);
      expect((await revision(next, made)).status).toBe('DEPLOYED');
      await answers(next, made);
    } finally {
      process.kill(first.pid, 'SIGCONT');
    }
  });
});
