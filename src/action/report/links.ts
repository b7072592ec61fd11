import type { OutcomeKind, ReasonOf } from '../outcome.ts';
import { safeUrl } from './markdown.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Reason = { [K in OutcomeKind]: ReasonOf<K> }[OutcomeKind];

/**
 * Pages in `docs/troubleshooting` with the reason codes that they explain. A test compares this table with the pages in
 * `docs/troubleshooting`.
 */
const PAGES: Readonly<Record<string, readonly Reason[]>> = {
  source: ['source-unusable', 'source-too-large', 'source-changed', 'upload-failed'],
  settings: [
    'invalid-input',
    'immutable-field',
    'secrets-hidden',
    'invalid-plan',
    'ambiguous-name',
    'ambiguous-integration',
    'ambiguous-listener',
    'deployment-not-found',
    'name-taken',
    'plan-changed',
    'settings-ignored',
  ],
  rollout: [
    'create-failed',
    'build-failed',
    'deploy-failed',
    'revision-failed',
    'unhealthy',
    'interrupted',
    'deadline',
    'not-active',
    'no-revision',
    'signal',
    'revision-interrupted',
  ],
  commands: ['no-command', 'command-refused', 'command-unverified', 'head-moved'],
  locks: [
    'lock-set',
    'lock-removed',
    'not-locked',
    'locked',
    'lock-unreadable',
    'lock-changed',
    'lock-not-stored',
  ],
  verification: ['all-passed', 'verification-failed', 'verification-timed-out', 'verification-impossible'],
  gate: ['gate-passed', 'gate-worse', 'gate-below-floor', 'gate-inconclusive'],
  rebuild: ['rebuilt', 'nothing-to-rebuild', 'rebuild-impossible', 'deployed-commit-missing', 'rebuild-left'],
  rollback: [
    'rolled-back-to',
    'after-failure',
    'revision-not-found',
    'never-deployed',
    'no-rollback-target',
    'rollback-impossible',
    'rollback-failed',
  ],
  concurrency: [
    'newer-revision',
    'skipped-by-service',
    'commit-mismatch',
    'image-mismatch',
    'settings-mismatch',
    'ambiguous-revision',
    'deployment-gone',
    'contradictory-answers',
    'lost-answer',
  ],
  previews: [
    'nothing-to-sweep',
    'idle-announced',
    'deleted',
    'already-gone',
    'closed-meanwhile',
    'swept',
    'fork',
    'approval-missing',
    'approval-outdated',
    'approval-unknown',
    'commit-not-approved',
    'merge-impossible',
    'label-missing',
    'pull-request-closed',
    'dependabot',
    'still-deleting',
    'not-a-preview',
    'pull-request-unknown',
    'sweep-incomplete',
    'seed-failed',
  ],
  sandbox: [
    'sandbox-ready',
    'command-passed',
    'proxy-started',
    'no-sandbox-left',
    'sandboxes-swept',
    'sandbox-requested',
    'sandbox-not-ready',
    'command-timed-out',
    'sandbox-failed',
    'sandbox-name-taken',
    'sandbox-quota',
    'sandboxes-left',
    'command-failed',
    'proxy-failed',
    'isolation-missing',
  ],
  emulator: [
    'emulator-started',
    'emulator-not-ready',
    'emulator-missing',
    'emulator-install-failed',
    'emulator-failed',
  ],
  service: [
    'unauthorized',
    'forbidden',
    'rejected',
    'rate-limited',
    'service-error',
    'unreachable',
    'internal-error',
  ],
  success: [
    'rolled-out',
    'already-building',
    'commit-unknown',
    'configuration-updated',
    'already-active',
    'paths-untouched',
    'serving',
    'on-its-way',
    'latest-failed',
    'nothing-serves',
    'dry-run',
    'not-waited',
    'ref-deleted',
  ],
};

/** Returns the name of the page in `docs/troubleshooting` about a reason code, or `undefined` for an unknown code. */
export function troubleshootingPage(reason: string): string | undefined {
  return Object.entries(PAGES).find(([, reasons]) => reasons.some((known) => known === reason))?.[0];
}

/**
 * Returns the URL of the page that explains a reason code, for the running version of the action. Returns a path in the
 * project instead of a URL if the runner does not specify the action's repository, as for `uses: ./`.
 */
