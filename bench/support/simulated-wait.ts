import {
  dateChange,
  nextPollMs,
  predictRollout,
  logsToRead,
  pastRollouts,
  type PollState,
} from '../../src/action/deploy/polling.ts';
import { type RevisionView, toRevisionView } from '../../src/action/plan/current.ts';
import type { Rollout } from './rollouts.ts';

/** Delays after DEPLOYED in seconds, and numbers of requests, one of each for a rollout. */
export interface WaitResults {
  delays: number[];
  requests: number[];
}

/** Returns the pause in milliseconds after a poll. `beganMs` is the start of the status at the service. */
export type Pause = (poll: { now: number; status: string; beganMs: number; requests: number }) => number;

/** Service and runner in which the action waits. */
export interface Surroundings {
  /** True if the service returns the build logs of earlier revisions. */
  hasLogs: boolean;
  hasHistory: boolean;
  /** True if `updated_at` changes with the status. */
  hasChangeTimes: boolean;
  /** Number of milliseconds by which the clock of the runner is ahead of the clock of the service. */
  skewMs: number;
}

/** Polls each rollout until it is deployed. `pauseOf` returns the pauses for one rollout. */
export function waitFor(
  rollouts: readonly Rollout[],
  pauseOf: (rollout: Rollout) => Pause,
  logRequests: (rollout: Rollout, status: string) => number = () => 0,
): WaitResults {
  const results: WaitResults = { delays: [], requests: [] };
  for (const rollout of rollouts) {
    const pause = pauseOf(rollout);
    let [now, requests, logs] = [0, 0, 0];
    for (;;) {
      requests += 1;
      const at = rollout.phases.findIndex(({ untilMs }) => now < untilMs);
      const status = rollout.phases[at]?.status;
      if (status === undefined) break;
      if (logs === 0) {
        logs = logRequests(rollout, status);
        requests += logs;
      }
      now += pause({ now, status, beganMs: rollout.phases[at - 1]?.untilMs ?? 0, requests });
    }
    results.delays.push((now - rollout.totalMs) / 1000);
    results.requests.push(requests);
  }
  return results;
}

/** Waits for each rollout as the action does. */
export function waitAsAction(
  rollouts: readonly Rollout[],
  timeoutMs: number,
  pollIntervalMs: number,
  { hasLogs, hasHistory, hasChangeTimes, skewMs }: Surroundings,
): WaitResults {
  const readLogs = (rollout: Rollout, status: string) => {
    if (!hasHistory || !hasLogs) return 0;
    const imageUri = rollout.isImage ? 'image' : undefined;
    return logsToRead({ status, imageUri }, pastRollouts(revisionsOf(rollout))).length;
  };
  return waitFor(
    rollouts,
    (rollout) => {
      const prediction = hasHistory ? predictRollout(revisionsOf(rollout)) : undefined;
      let known = 0;
      let [last, changedAt, polledAt, doubtMs] = ['', 0, 0, 0];
      return ({ now, status, beganMs, requests }) => {
        known ||= readLogs(rollout, status);
        if (status !== last) {
          last = status;
          ({ changedAt, doubtMs } = dateChange(
            polledAt,
            now,
            hasChangeTimes ? [beganMs + skewMs, beganMs] : [],
          ));
        }
        polledAt = now;
        const state: PollState = {
          elapsedMs: now,
          statusMs: now - changedAt,
          doubtMs,
          beforeStatusMs: hasChangeTimes ? beganMs : changedAt,
          remainingMs: timeoutMs - now,
          requests,
          status,
          isImage: rollout.isImage,
          prediction,
          deployingMs: rollout.history
            .filter(({ totalMs }) => totalMs >= 60_000)
            .slice(0, known)
            .map(({ deployingMs }) => deployingMs),
        };
        return nextPollMs(state, pollIntervalMs);
      };
    },
    readLogs,
  );
}

function revisionsOf({ history }: Rollout): RevisionView[] {
  return history.map(({ totalMs }, index) => ({
    ...toRevisionView({ id: String(index), status: 'DEPLOYED' }),
    createdAt: 0,
    updatedAt: totalMs,
  }));
}
