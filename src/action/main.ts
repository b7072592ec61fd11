import type { Clock } from '../clients/clock.ts';
import type { Connect, Connection } from './connect.ts';
import type { RunEvent } from './event.ts';
import type { ReadSubject } from './git/read-subject.ts';
import type { ResolveRef } from './git/resolve-ref.ts';
import type { GitHubLimits } from './github/client.ts';
import type { Host } from './host/host.ts';
import { readRaw } from './inputs/reader.ts';
import { acceptsForks, type ParsedInputs, readInputs } from './inputs/read.ts';
import type { Settings } from './inputs/settings.ts';
import { ActionError, type Outcome, toOutcome } from './outcome.ts';
import type { PackSource } from './pack/pack.ts';
import { runAction, type RunSignals, type ValidInputs } from './pipeline.ts';
import { redactRunner } from './secret-masker.ts';
import type { CodeHostAccess } from './publish/code-host.ts';
import type { Reporter } from './publish/reporter.ts';
import { outputsOf, verifyOutputsOf } from './report/outputs.ts';
import { report } from './report/report.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { saveState } from './state.ts';
import { errorMessage } from '../os/errors.ts';
import {
  createCancelHooks,
  createLog,
  type FindNeededVariables,
  type LoadMachine,
  type VerbContext,
} from './verb-context.ts';
import { runVerb } from './verbs.ts';

/** Differences between `action.yml` and `verify/action.yml`. */
export interface ActionDefinition {
  readInputs(env: Host['env'], event: RunEvent): Promise<ParsedInputs>;
  toOutputs(outcome: Outcome, record: RunRecord, now: number): Record<string, string>;
  /** True if a run is skipped when the push deleted its branch. */
  needsRef: boolean;
  /** True if the action has the input `fork-approval`. */
  previewsForks: boolean;
}

export const DEPLOY_ACTION: ActionDefinition = {
  readInputs,
  toOutputs: outputsOf,
  needsRef: true,
  previewsForks: true,
};

export const VERIFY_ACTION: ActionDefinition = {
  readInputs: async (env) => (await import('./inputs/verify-inputs.ts')).readVerifyInputs(env),
  toOutputs: verifyOutputsOf,
  needsRef: false,
  previewsForks: false,
};

/** Dependencies that the entry point passes to the action, such as the host and the clock. */
export interface Dependencies extends RunSignals {
  definition: ActionDefinition;
  host: Host;
  clock: Clock;
  connect: Connect;
  resolveRef: ResolveRef;
  /** Reads the first line of a commit's message from the checkout; absent if the run does not report the line. */
  readSubject?: ReadSubject | undefined;
  packSource: PackSource;
  loadMachine: LoadMachine;
  /** Finds the variables that the code in the checkout reads; absent if the run does not report the variables. */
  findNeededVariables?: FindNeededVariables | undefined;
  /** Time limits for GitHub requests, with defaults for unset limits. */
  githubLimits?: Partial<GitHubLimits>;
  /** Code host that shows the result; absent if the run reports to GitHub. */
  codeHost?: CodeHostAccess | undefined;
}

/**
 * Runs the main phase of `action.yml` and `verify/action.yml`, from the event to the exit code: reads the inputs,
 * connects to the control plane, runs the verb, and reports the outcome.
 */
