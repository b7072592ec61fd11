import type { EmulatorHandle } from '../../emulator.ts';
import { type ControlPlane, createControlPlane } from '../control-plane.ts';
import { Gone } from '../gone.ts';
import { atRest, judgeDeployments } from '../judge/deployments.ts';
import { judgeHistories } from '../judge/history.ts';
import { newDeploymentLedger, secretsOf } from '../ledger.ts';
import type { Play } from '../scenario.ts';
import type { SeenDeployment } from '../seen.ts';
import { ask, readDeployments } from '../read-deployments.ts';

/** So long may an emulator take to bring everything it was left with to rest, in milliseconds. */
const REST_WITHIN_MS = 60_000;

/** A play about deployments: `act` uses the control plane, which writes everything down, and the rest follows. */
export function deploymentPlay(act: (plane: ControlPlane, emulator: EmulatorHandle) => Promise<void>): Play {
  const ledger = newDeploymentLedger();
  return {
    act: (emulator) => act(createControlPlane(emulator, ledger), emulator),
    secrets: () => secretsOf(ledger),
    async judge(emulator, crashes) {
      const seen = await rest(emulator);
      const findings = judgeDeployments({ ledger, crashes, seen });
      return [...findings, ...(await judgeUrls(emulator, seen)), ...(await tryAgain(emulator, seen))];
    },
    judgeKept: (crashes, after) => judgeHistories(crashes, after),
  };
}

/** Waits until nothing changes by itself any more, or for long enough; gives what is seen then. */
export async function rest(emulator: EmulatorHandle): Promise<SeenDeployment[]> {
  const since = performance.now();
  for (;;) {
    const seen = await readDeployments(emulator);
    if (atRest(seen) || performance.now() - since > REST_WITHIN_MS) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Every deployment with an active revision answers at its URL, and those without one do not serve. */
export async function judgeUrls(
  emulator: EmulatorHandle,
  seen: readonly SeenDeployment[],
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, active, url } of seen) {
    if (active === null) continue;
    if (url === null) findings.push(`${name} has an active revision and no URL`);
    else if (!(await answers(emulator, url))) findings.push(`${name} does not answer at ${url}`);
  }
  return findings;
}

async function answers(emulator: EmulatorHandle, url: string): Promise<boolean> {
  const since = performance.now();
  while (performance.now() - since < REST_WITHIN_MS) {
    const status = await ask(emulator, 'GET', `${url}/ok`).then((answer) => answer.status, gone);
    if (status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

function gone(error: unknown): undefined {
  if (!(error instanceof Gone)) throw error;
}

/** Every deployment takes one more revision and deploys it: nothing that was left stands in its way. */
export async function tryAgain(emulator: EmulatorHandle, seen: readonly SeenDeployment[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { id, name, source, revisions } of seen) {
    const image = `${revisions[0]?.marker ?? ''}-again`;
    const config = source === 'git_host' ? { repo_ref: 'main' } : { image_uri: image };
    const answer = await ask(emulator, 'PATCH', `/v2/deployments/${id}`, { source_revision_config: config });
    if (answer.status !== 200) findings.push(`${name} takes no new revision: ${answer.status}`);
  }
  for (const { name, revisions, active } of await rest(emulator)) {
    const [newest] = revisions;
    if (newest?.status !== 'DEPLOYED' || newest.id !== active) {
      findings.push(
        `${name}: one more revision became ${newest?.status}: ${newest?.message ?? 'no message'}`,
      );
    }
  }
  return findings;
}
