import path from 'node:path';
import { plainAgent } from '../../agents/fixtures.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import { createRepository } from '../../git.ts';
import { EXIT_WITHIN_MS, type ScenarioRun, type Scenario } from '../attempt.ts';
import { type RecordingControlPlane, createRecordingControlPlane } from '../control-plane.ts';
import { deploymentsSettled, checkDeployments, checkRevisionHistories } from '../invariants.ts';
import { createDeploymentLedger, secretsOf } from '../ledger.ts';
import {
  allOrGone,
  ask,
  EmulatorGone,
  type ObservedDeployment,
  readDeployments,
  seenAtRest,
} from '../observe.ts';

/** Creates a run of a scenario with deployments. `act` uses a control plane client that records all requests. */
export function deploymentPlay(
  act: (plane: RecordingControlPlane, emulator: EmulatorHandle) => Promise<void>,
): ScenarioRun {
  const ledger = createDeploymentLedger();
  return {
    run: (emulator) => act(createRecordingControlPlane(emulator, ledger), emulator),
    secrets: () => secretsOf(ledger),
    async check(emulator, crashes) {
      const seen = await waitUntilSettled(emulator);
      const findings = checkDeployments({ ledger, crashes, seen });
      return [...findings, ...(await checkUrls(emulator, seen)), ...(await checkNewRevision(emulator, seen))];
    },
    checkStored: (crashes, after) => checkRevisionHistories(crashes, after),
  };
}

/**
 * Waits until the deployments can change only after another request, or until the time limit, and returns the
 * deployments.
 */
export const waitUntilSettled = (emulator: EmulatorHandle): Promise<ObservedDeployment[]> =>
  seenAtRest(() => readDeployments(emulator), deploymentsSettled);

/** Returns violations unless the deployments with an active revision, and only these, respond at their URLs. */
export async function checkUrls(
  emulator: EmulatorHandle,
  seen: readonly ObservedDeployment[],
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, active, url } of seen) {
    if (active === null) continue;
    if (url === null) findings.push(`${name} has an active revision but no URL`);
    else if (!(await answers(emulator, url))) findings.push(`${name} does not respond at ${url}`);
  }
  return findings;
}

async function answers(emulator: EmulatorHandle, url: string): Promise<boolean> {
  const look = () => ask(emulator, 'GET', `${url}/ok`).then(({ status }) => status === 200, gone);
  return (await seenAtRest(look, (answered) => answered === true)) === true;
}

function gone(error: unknown): undefined {
  if (!(error instanceof EmulatorGone)) throw error;
}

/** Returns violations unless each deployment can deploy another revision. */
export async function checkNewRevision(
  emulator: EmulatorHandle,
  seen: readonly ObservedDeployment[],
): Promise<string[]> {
  const findings: string[] = [];
  for (const { id, name, source, revisions } of seen) {
    const image = `${revisions[0]?.marker ?? ''}-again`;
    const config = source === 'git_host' ? { repo_ref: 'main' } : { image_uri: image };
    const answer = await ask(emulator, 'PATCH', `/v2/deployments/${id}`, { source_revision_config: config });
    if (answer.status !== 200)
      findings.push(`${name} does not accept a new revision: status ${answer.status}`);
  }
  for (const { name, revisions, active } of await waitUntilSettled(emulator)) {
    const [newest] = revisions;
    if (newest?.status !== 'DEPLOYED' || newest.id !== active) {
      findings.push(
        `${name}: one more revision became ${newest?.status}: ${newest?.message ?? 'no message'}`,
      );
    }
  }
  return findings;
}

/** Scenario with real rollouts and deletions: commits are fetched, built and run, each in its own process. */
export const builds: Scenario = {
  name: 'builds',
  options: { runtime: 'process' },
  async prepare(_, scratch) {
    const repoUrl = await agentsRepository(scratch);
    return () =>
      deploymentPlay(async (plane) => {
        const rolling = async () => {
          await plane.create({ key: 'rolling', marker: 'b1', secret: 'clear-rolling-b1', repoUrl });
          await plane.waitForStatus('rolling');
          await plane.revise('rolling', { marker: 'b2', secret: 'clear-rolling-b2' });
          await plane.revise('rolling', { marker: 'b3' });
          await plane.waitForStatus('rolling');
          await plane.revise('rolling', { marker: 'broken', expect: 'fails' });
          await plane.waitForStatus('rolling');
          await plane.revise('rolling', { marker: 'b4' });
          await plane.waitForStatus('rolling');
        };
        const leaving = async () => {
          await plane.create({ key: 'leaving', marker: 'c1', secret: 'clear-leaving', repoUrl });
          await plane.waitForStatus('leaving');
          await plane.remove('leaving');
          await plane.waitForDeletion('leaving');
          await plane.create({ key: 'cut-short', marker: 'd1', repoUrl });
          await plane.remove('cut-short');
          await plane.waitForDeletion('cut-short');
        };
        await allOrGone(rolling(), leaving());
      });
  },
};

/**
 * Creates a repository with an agent on each branch that the scenarios deploy, and a branch that cannot be built, and
 * returns its URL.
 */
export async function agentsRepository(scratch: string): Promise<string> {
  const repository = await createRepository(plainAgent({ version: 'main' }), 'main', scratch);
  for (const version of ['b1', 'b2', 'b3', 'b4', 'c1', 'd1']) {
    await repository.branch(version);
    await repository.commit(plainAgent({ version }));
  }
  await repository.branch('broken');
  await repository.commit({ 'langgraph.json': '{}' });
  return repository.url;
}

