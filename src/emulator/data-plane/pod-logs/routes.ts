import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import { parseJson } from '../../../contract/json-safety.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { authorizePods } from '../artifacts/pod-authorization.ts';
import { buildSecrets, type Environment } from '../environment.ts';
import { logOpener, type OpenRevisionLog } from '../reconcile/open-revision-log.ts';
import { createRevisionLogs, type OutputLog } from '../reconcile/revision-log.ts';
import { AGENT } from '../workload/pod-spec.ts';
import { createLogBudget } from './budget.ts';
import { advancePushed } from './position.ts';
import { LINES_BYTES, PodLines, StoredLines } from './protocol.ts';

const api = routesOf('agent-pods', 'none');

export interface PodLogRouteDependencies {
  store: Store;
  clock: Pick<EmulatorContext['clock'], 'now'> & Parameters<typeof createRevisionLogs>[0]['clock'];
  log: EmulatorContext['log'];
  onRevisionLine: EmulatorContext['onRevisionLine'];
  /** Environment of the control plane, whose secrets no log may contain. */
  env: Environment;
}

/** Number of starts of pods of a revision whose positions are kept. */
const KEPT_RUNS = 500;
/** Maximum number of attempts to store lines while other requests of the same pod are stored. */
const ATTEMPTS = 3;
/** Milliseconds for which an open log, with the revision's secrets, is kept after its last use, and their number. */
const KEPT_MS = 60_000;
const KEPT_LOGS = 500;
/** Maximum age in milliseconds that a pod can claim for a line. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Creates the route with which agent pods send their output. Every replica provides the route. */
export function podLogRoutes(dependencies: PodLogRouteDependencies): Route[] {
  const { store, clock, log, onRevisionLine, env } = dependencies;
  const authorize = authorizePods((revisionId) => store.agentTokens.find(revisionId));
  const budget = createLogBudget(() => performance.now());
  const logs = createRevisionLogs({
    logs: store.logs,
    clock,
    log,
    onRevisionLine,
    ownSecrets: buildSecrets(env),
  });
  const logOf = createLogCache(store, logOpener({ store, logs }));
  return [
    api.post('/_pods/{revision_id}/log', {
      summary: "Store lines of an agent pod's output",
      params: z.object({ revision_id: z.guid().toLowerCase() }),
      // `rawBody` excludes the lines from the journal, because they may contain secrets of the agent.
      rawBody: true,
      body: PodLines,
      responses: {
        200: { description: 'The number of lines that need not be sent again', schema: StoredLines },
        400: { description: 'The body is invalid', schema: DetailError },
        401: {
          description: "The request does not have the token of this revision's pods",
          schema: DetailError,
        },
        413: { description: 'The body is too large', schema: DetailError },
        429: { description: 'The pods of the revision send too many lines', schema: DetailError },
        503: { description: 'Another request of the pod is being stored', schema: DetailError },
      },
      handler: async ({ params, headers, readBytes }) => {
        const { revision_id: revisionId } = params;
        await authorize(revisionId, headers);
        const admitted = budget.begin(revisionId);
        if ('waitMs' in admitted) throw later(429, admitted.waitMs);
        try {
          const bytes = await readBytes(LINES_BYTES);
          const parsed = PodLines.safeParse(parseJson(bytes.toString('utf8')));
          budget.charge(revisionId, parsed.data?.lines.length ?? 0, bytes.length);
          if (!parsed.success)
            throw new HttpError(400, `The body is invalid: ${z.prettifyError(parsed.error)}`);
          const revisionLog = await logOf(revisionId);
          if (revisionLog === undefined) throw new HttpError(404, 'The revision does not exist.');
          for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
            const stored = await storeLines(
              { store, now: clock.now() },
              revisionId,
              revisionLog,
              parsed.data,
            );
            if (stored !== undefined) return { status: 200, body: { stored } };
          }
          throw later(503, 1_000);
        } finally {
          admitted.end();
        }
      },
    }),
  ];
}

/**
 * Stores the lines that are not stored yet. Returns the number of lines of this start of the pod that need not be sent
 * again, or `undefined` if another request has stored lines at the same time.
 */
async function storeLines(
  { store, now }: { store: Pick<Store, 'podOutput' | 'transaction'>; now: number },
  revisionId: string,
  log: OutputLog,
  sent: PodLines,
): Promise<number | undefined> {
  const run = { revisionId, pod: sent.pod, container: AGENT, run: `push:${sent.run}` };
  const row = await store.podOutput.find(run);
  const position = row?.lines ?? sent.from;
  const fresh = sent.lines.slice(Math.max(0, position - sent.from));
  if (fresh.length === 0) return position;
  // After a restored backup, the position can be earlier than the first line, and the lines between them are lost.
  const lines = sent.from + sent.lines.length;
  const rows = fresh.map(({ at, message }) =>
    log.toAgentLine(message, Math.min(now, Math.max(at, now - MAX_AGE_MS))),
  );
  const before = row?.state.kind === 'pushed' ? row.state : undefined;
  const state = advancePushed(
    before,
    sent.started_at,
    fresh.map(({ at, message }) => ({ at, text: message })),
  );
  const isStored = await store.transaction(async (tx) => {
    if (!(await tx.podOutput.advance(run, row?.lines, { lines, state, now: Date.now() }))) return false;
    await tx.logs.append(rows);
    return true;
  });
  if (!isStored) return undefined;
  log.report(rows);
  if (row === undefined) await store.podOutput.prune(revisionId, KEPT_RUNS);
  return lines;
}

/** Returns a function that opens the log of a revision, and keeps the logs that were used last. */
function createLogCache(
  store: Pick<Store, 'revisions'>,
  open: OpenRevisionLog,
): (revisionId: string) => Promise<OutputLog | undefined> {
  const kept = new Map<string, { log: OutputLog; until: number }>();
  return async (revisionId) => {
    const now = performance.now();
    for (const [id, { until }] of kept) {
      if (until > now && kept.size <= KEPT_LOGS) break;
      kept.delete(id);
    }
    const found = kept.get(revisionId)?.log;
    const revision = found === undefined ? await store.revisions.findById(revisionId) : undefined;
    const log = found ?? (revision && (await open(revision.deploymentId, revisionId)));
    if (log === undefined) return undefined;
    // The last entry of the map is the log that was used last.
    kept.delete(revisionId);
    kept.set(revisionId, { log, until: now + KEPT_MS });
    return log;
  };
}

const later = (status: 429 | 503, waitMs: number): HttpError =>
  new HttpError(status, 'Send the lines again later.', {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
  });
