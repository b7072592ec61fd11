import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import type { EmulatorHandle } from '../../emulator.ts';
import { ask, EmulatorGone } from '../observe.ts';
import type { ScenarioRun, Scenario } from '../attempt.ts';
import { checkUrls, waitUntilSettled, checkNewRevision } from './deployments.ts';

const HOOK = '5ca1ab1e-0000-4000-8000-00000000000a';
const SECRET = 'clear-webhook-secret';
const REPOSITORY = 'https://git.example/owner/agent';
const PUSHES = ['first', 'second', 'third'];

/**
 * Scenario with pushes that a git host reports in signed webhooks, and repeats if it receives no response. Each push
 * creates one revision.
 */
export const pushes: Scenario = {
  name: 'pushes',
  options: { runtime: 'stub', seed: path.join(import.meta.dirname, 'seed.yaml') },
  async prepare(emulator) {
    if (!emulator) throw new Error('this scenario requires a deployment');
    const made = await ask(emulator, 'POST', '/v2/deployments', {
      name: 'on-push',
      source: 'git_host',
      source_config: { integration_id: HOOK, repo_url: REPOSITORY, build_on_push: true },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [],
    });
    if (made.status !== 201) throw new Error(`the create of the deployment returned status ${made.status}`);
    await waitUntilSettled(emulator);
    return pushPlay;
  },
};

function pushPlay(): ScenarioRun {
  /** Reported pushes, of which `answered` contains the acknowledged pushes. */
  const reported: string[] = [];
  const answered = new Set<string>();
  return {
    async run(emulator) {
      for (const push of PUSHES) {
        reported.push(push);
        await deliver(emulator, push);
        answered.add(push);
      }
      await waitUntilSettled(emulator);
    },
    secrets: () => [SECRET],
    async check(emulator) {
      // A git host repeats only unacknowledged pushes, so the revisions of the other pushes must exist already.
      for (const push of reported) if (!answered.has(push)) await deliver(emulator, push);
      const findings = await judgePushes(emulator, reported);
      // A user of the git host may repeat any delivery with "Redeliver".
      for (const push of reported) await deliver(emulator, push);
      findings.push(...(await judgePushes(emulator, reported)));
      const seen = await waitUntilSettled(emulator);
      const newest = seen[0]?.revisions[0];
      if (newest?.status !== 'DEPLOYED' || newest.id !== seen[0]?.active) {
        findings.push(`the newest revision is ${newest?.status} and is not the active revision`);
      }
      return [...findings, ...(await checkUrls(emulator, seen)), ...(await checkNewRevision(emulator, seen))];
    },
    checkStored: () => [],
  };
}

/** Returns violations unless each push created one revision, and the only other revision is the deployment's first. */
async function judgePushes(emulator: EmulatorHandle, reported: readonly string[]): Promise<string[]> {
  const [deployment] = await waitUntilSettled(emulator);
  const found = await commitsOf(emulator, deployment?.id ?? '');
  const findings = reported
    .map((push) => ({ push, times: found.filter((commit) => commit === commitOf(push)).length }))
    .filter(({ times }) => times !== 1)
    .map(({ push, times }) => `the ${push} push created ${times} revisions`);
  if (found.length !== reported.length + 1) {
    findings.push(`${found.length} revisions exist for ${reported.length} pushes`);
  }
  return findings;
}

const commitOf = (push: string) => createHash('sha1').update(push).digest('hex');

async function deliver(emulator: EmulatorHandle, push: string): Promise<void> {
  const commit = commitOf(push);
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    before: '0'.repeat(40),
    after: commit,
    created: false,
    deleted: false,
    commits: [{ id: commit }],
    repository: { clone_url: `${REPOSITORY}.git`, html_url: REPOSITORY, default_branch: 'main' },
  });
  const url = new URL(`/v1/integrations/git_host/${HOOK}/webhook`, emulator.urls.controlPlane);
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': push,
    'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  };
  const answer = await fetch(url, { method: 'POST', headers, body }).catch((cause: unknown) => {
    throw new EmulatorGone(`the ${push} push got no response`, { cause });
  });
  await answer.arrayBuffer().catch((cause: unknown) => {
    throw new EmulatorGone(`the ${push} push got no response`, { cause });
  });
  if (answer.status !== 202) throw new Error(`the ${push} push returned status ${answer.status}`);
}

const Revisions = z.object({
  resources: z.array(
    z.object({ source_revision_config: z.object({ repo_commit_sha: z.string().nullish() }) }),
  ),
});

async function commitsOf(emulator: EmulatorHandle, id: string): Promise<string[]> {
  const { body } = await ask(emulator, 'GET', `/v2/deployments/${id}/revisions?limit=100`);
  return Revisions.parse(body).resources.map(
    ({ source_revision_config: { repo_commit_sha } }) => repo_commit_sha ?? '',
  );
}
