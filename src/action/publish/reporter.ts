import { memoizeAsync } from '../../clients/memoize.ts';
import { errorMessage } from '../../os/errors.ts';
import { GITHUB_LIMITS, type GitHubLimits } from '../github/client.ts';
import { commentTargetOf, finalCommentAction, isRollingOut } from '../github/policy.ts';
import type { Host } from '../host/host.ts';
import type { Outcome } from '../outcome.ts';
import type { CodeHostAccess, ReportContext } from './code-host.ts';
import type { Publisher } from './publisher.ts';

/** Reports a run on its code host. */
export interface Reporter {
  /**
   * Reports progress of the run, without waiting for the code host. The name of the GitHub environment might not be
   * known yet when progress is reported.
   */
  reportProgress(): void;
  /** Reports the outcome, unless the run has nothing to report. Stops waiting after a time limit, and never rejects. */
  reportOutcome(outcome: Outcome): Promise<void>;
}

export interface ReporterOptions extends ReportContext {
  host: Host;
  /** True if warnings are shown as annotations and not only as log lines. */
  annotations: boolean;
  signal: AbortSignal;
  codeHost: CodeHostAccess;
  limits?: Partial<GitHubLimits> | undefined;
}

/** Creates a reporter, which opens the code host on the first report, and aborts requests that take too long. */
export function createReporter(options: ReporterOptions): Reporter {
  const { settings, event, record, signal, codeHost } = options;
  const limits = { ...GITHUB_LIMITS, ...options.limits };
  const showsDeployments = settings.github.deployment && codeHost.showsDeployments;
  const stop = new AbortController();
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let begun = false;

  const load = memoizeAsync(async (): Promise<Publisher | undefined> => {
    const opened = await codeHost.open?.(options, stop.signal, limits);
    if (opened === undefined) return undefined;
    const { createPublisher } = await import('./publisher.ts');
    return createPublisher(opened, options, ending.signal, limits);
  });
  const enqueue = (work: (publisher: Publisher) => Promise<void>) => {
    last = last
      .then(async () => {
        const publisher = await load();
        if (publisher !== undefined) await work(publisher);
      })
      .catch((error: unknown) =>
        options.log(`The result could not be reported to ${codeHost.name}: ${errorMessage(error)}`),
      );
  };
  const isDue = (outcome: Outcome) => {
    if (settings.dryRun) return false;
    if (begun || (showsDeployments && record.retired.length > 0)) return true;
    if (settings.github.comment && record.idle.length > 0) return true;
    return (
      finalCommentAction(settings.verb, outcome, begun) !== 'leave' &&
      commentTargetOf(settings, event, record) !== undefined
    );
  };

  return {
    reportProgress() {
      if (codeHost.open === undefined || !isRollingOut(settings, record)) return;
      if (!showsDeployments && commentTargetOf(settings, event, record) === undefined) return;
      begun = true;
      enqueue((publisher) => publisher.publishStart());
    },
    async reportOutcome(outcome) {
      if (!isDue(outcome)) return;
      if (codeHost.open === undefined) {
        if (codeHost.problem !== undefined) warn(options, codeHost.problem);
        return;
      }
      ending.abort();
      enqueue((publisher) => publisher.publishEnd(outcome));
      const inTime = await within(last, signal, limits);
      stop.abort(new Error(`no time was left to update ${codeHost.name}`));
      const late = `${codeHost.name} did not respond in time, so it may show an outdated state of this run.`;
      const failures = inTime
        ? ((await load.current()?.catch(() => undefined))?.warnings() ?? [])
        : [codeHost.name === 'GitHub' ? `${late} The post step tries again.` : late];
      for (const message of failures) warn(options, message);
    },
  };
}

function warn({ host, annotations, codeHost }: ReporterOptions, message: string): void {
  if (annotations) host.annotate({ level: 'warning', title: `Agent Deploy: ${codeHost.name}`, message });
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
