import * as z from 'zod';
import { type AgentLanguage, QueryError, type Worker, WorkerGoneError } from '../../ports/worker.ts';
import type { WorkerCommand } from './commands.ts';
import type { FrameParts } from './frames.ts';
import { queryAnswers, type WorkerReport } from './parse.ts';
import { unpackDraft } from './parts.ts';

/** Maximum time for a graph to respond to a query, in milliseconds. Only an agent's code can make a response slower. */
const QUERY_TIMEOUT_MS = 10_000;
/**
 * Maximum time for a worker to describe its graphs, in milliseconds. The time includes the compilation of the graphs'
 * source.
 */
const SCHEMAS_TIMEOUT_MS = 45_000;

type Answer = Extract<WorkerReport, { type: 'answer' | 'query-failed' }>;

/** Pings and queries to one worker, each of which receives one response or fails. */
export interface WorkerRequests extends Pick<Required<Worker>, 'ping' | 'query' | 'blockedMs'> {
  receive(report: Answer | Extract<WorkerReport, { type: 'pong' }>, parts?: FrameParts): void;
  /** Fails all pending and later requests with `reason`. */
  end(reason: WorkerGoneError): void;
}

/** Creates the requests of a worker. @param language Language of the worker, which is added to checkpoints. */
export function createWorkerRequests(
  send: (command: WorkerCommand) => void,
  language: AgentLanguage,
): WorkerRequests {
  const queries = new Map<number, PromiseWithResolvers<Answer & { parts?: FrameParts }>>();
  const pings = new Map<number, (isAnswered: boolean) => void>();
  const answers = queryAnswers(language);
  let gone: WorkerGoneError | undefined;
  let blockedMs = 0;
  let lastId = 0;

  return {
    blockedMs: () => blockedMs,
    receive(report, parts = []) {
      if (report.type !== 'pong') return queries.get(report.id)?.resolve({ ...report, parts });
      blockedMs = report.blockedMs ?? 0;
      pings.get(report.id)?.(true);
    },
    end(reason) {
      gone = reason;
      for (const query of queries.values()) query.reject(reason);
      for (const settle of pings.values()) settle(false);
    },

    async ping(timeoutMs) {
      if (gone) return false;
      lastId += 1;
      const id = lastId;
      const answered = Promise.withResolvers<boolean>();
      const timer = setTimeout(answered.resolve, timeoutMs, false);
      pings.set(id, answered.resolve);
      try {
        send({ type: 'ping', id });
        return await answered.promise;
      } finally {
        clearTimeout(timer);
        pings.delete(id);
      }
    },

    async query(graphId, query) {
      if (gone) throw gone;
      lastId += 1;
      const id = lastId;
      const pending = Promise.withResolvers<Answer & { parts?: FrameParts }>();
      const limitMs = query.kind === 'schemas' ? SCHEMAS_TIMEOUT_MS : QUERY_TIMEOUT_MS;
      const late = new WorkerGoneError(`The worker process did not respond within ${limitMs / 1000} s.`);
      const timer = setTimeout(pending.reject, limitMs, late);
      queries.set(id, pending);
      try {
        send({ type: 'query', id, graphId, query });
        const report = await pending.promise;
        if (report.type === 'query-failed') throw new QueryError(report.error, report.message);
        const given =
          query.kind === 'update' ? unpackDraft(report.answer, report.parts ?? []) : report.answer;
        const answer = answers[query.kind].safeParse(given);
        if (answer.success) return answer.data;
        throw new QueryError(
          'Error',
          `the graph returned an invalid response: ${z.prettifyError(answer.error)}`,
        );
      } finally {
        clearTimeout(timer);
        queries.delete(id);
      }
    },
  };
}
