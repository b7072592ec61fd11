import { createCancelHooks, interruptOnCancel, whatRemains } from './cancel.ts';
import type { Connection } from './connect.ts';
import { createGitHubReporter, type GitHubReporter } from './github/reporter.ts';
import { redactingControlPlane } from './redacting-control-plane.ts';
import type { Host } from './host/host.ts';
import type { ParsedInputs } from './inputs/read.ts';
import { createLog } from './verb-context.ts';
import { ActionError, type Outcome, toOutcome } from './outcome.ts';
import type { RunRecord } from './run-record.ts';
import { saveState } from './state.ts';
import { runVerb } from './verbs.ts';
import type { RunContext } from './world.ts';
import { errorMessage } from './text.ts';

type Ready = Extract<ParsedInputs, { ok: true }>;

/** Masks, connects, runs the verb and tells GitHub of it; every way it can end becomes an outcome. */
export async function runAction(run: RunContext, { settings, display }: Ready): Promise<Outcome> {
  const { host, record, clock, redactor } = run;
  run.masker.maskSettings(settings);
  const log = createLog(host);
  const { baseUrl, variable } = settings.endpoint;
  if (variable !== undefined) {
    log.line(
      `The control plane is ${baseUrl}, by the environment variable ${variable}; the key is sent there. The inputs control-plane-url and region count before it.`,
    );
  }
  let readDeadline: number | undefined;
  let connection: Connection | undefined;
  const leaving = createCancelHooks();
  const teller = createGitHubReporter({
    ...run,
    settings,
    annotations: display.annotations,
    signal: AbortSignal.any([run.signal, run.crash]),
    limits: run.githubLimits,
    now: () => clock.now(),
    redact: (text) => redactor.redact(text),
    log: (line) => log.line(line),
    save: () => checkpoint(host, record),
    github: async () => connection?.github(),
    env: host.env,
  });
  try {
    const verb = async () => {
      connection = await run.connect({
        settings,
        env: host.env,
        clock,
        redact: (text) => redactor.redact(text),
        log: (line) => log.line(line),
        readDeadline: () => readDeadline,
      });
      return runVerb({
        ...run,
        settings,
        controlPlane: redactingControlPlane(connection.controlPlane, run.masker, (text) =>
          redactor.redact(text),
        ),
        log,
        github: async () => connection?.github(),
        setReadDeadline: (at) => {
          readDeadline = at;
        },
        probeStatus: connection.probeStatus,
        agentServer: connection.agentServer,
        env: host.env,
        addCancelHook: leaving.add,
        checkpoint: () => advance(run, teller),
      });
    };
    const cancelled = async () => {
      const [end] = await Promise.all([
        interruptOnCancel(connection?.controlPlane, settings, record),
        leaving.run(),
      ]);
      return end;
    };
    const end = await attempt(run, log, verb, cancelled);
    await teller.reportOutcome(end);
    return end;
  } finally {
    await connection?.close();
  }
}

/** The verb's outcome, or what its error, a crash or the runner's wish to stop make of it. */
async function attempt(
  { host, record, signal, crash }: RunContext,
  log: { close(): void },
  verb: () => Promise<Outcome>,
  cancelled: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    signal.throwIfAborted();
    const work = verb();
    return await Promise.race([work, rejectOnAbort(signal, work), rejectOnAbort(crash, work)]);
  } catch (error) {
    log.close();
    if (signal.aborted) return await cancelled();
    const end = logInternalError(host, error, toOutcome(error));
    return error instanceof ActionError ? end : withRemains(end, record);
  }
}

/** The run came further: GitHub and the post step are to know. */
async function advance({ host, record }: RunContext, teller: GitHubReporter): Promise<void> {
  teller.reportProgress();
  await checkpoint(host, record);
}

/** Only the post step asks for the state, and only after a kill: a full disk must not fail a deploy. */
async function checkpoint(host: Host, record: RunRecord): Promise<void> {
  try {
    await saveState(host, record);
  } catch (error) {
    host.log(`The state could not be written: ${errorMessage(error)}`);
  }
}

/** An error after the change was accepted ends the run, not the revision. */
function withRemains(end: Outcome, record: RunRecord): Outcome {
  const breaks = end.reason === 'internal-error' && record.stage === 'writing';
  if (!['waiting', 'uploading'].includes(record.stage) && !breaks) return withoutSource(end, record);
  return { ...end, message: `${end.message} ${whatRemains(record)}` };
}

/** A deployment that was made and got no source: running again goes on with it. */
function withoutSource(end: Outcome, { stage, created, source, deployment }: RunRecord): Outcome {
  if (stage !== 'writing' || !created || source?.path === undefined) return end;
  const then = `${deployment?.name ?? 'The deployment'} was created and has no source yet. Run again: it goes on with this deployment.`;
  return { ...end, message: `${end.message} ${then}` };
}

/** A step that is cancelled, or whose program broke, has seconds: it does not wait for what will not stop. */
function rejectOnAbort(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  work.then(
    () => signal.removeEventListener('abort', onAbort),
    () => signal.removeEventListener('abort', onAbort),
  );
  return promise;
}

/** The stack of a bug in the log; any other end is explained by its message. */
export function logInternalError(host: Host, error: unknown, end: Outcome): Outcome {
  if (end.reason !== 'internal-error' || !(error instanceof Error)) return end;
  host.startGroup('Where it failed');
  for (const line of (error.stack ?? '').split('\n')) host.log(line);
  host.endGroup();
  return end;
}
