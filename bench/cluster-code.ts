import { setTimeout } from 'node:timers/promises';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { type ApiAnswer, startEmulator } from '../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../harness/git.ts';
import { withCluster } from './support/cluster.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(5);
const POLL_MS = 20;

/** A control plane, in pods or in a single process. */
interface Plane {
  api(method: string, target: string, body?: unknown): Promise<ApiAnswer>;
}

/**
 * Compares the time from a push to the first reply of its agent, if pods build and run the agent, and if one process
 * on the same machine does.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async ({ replicas }) => {
    const emulator = await startEmulator();
    const repository = await createRepository(plainAgent({ version: 'first' }));
    try {
      const planes = { pods: replicas, process: emulator } satisfies Record<string, Plane>;
      const ids = {
        pods: await create(planes.pods, repository),
        process: await create(planes.process, repository),
      };
      const all = { pods: samples(), process: samples() };
      for (let round = 0; round < ROUNDS; round += 1) {
        const version = `round ${round}`;
        await repository.commit(plainAgent({ version }));
        await repository.push();
        for (const side of ['process', 'pods'] as const) {
          const took = await push(planes[side], ids[side], await repository.head(), version);
          all[side].answer.push(took.answer);
          all[side].build.push(took.build);
        }
      }
      const { pods, process } = all;
      return {
        claim: 'a push of code pays a few seconds for a pod that builds it and a pod that runs it',
        sides: [
          { name: 'push to an answer, built and run by pods', unit: 's', samples: pods.answer },
          { name: 'push to an answer, built and run by one process', unit: 's', samples: process.answer },
          { name: 'of which the build, in a pod', unit: 's', samples: pods.build },
          { name: 'of which the build, in the process', unit: 's', samples: process.build },
        ],
        ratio: { name: 'pods to one process', value: median(pods.answer) / median(process.answer) },
        figures: [
          {
            name: 'a build pod costs, median',
            value: median(pods.build) - median(process.build),
            unit: 's',
          },
        ],
      };
    } finally {
      await emulator.stop();
      await repository.remove();
    }
  });
}

const samples = (): { answer: number[]; build: number[] } => ({ answer: [], build: [] });

async function accepted<T>(asked: Promise<ApiAnswer>): Promise<T> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`it was answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}

interface Deployed {
  id: string;
  latest_revision_id: string;
}

async function create(plane: Plane, repository: FixtureRepository): Promise<string> {
  const made = await accepted<Deployed>(
    plane.api('POST', '/v2/deployments', {
      name: 'pushed',
      source: 'git_host',
      source_config: { integration_id: null, repo_url: repository.url },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [],
    }),
  );
  await follow(plane, made.id, made.latest_revision_id, () => undefined);
  await answers(plane, made.id, 'first');
  return made.id;
}

/** Deploys a commit, and returns the seconds until its agent replies, and the seconds of its build. */
async function push(plane: Plane, id: string, commit: string, version: string) {
  const startedAt = performance.now();
  const seenAt = new Map<string, number>();
  const { latest_revision_id: revision } = await accepted<Deployed>(
    plane.api('PATCH', `/v2/deployments/${id}`, {
      source_revision_config: { repo_ref: 'main', repo_commit_sha: commit },
    }),
  );
  await follow(plane, id, revision, (status) => {
    if (!seenAt.has(status)) seenAt.set(status, performance.now());
  });
  await answers(plane, id, version);
  const endedAt = performance.now();
  const builtAt = seenAt.get('AWAITING_DEPLOY') ?? seenAt.get('DEPLOYING') ?? endedAt;
  const beganAt = seenAt.get('BUILDING') ?? startedAt;
  return { answer: (endedAt - startedAt) / 1_000, build: (builtAt - beganAt) / 1_000 };
}

async function follow(plane: Plane, id: string, revision: string, seen: (status: string) => void) {
  for (;;) {
    const row = await accepted<{ status: string; status_message: string | null }>(
      plane.api('GET', `/v2/deployments/${id}/revisions/${revision}`),
    );
    seen(row.status);
    if (row.status === 'DEPLOYED') return;
    if (row.status.endsWith('_FAILED')) throw new Error(`${row.status}: ${row.status_message}`);
    await setTimeout(POLL_MS);
  }
}

async function answers(plane: Plane, id: string, version: string): Promise<void> {
  for (;;) {
    const { body } = await plane.api('POST', `/d/${id}/runs/wait`, {
      assistant_id: 'agent',
      input: { messages: [{ content: 'hello' }] },
    });
    if (JSON.stringify(body).includes(`echo ${version}`)) return;
    await setTimeout(POLL_MS);
  }
}
