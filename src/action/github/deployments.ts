import { parseJson } from '../../contract/json-safety.ts';
import { assertSame, assertUrlEndsWith, type GitHubClient, isSameName } from './client.ts';
import type { DeploymentState } from './policy.ts';
import type { PublishedDeployment } from '../publish/published-state.ts';
import { isRunUrl, runUrl, type WorkflowRun } from '../report/links.ts';

/**
 * Number of the environment's newest deployments that are listed, which include the run's deployment, the deployment of
 * the job, and earlier deployments.
 */
const NEWEST = 30;
/** Maximum number of deployments to examine when looking for the deployment that the job's `environment:` created. */
const SUSPECTS = 3;
/** Maximum number of earlier deployments to inspect after a success. */
const EARLIER = 10;
const DESCRIPTION_MAX = 140;

/**
 * The run's deployment on GitHub, where `of-job` means that the job's `environment:` has already created a deployment,
 * so the action creates no deployment.
 */
type OpenedDeployment =
  | {
      kind: 'ours';
      id: number;
      /** IDs of this agent's earlier deployments, newest first. */
      earlier: readonly number[];
    }
  | { kind: 'of-job' };

type Listed = Awaited<ReturnType<typeof listDeployments>>['items'][number];

/**
 * Ensures that the environment has exactly one deployment of this run. Reuses a deployment that an earlier attempt or
 * step of this run created, or that the job's `environment:` created. Creates a deployment if neither the run nor the
 * job has created a deployment. `refs` are candidate refs of the deployment, best first.
 */
export async function openDeployment(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[],
): Promise<OpenedDeployment> {
  const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
  const newest = there.find((item) => agentOf(item) === shown.agent);
  // If a newer deployment has superseded this run's deployment, a later attempt creates another deployment.
  if (newest !== undefined && isOurs(newest, workflowRun, shown, refs))
    return opened(newest.id, there, shown);
  if (await hasJobsOwn(client, workflowRun, there, refs)) return { kind: 'of-job' };
  try {
    return opened(await create(client, workflowRun, shown, refs), there, shown);
  } catch (error) {
    if ((client.failureOf(error).status ?? 500) < 500) throw error;
    // After a lost response to the creation, the deployment might exist.
    const found = await findDeployment(client, workflowRun, shown, refs);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * Returns this run's deployment if it exists, and earlier deployments of the same agent. `refs` are candidate refs of
 * this run's deployment.
 */
export async function findDeployment(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[] = shown.refs,
): Promise<Extract<OpenedDeployment, { kind: 'ours' }> | undefined> {
  const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
  const found = there.find((item) => item.id === shown.id || isOurs(item, workflowRun, shown, refs));
  return found && opened(found.id, there, shown);
}

function opened(id: number, there: readonly Listed[], { agent }: PublishedDeployment) {
  const earlier = there.filter((item) => agentOf(item) === agent && item.id < id).map((item) => item.id);
  return { kind: 'ours', id, earlier } as const;
}

/** Creates a deployment status, where `url` is the URL of the agent. */
export async function writeStatus(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  id: number,
  status: { state: DeploymentState; description: string; url: string | undefined },
): Promise<void> {
  const log = runUrl(workflowRun);
  const { data } = await client.call((at) =>
    client.octokit.rest.repos.createDeploymentStatus({
      ...at,
      deployment_id: id,
      state: status.state,
      description: shorten(client.redact(status.description)),
      ...(log === undefined ? {} : { log_url: log }),
      ...(status.url === undefined ? {} : { environment_url: client.redact(status.url) }),
    }),
  );
  assertUrlEndsWith(`the status of deployment ${id}`, data.deployment_url, `/deployments/${id}`);
}

/** Returns the latest state of a deployment, or `undefined` if the deployment has no status. */
export async function readState(client: GitHubClient, id: number): Promise<string | undefined> {
  return (await listStatuses(client, id, 1))[0]?.state;
}

/**
 * After a success, sets this agent's earlier deployments to inactive, newest first, up to the first deployment that is
 * already inactive. GitHub deactivates earlier deployments only in environments that are neither transient nor
 * production.
 */
export async function deactivateEarlier(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  agent: string,
  earlier: readonly number[],
): Promise<void> {
  for (const id of earlier.slice(0, EARLIER)) {
    const state = await readState(client, id);
    if (state === 'inactive') return;
    if (state !== 'success') continue;
    await writeStatus(client, workflowRun, id, {
      state: 'inactive',
      description: `${agent}: superseded by a later deployment`,
      url: undefined,
    });
  }
}

/** Returns a page of the deployments in exactly this environment, where `more` means that another page might follow. */
export async function listDeployments(
  client: GitHubClient,
  environment: string,
  page: { per_page: number; page?: number },
) {
  const requested = client.redact(environment);
  const { data } = await client.call((at) =>
    client.octokit.rest.repos.listDeployments({ ...at, environment: requested, ...page }),
  );
  const items = data.filter((item) => isSameName(requested, item.environment));
  return { items, more: data.length >= page.per_page };
}

async function listStatuses(client: GitHubClient, id: number, most: number) {
  const { data } = await client.call((at) =>
    client.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id, per_page: most }),
  );
  for (const { deployment_url: url } of data)
    assertUrlEndsWith(`deployment ${id}`, url, `/deployments/${id}`);
  return data;
}

