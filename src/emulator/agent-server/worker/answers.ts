import * as z from 'zod';
import type { WorkerAnswers } from '../../ports/worker.ts';
import { CheckpointBody, WriteBody } from './reports.ts';

const record = z.record(z.string(), z.unknown());
const Schemas = z.object({
  state_schema: record.nullable(),
  input_schema: record.nullable(),
  output_schema: record.nullable(),
  config_schema: record.nullable(),
  context_schema: record.nullable(),
});
const Draft = z.object({
  checkpoint: record,
  checkpoints: z.array(CheckpointBody),
  writes: z.array(WriteBody),
  values: z.unknown(),
  next: z.array(z.string()),
  interrupts: record,
});

/** What may be answered to each query: the worker runs other people's code, so nothing it says is taken on trust. */
export const QUERY_ANSWERS: { [K in keyof WorkerAnswers]: z.ZodType<WorkerAnswers[K]> } = {
  state: record,
  history: z.object({ states: z.array(record), next: z.string().optional() }),
  update: Draft,
  library: z.object({ version: z.string().max(100).nullable() }),
  drawing: z.object({ nodes: z.array(record), edges: z.array(record) }),
  schemas: Schemas,
  subgraphs: z.record(z.string(), Schemas),
};
