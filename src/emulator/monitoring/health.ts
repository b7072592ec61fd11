import { errorMessage } from '../../os/errors.ts';
import { withTimeout } from '../../os/timeout.ts';
import { isoTime } from '../ports/clock.ts';
import type { HealthCheckName, Metrics } from '../ports/metrics.ts';

/** Result of one check, as `/_local/health` shows it. */
interface CheckReport {
  name: HealthCheckName;
  /** `unknown` if another check fails, on which this check depends. */
  status: 'ok' | 'failing' | 'unknown';
  /** First time at which the check had this status without interruption, in ISO 8601. */
  since: string;
  /** Duration of the last check in milliseconds. */
  ms: number;
  /** Readable result, or the reason for a failure with a hint. */
  message: string;
}

/** Thrown by a check that has no result, because another check fails. */
export class CheckUnknown extends Error {
  override readonly name = 'CheckUnknown';
}

/** Check of one part. `run` resolves with a readable result, or rejects with the reason for the failure. */
export interface HealthCheck {
  readonly name: HealthCheckName;
  run(): Promise<string>;
}

/** Remembers since when each check has its status. */
export interface HealthMonitor {
  /** Runs all checks at the same time. A check that does not end within `CHECK_MS` fails. */
  read(): Promise<{ status: 'ok' | 'failing'; checks: CheckReport[] }>;
  /** Stops the checks that run before each scrape of the metrics. */
  close(): void;
}

/** Time limit of one check, in milliseconds. */
const CHECK_MS = 2_000;

/** Creates the monitor. With a metrics port, the checks also run before each scrape, so `since` is accurate. */
export function createHealthMonitor(
  checks: readonly HealthCheck[],
  { metrics, now }: { metrics: Metrics; now: () => number },
): HealthMonitor {
  const known = new Map<HealthCheckName, { status: CheckReport['status']; since: string }>();
  const readOne = async ({ name, ...check }: HealthCheck): Promise<CheckReport> => {
    const startedAt = performance.now();
    const result = await withTimeout(check.run(), CHECK_MS, 'no response').then(
      (message) => ({ status: 'ok' as const, message }),
      (error: unknown) => ({
        status: error instanceof CheckUnknown ? ('unknown' as const) : ('failing' as const),
        message: errorMessage(error),
      }),
    );
    const before = known.get(name);
    const since = before?.status === result.status ? before.since : isoTime(now());
    known.set(name, { status: result.status, since });
    metrics.set('check_failing', { check: name }, result.status === 'failing' ? 1 : 0);
    return { name, since, ms: Math.round(performance.now() - startedAt), ...result };
  };
  const read: HealthMonitor['read'] = async () => {
    const reports = await Promise.all(checks.map(readOne));
    const isFailing = reports.some(({ status }) => status === 'failing');
    return { status: isFailing ? 'failing' : 'ok', checks: reports };
  };
  const stopMeasuring = metrics.beforeScrape(async () => void (await read()));
  return {
    read,
    close() {
      stopMeasuring();
      // The next instance has its own checks, and a result of this instance must not outlive it.
      for (const { name } of checks) metrics.set('check_failing', { check: name }, 0);
    },
  };
}
