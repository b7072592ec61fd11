import { createRedactor } from '../redaction/redactor.ts';
import { runAction, logInternalError } from './carry-out.ts';
import { readRunEvent, skipEvent } from './event.ts';
import { createSecretMasker } from './secret-masker.ts';
import { createRedactingHost, type Host } from './host/host.ts';
import { describeProblem } from './inputs/problem.ts';
import { displayOf, type ParsedInputs } from './inputs/read.ts';
import { readRaw } from './inputs/raw.ts';
import { DEFAULT_POLICY, type Outcome, toOutcome } from './outcome.ts';
import { invalidInputs } from './outcome/wrong-inputs.ts';
import { report } from './report/report.ts';
import { createRunRecord } from './run-record.ts';
import type { RunContext, Dependencies } from './world.ts';

/** The main phase (DESIGN §7), from the event to the exit code it gives. Outputs are written in every outcome. */
export async function runMain(world: Dependencies): Promise<0 | 1> {
  const redactor = createRedactor();
  const host = createRedactingHost(world.host, redactor);
  const masker = createSecretMasker(host, redactor);
  const early: string[] = [];
  const event = readRunEvent({ ...host, log: (line) => early.push(line) });
  // Before anything is said: even a complaint about an input could repeat a secret.
  masker.maskInputs(host.env, event);
  for (const line of early) host.log(line);
  const run: RunContext = {
    ...world,
    host,
    redactor,
    masker,
    event,
    record: createRunRecord(world.clock.now()),
  };
  try {
    return await pursue(run);
  } catch (error) {
    const end = logInternalError(host, error, toOutcome(error));
    return finish(run, end, { policy: DEFAULT_POLICY, display: displayOf(host.env) });
  }
}

async function pursue(run: RunContext): Promise<0 | 1> {
  const { host, event } = run;
  const { ref, 'api-key': apiKey } = readRaw(host.env);
  const given = {
    ref: ref !== undefined || !run.definition.needsRef,
    apiKey: apiKey !== undefined,
    actor: host.env['GITHUB_ACTOR'],
  };
  const skipped = skipEvent(event, given);
  if (skipped !== undefined) {
    return finish(run, skipped, { policy: DEFAULT_POLICY, display: displayOf(host.env) });
  }
  const reading = await withCases(await run.definition.readInputs(host.env, event), host);
  for (const warning of [...reading.warnings, ...run.masker.warnings()]) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: input', message: describeProblem(warning) });
  }
  const end = reading.ok ? await runAction(run, reading) : invalidInputs(reading.problems);
  return finish(run, end, reading);
}

/** Checks of the live agent that stand in a file are read before anything is sent. */
async function withCases(reading: ParsedInputs, host: Host): Promise<ParsedInputs> {
  if (!reading.ok || !('verification' in reading.settings)) return reading;
  const { verification } = reading.settings;
  if (verification?.checks.kind !== 'file') return reading;
  const { readCheckFile: readCaseFile } = await import('./verify/check-file.ts');
  return readCaseFile(reading, verification, host.env['GITHUB_WORKSPACE']);
}

async function finish(
  { host, record, clock, redactor, definition: program }: RunContext,
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
    outputsOf: (...args) => program.toOutputs(...args),
  });
}
