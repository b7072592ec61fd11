import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { ApiAnswer, EmulatorHandle } from '../emulator.ts';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

/** Maximum milliseconds for an emulator to complete all remaining work. */
const REST_WITHIN_MS = WAIT_LIMIT_MS;

/**
 * Sends one request. Throws `EmulatorGone` if the emulator ends without a response. Repeats a request that was refused
 * because the disk is full, as the response requires.
 */
export async function ask(
  emulator: EmulatorHandle,
  method: string,
  target: string,
  body?: unknown,
): Promise<ApiAnswer> {
  for (;;) {
    const answer = await emulator.api(method, target, body).catch((cause: unknown) => {
      throw new EmulatorGone(`${method} ${target} got no response`, { cause });
    });
    if (answer.status !== 507) return answer;
    await setTimeout(20);
  }
}

/** Calls `look` until `isAtRest` accepts its result or the time limit is over, and returns the last result. */
export async function seenAtRest<T>(look: () => Promise<T>, isAtRest: (seen: T) => boolean): Promise<T> {
  const since = performance.now();
  for (;;) {
    const seen = await look();
    if (isAtRest(seen) || performance.now() - since > REST_WITHIN_MS) return seen;
    await setTimeout(10);
  }
}

/** Returns a deployment with all its revisions, or `undefined` if it does not exist. */
export async function readDeployment(
  emulator: EmulatorHandle,
  path: string,
): Promise<ObservedDeployment | undefined> {
  // Revisions are read before their deployment, so if all revisions are final, the deployment is final too.
  const page = await ask(emulator, 'GET', `${path}/revisions?limit=100`);
  const answer = await ask(emulator, 'GET', path);
  if (page.status !== 200 || answer.status !== 200) return undefined;
  const view = DeploymentView.parse(answer.body);
  return {
    id: view.id,
    name: view.name,
    source: view.source,
    status: view.status,
    active: view.active_revision_id,
    latest: view.latest_revision_id,
    url: view.url,
    secret: view.secrets?.[0]?.value ?? undefined,
    revisions: RevisionPage.parse(page.body).resources.map(
      ({ id, status, status_message, source_revision_config }) => ({
        id,
        status,
        message: status_message,
        marker: source_revision_config.image_uri ?? source_revision_config.repo_ref ?? '',
      }),
    ),
  };
}

/** Returns all deployments with their revisions. */
export async function readDeployments(emulator: EmulatorHandle): Promise<ObservedDeployment[]> {
  const answer = await ask(emulator, 'GET', '/v2/deployments?limit=100');
  if (answer.status !== 200) throw new Error(`the list of deployments returned status ${answer.status}`);
  const found = await Promise.all(
    DeploymentPage.parse(answer.body).resources.map(({ id }) =>
      readDeployment(emulator, `/v2/deployments/${id}`),
    ),
  );
  return found.filter((deployment) => deployment !== undefined);
}

/** Thrown if the emulator ended before it responded, possibly after executing the request. */
export class EmulatorGone extends Error {
  override readonly name = 'Gone';
}

/**
 * Waits for parts of a scenario that run in parallel. If the emulator ends, all parts end before this function throws.
 */
export async function allOrGone(...parts: Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(parts);
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }): unknown => reason);
  const other = failed.find((reason) => !(reason instanceof EmulatorGone));
  if (other !== undefined) throw new Error('a request of the scenario failed', { cause: other });
  if (failed.length > 0)
    throw new EmulatorGone('a request of the scenario got no response', { cause: failed[0] });
}

/** Fields of a deployment that the harness reads. */
export const DeploymentView = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  status: z.string(),
  latest_revision_id: z.string().nullable(),
  active_revision_id: z.string().nullable(),
  url: z.string().nullable(),
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable() })).nullable(),
});
const DeploymentPage = z.object({ resources: z.array(DeploymentView) });
export const RevisionPage = z.object({
  resources: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      status_message: z.string().nullish(),
      source_revision_config: z.object({ image_uri: z.string().nullish(), repo_ref: z.string().nullish() }),
    }),
  ),
});

/** A deployment that a client reads, with its revisions, newest first. */
export interface ObservedDeployment {
  id: string;
  name: string;
  source: string;
  status: string;
  active: string | null;
  latest: string | null;
  url: string | null;
  /** Value of the deployment's first secret, or `undefined`. */
  secret: string | undefined;
  revisions: { id: string; status: string; message: string | null | undefined; marker: string }[];
}
