import { createHash } from 'node:crypto';
import { isApiError } from '../../clients/errors.ts';
import type { AnswerRun } from '../../judgement/comparison.ts';
import type { Check, CommonSettings } from '../inputs/settings.ts';
import { shorten } from '../text.ts';
import type { VerbContext } from '../verb-context.ts';
import { connectAgent } from '../verify/connect-agent.ts';
import { evaluateError } from '../verify/evaluate.ts';
import { readResponse } from '../verify/messages.ts';
import type { CheckResult } from '../verify/result.ts';
import { type AgentResponse, runCheck, type VerificationContext } from '../verify/run-check.ts';
import { prepareAgent } from '../verify/run-checks.ts';
import type { Response } from './collect.ts';
import type { PreparedGate } from './prepare.ts';
import { outputText } from './report/texts.ts';
import { createThreadRemover, type ThreadRemover } from './thread-remover.ts';

/** A deployment to which the gate sends the cases. */
export interface AskedDeployment {
  name: string;
  context: VerificationContext;
  /** Assistant of each case, by name or ID. */
  assistants: ReadonlyMap<Check, string>;
  /** ID of the revision that responds, or `undefined` if the server does not report the ID. */
  revisionId: string | undefined;
  threads: ThreadRemover;
  /** Submits feedback and deletes threads while the next case runs. */
  background: Background;
}

type Connected = { kind: 'ready'; side: AskedDeployment } | { kind: 'refused'; why: string };

/**
 * Connects to a deployment: waits until the expected revision responds, and chooses the assistant of each case. Returns
 * the reason if the connection to the deployment fails. Throws only the signal's reason.
 */
export async function connectDeployment(
  context: VerbContext<CommonSettings>,
  { cases, verification }: Pick<PreparedGate, 'cases' | 'verification'>,
  {
    name,
    url,
    revisionId,
    writesFeedback,
  }: { name: string; url: string | undefined; revisionId: string | undefined; writesFeedback: boolean },
  background: Background,
): Promise<Connected> {
  const feedbackKey = writesFeedback ? verification.feedbackKey : undefined;
  const connected = await connectAgent(context, { ...verification, feedbackKey }, url);
  if (connected.kind === 'refused') return connected;
  const prepared = await prepareAgent(connected.context, { cases, revisionId });
  if (prepared.kind === 'refused') return { kind: 'refused', why: prepared.verdict.why.join(' ') };
  const { assistants, revisionId: answers } = prepared;
  // Cases run at the same time, so log lines about the steps of different cases would be mixed.
  const quiet = { ...connected.context, log: { ...context.log, line: () => undefined } };
  const threads = createThreadRemover({ ...connected.context, log: context.log });
  return {
    kind: 'ready',
    side: { name, context: quiet, assistants, revisionId: answers, threads, background },
  };
}

/**
 * Returns a sentence if the responding revision has changed since the start, because the responses then belong to
 * different revisions, or if the revision cannot be read. Returns `undefined` if the responding revision did not
 * change, or if the server does not report the revision.
 */
export async function findChangedRevision({
  name,
  context,
  revisionId,
}: AskedDeployment): Promise<string | undefined> {
  if (revisionId === undefined) return undefined;
  try {
    const now = await context.server.revision(context.signal);
    if (now === undefined || now === revisionId) return undefined;
    return `${name} changed from revision ${revisionId} to ${context.shown.text(now)} during the gate, so its answers come from different revisions. Run the workflow again.`;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return `It is unknown which revision of ${name} answered: ${evaluateError(error, context.shown).why.join(' ')}`;
  }
}

/**
 * Runs a case once on a separate thread. A response does not pass if the run fails, takes too long or does not meet an
 * expectation. A response is `errored` only if no run could be evaluated. Throws only the signal's reason.
 */
export async function askDeployment(
  { context, assistants, threads, background }: AskedDeployment,
  check: Check,
): Promise<Response> {
  const { clock } = context;
  const startedAt = clock.now();
  const { result, response } = await runCheck(
    context,
    check,
    { assistant: assistants.get(check) ?? '', revisionId: undefined },
    {
      // If a case does not state whether an interrupt is expected, a run meets the case with or without an interrupt.
      expectationOf: ({ interrupted }) => ({
        ...check.expect,
        interrupted: check.expect.interrupted ?? interrupted,
      }),
      createsThread: true,
      finish: (work) => background.start(work),
      deleteThread: (threadId) => Promise.resolve(threads.remove(threadId)),
    },
  );
  const run: AnswerRun = {
    threadId: result.threadId,
    runId: result.runId,
    startedAt,
    endedAt: clock.now(),
    comments: new Map(),
  };
  if (result.result === 'impossible' || result.result === 'skipped') {
    return { kind: 'errored', why: result.why.join(' '), run };
  }
  const { output, isFailed } = outputOf(result, response);
  return {
    kind: 'answered',
    passed: result.result === 'passed',
    failures: result.why,
    output,
    isFailed,
    shownOutput: shownOutputOf(output),
    latencyMs: response?.latencyMs ?? result.tookMs,
    tokens: readResponse(response?.values)?.tokens,
    run,
  };
}

/** Returns the final state, or the error if the run failed or did not end. */
function outputOf(
  { why }: CheckResult,
  response: AgentResponse | undefined,
): { output: unknown; isFailed: boolean } {
  if (response === undefined) return { output: why.join(' '), isFailed: true };
  const { status, error, interrupted, values } = response;
  // Like the thread of an interrupted run, the thread of a failed run lists a next node: the failed node.
  if (status === 'success' || (interrupted && status !== 'error')) return { output: values, isFailed: false };
  const output =
    error === undefined ? `The run ended with status ${status}.` : `${error.name}: ${error.message}`;
  return { output, isFailed: true };
}

/** Maximum length in characters of the JSON of an output that is stored until the end of the gate. */
const KEPT_MAX = 100_000;

/** Number of hexadecimal digits of the digest that is appended to a shortened output. */
const DIGEST_LENGTH = 12;

/**
 * Returns the output, or only its text if the output is large. A large text is shortened, and its length and digest are
 * appended, so that outputs that differ only after the beginning are not equal.
 */
export function shownOutputOf(output: unknown): unknown {
  const json = JSON.stringify(output) ?? '';
  if (json.length <= KEPT_MAX) return output;
  const text = outputText({ value: output });
  if (text.length <= KEPT_MAX) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
  return `${shorten(text, KEPT_MAX)} with the digest ${digest}`;
}

/** Work that continues while the gate sends the next case. */
export interface Background {
  /** Starts the work, and resolves once the number of unfinished works is below the limit. */
  start(work: () => Promise<void>): Promise<void>;
  /** Resolves once all background work has ended, or rejects with the first error of the background work. */
  ended(): Promise<void>;
}

/** Creates a {@link Background} with a maximum number of unfinished works. */
export function createBackground(limit: number): Background {
  const unfinished = new Set<Promise<void>>();
  const errors: unknown[] = [];
  return {
    async start(work) {
      const one = work()
        .catch((error: unknown) => void errors.push(error))
        .finally(() => unfinished.delete(one));
      unfinished.add(one);
      while (unfinished.size >= limit) await Promise.race(unfinished);
    },
    async ended() {
      await Promise.all(unfinished);
      if (errors.length > 0) throw errors[0];
    },
  };
}
