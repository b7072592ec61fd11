import type { Outcome } from '../outcome.ts';
import type { CodeHost, DeploymentPart, ReportContext } from '../publish/code-host.ts';
import { statusDescription } from '../publish/content.ts';
import type { PublishedState } from '../publish/published-state.ts';
import { readWorkflowRun, type WorkflowRun } from '../report/links.ts';
import { safeUrl } from '../report/markdown.ts';
import { createGitHubClient, type GitHubClient, type GitHubConnection, type GitHubLimits } from './client.ts';
import { createAuthor, createGitHubComments } from './comments.ts';
import { deactivateEarlier, openDeployment, removePreviewEnvironment, writeStatus } from './deployments.ts';
import {
  candidateRefs,
  deploymentStateOf,
  describeReportFailure,
  environmentOf,
  expectsOtherAgents,
  isMissingPermission,
} from './policy.ts';

/** Returns GitHub as the code host of a run. `stop` ends all requests. */
export function createGitHubCodeHost(
  connection: GitHubConnection,
  story: ReportContext,
  stop: AbortSignal,
  limits: GitHubLimits,
): CodeHost {
  const client = createGitHubClient({ ...connection, redact: story.redact }, stop, limits, limits.sleep);
  const workflowRun = readWorkflowRun(story.env);
  const author = createAuthor(client, story.settings.github.token ?? '');
  return {
    workflowRun,
    expectsOthers: expectsOtherAgents(story.settings),
    comments: (of) => createGitHubComments(client, author, of),
    deploymentPart: (shown) => createDeploymentPart(client, workflowRun, shown, story),
    describeFailure(part, error) {
      const failure = client.failureOf(error);
      return { warning: describeReportFailure(part, failure), isRefused: isMissingPermission(failure) };
    },
  };
}

/** Creates the part of the report that shows the run as a deployment of an environment on GitHub. */
function createDeploymentPart(
  client: GitHubClient,
  workflowRun: WorkflowRun,
  shown: PublishedState,
  story: ReportContext,
): DeploymentPart {
  const { settings, event, record, log } = story;
  let earlier: readonly number[] = [];
  let ofJob = false;
  let isTried = false;

  async function open(): Promise<void> {
    const target = environmentOf(settings, record);
    if (target === undefined || ofJob) return;
    isTried = true;
    const deployment = (shown.deployment ??= { ...target, refs: [], id: undefined, closed: false });
    if (deployment.id !== undefined) return;
    deployment.refs = candidateRefs(settings, event, record, workflowRun.sha);
    await story.save();
    const opened = await openDeployment(client, workflowRun, deployment, deployment.refs);
    if (opened.kind === 'of-job') {
      ofJob = true;
      shown.deployment = undefined;
      log(
        `The job already uses the environment ${deployment.environment}, so GitHub shows this run there and the action does not create a second deployment.`,
      );
      return;
    }
    earlier = opened.earlier;
    deployment.id = opened.id;
    record.github.deploymentId = opened.id;
    await story.save();
    await writeStatus(client, workflowRun, opened.id, {
      state: 'in_progress',
      description: `${deployment.agent}: deploying`,
      url: undefined,
    });
  }

  async function close(outcome: Outcome): Promise<void> {
    const { deployment } = shown;
    if (deployment === undefined) return;
    if (deployment.id === undefined) await open();
    if (deployment.id === undefined) return;
    const state = deploymentStateOf(outcome);
    const url = record.deployment?.url;
    await writeStatus(client, workflowRun, deployment.id, {
      state,
      description: statusDescription(deployment.agent, outcome),
      // GitHub refuses a status with a URL whose scheme is neither http nor https.
      url: state === 'success' && safeUrl(url) !== undefined ? url : undefined,
    });
    deployment.closed = true;
    if (state === 'success') await deactivateEarlier(client, workflowRun, deployment.agent, earlier);
  }

  async function retire(): Promise<void> {
    if (!settings.github.deployment) return;
    const remaining: string[] = [];
    for (const environment of new Set(record.retired)) {
      const mayDelete = remaining.length === 0;
      const isDone = await removePreviewEnvironment(client, workflowRun, environment, mayDelete);
      if (!isDone) remaining.push(environment);
      if (shown.deployment?.environment === environment) shown.deployment = undefined;
    }
    if (remaining.length > 0) {
      log(
        `GitHub still lists the environment ${remaining.join(', ')} without a deployment, because the token may not delete environments. Pass the token of a GitHub app with \`administration: write\` as github-token, or delete the environment in the settings of the repository.`,
      );
    }
  }

  return { isTried: () => isTried, open, close, retire };
}
