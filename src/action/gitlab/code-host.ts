import { realClock } from '../../clients/clock.ts';
import { ApiError } from '../../clients/errors.ts';
import { createGitLabNotes } from '../../clients/gitlab.ts';
import { loadTransport } from '../../clients/load-transport.ts';
import { errorMessage } from '../../os/errors.ts';
import type { GitHubLimits } from '../github/client.ts';
import type { CodeHost, FailedPart, ReportContext } from '../publish/code-host.ts';
import { readWorkflowRun } from '../report/links.ts';
import { createNoteAuthor, createNotes } from './notes.ts';

/** Access to the notes of the project whose pipeline runs the command. */
export interface GitLabProject {
  apiUrl: string;
  projectId: string;
  token: string;
}

/** Share of the report's time limit that one request and its repetitions may take. */
const REQUEST_SHARE = 0.6;

/** Opens GitLab as the code host of a run. `stop` ends all requests and closes the connections. */
export async function openGitLab(
  project: GitLabProject,
  { env, redact, log }: ReportContext,
  stop: AbortSignal,
  limits: GitHubLimits,
): Promise<CodeHost> {
  const { createTransport } = await loadTransport();
  const transport = createTransport({
    env,
    redact,
    log,
    attemptTimeoutMs: limits.attemptTimeoutMs,
    totalTimeoutMs: limits.finishTimeoutMs * REQUEST_SHARE,
  });
  stop.addEventListener('abort', () => void transport.close().catch(() => undefined), { once: true });
  const gitLab = createGitLabNotes({ ...project, transport, signal: stop });
  const isMe = createNoteAuthor(gitLab);
  const sleep = limits.sleep ?? ((ms, signal) => realClock.sleep(ms, signal));
  return {
    workflowRun: readWorkflowRun(env),
    // No variable of GitLab tells whether other jobs of the pipeline deploy agents.
    expectsOthers: true,
    comments: (of) =>
      createNotes(gitLab, isMe, of, (ms, also) =>
        sleep(ms, also === undefined ? stop : AbortSignal.any([stop, also])),
      ),
    describeFailure: (_part, error) => describeNoteFailure(error, redact),
  };
}

/** Returns the warning about a note that could not be updated, and whether GitLab refused the token. */
export function describeNoteFailure(error: unknown, redact: (text: string) => string): FailedPart {
  const start =
    'The command could not update the note on the merge request; the deployment itself is not affected.';
  const warning = (text: string) => `${start} ${text}`;
  if (!(error instanceof ApiError)) {
    return { warning: warning(`${redact(errorMessage(error))}.`), isRefused: false };
  }
  const detail = error.detail === null ? '' : ` (${error.detail})`;
  switch (error.status) {
    case 401:
      return {
        warning: warning(
          `GitLab rejected GITLAB_TOKEN${detail}: the token is wrong, expired or revoked. Store a valid token, or set \`comment: false\`.`,
        ),
        isRefused: true,
      };
    case 403:
      return {
        warning: warning(
          `GITLAB_TOKEN may not write notes${detail}: the token needs the scope \`api\` and at least the role Reporter in this project. The token of the job (CI_JOB_TOKEN) can only read notes.`,
        ),
        isRefused: true,
      };
    case 404:
      return {
        warning: warning(
          `GitLab did not find the merge request${detail}: GITLAB_TOKEN must belong to a user or bot that can read this project.`,
        ),
        isRefused: true,
      };
    case undefined:
      return {
        warning: warning(`GitLab did not respond: ${error.code ?? error.kind}.`),
        isRefused: false,
      };
    default:
      return { warning: warning(`GitLab answered ${error.status}${detail}.`), isRefused: false };
  }
}
