import * as z from 'zod';
import type { WorkerAnswers } from '../../seams/worker.ts';

const record = z.record(z.string(), z.unknown());

/** What may be answered to each query: the worker runs other people's code, so nothing it says is taken on trust. */
export const ANSWERS: { [K in keyof WorkerAnswers]: z.ZodType<WorkerAnswers[K]> } = {
  state: record,
};
