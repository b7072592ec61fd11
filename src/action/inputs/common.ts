import { DEFAULT_POLICY, type Policy } from '../outcome.ts';
import type { InputReader } from './collector.ts';
import { readEndpoint } from './endpoint-input.ts';
import { checkEnvironment } from './environment.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseCount, parseDuration, parseUuid, parseWord } from './scalars.ts';
import type { CommonSettings, GitHubSettings } from './settings.ts';
import { parseApiKey, parseCommentKey, parseEnvironment, parseToken } from './texts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the workflow's author decides about how an outcome is taken. */
export function readPolicy(collector: InputReader): Policy {
  return {
    onTimeout:
      collector.read('on-timeout', (text) => parseWord(text, ['fail', 'warn', 'interrupt'])) ??
      DEFAULT_POLICY.onTimeout,
    onSuperseded:
      collector.read('on-superseded', (text) => parseWord(text, ['fail', 'warn', 'ignore'])) ??
      DEFAULT_POLICY.onSuperseded,
  };
}

/** The inputs that count for every verb; undefined when one of them is wrong, which is then in the collector. */
export function readCommon(
  collector: InputReader,
  raw: RawInputs,
  env: Env,
  policy: Policy,
): CommonSettings | undefined {
  const access = readAccess(collector, raw, env);
  const run = takeRun(collector);
  const github = takeGitHub(collector);
  if (!access || !run || !github) return undefined;
  const rerun = isRerun(env);
  return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
}

/** Who asks, and of which control plane; undefined when one of it is wrong. */
export function readAccess(
  collector: InputReader,
  raw: RawInputs,
  env: Env,
): Pick<CommonSettings, 'apiKey' | 'workspaceId' | 'endpoint'> | undefined {
  const apiKey = collector.read('api-key', parseApiKey);
  if (raw['api-key'] === undefined) {
    collector.addProblem(
      'api-key',
      'it is missing, and LANGSMITH_API_KEY is not set',
      'Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.',
    );
  }
  checkEnvironment(collector, env);
  const workspaceId = collector.read('workspace-id', parseUuid);
  const endpoint = readEndpoint(collector, raw, env);
  return apiKey && endpoint ? { apiKey, workspaceId, endpoint } : undefined;
}

/** Whether this is a later attempt of a run, which GitHub starts with the first one's event and inputs. */
export function isRerun(env: Env): boolean {
  return Number(env['GITHUB_RUN_ATTEMPT']) > 1;
}

type Run = Pick<
  CommonSettings,
  | 'wait'
  | 'waitTimeoutMs'
  | 'pollIntervalMs'
  | 'requestTimeoutMs'
  | 'onCancel'
  | 'force'
  | 'dryRun'
  | 'logLines'
>;

function takeRun(collector: InputReader): Run | undefined {
  const duration = (input: 'wait-timeout' | 'poll-interval' | 'request-timeout', min: string, max: string) =>
    collector.read(input, (text) => parseDuration(text, { min, max }));
  const run = {
    wait: collector.read('wait', parseBoolean),
    waitTimeoutMs: duration('wait-timeout', '1s', '1d'),
    pollIntervalMs: duration('poll-interval', '1s', '1h'),
    requestTimeoutMs: duration('request-timeout', '1s', '10m'),
    onCancel: collector.read('on-cancel', (text) => parseWord(text, ['leave', 'interrupt'])),
    force: collector.read('force', parseBoolean),
    dryRun: collector.read('dry-run', parseBoolean),
    logLines: collector.read('log-lines', (text) => parseCount(text, { min: 0, max: 1000 })),
  };
  return isComplete(run) ? run : undefined;
}

function takeGitHub(collector: InputReader): GitHubSettings | undefined {
  const always = {
    deployment: collector.read('github-deployment', parseBoolean),
    comment: collector.read('comment', parseBoolean),
    commentLogs: collector.read('comment-logs', parseBoolean),
  };
  const texts = {
    token: collector.read('github-token', parseToken),
    environment: collector.read('environment', parseEnvironment),
    commentKey: collector.read('comment-key', parseCommentKey),
  };
  return isComplete(always) ? { ...always, ...texts } : undefined;
}

/** Every one of them has a default, so that one that is undefined is wrong. */
function isComplete<T extends object>(fields: T): fields is { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.values(fields).every((value) => value !== undefined);
}
