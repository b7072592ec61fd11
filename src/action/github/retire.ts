import { agentOf, listDeployments, writeStatus } from './deployments.ts';
import type { GitHubClient } from './client.ts';
import type { WorkflowRun } from './workflow-run.ts';

/** A page, and how many of them are looked at: more deployments than that no preview has. */
const PAGE = 100;
const PAGES = 3;

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
  for (let page = 1; page <= PAGES; page += 1) {
    const { items, more } = await listDeployments(hub, environment, { per_page: PAGE, page });
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
        again: false,
      },
    );
  } catch {
    // Nice to have; an environment without deployments harms nobody.
  }
}
