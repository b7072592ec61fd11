import { proxySecrets, proxySettings } from '../../clients/network-environment.ts';
import type { Host } from '../host/host.ts';
import { namesInBraces, secretHeaderValues } from '../inputs/proxy-config.ts';
import { readRaw } from '../inputs/reader.ts';
import { readSandboxInputs, type SandboxSettings } from '../inputs/sandbox-inputs.ts';
import { SANDBOX_INPUTS } from '../inputs/registry.ts';
import { DEFAULT_POLICY, outcome, type Outcome } from '../outcome.ts';
import { runAction } from '../pipeline.ts';
import { redactRunner, type SecretMasker } from '../secret-masker.ts';
import { errorMessage } from '../../os/errors.ts';
import { createSandboxRecord } from './record.ts';
import { reportSandbox } from './report.ts';
import { createSandboxState, saveSandboxState } from './state.ts';
import type { SandboxContext, SandboxDependencies, SandboxHost } from './context.ts';

/**
 * Runs the main phase of `sandbox/action.yml`: reads the inputs, runs the chosen mode, writes the outputs for every
 * outcome, reports the outcome, and returns the exit code.
 */
export async function runSandboxMain(dependencies: SandboxDependencies): Promise<0 | 1> {
  const { host: plain, clock, machine } = dependencies;
  const runner = redactRunner(plain);
  const { masker, redactor } = runner;
  const host = withVariables(runner.host, plain);
  const { env } = host;
  const context: SandboxContext = {
    ...dependencies,
    host,
    plain,
    redactor,
    masker,
    record: createSandboxRecord(clock.now()),
    state: createSandboxState(),
    checkpoint: () => checkpoint(context),
  };
  const raw = readRaw(env, SANDBOX_INPUTS);
  let work: Promise<Outcome> | undefined;

  return runAction<SandboxSettings>(
    runner,
    {
      maskInputs: () => maskSandboxInputs(env, masker),

      skipContext() {
        const named = namedSecrets(env, raw['proxy-config'] ?? '');
        const hasSecrets = raw.mode === 'runner' && !named.includes(undefined);
        return { ref: true, apiKey: raw['api-key'] !== undefined || hasSecrets };
      },

      skipped() {
        if (raw.run === undefined) return;
        // A skipped step succeeds although the tests in the step did not run, so a warning reports the skip.
        host.annotate({
          level: 'warning',
          title: 'Agent Deploy: skipped',
          message: 'The command in `run` was not run: this event gets no secrets, so the step is skipped.',
        });
      },

      async readInputs() {
        const inputs = await readSandboxInputs(env, () => machine.loadConfigCheck());
        // If the rules contain a variable's name with escapes, the name is known only after parsing.
        if (inputs.ok && inputs.settings.mode === 'runner') {
          for (const value of Object.values(inputs.settings.secrets)) masker.maskSecret(value);
        }
        return { ...inputs, policy: DEFAULT_POLICY };
      },

      run({ settings }) {
        context.record.mode = settings.mode;
        logEndpoint(context, settings);
        work = runMode(context, settings);
        return work;
      },

      async cancelled() {
        // The aborted work can clean up only within the grace period.
        await Promise.race([work?.catch(() => {}), dependencies.cancelGracePeriod()]);
        return outcome('cancelled', 'signal', `The run was cancelled. ${whatRemains(context)}`);
      },

      report: (end, { display }) => reportSandbox(context, end, display),
    },
    dependencies,
  );
}

/** Wraps a host so that the host redacts secrets, but sets variables for later steps to their real values. */
export function withVariables(host: Host, plain: SandboxHost): SandboxHost {
  return { ...host, setVariable: (name, value) => plain.setVariable(name, value) };
}

/**
 * Masks the key, the passwords of proxies, and all values that the rules contain or refer to, even if the rules are
 * invalid.
 */
export function maskSandboxInputs(
  env: Host['env'],
  masker: Pick<SecretMasker, 'keepReadable' | 'maskSecret' | 'redactValues'>,
): void {
  const raw = readRaw(env, SANDBOX_INPUTS);
  const { 'api-key': apiKey, 'proxy-config': config = '' } = raw;
  masker.keepReadable(env, raw, [apiKey]);
  if (apiKey !== undefined) masker.maskSecret(apiKey);
  masker.redactValues(proxySecrets(proxySettings(env)));
  for (const value of [...secretHeaderValues(config), ...namedSecrets(env, config)]) {
    if (value) masker.maskSecret(value);
  }
}

/** Returns the values of the variables to which the rules refer, with `undefined` for a missing variable. */
function namedSecrets(env: Host['env'], config: string): (string | undefined)[] {
  return namesInBraces(config).map((name) => env[name] || undefined);
}

/** Logs the service's URL if no input set the URL, because the run sends the key to this URL. */
function logEndpoint({ host }: SandboxContext, settings: SandboxSettings): void {
  if (settings.mode === 'runner' || host.env['INPUT_SANDBOX-URL']?.trim()) return;
  if (!host.env['LANGSMITH_ENDPOINT']) return;
  host.log(
    `The environment variable LANGSMITH_ENDPOINT sets the sandbox API to ${settings.access.baseUrl}, so the key is sent there. The input sandbox-url takes precedence over this variable.`,
  );
}

async function runMode(context: SandboxContext, settings: SandboxSettings): Promise<Outcome> {
  switch (settings.mode) {
    case 'hosted':
      return (await import('./hosted.ts')).createSandbox(context, settings);
    case 'sweep':
      return (await import('./sweep.ts')).sweepSandboxes(context, settings);
    case 'runner':
      return (await import('./runner.ts')).runOnRunner(context, settings);
  }
}

function whatRemains({ record: { stage, sandbox }, state }: SandboxContext): string {
  if (sandbox !== undefined && stage !== 'reading') {
    return state.sandbox === null
      ? `Sandbox ${sandbox.name} is kept because of \`keep\`.`
      : `The post step deletes sandbox ${sandbox.name}.`;
  }
  return stage === 'reading' ? 'Nothing was sent.' : 'All processes started on the runner were stopped.';
}

/** Saves the state, so that the post step can clean up if this step is killed. */
async function checkpoint({ host, record, state }: SandboxContext): Promise<void> {
  Object.assign(state, { stage: record.stage, mode: record.mode });
  try {
    await saveSandboxState(host, state);
  } catch (error) {
    host.log(
      `The state for the post step could not be saved, so the post step may not delete the sandbox: ${errorMessage(error)}`,
    );
  }
}
