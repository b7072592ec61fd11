import { parseJson } from '../../contract/json-safety.ts';
import { assertSame, assertUrlEndsWith, type GitHubClient, isSameName } from './client.ts';
import type { DeploymentState } from './policy.ts';
import type { PublishedDeployment } from './published-state.ts';
import { leadsToRun, runUrl, type WorkflowRun } from '../report/links.ts';

/** The newest deployments of an environment that are looked at: ours, the job's own, and those before. */
const NEWEST = 30;
/** How many of those may be the job's own deployment. */
const SUSPECTS = 3;
/** How many earlier deployments are looked at after a success. */
const EARLIER = 10;
const DESCRIPTION_MAX = 140;

/** What opening came to: a deployment of ours, or none because the job's `environment:` has made one already. */
type OpenedDeployment =
  | { kind: 'ours'; id: number /** Earlier ones of this agent, newest first. */; earlier: readonly number[] }
  | { kind: 'of-job' };

type Listed = Awaited<ReturnType<typeof listDeployments>>['items'][number];

/**
 * Has one deployment of this run at the environment: finds that of an earlier attempt or step, leaves the place to the
 * one the job's `environment:` made, or makes one. `refs`: what it may be made of, best first.
 */
export async function openDeployment(
  hub: GitHubClient,
  place: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[],
): Promise<OpenedDeployment> {
  const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
  const newest = there.find((item) => agentOf(item) === shown.agent);
  // One that was overtaken is history: a later attempt gets a new one.
  if (newest !== undefined && isOurs(newest, place, shown, refs)) return opened(newest.id, there, shown);
  if (await hasJobsOwn(hub, place, there, refs)) return { kind: 'of-job' };
  try {
    return opened(await create(hub, place, shown, refs), there, shown);
  } catch (error) {
    if ((hub.failureOf(error).status ?? 500) < 500) throw error;
    // The answer may have been lost, not the deployment.
    const found = await findDeployment(hub, place, shown, refs);
    if (found === undefined) throw error;
    return found;
  }
}

/** The deployment of this run, when there is one, and the earlier ones of its agent. `refs`: what it may be of. */
export async function findDeployment(
  hub: GitHubClient,
  place: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[] = shown.refs,
): Promise<Extract<OpenedDeployment, { kind: 'ours' }> | undefined> {
  const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
  const found = there.find((item) => item.id === shown.id || isOurs(item, place, shown, refs));
  return found && opened(found.id, there, shown);
}

function opened(id: number, there: readonly Listed[], { agent }: PublishedDeployment) {
  const earlier = there.filter((item) => agentOf(item) === agent && item.id < id).map((item) => item.id);
  return { kind: 'ours', id, earlier } as const;
}

/** Writes a status. `url`: where the agent answers. */
export async function writeStatus(
  hub: GitHubClient,
  place: WorkflowRun,
  id: number,
  status: { state: DeploymentState; description: string; url: string | undefined },
): Promise<void> {
  const log = runUrl(place);
  const { data } = await hub.call((at) =>
    hub.octokit.rest.repos.createDeploymentStatus({
      ...at,
      deployment_id: id,
      state: status.state,
      description: shorten(hub.redact(status.description)),
      ...(log === undefined ? {} : { log_url: log }),
      ...(status.url === undefined ? {} : { environment_url: hub.redact(status.url) }),
    }),
  );
  assertUrlEndsWith(`the status of deployment ${id}`, data.deployment_url, `/deployments/${id}`);
}

/** Where a deployment stands; undefined: it has no status. */
export async function readState(hub: GitHubClient, id: number): Promise<string | undefined> {
  return (await listStatuses(hub, id, 1))[0]?.state;
}

/**
 * After a success: what this agent had active before is not any more. GitHub does that by itself only for environments
 * that are neither transient nor production. Newest first, up to the first one that is inactive already.
 */
export async function deactivateEarlier(
  hub: GitHubClient,
  place: WorkflowRun,
  agent: string,
  earlier: readonly number[],
): Promise<void> {
  for (const id of earlier.slice(0, EARLIER)) {
    const state = await readState(hub, id);
    if (state === 'inactive') return;
    if (state !== 'success') continue;
    await writeStatus(hub, place, id, {
      state: 'inactive',
      description: `${agent}: a later deployment took over`,
      url: undefined,
    });
  }
}

/** A page of the deployments of an environment, and of no other; `more`: another page may follow. */
export async function listDeployments(
  hub: GitHubClient,
  environment: string,
  page: { per_page: number; page?: number },
) {
  const asked = hub.redact(environment);
  const { data } = await hub.call((at) =>
    hub.octokit.rest.repos.listDeployments({ ...at, environment: asked, ...page }),
  );
  const items = data.filter((item) => isSameName(asked, item.environment));
  return { items, more: data.length >= page.per_page };
}

async function listStatuses(hub: GitHubClient, id: number, most: number) {
  const { data } = await hub.call((at) =>
    hub.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id, per_page: most }),
  );
  for (const { deployment_url: url } of data)
    assertUrlEndsWith(`deployment ${id}`, url, `/deployments/${id}`);
  return data;
}

