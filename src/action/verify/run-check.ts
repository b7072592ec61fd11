import { randomUUID } from 'node:crypto';
import { performRun } from '../../clients/agent-run.ts';
import type { AgentServer, RunBody } from '../../clients/agent-server.ts';
import { withDeadline } from '../../clients/clock.ts';
import { ignoreApiError, isApiError } from '../../clients/errors.ts';
import { type AgentRun, isFinalRun } from '../../contract/agent-responses.ts';
import type { Check, CommonSettings, Expectation, Verification } from '../inputs/settings.ts';
import { formatDuration } from '../run-record.ts';
import { errorMessage } from '../../os/errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type FinishedRun, evaluateError, evaluateRun } from './evaluate.ts';
import { findPattern } from './find-pattern.ts';
import type { CheckResult, ValueRenderer } from './result.ts';

export interface VerificationContext
  extends Pick<VerbContext<CommonSettings>, 'clock' | 'log' | 'signal' | 'record' | 'addCancelHook'> {
  server: AgentServer;
  /** Adds a warning to the run's page on the first call, and only writes to the log on later calls. */
  warn(about: string, text: string): void;
  shown: ValueRenderer;
  /** Masks a secret in all later output, including the runner's log. */
  maskSecret(value: string): void;
  verification: Omit<Verification, 'checks'>;
  /** Commit and link of the workflow run, for the feedback. */
  origin: string;
}

export interface VerificationTarget {
  cases: readonly Check[];
  /** ID of the revision that must respond, or `undefined` if any revision may respond. */
  revisionId: string | undefined;
}

/** Metadata field by which a run can be found. */
const MARK = 'agent_deploy_verification';
const CLEAR_UP_MS = 10_000;

/** Result of a check and the reasons for the result. */
export type CheckVerdict = Pick<CheckResult, 'result' | 'why'>;

/** Response of the agent to a check. */
export interface AgentResponse extends FinishedRun {
  /** Time in milliseconds from the request that starts the run to the end of the run. */
  latencyMs: number;
}

interface CheckOptions {
  /** Returns the expectation for a run, which can depend on the run if the check does not state the expectation. */
  expectationOf(run: { interrupted: boolean }): Expectation;
  /**
   * True if the request for the run also creates the thread, or false if a separate request creates the thread before
   * the run.
   */
  createsThread: boolean;
  /**
   * Receives the work that follows the response: submitting feedback and deleting the thread. The caller can await the
   * work after the next check has started, so the work does not delay the next check. The work after a response rejects
   * only with the signal's reason.
   */
  finish(work: () => Promise<void>): Promise<void>;
  deleteThread(threadId: string, signal: AbortSignal): Promise<void>;
}

/** State of one check, which determines what must be stopped and deleted if the check ends early. */
interface CheckRun {
  threadId: string | undefined;
  runId: string | undefined;
  /** Metadata entry that identifies the run if a lost response leaves the run's ID unknown. */
  mark: { key: string; value: string } | undefined;
  over: boolean;
}

/**
 * Runs one check and evaluates its run. Stops the run at the time limit. Deletes a thread that the check created,
 * unless the settings keep the thread. Returns failures as results, returns the response if a run ended, and throws
 * only the signal's reason. By default (without `options`), sends a separate request for each step, one request after
 * another.
 */
