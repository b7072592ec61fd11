import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { seededRandom } from '../../harness/crash/sweep.ts';
import { type Gates, openGates, openSharedDatabase } from '../../harness/fleet.ts';
import { createRepository } from '../../harness/git.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';

// kill -9 and SIGSTOP at drawn instants, of one of two emulators on one database (docs/several-processes.md). DEEP_SEED
// draws the same again; SHARED_MINUTES: for how long.

const MINUTES = Number(process.env['SHARED_MINUTES'] ?? 10);
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const random = seededRandom(seed);
const DEPLOYMENTS = 4;
/** All of a round is done so long after its blow: a lease, what was cut short, and a slow machine. */
const REST_MS = 90_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

interface Row {
  id: string;
  status: string;
  status_message: string | null;
  history_json: string;
}

test(
  'of two emulators one is struck at any instant: no revision is lost, or built by two that live',
  async () => {
    const counts = { rounds: 0, killed: 0, stopped: 0, revisions: 0, again: 0, slow: 0 };
    const shared = await openSharedDatabase({ runtime: 'process' }, server);
    try {
      const gates = await openGates(`${shared.folder}/gates`);
      const { url: repoUrl } = await createRepository(gates.agent, 'main', shared.folder);
      const emulators = { a: await shared.start('a'), b: await shared.start('b') };
      for (const end = performance.now() + MINUTES * 60_000; performance.now() < end; ) {
        const name = random() < 0.5 ? 'a' : 'b';
        const struck = emulators[name];
        const other = emulators[name === 'a' ? 'b' : 'a'];
        const kills = random() < 0.7;
        const before = lost(struck) + lost(other);
        const asked = Array.from({ length: DEPLOYMENTS }, (_, index) =>
          create(index % 2 === 0 ? other : struck, repoUrl, gates, `r${counts.rounds}-${index}`),
        );
        await setTimeout(random() * 2_500);
        if (kills) {
          await struck.kill();
          counts.killed += 1;
        } else {
          process.kill(struck.pid, 'SIGSTOP');
          counts.stopped += 1;
        }
        // Who had no answer does not know: what was answered is to be there, and to end well.
        const given = setTimeout(5_000).then(() => undefined);
        const ids = (await Promise.all(asked.map((one) => Promise.race([one, given])))).filter(
          (id) => id !== undefined,
        );
        await rest(other, ids);
        if (kills) emulators[name] = await shared.start(name);
        else {
          process.kill(struck.pid, 'SIGCONT');
          await setTimeout(1_000);
        }
        // On a slow machine one may lose its place without a blow: what it had is done over then, too.
        const after = lost(struck) + lost(other);
        const slow = Math.max(0, after - before - (kills ? 0 : 1));
        counts.slow += slow;
        if (slow > 0) process.stderr.write(`${reasons(struck)}\n${reasons(other)}\n`);
        const logs = `${struck.log().slice(-2_000)}\n--- the other:\n${other.log().slice(-2_000)}`;
        counts.again += await judge(shared, gates, ids, { losses: 1 + slow, logs });
        counts.rounds += 1;
        counts.revisions += ids.length;
        await clear(other);
        process.stderr.write(`${JSON.stringify({ seed, struck: name, kills, ...counts })}\n`);
      }
      expect(counts.rounds).toBeGreaterThan(0);
    } finally {
      await shared.close();
    }
  },
  (MINUTES + 10) * 60_000,
);

/** How often this emulator has lost its place so far. */
const lost = (emulator: EmulatorHandle) => emulator.log().split('lease lost, restarting').length - 1;

const reasons = (emulator: EmulatorHandle) =>
  emulator
    .log()
    .split('\n')
    .filter((line) => /replaced instance|could not be checked|could not restart/.test(line))
    .join('\n');

async function create(
  emulator: EmulatorHandle,
  repoUrl: string,
  gates: Gates,
  name: string,
): Promise<string | undefined> {
  const answer = await emulator
    .api('POST', '/v2/deployments', {
      name,
      source: 'git_host',
      source_config: { integration_id: null, repo_url: repoUrl, build_command: gates.buildCommand },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [],
    })
    .catch(() => undefined);
  if (answer === undefined || answer.status === 503) return undefined;
  if (answer.status !== 201 && answer.status !== 200) {
    throw new Error(`a create was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return (answer.body as { id: string }).id;
}

/** Waits until the other emulator says that every one of them serves, and that their agents answer. */
async function rest(emulator: EmulatorHandle, ids: readonly string[]): Promise<void> {
  const left = new Set(ids);
  for (const end = performance.now() + REST_MS; left.size > 0; await setTimeout(100)) {
    for (const id of left) {
      const [row, ok] = await Promise.all(
        [`/v2/deployments/${id}`, `/d/${id}/ok`].map((path) =>
          emulator.api('GET', path).catch(() => undefined),
        ),
      );
      // Cut short, by one that lost its place.
      if (!row || !ok) continue;
      if (row.status === 404) throw new Error(`deployment ${id} was lost`);
      if (row.status !== 200) continue;
      const { active_revision_id: active } = row.body as { active_revision_id: string | null };
      if (active !== null && ok.status === 200) left.delete(id);
    }
    if (performance.now() > end) {
      throw new Error(`${[...left].join(', ')}: not served within ${REST_MS} ms\n${emulator.log()}`);
    }
  }
}

/** Gives how many were built again, which only the loss of a place may cause. */
async function judge(
  shared: Awaited<ReturnType<typeof openSharedDatabase>>,
  gates: Gates,
  ids: readonly string[],
  { losses, logs }: { losses: number; logs: string },
): Promise<number> {
  const rows = (await shared.server.query(
    shared.url,
    'select id, status, status_message, history_json from revisions where deployment_id = any($1)',
    [[...ids]],
  )) as unknown as Row[];
  expect(rows.map(({ status, status_message: message }) => [status, message])).toEqual(
    ids.map(() => ['DEPLOYED', null]),
  );
  let again = 0;
  for (const { id, history_json: history } of rows) {
    const began = (await gates.builds()).filter(({ revisionId }) => revisionId === id);
    // Once, and once more for each time that its owner lost the lease.
    if (began.length < 1 || began.length > 1 + losses) {
      throw new Error(
        `revision ${id} was built by ${began.map(({ dataDir }) => dataDir).join(', ')}\n${logs}`,
      );
    }
    if (began.length > 1) again += 1;
    const statuses = (JSON.parse(history) as { status: string }[]).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'DEPLOYED')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'BUILDING').length).toBeLessThanOrEqual(1 + losses);
  }
  return again;
}

/** Removes everything, for the next round. */
async function clear(emulator: EmulatorHandle): Promise<void> {
  for (const end = performance.now() + REST_MS; ; await setTimeout(100)) {
    const { status: code, body } = await emulator.api('GET', '/v2/deployments?limit=100');
    const { resources = [] } = body as { resources?: { id: string; status: string }[] };
    if (code === 200 && resources.length === 0) return;
    for (const { id, status } of resources) {
      if (status !== 'AWAITING_DELETE') await emulator.api('DELETE', `/v2/deployments/${id}`);
    }
    if (performance.now() > end) throw new Error(`not removed within ${REST_MS} ms`);
  }
}