async function create(
  hub: GitHubClient,
  place: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[],
): Promise<number> {
  const [ref, ...others] = refs;
  if (ref === undefined) throw new Error('The run is of no commit that GitHub knows.');
  try {
    const { data } = await hub.call(
      (at) =>
        hub.octokit.rest.repos.createDeployment({
          ...at,
          ref,
          environment: hub.redact(shown.environment),
          description: shorten(hub.redact(`${shown.agent} by agent-deploy`)),
          payload: { 'agent-deploy': hub.redact(shown.agent), run: place.runId, attempt: place.attempt },
          transient_environment: shown.transient,
          production_environment: !shown.transient,
          auto_merge: false,
          required_contexts: [],
        }),
      { repeatable: false },
    );
    // A 202 says that a branch was merged instead; without auto_merge there is none.
    if (!('id' in data)) throw new Error('GitHub made no deployment.');
    assertSame('the environment', hub.redact(shown.environment), data.environment);
    return data.id;
  } catch (error) {
    // A commit of another repository.
    if (others.length === 0 || hub.failureOf(error).status !== 422) throw error;
    return create(hub, place, shown, others);
  }
}

/** Whether a job of this run made its own: GitHub links it to the run and closes it by itself. */
async function hasJobsOwn(
  hub: GitHubClient,
  place: WorkflowRun,
  there: readonly Listed[],
  refs: readonly string[],
): Promise<boolean> {
  const suspects = there.filter((item) => agentOf(item) === undefined && refs.includes(item.sha));
  for (const { id } of suspects.slice(0, SUSPECTS)) {
    const statuses = await listStatuses(hub, id, 5);
    if (
      statuses.some((status) => leadsToRun(place, status.log_url) || leadsToRun(place, status.target_url))
    ) {
      return true;
    }
  }
  return false;
}

/** Of this run, by its number and by its commit: a repository or a server that is made anew counts runs from one. */
function isOurs(
  item: Listed,
  place: WorkflowRun,
  { agent }: PublishedDeployment,
  refs: readonly string[],
): boolean {
  const ofRun = agentOf(item) === agent && payloadOf(item)['run'] === place.runId && place.runId !== '';
  return ofRun && refs.includes(item.sha);
}

/** The agent that a deployment of ours is of; undefined: it is not ours. */
function agentOf(item: Pick<Listed, 'payload'>): string | undefined {
  const agent = payloadOf(item)['agent-deploy'];
  return typeof agent === 'string' ? agent : undefined;
}

/** The payload as it was given, or as the text that some servers make of it. */
function payloadOf({ payload }: Pick<Listed, 'payload'>): Readonly<Record<string, unknown>> {
  if (typeof payload !== 'string') return payload ?? {};
  const value = parseJson(payload);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function shorten(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, ' ').trim());
  return letters.length > DESCRIPTION_MAX
    ? `${letters.slice(0, DESCRIPTION_MAX - 1).join('')}…`
    : letters.join('');
}

/** A page, and how many of them are looked at: more deployments than that no preview has. */
const RETIRE_PAGE = 100;
const RETIRE_PAGES = 3;

/**
 * Takes a deleted preview off GitHub: its deployments are deleted where the token may, and inactive at least. What is
 * active cannot be deleted, so that one is closed first. The empty environment itself goes only by the hand of an
 * administrator, whose tokens are never a workflow's own (`ghs_…`). What is of production, or of another agent, stays,
 * and the environment with it.
 */
export async function removePreviewEnvironment(
  hub: GitHubClient,
  place: WorkflowRun,
  environment: string,
  administers: boolean,
): Promise<void> {
  const { ours, others } = await allDeployments(hub, environment);
  let mayDelete = true;
  for (const id of ours) {
    if (mayDelete && (await tryDelete(hub, id))) continue;
    await writeStatus(hub, place, id, {
      state: 'inactive',
      description: 'The preview is deleted',
      url: undefined,
    });
    mayDelete = mayDelete && (await tryDelete(hub, id));
  }
  if (administers && others === 0) await tryDeleteEnvironment(hub, environment);
}

async function allDeployments(
  hub: GitHubClient,
  environment: string,
): Promise<{ ours: number[]; others: number }> {
  const ours: number[] = [];
  let others = 0;
  for (let page = 1; page <= RETIRE_PAGES; page += 1) {
    const { items, more } = await listDeployments(hub, environment, { per_page: RETIRE_PAGE, page });
    const mine = items.filter((item) => {
      const agent = agentOf(item);
      return item.production_environment !== true && (agent === undefined || agent === environment);
    });
    ours.push(...mine.map(({ id }) => id));
    others += items.length - mine.length;
    if (!more) break;
  }
  return { ours, others };
}

/** Whether it is gone. What GitHub refuses stays, and is told to nobody: it is inactive in the end. */
async function tryDelete(hub: GitHubClient, id: number): Promise<boolean> {
  try {
    await hub.call((at) => hub.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id }));
    return true;
  } catch (error) {
    const { status } = hub.failureOf(error);
    if (status === 404) return true;
    if (status === 403 || status === 422) return false;
    throw error;
  }
}

async function tryDeleteEnvironment(hub: GitHubClient, environment: string): Promise<void> {
  try {
    await hub.call(
      (at) => hub.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }),
      {
        repeatable: false,
      },
    );
  } catch {
    // Nice to have; an environment without deployments does no harm.
  }
}