export async function runCheck(
  context: VerificationContext,
  one: Check,
  { assistant, revisionId }: { assistant: string; revisionId: string | undefined },
  options: Partial<CheckOptions> = {},
): Promise<{ result: CheckResult; response: AgentResponse | undefined }> {
  const { clock, log, server, signal, verification, shown } = context;
  const { expectationOf = () => one.expect, finish = (work) => work() } = options;
  const deleteNow = (id: string, stop: AbortSignal) => server.deleteThread(id, stop);
  const { deleteThread = deleteNow } = options;
  const startedAt = clock.now();
  const since = () => clock.now() - startedAt;
  const say = (text: string) => log.line(`${formatDuration(since()).padStart(7)}  ${text}`);
  const state: CheckRun = { threadId: one.threadId, runId: undefined, mark: undefined, over: false };
  let response: AgentResponse | undefined;
  const feedback = createFeedback(context);
  // The check's time limit applies only to the run, because reads after the run have separate limits.
  const limit = AbortSignal.timeout(one.timeLimitMs);
  const bounded = AbortSignal.any([signal, limit]);
  const leave = context.addCancelHook((stop) =>
    clearUp(context, one, state, { deleteThread: deleteNow, keep: false, stop }),
  );
  // In a cancelled step, the cancel hook cleans up within the few remaining seconds, so the hook stays registered.
  const removeHook = () => {
    if (!signal.aborted) leave();
  };
  const verdict = await attempt().catch((error: unknown) => {
    removeHook();
    throw error;
  });
  const { threadId, runId } = state;
  const result = { name: one.name, ...verdict, tookMs: since(), threadId, runId };
  await finish(async () => {
    try {
      await feedback.submitVerdict(one.name, verdict.result);
      const { keepThreads } = verification;
      const keep = keepThreads === 'always' || (keepThreads === 'failed' && verdict.result !== 'passed');
      const stop = withDeadline(signal, CLEAR_UP_MS);
      await clearUp(context, one, state, { deleteThread, keep, stop });
    } finally {
      removeHook();
    }
  });
  return { result, response };

  async function attempt(): Promise<CheckVerdict> {
    try {
      const own = one.threadId === undefined;
      const ours = { key: MARK, value: randomUUID() };
      const createsThread = own && options.createsThread === true;
      const threadId = createsThread
        ? randomUUID()
        : await makeThread(server, one, state, { [MARK]: ours.value }, bounded);
      state.threadId = threadId;
      state.mark = ours;
      const runStartedAt = clock.now();
      const end = await performRun(
        server,
        { clock, random: Math.random },
        {
          threadId,
          ownThread: own,
          createsThread,
          body: toRunBody(one, assistant, ours, verification.feedbackKey),
          mark: ours,
          limitMs: one.timeLimitMs,
        },
        {
          started: (runId) => {
            state.runId = runId;
          },
          step: createStepLog((line) => log.line(line), since, shown),
          feedback: (urls) => feedback.addUrls(urls),
          warning: say,
        },
        bounded,
      );
      state.over = true;
      const latencyMs = clock.now() - runStartedAt;
      if (end.kind === 'gone') return goneVerdict(one);
      const { runId, status, error } = end;
      response = { status, error, ...(end.state ?? (await server.state(threadId, signal))), latencyMs };
      return await conclude(context, expectationOf(response), response, {
        threadId,
        runId,
        revisionId,
        isOnlyRun: end.state !== undefined,
      });
    } catch (error) {
      if (limit.aborted && error === limit.reason) return lateVerdict(one, state);
      if (!isApiError(error)) throw error;
      // If the server refused the request, no run exists.
      if (error.kind === 'http') state.mark = undefined;
      return evaluateError(error, shown);
    }
  }
}

/** Stops the run and deletes the thread of a check, and logs errors, which never fail the check. */
async function clearUp(
  { server, signal, log, shown }: VerificationContext,
  one: Check,
  state: CheckRun,
  { keep, stop, deleteThread }: { keep: boolean; stop: AbortSignal } & Pick<CheckOptions, 'deleteThread'>,
): Promise<void> {
  const { threadId } = state;
  if (threadId === undefined) return;
  const works = [
    async () => {
      const runId = await findActiveRun(server, threadId, state, stop);
      if (runId !== undefined) await server.cancelRun(threadId, runId, stop);
    },
    async () => {
      if (one.threadId === undefined && !keep) await deleteThread(threadId, stop);
    },
  ];
  const errors: unknown[] = [];
  // Deletes the thread even if the run cannot be stopped, for example because the run has just ended.
  for (const work of works) await work().catch((error: unknown) => errors.push(error));
  for (const error of errors)
    if (error !== signal.reason) log.line(`         The cleanup failed: ${shown.text(errorMessage(error))}`);
}

/**
 * Returns the ID of the check's run if the run is still active. If the run's ID is unknown but the run might exist,
 * searches for the run.
 */
