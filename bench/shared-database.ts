import { setTimeout } from 'node:timers/promises';
import type { EmulatorHandle } from '../harness/emulator.ts';
import { openSharedDatabase } from '../harness/fleet.ts';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { createRepository } from '../harness/git.ts';
import type { Measurement } from './support/measure.ts';

const ROUNDS = 3;
const DEPLOYMENTS = 12;
/** Revisions one emulator works on at once: what a machine of its own would bound. */
const SLOTS = 2;
/** What a build of each waits for: a registry, a test run elsewhere. */
const BUILD_WAITS_MS = 1_500;

/**
 * What a second emulator on the same PostgreSQL database brings. Real revisions: fetched, built, bundled, started, each
 * with a build step that waits. Both emulators run on this machine, and each takes two revisions at a time: it shows that
 * the work is shared evenly and that both are at it all the time, not that a machine has more processors than it has.
 */
export async function measure(): Promise<Measurement> {
  const [two, one]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shared = await openSharedDatabase({ runtime: 'process', maxBuilds: SLOTS });
    try {
      const repository = await createRepository(plainAgent(), 'main', shared.folder);
      const first = await shared.start('first');
      one.push(await perMinute(first, [first], repository.url, `alone-${round}`));
      const second = await shared.start('second');
      two.push(await perMinute(first, [first, second], repository.url, `beside-${round}`));
    } finally {
      await shared.close();
    }
  }
  const best = (samples: number[]) => Math.max(...samples);
  return {
    claim: 'two emulators on one PostgreSQL database get through more revisions than one',
    sides: [
      { name: 'two emulators', unit: 'revisions a minute', samples: two },
      { name: 'one emulator', unit: 'revisions a minute', samples: one },
    ],
    ratio: { name: 'two of one, the best rounds', value: best(two) / best(one), aim: { atLeast: 1.6 } },
  };
}

/** Asks for them all at once of one emulator, and waits until each is DEPLOYED; then removes them. */
async function perMinute(
  asked: EmulatorHandle,
  all: readonly EmulatorHandle[],
  repoUrl: string,
  name: string,
): Promise<number> {
  const since = performance.now();
  const ids = await Promise.all(
    Array.from({ length: DEPLOYMENTS }, (_, index) => create(asked, repoUrl, `${name}-${index}`)),
  );
  await done(all, ids, async (emulator, id) => {
    const { status, body } = await emulator.api('GET', `/v2/deployments/${id}`);
    return status === 200 && (body as { active_revision_id: unknown }).active_revision_id !== null;
  });
  const rate = (DEPLOYMENTS / (performance.now() - since)) * 60_000;
  for (const id of ids) await asked.api('DELETE', `/v2/deployments/${id}`);
  await done(
    all,
    ids,
    async (emulator, id) => (await emulator.api('GET', `/v2/deployments/${id}`)).status === 404,
  );
  return rate;
}

async function create(emulator: EmulatorHandle, repoUrl: string, name: string): Promise<string> {
  const { status, body } = await emulator.api('POST', '/v2/deployments', {
    name,
    source: 'git_host',
    source_config: {
      integration_id: null,
      repo_url: repoUrl,
      build_command: `node -e "setTimeout(() => {}, ${BUILD_WAITS_MS})"`,
    },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  if (status >= 300) throw new Error(`a create was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

async function done(
  emulators: readonly EmulatorHandle[],
  ids: readonly string[],
  is: (emulator: EmulatorHandle, id: string) => Promise<boolean>,
): Promise<void> {
  const left = new Set(ids);
  for (let turn = 0; left.size > 0; turn += 1) {
    const emulator = emulators[turn % emulators.length];
    for (const id of left) if (emulator && (await is(emulator, id))) left.delete(id);
    await setTimeout(100);
  }
}
