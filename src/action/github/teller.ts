import { memoizeAsync } from '../../clients/memoize.ts';
import type { Host } from '../host/port.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { GitHubConnection } from './connection.ts';
import { type Limits, LIMITS } from './limits.ts';
import { commentAtEnd, commentOf, isRollingOut } from './rules.ts';
import type { Story, Telling } from './telling.ts';
import { errorMessage } from '../words-of.ts';

/** What the program knows of GitHub: that a run begins and ends. */
export interface Teller {
  /** The run came further, maybe to where it is to be shown. Returns at once; the deploy never waits for GitHub. */
  begun(): void;
  /** How it ended. Takes some seconds at most, and only when there is something to tell. Never rejects. */
  ended(outcome: Outcome): Promise<void>;
}

export interface TellerOptions extends Story {
  host: Host;
  /** Warnings become annotations; without, lines of the log. */
  annotations: boolean;
  /** Aborted when the runner cancels the step. */
  signal: AbortSignal;
  github: () => Promise<GitHubConnection | undefined>;
  limits?: Partial<Limits> | undefined;
}

/** Loads what talks to GitHub when there is something to tell, and ends it when it takes too long. */
export function createTeller(options: TellerOptions): Teller {
  const { settings, event, record, signal } = options;
  const limits = { ...LIMITS, ...options.limits };
  const stop = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let begun = false;

  const load = memoizeAsync(async (): Promise<Telling | undefined> => {
    const connection = await options.github();
    if (connection === undefined) return undefined;
    const { createTelling } = await import('./telling.ts');
    return createTelling(connection, options, stop.signal, limits);
  });
  const tell = (work: (telling: Telling) => Promise<void>) => {
    last = last
      .then(async () => {
        const telling = await load();
        if (telling !== undefined) await work(telling);
      })
      .catch((error: unknown) => options.log(`GitHub was not told: ${errorMessage(error)}`));
  };
  const isDue = (outcome: Outcome) => {
    if (settings.dryRun) return false;
    if (begun || (settings.github.deployment && record.retired.length > 0)) return true;
    return (
      commentAtEnd(settings.verb, outcome, begun) !== 'leave' &&
      commentOf(settings, event, record) !== undefined
    );
  };

  return {
    begun() {
      if (settings.github.token === undefined || !isRollingOut(settings, record)) return;
      if (!settings.github.deployment && commentOf(settings, event, record) === undefined) return;
      begun = true;
      tell((telling) => telling.begin());
    },
    async ended(outcome) {
      if (settings.github.token === undefined || !isDue(outcome)) return;
      tell((telling) => telling.end(outcome));
      const inTime = await within(last, signal, limits);
      stop.abort(new Error('no time is left for GitHub'));
      const troubles = inTime ? ((await load.current()?.catch(() => undefined))?.troubles() ?? []) : [LATE];
      for (const message of troubles) warn(options, message);
    },
  };
}

const LATE =
  'GitHub did not answer in time, so what it shows of this run may be old; the post step tries once more.';

function warn({ host, annotations }: TellerOptions, message: string): void {
  if (annotations) host.annotate({ level: 'warning', title: 'Agent Deploy: GitHub', message });
  else host.log(message);
}

/** Whether the work ended within its limit: a short one from the moment the step is cancelled. */
async function within(work: Promise<void>, signal: AbortSignal, limits: Limits): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timers = [setTimeout(() => resolve(false), limits.endMs)];
  const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelMs));
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