async function findActiveRun(
  server: AgentServer,
  threadId: string,
  { runId, mark, over }: CheckRun,
  stop: AbortSignal,
): Promise<string | undefined> {
  if (over) return undefined;
  if (runId !== undefined || mark === undefined) return runId;
  // The thread does not exist if the run that creates it was never stored.
  const runs = await ignoreApiError(() => server.listRuns(threadId, stop), 404);
  return runs?.find(({ status, metadata }) => metadata?.[mark.key] === mark.value && !isFinalRun(status))
    ?.run_id;
}

async function makeThread(
  server: AgentServer,
  one: Check,
  state: CheckRun,
  metadata: Record<string, unknown>,
  signal: AbortSignal,
): Promise<string> {
  // Chooses the thread's ID before the request, so that the thread can be deleted even after a lost response.
  const id = one.threadId ?? randomUUID();
  state.threadId = id;
  try {
    return await server.createThread(id, metadata, signal);
  } catch (error) {
    if (isApiError(error) && (error.kind === 'http' || error.kind === 'network'))
      state.threadId = one.threadId;
    throw error;
  }
}

function goneVerdict(one: Check): CheckVerdict {
  return {
    // On a shared thread, another client might have caused the error.
    result: one.threadId === undefined ? 'failed' : 'impossible',
    why: ['The run no longer exists: another client deleted it, or started another run on this thread.'],
  };
}

/** Evaluates a check's run and the state of the run's thread. */
async function conclude(
  { server, signal, shown }: VerificationContext,
  expect: Expectation,
  run: FinishedRun,
  {
    threadId,
    runId,
    revisionId,
    isOnlyRun,
  }: { threadId: string; runId: string; revisionId: string | undefined; isOnlyRun: boolean },
): Promise<CheckVerdict> {
  const why = evaluateRun(expect, run, { find: findPattern, shown });
  const runs = isOnlyRun ? [] : await server.listRuns(threadId, signal);
  const beside = findInterferingRun(runs, runId);
  if (beside !== undefined) {
    const warning = `The state may belong to another run, because run ${shown.text(beside.run_id)} used the same thread.`;
    return { result: 'impossible', why: [...why, warning] };
  }
  // A gateway might still route to another revision, whose response proves nothing about our revision.
  const found = revisionId === undefined ? undefined : await server.revision(signal);
  if (found !== undefined && found !== revisionId) {
    const other = `The response may come from another revision: revision ${shown.text(found)} responds here now instead of ${revisionId}.`;
    return { result: 'impossible', why: [...why, other] };
  }
  return { result: why.length === 0 ? 'passed' : 'failed', why };
}

function lateVerdict({ timeLimitMs }: Check, { mark }: CheckRun): CheckVerdict {
  const limit = formatDuration(timeLimitMs);
  // If no request was sent, no run can have exceeded the time limit.
  if (mark === undefined) return { result: 'impossible', why: [`No thread was created within ${limit}.`] };
  const why = `The run had not ended after ${limit} and was cancelled; raise \`time-limit\` to allow more time.`;
  return { result: 'timed-out', why: [why] };
}

/** Returns the request that creates the run of a check. The run continues if the stream of its events breaks. */
function toRunBody(
  one: Check,
  assistant: string,
  mark: { key: string; value: string },
  feedbackKey: string | undefined,
): RunBody {
  return {
    assistant_id: assistant,
    ...(one.command === undefined ? { input: one.input } : { command: one.command }),
    ...(one.config !== undefined && { config: one.config }),
    ...(one.context !== undefined && { context: one.context }),
    metadata: { ...one.metadata, [mark.key]: mark.value },
    stream_mode: 'updates',
    stream_resumable: true,
    on_disconnect: 'continue',
    multitask_strategy: one.strategy,
    ...(feedbackKey !== undefined && { feedback_keys: [feedbackKey] }),
  };
}

/**
 * Returns another run that used the thread after our run had begun, so the thread's state might be the result of the
 * other run. `runs` are newest first, and were read after the thread's state. Ignores pending runs, because a pending
 * run has not changed anything yet.
 */
