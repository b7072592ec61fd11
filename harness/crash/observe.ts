import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { ApiAnswer, EmulatorHandle } from '../emulator.ts';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

/** So long may an emulator take to bring everything it was left with to rest, in milliseconds. */
const REST_WITHIN_MS = WAIT_LIMIT_MS;

/**
 * One request; its end without an answer is `Gone`. One that was refused for want of room on the disk is sent again, as
 * its answer says.
 */
export async function ask(
  emulator: EmulatorHandle,
  method: string,
  target: string,
  body?: unknown,
): Promise<ApiAnswer> {
  for (;;) {
    const answer = await emulator.api(method, target, body).catch((cause: unknown) => {
      throw new EmulatorGone(`${method} ${target} was not answered`, { cause });
    });
    if (answer.status !== 507) return answer;
    await setTimeout(20);
  }
}

/** Looks until all is at rest, or for long enough; gives what is seen then. */
export async function seenAtRest<T>(look: () => Promise<T>, isAtRest: (seen: T) => boolean): Promise<T> {
  const since = performance.now();
  for (;;) {
    const seen = await look();
    if (isAtRest(seen) || performance.now() - since > REST_WITHIN_MS) return seen;
    await setTimeout(10);
  }
}

/** One deployment and all of its revisions; undefined when there is none. */
export async function readDeployment(
  emulator: EmulatorHandle,
  path: string,
): Promise<ObservedDeployment | undefined> {
  // In this order: once every revision is final, what the deployment then says of them is final too.
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

/** Every deployment there is. */
export async function readDeployments(emulator: EmulatorHandle): Promise<ObservedDeployment[]> {
  const answer = await ask(emulator, 'GET', '/v2/deployments?limit=100');
  if (answer.status !== 200) throw new Error(`the list of deployments was answered with ${answer.status}`);
  const found = await Promise.all(
    DeploymentPage.parse(answer.body).resources.map(({ id }) =>
      readDeployment(emulator, `/v2/deployments/${id}`),
    ),
  );
  return found.filter((deployment) => deployment !== undefined);
}

/** The emulator was gone before it answered: what was asked of it may have been done or not. */
export class EmulatorGone extends Error {
  override readonly name = 'Gone';
}

/** Runs parts of a scenario beside each other; when the emulator goes, waits for all of them before it says so. */
export async function allOrGone(...parts: Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(parts);
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }): unknown => reason);
  const other = failed.find((reason) => !(reason instanceof EmulatorGone));
  if (other !== undefined) throw new Error('a part of the scenario failed', { cause: other });
  if (failed.length > 0)
    throw new EmulatorGone('a part of the scenario was not answered', { cause: failed[0] });
}

/** What the harness reads of a deployment. */
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

/** A deployment and its revisions, as a client sees them; revisions latest first. */
export interface ObservedDeployment {
  id: string;
  name: string;
  source: string;
  status: string;
  active: string | null;
  latest: string | null;
  url: string | null;
  /** The value of its first secret. */
  secret: string | undefined;
  revisions: { id: string; status: string; message: string | null | undefined; marker: string }[];
}
