import type { GateAnswers } from '../../../contract/gate-answers.ts';
import type { Answer, AnswerRun, ComparedCase, SideAnswers } from '../../../judgement/comparison.ts';
import { excerpt, outputText, type ReportContext } from './texts.ts';

type StoredCase = GateAnswers['content']['cases'][number];
type StoredAnswer = StoredCase['candidate']['first'][number];
type Context = Pick<ReportContext, 'redact'>;

const NAME_MAX = 200;
const OUTPUT_MAX = 4_000;
const MAX_FAILURES = 10;

/** Converts the responses to a case to the form in `answers.json`, and redacts and shortens their texts. */
export function toStoredCase({ name, baseline, candidate }: ComparedCase, context: Context): StoredCase {
  return {
    name: excerpt(name, NAME_MAX, context),
    baseline: baseline === undefined ? null : toSide(baseline, context),
    candidate: toSide(candidate, context),
  };
}

function toSide({ first, secondLook }: SideAnswers, context: Context): StoredCase['candidate'] {
  const shown = first.find(({ kind }) => kind === 'answered');
  return {
    first: first.map((one) => toAnswer(one, context, one === shown)),
    second_look: secondLook.map((one) => toAnswer(one, context, false)),
  };
}

function toAnswer(one: Answer, context: Context, isShown: boolean): StoredAnswer {
  const text = (value: string) => excerpt(value, NAME_MAX, context);
  const run = one.run === undefined ? null : toRun(one.run);
  if (one.kind === 'errored') return { kind: 'errored', why: text(one.why), run };
  return {
    kind: 'answered',
    output: isShown ? toOutput(one.output, context) : null,
    passed: one.passed ?? null,
    failures: (one.failures ?? []).slice(0, MAX_FAILURES).map(text),
    scores: [...one.scores].map(([key, score]) => ({ key: context.redact(key), score })),
    latency_ms: one.latencyMs,
    tokens: one.tokens ?? null,
    run,
  };
}

/** Returns the output as JSON, or the beginning of its text if the JSON is too long. */
function toOutput(output: unknown, context: Context): unknown {
  const json = JSON.stringify(output) ?? 'null';
  if (json.length > OUTPUT_MAX) return excerpt(outputText({ value: output }), OUTPUT_MAX, context);
  try {
    return JSON.parse(context.redact(json));
  } catch {
    // If redaction has replaced a part of the JSON syntax, the text is stored instead.
    return excerpt(outputText({ value: output }), OUTPUT_MAX, context);
  }
}

function toRun({ threadId, runId, startedAt, endedAt }: AnswerRun): NonNullable<StoredAnswer['run']> {
  return {
    thread_id: threadId ?? null,
    run_id: runId ?? null,
    started_at: startedAt,
    ended_at: endedAt,
  };
}

/** Converts the responses to a case from the form in `answers.json`. */
export function fromStoredCase({ baseline, candidate }: StoredCase, name: string): ComparedCase {
  return {
    name,
    baseline: baseline === null ? undefined : fromSide(baseline),
    candidate: fromSide(candidate),
  };
}

function fromSide({ first, second_look: secondLook }: StoredCase['candidate']): SideAnswers {
  return { first: first.map(fromAnswer), secondLook: secondLook.map(fromAnswer) };
}

function fromAnswer(one: StoredAnswer): Answer {
  const run = one.run === null ? undefined : fromRun(one.run);
  if (one.kind === 'errored') return { kind: 'errored', why: one.why, run };
  return {
    kind: 'answered',
    output: one.output,
    passed: one.passed ?? undefined,
    failures: one.failures,
    scores: new Map(one.scores.map(({ key, score }) => [key, score])),
    latencyMs: one.latency_ms,
    tokens: one.tokens ?? undefined,
    run,
  };
}

function fromRun({ thread_id, run_id, started_at, ended_at }: NonNullable<StoredAnswer['run']>): AnswerRun {
  return {
    threadId: thread_id ?? undefined,
    runId: run_id ?? undefined,
    startedAt: started_at,
    endedAt: ended_at,
    comments: new Map(),
  };
}
