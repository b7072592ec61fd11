import { memoizeAsync } from '../../clients/memoize.ts';
import type { Host } from '../host/host.ts';
import type { Outcome } from '../outcome.ts';
import { GITHUB_LIMITS, type GitHubConnection, type GitHubLimits } from '../github/client.ts';
import { finalCommentAction, commentTargetOf, isRollingOut } from '../github/policy.ts';
import type { ReportContext, GitHubPublisher } from './publisher.ts';
import { errorMessage } from '../../os/errors.ts';

export interface GitHubReporter {
  /**
   * Reports progress of the run, without waiting for GitHub. The name of the GitHub environment might not be known yet
   * when progress is reported.
   */
  reportProgress(): void;
  /** Reports the outcome if the run reports to GitHub, stops waiting for GitHub at a time limit, and never rejects. */
  reportOutcome(outcome: Outcome): Promise<void>;
}

export interface GitHubReporterOptions extends ReportContext {
  host: Host;
  /** True if warnings are shown as annotations and not only as log lines. */
  annotations: boolean;
  signal: AbortSignal;
  github: () => Promise<GitHubConnection | undefined>;
  limits?: Partial<GitHubLimits> | undefined;
}

/** Creates a reporter, which loads the GitHub client on the first report, and aborts requests that take too long. */
export function createGitHubReporter(options: GitHubReporterOptions): GitHubReporter {
  const { settings, event, record, signal } = options;
  const limits = { ...GITHUB_LIMITS, ...options.limits };
  const stop = new AbortController();
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let begun = false;

  const load = memoizeAsync(async (): Promise<GitHubPublisher | undefined> => {
    const connection = await options.github();
    if (connection === undefined) return undefined;
    const { createGitHubPublisher } = await import('./publisher.ts');
    return createGitHubPublisher(connection, options, { stop: stop.signal, ending: ending.signal }, limits);
  });
  const enqueue = (work: (publisher: GitHubPublisher) => Promise<void>) => {
    last = last
      .then(async () => {
        const publisher = await load();
        if (publisher !== undefined) await work(publisher);
      })
      .catch((error: unknown) =>
        options.log(`The result could not be reported to GitHub: ${errorMessage(error)}`),
      );
  };
  const isDue = (outcome: Outcome) => {
    if (settings.dryRun) return false;
    if (begun || (settings.github.deployment && record.retired.length > 0)) return true;
    if (settings.github.comment && record.idle.length > 0) return true;
    return (
      finalCommentAction(settings.verb, outcome, begun) !== 'leave' &&
      commentTargetOf(settings, event, record) !== undefined
    );
  };

  return {
    reportProgress() {
      if (settings.github.token === undefined || !isRollingOut(settings, record)) return;
      if (!settings.github.deployment && commentTargetOf(settings, event, record) === undefined) return;
      begun = true;
      enqueue((publisher) => publisher.publishStart());
    },
    async reportOutcome(outcome) {
      if (settings.github.token === undefined || !isDue(outcome)) return;
      ending.abort();
      enqueue((publisher) => publisher.publishEnd(outcome));
      const inTime = await within(last, signal, limits);
      stop.abort(new Error('no time was left to update GitHub'));
      const failures = inTime ? ((await load.current()?.catch(() => undefined))?.warnings() ?? []) : [LATE];
      for (const message of failures) warn(options, message);
    },
  };
}

const LATE =
  'GitHub did not respond in time, so it may show an outdated state of this run. The post step tries again.';

function warn({ host, annotations }: GitHubReporterOptions, message: string): void {
  if (annotations) host.annotate({ level: 'warning', title: 'Agent Deploy: GitHub', message });
  else host.log(message);
}

/** Returns whether the work ended within its time limit, which is shorter if the step was canceled. */
async function within(work: Promise<void>, signal: AbortSignal, limits: GitHubLimits): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timers = [setTimeout(() => resolve(false), limits.finishTimeoutMs)];
  const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelTimeoutMs));
  if (signal.aborted) hurry();
  else signal.addEventListener('abort', hurry, { once: true });
  void work.then(() => resolve(true));
  try {
    return await promise;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', hurry);
  }
}