function findInterferingRun(runs: readonly AgentRun[], ourId: string): AgentRun | undefined {
  const at = runs.findIndex(({ run_id }) => run_id === ourId);
  const ours = runs[at];
  return runs.find((other, index) => {
    if (other.run_id === ourId || other.status === 'pending') return false;
    if (ours === undefined || other.status === 'running') return true;
    return later(other, ours) ?? index < at;
  });
}

/** Returns whether the run `one` was created after `other`, or `undefined` if the times are equal or missing. */
function later(one: AgentRun, other: AgentRun): boolean | undefined {
  const [a, b] = [one.created_at ?? '', other.created_at ?? ''];
  const apart = Date.parse(a) - Date.parse(b);
  if (Number.isNaN(apart)) return undefined;
  if (apart !== 0) return apart > 0;
  // Compares microseconds as strings, because JavaScript dates have no microseconds.
  const [fine, others] = [microseconds(a), microseconds(b)];
  return fine === others ? undefined : fine > others;
}

function microseconds(time: string): number {
  return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, '0') ?? 0);
}

const FEEDBACK_LIMIT_MS = 15_000;

interface CheckFeedback {
  /** Receives the feedback URLs of the run, and masks the URLs, because they are secret. */
  addUrls(urls: Readonly<Record<string, string>>): void;
  /** Submits the verdict once, and logs a failed submission, which never fails the check. */
  submitVerdict(name: string, result: CheckResult['result']): Promise<void>;
}

/** Creates the feedback of a check, which adds a score of 1 or 0 and the origin of the check to the run's trace. */
function createFeedback(
  context: Pick<
    VerificationContext,
    'server' | 'verification' | 'origin' | 'maskSecret' | 'signal' | 'log' | 'warn' | 'shown'
  >,
): CheckFeedback {
  const { server, verification, origin, maskSecret: hideSecret, signal, log, warn, shown } = context;
  const key = verification.feedbackKey;
  let url: string | undefined;
  return {
    addUrls(urls) {
      for (const [of, address] of Object.entries(urls)) {
        hideSecret(address);
        // Masks the token in the feedback URL separately, because the token grants access by itself.
        const token = URL.parse(address)?.pathname.split('/').at(-1);
        if (token !== undefined && token.length >= 8) hideSecret(token);
        if (of === key) url = address;
      }
    },
    async submitVerdict(name, result) {
      const isDecided = result === 'passed' || result === 'failed' || result === 'timed-out';
      if (key === undefined || !isDecided) return;
      if (url === undefined) {
        log.line(`         The server returned no feedback URL for \`${key}\`.`);
        return;
      }
      const comment = `${shown.text(name)}: ${result}. ${origin}`;
      try {
        const score = result === 'passed' ? 1 : 0;
        await server.submitFeedback(url, { score, comment }, withDeadline(signal, FEEDBACK_LIMIT_MS));
        log.line(`         Feedback \`${key}\` was submitted: ${score}.`);
      } catch (error) {
        if (error === signal.reason) throw error;
        warn(
          'feedback',
          `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text(errorMessage(error))}`,
        );
      }
    },
  };
}

/** Maximum number of logged steps, because an agent in a loop never stops. */
const MAX_STEPS = 40;
const INTERRUPT = '__interrupt__';

/** Logs the names of the nodes in each step, but never the nodes' results. */
function createStepLog(say: (line: string) => void, sinceMs: () => number, shown: ValueRenderer) {
  let count = 0;
  return (nodes: readonly string[], of: readonly string[]): void => {
    count += 1;
    if (count > MAX_STEPS) {
      if (count === MAX_STEPS + 1) say('         … further steps are not shown');
      return;
    }
    // Removes the run ID at the end of a subgraph's name.
    const path = of.map((part) => part.replace(/:.*/s, ''));
    const names = nodes
      .slice(0, 5)
      .map((name) => (name === INTERRUPT ? 'interrupted' : shown.text(name)))
      .join(', ');
    say(
      `${formatDuration(sinceMs()).padStart(7)}  ${[...path.map((name) => shown.text(name)), names].join(' › ')}`,
    );
  };
}