export async function runMain(dependencies: Dependencies): Promise<0 | 1> {
  const { definition, clock, signal, crash } = dependencies;
  const runner = redactRunner(dependencies.host);
  const { host, masker, redact } = runner;
  const { env } = host;
  const state = createRunState(dependencies, runner);
  const { record, log, cancelHooks } = state;

  return runAction<Settings>(
    runner,
    {
      maskInputs: (event) => masker.maskInputs(env, event, dependencies.codeHost?.token),

      skipContext() {
        const raw = readRaw(env);
        return {
          ref: raw.ref !== undefined || !definition.needsRef,
          apiKey: raw['api-key'] !== undefined,
          forkApproval: definition.previewsForks && acceptsForks(raw),
          isCommand: definition.needsRef && raw.action === 'command',
        };
      },

      readInputs: async (event) =>
        readSeed(await readChecks(await definition.readInputs(env, event), env), env),

      run: (inputs, event) => runInputs(dependencies, state, inputs, event),

      async cancelled() {
        log.close();
        const { interruptOnCancel } = await import('./cancel.ts');
        const { connection, onCancel } = state;
        const interrupted = interruptOnCancel(connection?.controlPlane, { onCancel }, record);
        const [end] = await Promise.all([interrupted, cancelHooks.run()]);
        if (record.throwAway === undefined) return end;
        const { cancelledRebuild } = await import('./rebuild/conclude.ts');
        return cancelledRebuild(record, record.throwAway);
      },

      async failed(error) {
        log.close();
        const end = toOutcome(error);
        if (error instanceof ActionError) return end;
        const { withRemainingRevision } = await import('./cancel.ts');
        return withRemainingRevision(end, record);
      },

      async close(end) {
        try {
          await state.reporter?.reportOutcome(end);
        } finally {
          await state.connection?.close();
        }
      },

      report: (end, options) =>
        report(host, end, record, {
          ...options,
          now: clock.now(),
          redact,
          outputsOf: (...args) => definition.toOutputs(...args),
        }),
    },
    { signal, crash },
  );
}

/** State of one run, whose optional fields are set once the inputs are valid. */
interface RunState {
  runner: ReturnType<typeof redactRunner>;
  record: RunRecord;
  log: ReturnType<typeof createLog>;
  cancelHooks: ReturnType<typeof createCancelHooks>;
  reporter: Reporter | undefined;
  connection: Connection | undefined;
  onCancel: Settings['onCancel'];
  /** Opens the connection to GitHub, or resolves to `undefined` until the control plane is connected. */
  github: Connection['github'];
}

function createRunState({ clock }: Dependencies, runner: RunState['runner']): RunState {
  const state: RunState = {
    runner,
    record: createRunRecord(clock.now()),
    log: createLog(runner.host),
    cancelHooks: createCancelHooks(),
    reporter: undefined,
    connection: undefined,
    onCancel: 'leave',
    github: async () => state.connection?.github(),
  };
  return state;
}

/**
 * Returns the event's commit with the first line of the commit's message, if the event or the checkout contains the
 * message.
 */
async function readHead(
  { readSubject, signal }: Dependencies,
  { commit, subject: ofEvent }: RunEvent,
): Promise<RunRecord['head']> {
  if (commit === undefined) return undefined;
  const subject = ofEvent ?? (await readSubject?.(commit, signal));
  return subject === undefined ? undefined : { commit, subject };
}

