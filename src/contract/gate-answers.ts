import * as z from 'zod';

/** Version of the format of `answers.json`. Files with other versions are ignored. */
const GATE_ANSWERS_VERSION = 1;

const run = z.object({
  thread_id: z.string().nullable(),
  run_id: z.string().nullable(),
  /** Start and end of the run in epoch milliseconds. */
  started_at: z.number(),
  ended_at: z.number(),
});

const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    /** Shortened output without secrets, or null except in the first response with a result of each `side`. */
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
  /** ID of the workflow run and number of the attempt that wrote the file. */
  run_id: z.string(),
  attempt: z.int().min(1),
  commit: z.string().nullable(),
  /** Name of the judged deployment. `baseline_revision` is the revision that the judged deployment is compared with. */
  candidate: z.string(),
  baseline_revision: z.string().nullable(),
  /** SHA-256 of the cases, as a hexadecimal number. */
  cases_digest: z.string(),
  /** Responses to the cases, in the order of the cases. The names of the cases are only for readers. */
  cases: z.array(z.object({ name: z.string(), baseline: side.nullable(), candidate: side })),
});

/**
 * Content of `answers.json`, the file with the responses to a gate. A later attempt for the same commit adds its
 * responses to the file. `signature` is a hash of `content` that is keyed with the API key, so only a run with the same
 * API key can write the file.
 */
export const gateAnswersSchema = z.object({ content, signature: z.string() });

export type GateAnswers = z.infer<typeof gateAnswersSchema>;
