import * as z from 'zod';

/** Version of the format of `answers.json`. A file with another version is ignored. */
const GATE_ANSWERS_VERSION = 1;

const run = z.object({
  thread_id: z.string().nullable(),
  run_id: z.string().nullable(),
  /** Unix times in milliseconds. */
  started_at: z.number(),
  ended_at: z.number(),
});

const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    /** Shortened output without secrets. Null, except in the first response of a side that has a result. */
    output: z.unknown(),
    passed: z.boolean().nullable(),
    failures: z.array(z.string()),
    scores: z.array(z.object({ key: z.string(), score: z.number() })),
    latency_ms: z.number().min(0),
    tokens: z.number().min(0).nullable(),
    run: run.nullable(),
  }),
  z.object({ kind: z.literal('errored'), why: z.string(), run: run.nullable() }),
]);

const side = z.object({ first: z.array(answer), second_look: z.array(answer) });

const content = z.object({
  version: z.literal(GATE_ANSWERS_VERSION),
  /** ID of the workflow run, and the number of the attempt that wrote the file. */
  run_id: z.string(),
  attempt: z.int().min(1),
  commit: z.string().nullable(),
  /** Name of the judged deployment, and the revision of the comparison. */
  candidate: z.string(),
  baseline_revision: z.string().nullable(),
  /** SHA-256 of the cases, as a hexadecimal number. */
  cases_digest: z.string(),
  /** Responses to the cases, in the order of the cases. The names of cases are for readers only. */
  cases: z.array(z.object({ name: z.string(), baseline: side.nullable(), candidate: side })),
});

/**
 * File with the responses of one attempt of a gate, `answers.json`. A later attempt for the same commit adds its
 * responses to the file. `signature` is a keyed hash of `content`, so only a run with the same API key can write the
 * file.
 */
export const gateAnswersSchema = z.object({ content, signature: z.string() });

export type GateAnswers = z.infer<typeof gateAnswersSchema>;
