import type { Clock } from '../clients/clock.ts';
import { createRedactor, type Redactor } from '../clients/redact.ts';
import type { Connect, Connection } from './connect.ts';
import { type RunEvent, readEvent } from './event/event.ts';
import { gate } from './gate.ts';
import { hidingPlane } from './hiding-plane.ts';
import { createHiding, type Hiding } from './hiding.ts';
import type { ResolveRef } from './git/resolve-ref.ts';
import type { Host } from './host/port.ts';
import { createRedactingHost } from './host/redacting-host.ts';
import { describeProblem, type Problem } from './inputs/problem.ts';
import { readDisplay, readInputs } from './inputs/read.ts';
import { readRaw } from './inputs/raw.ts';
import type { Settings } from './inputs/settings.ts';
import { createLog } from './log.ts';
import { cancelledOutcome, whatRemains } from './outcome/cancelled.ts';
import { DEFAULT_POLICY } from './outcome/exit-code.ts';
import { outcomeOfError } from './outcome/from-error.ts';
import { outcome, type Outcome, Stop } from './outcome/outcome.ts';
import { report } from './report/report.ts';
import { createRecord, type RunRecord } from './run-record.ts';
import { saveState } from './state.ts';
import { runVerb } from './verbs.ts';

/** What the program needs of the world. */
export interface World {
  host: Host;
  clock: Clock;
  /** Aborted when the runner cancels the step. */
  signal: AbortSignal;
  /** Aborted, with the error, when something broke where nobody waited for it. */
  crash: AbortSignal;
  connect: Connect;
  resolveRef: ResolveRef;
}

/** One run: the world with its redactor in between, and what is known so far. */
interface Run extends World {
  redactor: Redactor;
  hide: Hiding;
  event: RunEvent;
  record: RunRecord;
}

/** The main phase (DESIGN §7), from the event to the exit code it gives. Outputs are written in every outcome. */
export async function runMain(world: World): Promise<0 | 1> {
  const redactor = createRedactor();
  const host = createRedactingHost(world.host, redactor);
  const hide = createHiding(host, redactor);
  // Before anything is said: even a complaint about an input could repeat a secret.
  hide.inputs(host.env);
  const event = readRunEvent(host);
  const run: Run = { ...world, host, redactor, hide, event, record: createRecord(world.clock.now()) };
  try {
    return await pursue(run);
  } catch (error) {
    const end = tellUnexpected(host, error, outcomeOfError(error));
    return finish(run, end, { policy: DEFAULT_POLICY, display: readDisplay(host.env) });
  }
}

async function pursue(run: Run): Promise<0 | 1> {
  const { host, event } = run;
  const { ref, 'api-key': apiKey } = readRaw(host.env);
  const given = { ref: ref !== undefined, apiKey: apiKey !== undefined, actor: host.env['GITHUB_ACTOR'] };
  const skipped = gate(event, given);
  if (skipped !== undefined) {
    return finish(run, skipped, { policy: DEFAULT_POLICY, display: readDisplay(host.env) });
  }
  const reading = await readInputs(host.env, event);
  for (const warning of reading.warnings) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: input', message: describeProblem(warning) });
  }
  const end = reading.ok ? await carryOut(run, reading.settings) : refuse(reading.problems);
  return finish(run, end, reading);
}

function readRunEvent(host: Host): RunEvent {
  const path = host.env['GITHUB_EVENT_PATH'];
  let file: string | undefined;
  try {
    file = path ? host.readFile(path) : undefined;
  } catch (error) {
    host.log(`The event file could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readEvent(host.env, file);
}

function refuse(problems: readonly Problem[]): Outcome {
  const count =
    problems.length === 1 ? 'An input is wrong' : `${problems.length} things are wrong with the inputs`;
  return outcome(
    'failed',
    'invalid-input',
    [`${count}; nothing was sent.`, ...problems.map((problem) => `- ${describeProblem(problem)}`)].join('\n'),
  );
}

/** Masks, connects and runs the verb; every way it can end becomes an outcome. */
async function carryOut(run: Run, settings: Settings): Promise<Outcome> {
  const { host, record, signal, crash, redactor, clock } = run;
  run.hide.settings(settings);
  const log = createLog(host);
  let readDeadline: number | undefined;
  let connection: Connection | undefined;
  try {
    signal.throwIfAborted();
    connection = await run.connect({
      settings,
      env: host.env,
      clock,
      redact: (text) => redactor.redact(text),
      log: (line) => log.line(line),
      readDeadline: () => readDeadline,
    });
    const work = runVerb({
      settings,
      event: run.event,
      plane: hidingPlane(connection.plane, (values) => run.hide.values(values)),
      clock,
      log,
      signal,
      record,
      resolveRef: run.resolveRef,
      github: async () => connection?.github(),
      setReadDeadline: (at) => {
        readDeadline = at;
      },
      checkpoint: () => checkpoint(host, record),
    });
    return await Promise.race([work, rejectOnAbort(signal, work), rejectOnAbort(crash, work)]);
  } catch (error) {
    log.close();
    if (signal.aborted) return cancelledOutcome(record);
    const end = tellUnexpected(host, error, outcomeOfError(error));
    return error instanceof Stop ? end : withRemains(end, record);
  } finally {
    await connection?.close();
  }
}

/** Only the post step asks for the state, and only after a kill: a full disk must not fail a deploy. */
async function checkpoint(host: Host, record: RunRecord): Promise<void> {
  try {
    await saveState(host, record);
  } catch (error) {
    host.log(`The state could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** An error after the change was accepted ends the run, not the revision. */
function withRemains(end: Outcome, record: RunRecord): Outcome {
  const breaks = end.reason === 'internal-error' && record.stage === 'writing';
  if (record.stage !== 'waiting' && !breaks) return end;
  return { ...end, message: `${end.message} ${whatRemains(record)}` };
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

function tellUnexpected(host: Host, error: unknown, end: Outcome): Outcome {
  if (end.reason !== 'internal-error' || !(error instanceof Error)) return end;
  host.startGroup('Where it failed');
  for (const line of (error.stack ?? '').split('\n')) host.log(line);
  host.endGroup();
  return end;
}

async function finish(
  { host, record, clock, redactor }: Run,
  end: Outcome,
  context: Pick<Parameters<typeof report>[3], 'policy' | 'display'>,
): Promise<0 | 1> {
  const { policy, display } = context;
  const redact = (text: string) => redactor.redact(text);
  return report(host, end, record, { policy, display, now: clock.now(), redact });
}
