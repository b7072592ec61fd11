import { createRedactor } from '../clients/redact.ts';
import { carryOut, tellUnexpected } from './carry-out.ts';
import { type RunEvent, readEvent } from './event/event.ts';
import { gate } from './gate.ts';
import { createHiding } from './hiding.ts';
import type { Host } from './host/port.ts';
import { createRedactingHost } from './host/redacting-host.ts';
import { describeProblem, type Problem } from './inputs/problem.ts';
import { readDisplay, type Reading } from './inputs/read.ts';
import { readRaw } from './inputs/raw.ts';
import { DEFAULT_POLICY } from './outcome/exit-code.ts';
import { outcomeOfError } from './outcome/from-error.ts';
import { outcome, type Outcome } from './outcome/outcome.ts';
import { report } from './report/report.ts';
import { createRecord } from './run-record.ts';
import type { Run, World } from './world.ts';
import { wordsOf } from './words-of.ts';

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
  const given = {
    ref: ref !== undefined || !run.program.needsRef,
    apiKey: apiKey !== undefined,
    actor: host.env['GITHUB_ACTOR'],
  };
  const skipped = gate(event, given);
  if (skipped !== undefined) {
    return finish(run, skipped, { policy: DEFAULT_POLICY, display: readDisplay(host.env) });
  }
  const reading = await withCases(await run.program.read(host.env, event), host);
  for (const warning of reading.warnings) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: input', message: describeProblem(warning) });
  }
  const end = reading.ok ? await carryOut(run, reading) : refuse(reading.problems);
  return finish(run, end, reading);
}

function readRunEvent(host: Host): RunEvent {
  const path = host.env['GITHUB_EVENT_PATH'];
  let file: string | undefined;
  try {
    file = path ? host.readFile(path) : undefined;
  } catch (error) {
    host.log(`The event file could not be read: ${wordsOf(error)}`);
  }
  return readEvent(host.env, file);
}

/** Checks of the live agent that stand in a file are read before anything is sent. */
async function withCases(reading: Reading, host: Host): Promise<Reading> {
  if (!reading.ok || !('verification' in reading.settings)) return reading;
  const { verification } = reading.settings;
  if (verification?.cases.kind !== 'file') return reading;
  const { readCaseFile } = await import('./verify/case-file.ts');
  return readCaseFile(reading, verification, host.env['GITHUB_WORKSPACE']);
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

async function finish(
  { host, record, clock, redactor, program }: Run,
  end: Outcome,
  context: Pick<Parameters<typeof report>[3], 'policy' | 'display'>,
): Promise<0 | 1> {
  const { policy, display } = context;
  const redact = (text: string) => redactor.redact(text);
  return report(host, end, record, {
    policy,
    display,
    now: clock.now(),
    redact,
    outputsOf: (...args) => program.outputsOf(...args),
  });
}
