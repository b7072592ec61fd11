import { LOG_PAGE_MAX } from '../contract/limits.ts';
import { type LogEntry, LogPage } from '../contract/logs.ts';
import { parseAnswer, type Send } from './control-plane-send.ts';
import type { ControlPlane, RevisionLogLine } from './control-plane-port.ts';
import { isApiError } from './errors.ts';

/** Reads the end of a revision's log: the v2 endpoint, else its v1 twin, else nothing (facts: service §1.7). */
export function createLogReader(send: Send): ControlPlane['tailLog'] {
  return async (deploymentId, revisionId, kind, lines, signal) => {
    const [deployment, revision] = [encodeURIComponent(deploymentId), encodeURIComponent(revisionId)];
    const newest = { order: 'desc', limit: Math.min(Math.max(lines, 1), LOG_PAGE_MAX) };
    const page =
      (await served(() =>
        send({
          method: 'GET',
          path: `/v2/deployments/${deployment}/revisions/${revision}/logs`,
          query: { type: kind, ...newest },
          expect: [200],
          signal,
        }),
      )) ??
      (await served(() =>
        send({
          method: 'POST',
          path: `/v1/projects/${deployment}/revisions/${revision}/${kind}_logs`,
          json: newest,
          expect: [200],
          // A read, whatever its method.
          repeatable: true,
          signal,
        }),
      ));
    return page ? parseAnswer(LogPage, page).logs.map(toLine).reverse() : [];
  };
}

/** The answer, or `undefined` when this control plane does not know the endpoint. */
async function served<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 405 || error.status === 501)) {
      return undefined;
    }
    throw error;
  }
}

function toLine({ timestamp, level, message }: LogEntry): RevisionLogLine {
  return { at: toInstant(timestamp), level: level ?? null, message: message ?? '' };
}

/** Epoch milliseconds become ISO 8601; text stays as the service wrote it. */
function toInstant(timestamp: string | number | null | undefined): string | null {
  if (typeof timestamp !== 'number') return timestamp ?? null;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