async function create(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  shown: PublishedDeployment,
  refs: readonly string[],
): Promise<number> {
  const [ref, ...others] = refs;
  if (ref === undefined) throw new Error('GitHub does not know the commit of this run.');
  try {
    const { data } = await client.call(
      (at) =>
        client.octokit.rest.repos.createDeployment({
          ...at,
          ref,
          environment: client.redact(shown.environment),
          description: shorten(client.redact(`${shown.agent} by agent-deploy`)),
          payload: {
            'agent-deploy': client.redact(shown.agent),
            run: workflowRun.runId,
            attempt: workflowRun.attempt,
          },
          transient_environment: shown.transient,
          production_environment: !shown.transient,
          auto_merge: false,
          required_contexts: [],
        }),
      { repeatable: false },
    );
    // GitHub can respond with 202 if a request with `auto_merge` merged a branch, but this request turns `auto_merge`
    // off.
    if (!('id' in data)) throw new Error('GitHub did not create a deployment.');
    assertSame('the environment', client.redact(shown.environment), data.environment);
    return data.id;
  } catch (error) {
    if (others.length === 0 || client.failureOf(error).status !== 422) throw error;
    return create(client, workflowRun, shown, others);
  }
}

/**
 * Returns whether a job of this run has created a deployment. GitHub links a deployment of a job's environment to the
 * workflow run, and closes the deployment.
 */
async function hasJobsOwn(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  there: readonly Listed[],
  refs: readonly string[],
): Promise<boolean> {
  const suspects = there.filter((item) => agentOf(item) === undefined && refs.includes(item.sha));
  for (const { id } of suspects.slice(0, SUSPECTS)) {
    const statuses = await listStatuses(client, id, 5);
    if (
      statuses.some(
        (status) => isRunUrl(workflowRun, status.log_url) || isRunUrl(workflowRun, status.target_url),
      )
    ) {
      return true;
    }
  }
  return false;
}

/**
 * Returns whether a deployment belongs to this run. Compares both the run ID and the commit, because a recreated
 * repository or server numbers runs from one again.
 */
function isOurs(
  item: Listed,
  workflowRun: WorkflowRun,
  { agent }: PublishedDeployment,
  refs: readonly string[],
): boolean {
  const ofRun =
    agentOf(item) === agent && payloadOf(item)['run'] === workflowRun.runId && workflowRun.runId !== '';
  return ofRun && refs.includes(item.sha);
}

/** Returns the agent's name in a deployment's payload, or `undefined` if our action did not create the deployment. */
function agentOf(item: Pick<Listed, 'payload'>): string | undefined {
  const agent = payloadOf(item)['agent-deploy'];
  return typeof agent === 'string' ? agent : undefined;
}

/** Returns the payload as an object, even if the server returned it as a string. */
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

/** Number of deployments on a page, and maximum number of pages. The environment of further deployments is kept. */
const RETIRE_PAGE = 100;
const RETIRE_PAGES = 3;

/**
 * Removes a deleted preview from GitHub. Sets the preview's deployments to inactive, and deletes the deployments if the
 * token permits it. With `deletesEnvironment`, deletes the empty environment. Keeps deployments of production or of
 * another agent, and the environment of these deployments. Returns false if the token lacks the permission to delete
 * the environment.
 */
export async function removePreviewEnvironment(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  environment: string,
  deletesEnvironment: boolean,
): Promise<boolean> {
  const { ours, others } = await allDeployments(client, environment);
  let mayDelete = true;
  for (const id of ours) {
    if (mayDelete && (await tryDelete(client, id))) continue;
    await writeStatus(client, workflowRun, id, {
      state: 'inactive',
      description: 'The preview was deleted',
      url: undefined,
    });
    mayDelete = mayDelete && (await tryDelete(client, id));
  }
  return others > 0 || (deletesEnvironment && (await tryDeleteEnvironment(client, environment)));
}

async function allDeployments(
  client: GitHubClient,
  environment: string,
): Promise<{ ours: number[]; others: number }> {
  const ours: number[] = [];
  let others = 0;
  for (let page = 1; page <= RETIRE_PAGES; page += 1) {
    const { items, more } = await listDeployments(client, environment, { per_page: RETIRE_PAGE, page });
    const mine = items.filter((item) => {
      const agent = agentOf(item);
      return item.production_environment !== true && (agent === undefined || agent === environment);
    });
    ours.push(...mine.map(({ id }) => id));
    others += items.length - mine.length;
    if (!more) return { ours, others };
  }
  // A deployment on the next page might be another agent's deployment.
  return { ours, others: others + 1 };
}

/**
 * Deletes a deployment, or returns false if GitHub refuses the deletion. A refusal does no harm, because the caller
 * sets the deployment to inactive.
 */
async function tryDelete(client: GitHubClient, id: number): Promise<boolean> {
  try {
    await client.call((at) => client.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id }));
    return true;
  } catch (error) {
    const { status } = client.failureOf(error);
    if (status === 404) return true;
    if (status === 403 || status === 422) return false;
    throw error;
  }
}

/** Deletes an empty environment, or returns false if the token lacks the permission. */
async function tryDeleteEnvironment(client: GitHubClient, environment: string): Promise<boolean> {
  try {
    await client.call(
      (at) => client.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }),
      {
        repeatable: false,
      },
    );
    return true;
  } catch (error) {
    // An environment without deployments does no harm, so a failed deletion does not fail the run.
    return client.failureOf(error).status !== 403;
  }
}
