import * as z from 'zod';
import { WorkerReport } from './worker/reports.ts';

/** A store call that makes no sense: what made it still waits for its answer. */
export interface InvalidStoreCall {
  type: 'refused-call';
  id: number;
  message: string;
}

const about = z.object({ runId: z.string() });
const numbered = z.object({ id: z.int() });
const Unreadable = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-ended'), ...about.shape }),
  z.object({ type: z.literal('events'), ...about.shape }),
  z.object({ type: z.literal('query-failed'), ...numbered.shape }),
  z.object({ type: z.literal('store-call'), ...numbered.shape }),
]);

/**
 * Reads what came over a worker's channel. What cannot be read stands for a failure where somebody waits for it: a run must
 * not go on for ever because of what its graph made of an error. Undefined: it is no report, for user code shares the channel.
 */
export function parseReport(message: unknown): WorkerReport | InvalidStoreCall | undefined {
  const report = WorkerReport.safeParse(message);
  if (report.success) return report.data;
  const unreadable = Unreadable.safeParse(message);
  if (!unreadable.success) return undefined;
  const { data } = unreadable;
  const why = `the worker said what makes no sense: ${z.prettifyError(report.error)}`;
  switch (data.type) {
    case 'run-ended':
      return { ...data, outcome: { kind: 'error', error: 'Error', message: why } };
    case 'events':
      return { ...data, events: [] };
    case 'query-failed':
      return { ...data, error: 'Error', message: why };
    case 'store-call':
      return { type: 'refused-call', id: data.id, message: why };
  }
}