/** A command that runs for longer than a process is allowed to outlive its emulator. */
const LONG = `sleep ${EXIT_WITHIN_MS / 1_000 + 2}`;

/** Scenario with a rollout whose install command is slow. */
export const installs: Scenario = {
  name: 'installs',
  options: { runtime: 'process' },
  async prepare(_, scratch) {
    const repoUrl = await agentsRepository(scratch);
    return () =>
      deploymentPlay(async (plane) => {
        await plane.create({ key: 'long', marker: 'b1', repoUrl, installCommand: LONG });
        await plane.waitForStatus('long');
      });
  },
};

const REPOSITORY = 'https://git.example/agents.git';

/** Scenario with creates, patches, queued revisions that are skipped, failures, and a source that arrives later. */
export const rollouts: Scenario = {
  name: 'rollouts',
  options: { runtime: 'stub' },
  prepare: () =>
    Promise.resolve(() =>
      deploymentPlay(async (plane, emulator) => {
        const first = async () => {
          await plane.create({ key: 'one', marker: 'v1', secret: 'clear-one-v1', repoUrl: REPOSITORY });
          await plane.waitForStatus('one');
          await plane.revise('one', { marker: 'v2', secret: 'clear-one-v2' });
          // The requests are simultaneous, so several revisions are in the queue.
          await plane.revise('one', { marker: 'v3' });
          await plane.revise('one', { marker: 'v4', by: 'revisions' });
          await plane.waitForStatus('one');
        };
        const second = async () => {
          await plane.create({ key: 'two', marker: '', imageLater: true, expect: 'waits' });
          await plane.read('two');
          await plane.revise('two', { marker: 'two:1', secret: 'clear-two-1' });
          await plane.waitForStatus('two');
          await plane.revise('two', { marker: 'two:2' });
          await plane.waitForStatus('two');
        };
        const fourth = async () => {
          const stalled = { match: { deployment: 'four', stage: 'BUILDING' }, then: { stall: true } };
          await ask(emulator, 'PUT', '/_local/faults', { seed: 1, rules: [stalled] });
          await plane.create({ key: 'four', marker: 'f1', repoUrl: REPOSITORY });
          await plane.waitForStatus('four', 'BUILDING');
          const waiting = await plane.revise('four', { marker: 'f2', secret: 'clear-four-2' });
          await plane.waitForStatus('four', 'QUEUED');
          await plane.interrupt(waiting);
          const last = await plane.revise('four', { marker: 'f3' });
          await plane.waitForStatus('four', 'QUEUED');
          await ask(emulator, 'DELETE', '/_local/faults');
          await plane.waitForStatus('four');
          await plane.interrupt(last);
        };
        await allOrGone(first(), second(), fourth());
        await plane.create({ key: 'three', marker: '', expect: 'fails' });
        await plane.waitForStatus('three');
        await plane.revise('three', { marker: 'three:1', secret: 'clear-three-1' });
        await plane.waitForStatus('three');
      }),
    ),
};

/** Scenario that deletes deployments which are serving, being built or waiting, and reuses their names. */
export const deletes: Scenario = {
  name: 'deletes',
  options: { runtime: 'stub' },
  prepare: () =>
    Promise.resolve(() =>
      deploymentPlay(async (plane) => {
        const serving = async () => {
          await plane.create({
            key: 'serving',
            marker: 's1',
            secret: 'clear-serving',
            repoUrl: REPOSITORY,
          });
          await plane.waitForStatus('serving');
          await plane.revise('serving', { marker: 's2' });
          await plane.waitForStatus('serving');
          await plane.remove('serving');
          await plane.waitForDeletion('serving');
          await plane.create({ key: 'again', name: 'serving', marker: 's3', secret: 'clear-again' });
          await plane.waitForStatus('again');
        };
        const atWork = async () => {
          await plane.create({ key: 'at-work', marker: 'w1', repoUrl: REPOSITORY });
          await plane.revise('at-work', { marker: 'w2' });
          await plane.remove('at-work');
          // Deleting a deployment twice is not an error.
          await plane.remove('at-work');
          await plane.waitForDeletion('at-work');
        };
        const waiting = async () => {
          await plane.create({ key: 'waiting', marker: '', imageLater: true, expect: 'waits' });
          await plane.create({ key: 'staying', marker: 'y1', secret: 'clear-staying' });
          await plane.waitForStatus('staying');
          await plane.remove('waiting');
          await plane.waitForDeletion('waiting');
          await plane.read('staying');
        };
        await allOrGone(serving(), atWork(), waiting());
      }),
    ),
};

const SEEDED_SECRETS = ['clear-seeded-key', 'clear-webhook-secret'];

/**
 * Scenario that starts without data: the data directory with its lock, keyring, tables and seed, and a first
 * deployment.
 */
export const firstStart: Scenario = {
  name: 'first-start',
  options: { runtime: 'stub', seed: path.join(import.meta.dirname, 'seed.yaml') },
  fromNothing: true,
  prepare: () =>
    Promise.resolve(() => {
      const play = deploymentPlay(async (plane) => {
        await plane.create({ key: 'first', marker: 'first:1', secret: 'clear-first' });
        await plane.waitForStatus('first');
      });
      return { ...play, secrets: () => [...SEEDED_SECRETS, ...play.secrets()] };
    }),
};
