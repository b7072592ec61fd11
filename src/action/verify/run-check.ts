import { randomUUID } from 'node:crypto';
import { performRun, type RunEnd } from '../../clients/agent-run.ts';
import { isFinalRun } from '../../contract/agent-responses.ts';
import { isApiError } from '../../clients/errors.ts';
import { formatDuration } from '../rollout/timeline.ts';
import { errorMessage } from '../error-message.ts';
import type { Check } from './check.ts';
import { createFeedback } from './feedback.ts';
import { findPattern } from './find-pattern.ts';
import { judgeRun } from './judge.ts';
import { findInterferingRun } from './overtaken.ts';
import type { CheckResult } from './result.ts';
import { toRunBody } from './run-body.ts';
import { createStepLog } from './steps.ts';
import type { VerificationContext } from './tools.ts';
import { judgeError } from './trouble.ts';

/** The metadata of a run by which it is found again. */
const MARK = 'agent_deploy_verification';
/** How long clearing up may take, in real milliseconds. */
const CLEAR_UP_MS = 10_000;

type Verdict = Pick<CheckResult, 'result' | 'why'>;

/**
 * Runs one case and judges it. The run is stopped when it takes too long; a thread that was made for it is deleted
 * afterwards, unless it is to be kept. Throws the signal's reason alone: everything else is a result.
 */
export async function runCheck(
  context: VerificationContext,
  one: Check,
  assistant: string,
  revisionId: string | undefined,
): Promise<CheckResult> {
  const { clock, log, server, signal, verification, shown } = context;
  const startedAt = clock.now();
  const since = () => clock.now() - startedAt;
  const say = (text: string) => log.line(`${formatDuration(since()).padStart(7)}  ${text}`);
  const ids: { threadId: string | undefined; runId: string | undefined } = {
    threadId: one.threadId,
    runId: undefined,
  };
  const feedback = createFeedback(context);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('the time limit of the case')), one.timeLimitMs);
  const bounded = AbortSignal.any([signal, limit.signal]);
  let over = false;
  let mark: { key: string; value: string } | undefined;
  /** The run that goes on; looked for where it may have been made, and nobody said which one it is. */
  const underWay = async (threadId: string, stop: AbortSignal): Promise<string | undefined> => {
    if (over) return undefined;
    if (ids.runId !== undefined || mark === undefined) return ids.runId;
    const { key, value } = mark;
    const runs = await server.listRuns(threadId, stop);
    return runs.find(({ status, metadata }) => metadata?.[key] === value && !isFinalRun(status))?.run_id;
  };
  /** Ends what would go on without us; nothing of it fails a case. */
  const clearUp = async (keep: boolean, stop: AbortSignal): Promise<void> => {
    const { threadId } = ids;
    if (threadId === undefined) return;
    const works = [
      async () => {
        const runId = await underWay(threadId, stop);
        if (runId !== undefined) await server.cancelRun(threadId, runId, stop);
      },
      async () => {
        if (one.threadId === undefined && !keep) await server.deleteThread(threadId, stop);
      },
    ];
    const errors: unknown[] = [];
    // A run that cannot be stopped, as one that has just ended, is no reason to leave its thread.
    for (const work of works) await work().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) signal.throwIfAborted();
    for (const error of errors) log.line(`         Clearing up failed: ${shown.text(errorMessage(error))}`);
  };
  const leave = context.addCancelHook((stop) => clearUp(false, stop));
  try {
    const verdict = await attempt();
    clearTimeout(timer);
    await feedback.give(one.name, verdict.result);
    const keep = verification.keepThreads;
    const kept = keep === 'always' || (keep === 'failed' && verdict.result !== 'passed');
    await clearUp(kept, AbortSignal.any([signal, AbortSignal.timeout(CLEAR_UP_MS)]));
    return { name: one.name, ...verdict, tookMs: since(), ...ids };
  } finally {
    clearTimeout(timer);
    // A cancelled step has seconds left, in which somebody else clears up.
    if (!signal.aborted) leave();
  }

  async function attempt(): Promise<Verdict> {
    try {
      const own = one.threadId === undefined;
      const ours = { key: MARK, value: randomUUID() };
      ids.threadId = await makeThread({ [MARK]: ours.value });
      mark = ours;
      const end = await performRun(
        server,
        { clock, random: Math.random },
        {
          threadId: ids.threadId,
          ownThread: own,
          body: toRunBody(one, assistant, ours, verification.feedbackKey),
          mark: ours,
          limitMs: one.timeLimitMs,
        },
        {
          started: (runId) => {
            ids.runId = runId;
          },
          step: createStepLog((line) => log.line(line), since, shown),
          feedback: (urls) => feedback.learn(urls),
          warning: say,
        },
        bounded,
      );
      over = true;
      // The limit is that of the run: what is read of it afterwards has limits of its own.
      clearTimeout(timer);
      return await conclude(end, ids.threadId);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.signal.aborted) {
        // Where no run was asked for, none has taken too long.
        return mark === undefined
          ? { result: 'impossible', why: [`There was no thread after ${formatDuration(one.timeLimitMs)}.`] }
          : { result: 'timed-out', why: [late(one.timeLimitMs)] };
      }
      if (!isApiError(error)) throw error;
      // What was refused is not there.
      if (error.kind === 'http') mark = undefined;
      return judgeError(error, shown);
    }
  }

  async function makeThread(metadata: Record<string, unknown>): Promise<string> {
    // Known before it is asked for: when the answer is lost, there is something to be taken away all the same.
    const id = one.threadId ?? randomUUID();
    ids.threadId = id;
    try {
      return await server.createThread(id, metadata, bounded);
    } catch (error) {
      if (isApiError(error) && (error.kind === 'http' || error.kind === 'network'))
        ids.threadId = one.threadId;
      throw error;
    }
  }

  async function conclude(end: RunEnd, threadId: string): Promise<Verdict> {
    if (end.kind === 'gone') {
      return {
        // On a thread that others use as well, it is they who did it.
        result: one.threadId === undefined ? 'failed' : 'impossible',
        why: ['The run is gone: somebody deleted it, or started another one on this thread.'],
      };
    }
    const state = await server.state(threadId, bounded);
    const why = judgeRun(one.expect, { ...end, ...state }, { find: findPattern, shown });
    const beside = findInterferingRun(await server.listRuns(threadId, bounded), end.runId);
    if (beside !== undefined) {
      const told = `The state may not be of our run: another run used the thread, ${shown.text(beside.run_id)}.`;
      return { result: 'impossible', why: [...why, told] };
    }
    const other = await answeredByAnother();
    if (other !== undefined) return { result: 'impossible', why: [...why, other] };
    return { result: why.length === 0 ? 'passed' : 'failed', why };
  }

  /** A gateway may still lead elsewhere: what another revision answers says nothing about ours. */
  async function answeredByAnother(): Promise<string | undefined> {
    if (revisionId === undefined) return undefined;
    const found = await server.revision(bounded);
    if (found === undefined || found === revisionId) return undefined;
    return `The answer may not be ours: revision ${shown.text(found)} answers here now, not ${revisionId}.`;
  }
}

function late(limitMs: number): string {
  return `The run had not ended after ${formatDuration(limitMs)}, and was cancelled; \`time-limit\` allows more.`;
}
