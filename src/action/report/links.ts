type Env = Readonly<Record<string, string | undefined>>;

/** The page of the docs with one section per reason code; a test holds them to each other. */
const PAGE = 'docs/troubleshooting.md';

/**
 * Where the docs explain a reason code, at the version of the action that runs. The path in the project where the
 * runner names no repository of the action, as for `uses: ./`.
 */
export function troubleshootingLink(env: Env, reason: string): string {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] || 'HEAD';
  const server = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '');
  const path = `${PAGE}#${reason}`;
  const sound =
    /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
  return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
}

/** A pull request's page, in the repository whose workflow runs; undefined where the runner names none. */
export function pullRequestLink(env: Env, number: number | undefined): string | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (number === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  return `${(env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '')}/${repository}/pull/${number}`;
}

/** Where this run is on GitHub: what links to it and what marks its things as its own. */
export interface WorkflowRun {
  /** Such as `https://github.com`; no slash at the end. */
  serverUrl: string;
  /** `owner/name` of the repository whose workflow runs. */
  repository: string;
  runId: string;
  attempt: string;
  /** GITHUB_SHA: of a pull request it is the merge commit. */
  sha: string | undefined;
  /** Where the docs explain a reason code. */
  docsUrl: (reason: string) => string;
}

/** Reads it from the runner's environment. */
export function readWorkflowRun(env: Env): WorkflowRun {
  return {
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, ''),
    repository: env['GITHUB_REPOSITORY'] ?? '',
    runId: env['GITHUB_RUN_ID'] ?? '',
    attempt: env['GITHUB_RUN_ATTEMPT'] || '1',
    sha: env['GITHUB_SHA'] || undefined,
    docsUrl: (reason) => troubleshootingLink(env, reason),
  };
}

/** The page of this attempt of the run; undefined outside a run. */
export function runUrl({ serverUrl, repository, runId, attempt }: WorkflowRun): string | undefined {
  if (runId === '') return undefined;
  return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
}

/** Whether an address leads to this run, any attempt or job of it. */
export function leadsToRun({ runId }: WorkflowRun, url: string | undefined): boolean {
  if (runId === '' || url === undefined) return false;
  return `${url}/`.includes(`/actions/runs/${runId}/`);
}

/** The page of a commit. */
export function commitUrl({ serverUrl, repository }: WorkflowRun, commit: string): string {
  return `${serverUrl}/${repository}/commit/${commit}`;
}
