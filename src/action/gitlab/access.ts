import { checkAgentUrl } from '../../clients/base-url.ts';
import type { CodeHostAccess } from '../publish/code-host.ts';
import type { GitLabProject } from './code-host.ts';

type Env = Readonly<Record<string, string | undefined>>;

const NEEDED =
  'Store a project access token with the scope `api` and the role Reporter in the masked variable GITLAB_TOKEN, or set `comment: false`.';

/**
 * Returns the access of a pipeline to the notes of its merge requests, or the problem if the pipeline has no access. The
 * problem contains no value of a variable.
 */
export function gitLabAccess(env: Env): CodeHostAccess {
  const token = env['GITLAB_TOKEN'] || undefined;
  const access = { name: 'GitLab', showsDeployments: false, token } as const;
  const read = readProject(env, token);
  if (typeof read === 'string') {
    const start = 'The note on the merge request was not written; the deployment itself is not affected.';
    return { ...access, problem: `${start} ${read}` };
  }
  return {
    ...access,
    open: async (story, stop, limits) => {
      const { openGitLab } = await import('./code-host.ts');
      return openGitLab(read, story, stop, limits);
    },
  };
}

/** Returns the project, or the problem as sentences. */
function readProject(env: Env, token: string | undefined): GitLabProject | string {
  if (token === undefined) return `The variable GITLAB_TOKEN is not set. ${NEEDED}`;
  if (token === env['CI_JOB_TOKEN'] || token.startsWith('glcbt-')) {
    return `GITLAB_TOKEN is the token of the job (CI_JOB_TOKEN), which can only read notes. ${NEEDED}`;
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return `GITLAB_TOKEN contains a space, a line break or another character that is not allowed in a token. ${NEEDED}`;
  }
  const projectId = env['CI_PROJECT_ID'] ?? '';
  if (!/^[1-9]\d{0,18}$/.test(projectId)) return `CI_PROJECT_ID must be a number. ${REPLACED}`;
  // The pipeline of a fork runs in the fork's project, where another merge request can have the same number.
  const mergeRequestProject = env['CI_MERGE_REQUEST_PROJECT_ID'] || projectId;
  if (mergeRequestProject !== projectId) {
    return 'The merge request belongs to another project than the pipeline. Run the pipeline in the project of the merge request, or set `comment: false`.';
  }
  const api = checkAgentUrl(env['CI_API_V4_URL'] ?? '');
  if (api.kind === 'refused') {
    return `The token cannot be sent to CI_API_V4_URL, because this variable ${api.problem}.`;
  }
  if (URL.parse(env['CI_SERVER_URL'] ?? '')?.origin !== new URL(api.url).origin) {
    return `The token cannot be sent to CI_API_V4_URL, because CI_SERVER_URL has another origin. ${REPLACED}`;
  }
  return { apiUrl: api.url, projectId, token };
}

const REPLACED =
  'GitLab sets this variable: remove it from `variables` and from dotenv reports of earlier jobs.';