export function troubleshootingLink(env: Env, reason: string): string {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] || 'HEAD';
  const server = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, '');
  const page = troubleshootingPage(reason);
  const path = page === undefined ? 'docs/troubleshooting.md' : `docs/troubleshooting/${page}.md#${reason}`;
  const sound =
    /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
  return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
}

/** Returns the URL of a pull request in the workflow's repository, or `undefined` without a repository. */
export function pullRequestLink(env: Env, number: number | undefined): string | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (number === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  return `${(env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, '')}/${repository}/pull/${number}`;
}

/** Site that hosts the repository and shows the comment. */
export type CodeHostName = 'GitHub' | 'GitLab';

/** Terms of each code host in comments. */
export const CODE_HOST_TERMS = {
  GitHub: { request: 'pull request', run: 'workflow run', runTitle: 'Workflow run' },
  GitLab: { request: 'merge request', run: 'pipeline', runTitle: 'Pipeline' },
} as const satisfies Readonly<Record<CodeHostName, object>>;

/** A workflow run on GitHub or a pipeline on GitLab, for links and for the marks of comments. */
export interface WorkflowRun {
  codeHost: CodeHostName;
  /** Server URL without a trailing slash, such as `https://github.com`. */
  serverUrl: string;
  /** `owner/name` of the repository that contains the workflow, or the path of the project on GitLab. */
  repository: string;
  /** ID of the run, or an empty string outside a run. */
  runId: string;
  /** Number of the attempt, which is always `1` on GitLab, because a retried job belongs to the same pipeline. */
  attempt: string;
  /** Value of GITHUB_SHA, which is the merge commit for a pull request; `undefined` on GitLab. */
  sha: string | undefined;
  docsUrl: (reason: string) => string;
}

/** Reads the workflow run or the pipeline from the environment of the job. */
export function readWorkflowRun(env: Env): WorkflowRun {
  const docsUrl = (reason: string) => troubleshootingLink(env, reason);
  // A workflow can set GITLAB_CI, but only GitHub's runner sets GITHUB_ACTIONS.
  if (env['GITLAB_CI'] === 'true' && env['GITHUB_ACTIONS'] !== 'true')
    return { ...readPipeline(env), docsUrl };
  return {
    codeHost: 'GitHub',
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, ''),
    repository: env['GITHUB_REPOSITORY'] ?? '',
    runId: env['GITHUB_RUN_ID'] ?? '',
    attempt: env['GITHUB_RUN_ATTEMPT'] || '1',
    sha: env['GITHUB_SHA'] || undefined,
    docsUrl,
  };
}

/** Reads the pipeline, and omits the ID unless all parts of the pipeline's URL are valid. */
function readPipeline(env: Env): Omit<WorkflowRun, 'docsUrl'> {
  const server = safeUrl(env['CI_SERVER_URL']);
  const path = env['CI_PROJECT_PATH'] ?? '';
  const id = env['CI_PIPELINE_ID'] ?? '';
  const isValid = server !== undefined && /^[\w.-]+(?:\/[\w.-]+)+$/.test(path) && /^\d{1,15}$/.test(id);
  return {
    codeHost: 'GitLab',
    serverUrl: server?.replace(/(?<!\/)\/+$/, '') ?? 'https://gitlab.com',
    repository: path,
    runId: isValid ? id : '',
    attempt: '1',
    sha: undefined,
  };
}

/** Returns the URL of this attempt of the run, or `undefined` outside a run. */
export function runUrl({ codeHost, serverUrl, repository, runId, attempt }: WorkflowRun): string | undefined {
  if (runId === '') return undefined;
  if (codeHost === 'GitLab') return `${serverUrl}/${repository}/-/pipelines/${runId}`;
  return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
}

/** Returns whether a URL leads to this run, in any attempt and any job. */
export function isRunUrl({ runId }: WorkflowRun, url: string | undefined): boolean {
  if (runId === '' || url === undefined) return false;
  return `${url}/`.includes(`/actions/runs/${runId}/`);
}

/** Returns the URL of a commit's page. */
export function commitUrl({ codeHost, serverUrl, repository }: WorkflowRun, commit: string): string {
  return `${serverUrl}/${repository}/${codeHost === 'GitLab' ? '-/' : ''}commit/${commit}`;
}
