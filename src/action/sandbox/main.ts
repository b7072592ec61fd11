import { createRedactor } from '../../redaction/redactor.ts';
import { logInternalError } from '../carry-out.ts';
import { readRunEvent, skipEvent } from '../event.ts';
import { createSecretMasker } from '../secret-masker.ts';
import { createRedactingHost } from '../host/host.ts';
import { describeProblem } from '../inputs/problem.ts';
import { readRaw } from '../inputs/raw.ts';
import { readSandboxInputs } from '../inputs/read-sandbox.ts';
import { SANDBOX_INPUTS } from '../inputs/sandbox-registry.ts';
import type { SandboxSettings } from '../inputs/sandbox-settings.ts';
import type { Display } from '../inputs/settings.ts';
import { outcome, type Outcome, toOutcome } from '../outcome.ts';
import { invalidInputs } from '../outcome/wrong-inputs.ts';
import { errorMessage } from '../text.ts';
import { maskSandboxInputs, namedSecrets } from './hide-inputs.ts';
import { createSandboxRecord } from './record.ts';
import { reportSandbox } from './report.ts';
import { saveSandboxState, type SandboxState } from './state.ts';
import type { SandboxContext, SandboxDependencies } from './world.ts';

/** The main phase of `sandbox/action.yml`, from the event to its exit code. Outputs are written in every outcome. */
export async function runSandboxMain(world: SandboxDependencies): Promise<0 | 1> {
  const redactor = createRedactor();
  const host = {
    ...createRedactingHost(world.host, redactor),
    setVariable: (name: string, value: string) => world.host.setVariable(name, value),
  };
  const masker = createSecretMasker(host, redactor);
  const state: SandboxState = {
    stage: 'reading',
    mode: '',
    sandbox: null,
    seen: false,
    apiUrl: null,
    folder: null,
    proxy: null,
  };
  const context: SandboxContext = {
    ...world,
    host,
    plain: world.host,
    redactor,
    masker,
    record: createSandboxRecord(world.clock.now()),
    state,
    checkpoint: () => checkpoint(context),
  };
  // Before anything is said: even a complaint about an input could repeat a secret.
  maskSandboxInputs(host.env, masker);
  let display: Display = { summary: true, annotations: true };
  let end: Outcome;
  try {
    const read = await readSettings(context);
    display = read.display;
    end = read.settings === undefined ? read.end : await carryOut(context, read.settings);
  } catch (error) {
    end = logInternalError(host, error, toOutcome(error));
  }
  return reportSandbox(context, end, display);
}

type Read = { display: Display } & (
  | { settings: SandboxSettings; end?: never }
  | { settings?: never; end: Outcome }
);

async function readSettings(context: SandboxContext): Promise<Read> {
  const { host } = context;
  const raw = readRaw(host.env, SANDBOX_INPUTS);
  const named = namedSecrets(host.env, raw['proxy-config'] ?? '');
  const hasSecrets = raw.mode === 'runner' && !named.includes(undefined);
  const skipped = skipEvent(readRunEvent(context.host), {
    ref: true,
    apiKey: raw['api-key'] !== undefined || hasSecrets,
    actor: host.env['GITHUB_ACTOR'],
  });
  const reading = await readSandboxInputs(host.env, () => context.machine.judge());
  const { display } = reading;
  // A name that the text spells by escapes is known only now.
  if (reading.ok && reading.settings.mode === 'runner') {
    for (const value of Object.values(reading.settings.secrets)) context.masker.maskSecret(value);
  }
  if (skipped !== undefined) {
    if (raw.run !== undefined) tellNotRun(context);
    return { display, end: skipped };
  }
  for (const warning of reading.warnings) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: input', message: describeProblem(warning) });
  }
  return reading.ok
    ? { display, settings: reading.settings }
    : { display, end: invalidInputs(reading.problems) };
}

/** A green step whose tests did not run must not look like one whose tests passed. */
function tellNotRun({ host }: SandboxContext): void {
  const message = 'The command in `run` was not run: this event gets no secrets, and the step is skipped.';
  host.annotate({ level: 'warning', title: 'Agent Deploy: skipped', message });
}

/** Runs the mode; a cancelled step and a broken program do not wait for what will not stop. */
async function carryOut(context: SandboxContext, settings: SandboxSettings): Promise<Outcome> {
  const { signal, crash, record } = context;
  record.mode = settings.mode;
  if (
    settings.mode !== 'runner' &&
    !context.host.env['INPUT_SANDBOX-URL']?.trim() &&
    context.host.env['LANGSMITH_ENDPOINT']
  ) {
    context.host.log(
      `The sandbox API is ${settings.access.baseUrl}, by the environment variable LANGSMITH_ENDPOINT; the key is sent there. The input sandbox-url counts before it.`,
    );
  }
  const stop = AbortSignal.any([signal, crash]);
  const { promise, reject } = Promise.withResolvers<never>();
  const onStop = () => reject(stop.reason);
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  const work = runMode(context, settings);
  try {
    return await Promise.race([work, promise]);
  } catch (error) {
    if (!signal.aborted) throw error;
    // It was told by the same signal, and puts right what it can.
    await Promise.race([work.catch(() => {}), context.cancelGracePeriod()]);
    return outcome('cancelled', 'signal', `The run was cancelled. ${whatRemains(context)}`);
  } finally {
    stop.removeEventListener('abort', onStop);
    promise.catch(() => {});
    work.catch(() => {});
  }
}

async function runMode(context: SandboxContext, settings: SandboxSettings): Promise<Outcome> {
  switch (settings.mode) {
    case 'hosted':
      return (await import('./hosted.ts')).makeSandbox(context, settings);
    case 'sweep':
      return (await import('./sweep.ts')).sweepSandboxes(context, settings);
    case 'runner':
      return (await import('./runner.ts')).runOnRunner(context, settings);
  }
}

function whatRemains({ record: { stage, sandbox }, state }: SandboxContext): string {
  if (sandbox !== undefined && stage !== 'reading') {
    return state.sandbox === null
      ? `Sandbox ${sandbox.name} stays, as \`keep\` asks.`
      : `Sandbox ${sandbox.name} is deleted by the post step.`;
  }
  return stage === 'reading' ? 'Nothing was sent.' : 'What was started on the runner is ended.';
}

/** Only the post step asks for the state, and only it can clean up after a kill. */
async function checkpoint({ host, record, state }: SandboxContext): Promise<void> {
  Object.assign(state, { stage: record.stage, mode: record.mode });
  try {
    await saveSandboxState(host, state);
  } catch (error) {
    host.log(`The state could not be written: ${errorMessage(error)}`);
  }
}
