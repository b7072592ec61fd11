type Env = Readonly<Record<string, string | undefined>>;

/** Page of the docs with one section per reason code; a test compares them. */
const PAGE = 'docs/troubleshooting.md';

/**
 * Returns the URL of a reason code's explanation, for the version of the action that runs. Returns a path in the
 * project if the runner names no repository of the action, as for `uses: ./`.
 */
export function troubleshootingLink(env: Env, reason: string): string {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] || 'HEAD';
  const server = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, '');
  const path = `${PAGE}#${reason}`;
  const sound =
    /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
  return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
}

/** Returns a pull request's page in the repository whose workflow runs; `undefined` if the runner names none. */
export function pullRequestLink(env: Env, number: number | undefined): string | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (number === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  return `${(env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, '')}/${repository}/pull/${number}`;
}

/** This run on GitHub, for links and marks. */
export interface WorkflowRun {
  /** URL such as `https://github.com`, without a trailing slash. */
  serverUrl: string;
  /** `owner/name` of the repository whose workflow runs. */
  repository: string;
  runId: string;
  attempt: string;
  /** GITHUB_SHA: for a pull request, the merge commit. */
  sha: string | undefined;
  docsUrl: (reason: string) => string;
}

/** Reads the run from the runner's environment. */
export function readWorkflowRun(env: Env): WorkflowRun {
  return {
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, ''),
    repository: env['GITHUB_REPOSITORY'] ?? '',
    runId: env['GITHUB_RUN_ID'] ?? '',
    attempt: env['GITHUB_RUN_ATTEMPT'] || '1',
    sha: env['GITHUB_SHA'] || undefined,
    docsUrl: (reason) => troubleshootingLink(env, reason),
  };
}

/** Returns the page of this attempt of the run; `undefined` outside a run. */
export function runUrl({ serverUrl, repository, runId, attempt }: WorkflowRun): string | undefined {
  if (runId === '') return undefined;
  return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
}

/** Returns whether a URL leads to this run, including any attempt or job of it. */
export function leadsToRun({ runId }: WorkflowRun, url: string | undefined): boolean {
  if (runId === '' || url === undefined) return false;
  return `${url}/`.includes(`/actions/runs/${runId}/`);
}

/** Returns the page of a commit. */
export function commitUrl({ serverUrl, repository }: WorkflowRun, commit: string): string {
  return `${serverUrl}/${repository}/commit/${commit}`;
}