/** Connects to the services that valid inputs specify, and runs the verb. */
async function runInputs(
  dependencies: Dependencies,
  state: RunState,
  { settings, display }: ValidInputs<Settings>,
  event: RunEvent,
): Promise<Outcome> {
  const { clock, signal, crash, resolveRef, packSource, loadMachine, findNeededVariables } = dependencies;
  const { record, log, cancelHooks } = state;
  const { host, masker, redactor, redact } = state.runner;
  const { env } = host;
  const logLine = (line: string) => log.line(line);
  masker.maskSettings(settings);
  logEndpoint(settings, logLine);
  state.onCancel = settings.onCancel;
  // Loads the modules of the services only if the inputs are valid.
  const [{ createReporter }, { gitHubAccess }, { redactingControlPlane }, head] = await Promise.all([
    import('./publish/reporter.ts'),
    import('./github/access.ts'),
    import('./redacting-control-plane.ts'),
    readHead(dependencies, event),
  ]);
  record.head = head;
  const save = () => trySaveState(host, record);
  const reporter = createReporter({
    host,
    env,
    settings,
    event,
    record,
    annotations: display.annotations,
    signal: AbortSignal.any([signal, crash]),
    limits: dependencies.githubLimits,
    now: () => clock.now(),
    redact,
    log: logLine,
    save,
    codeHost: dependencies.codeHost ?? gitHubAccess(settings.github.token, state.github),
  });
  state.reporter = reporter;
  let readDeadline: number | undefined;
  const connection = await dependencies.connect({
    settings,
    env,
    clock,
    redact,
    log: logLine,
    readDeadline: () => readDeadline,
  });
  state.connection = connection;
  const context: VerbContext<Settings> = {
    settings,
    event,
    env,
    clock,
    signal,
    record,
    log,
    progress: host.progress,
    masker,
    redactor,
    resolveRef,
    packSource,
    loadMachine,
    findNeededVariables,
    github: state.github,
    controlPlane: redactingControlPlane(connection.controlPlane, masker, redact),
    probeStatus: connection.probeStatus,
    agentServer: connection.agentServer,
    agentData: connection.agentData,
    evaluationApi: async (baseUrl) => {
      const { redactingEvaluationApi } = await import('./redacting-evaluation-api.ts');
      return redactingEvaluationApi(await connection.evaluationApi(baseUrl), masker);
    },
    addCancelHook: cancelHooks.add,
    setReadDeadline: (at) => {
      readDeadline = at;
    },
    checkpoint: () => {
      reporter.reportProgress();
      return save();
    },
  };
  if (settings.command === undefined) return runVerb(context);
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand(context, settings.command, runVerb);
}

/** Reads the checks from the file that an input specifies, so an invalid file fails the run before anything is sent. */
async function readChecks(inputs: ParsedInputs, env: Host['env']): Promise<ParsedInputs> {
  if (!inputs.ok || !('verification' in inputs.settings)) return inputs;
  const { verification } = inputs.settings;
  if (verification?.checks.kind !== 'file') return inputs;
  const { readCheckFile } = await import('./verify/check-file.ts');
  return readCheckFile(inputs, verification, env['GITHUB_WORKSPACE']);
}

/** Reads the file with the data of a preview, so an invalid file fails the run before anything is sent. */
async function readSeed(inputs: ParsedInputs, env: Host['env']): Promise<ParsedInputs> {
  if (!inputs.ok || inputs.settings.verb !== 'preview' || inputs.settings.seed?.file === undefined)
    return inputs;
  const { readSeedInput } = await import('./seed/read-seed.ts');
  return readSeedInput(inputs, inputs.settings, env['GITHUB_WORKSPACE']);
}

/**
 * Logs the URLs of the control plane and of the API for datasets if an environment variable set them, because the run
 * sends the key to these URLs.
 */
function logEndpoint(settings: Settings, log: (line: string) => void): void {
  const { baseUrl, variable } = settings.endpoint;
  if (variable === undefined) return;
  log(
    `The environment variable ${variable} sets the control plane to ${baseUrl}, so the key is sent there. The inputs control-plane-url and region take precedence over this variable.`,
  );
  const { checks, gate } = ('verification' in settings ? settings.verification : undefined) ?? {};
  if (checks?.kind !== 'dataset' || gate?.tracingVariable === undefined) return;
  log(
    `The environment variable ${gate.tracingVariable} sets the API for datasets to ${gate.tracingUrl}, so the key is sent there. The setting tracing-url takes precedence over this variable.`,
  );
}

/**
 * Saves the state, because the post step needs the state if this process is killed. A failure to save the state, such
 * as a full disk, must not fail the deployment.
 */
async function trySaveState(host: Host, record: RunRecord): Promise<void> {
  try {
    await saveState(host, record);
  } catch (error) {
    host.log(
      `The state for the post step could not be saved, so the post step may not report a killed run: ${errorMessage(error)}`,
    );
  }
}
