import { proxySecrets, proxySettings } from '../../clients/network-environment.ts';
import {
  checkDocument,
  type DocumentInput,
  type ParsedEmulatorInputs,
  readEmulatorInputs,
} from '../inputs/emulator-inputs.ts';
import type { Problem } from '../inputs/problem.ts';
import { readRaw } from '../inputs/reader.ts';
import { EMULATOR_INPUTS } from '../inputs/registry.ts';
import { DEFAULT_POLICY, outcome, type Outcome } from '../outcome.ts';
import { runAction } from '../pipeline.ts';
import { redactRunner } from '../secret-masker.ts';
import { errorMessage } from '../../os/errors.ts';
import type { EmulatorContext, EmulatorDependencies, EmulatorMachine, EmulatorOrder } from './context.ts';
import { provideEmulator } from './provide.ts';
import { createEmulatorRecord } from './record.ts';
import { reportEmulator } from './report.ts';
import { createEmulatorState, saveEmulatorState } from './state.ts';

/**
 * Runs the main phase of `emulator/action.yml`, from the event to the exit code, and writes the outputs for every
 * outcome.
 */
export async function runEmulatorMain(dependencies: EmulatorDependencies): Promise<0 | 1> {
  const { host: plain, clock, machine } = dependencies;
  const runner = redactRunner(plain);
  const { host, masker, redact } = runner;
  const context: EmulatorContext = {
    ...dependencies,
    host,
    plain,
    redact,
    record: createEmulatorRecord(clock.now()),
    state: createEmulatorState(),
    checkpoint: () => checkpoint(context),
  };
  let work: Promise<Outcome> | undefined;

  return runAction<EmulatorOrder>(
    runner,
    {
      maskInputs() {
        const raw = readRaw(host.env, EMULATOR_INPUTS);
        masker.keepReadable(host.env, raw, [raw['api-key']]);
        if (raw['api-key'] !== undefined) masker.maskSecret(raw['api-key']);
        masker.redactValues(proxySecrets(proxySettings(host.env)));
      },

      async readInputs() {
        const inputs = await readDocuments(await readEmulatorInputs(host.env), machine);
        if (!inputs.ok) return { ...inputs, policy: DEFAULT_POLICY };
        const apiKey = inputs.settings.apiKey ?? dependencies.createKey();
        masker.maskSecret(apiKey);
        return { ...inputs, policy: DEFAULT_POLICY, settings: { ...inputs.settings, apiKey } };
      },

      run({ settings }) {
        work = provideEmulator(context, settings);
        return work;
      },

      async cancelled() {
        // The aborted work can clean up only within the grace period.
        await Promise.race([work?.catch(() => {}), dependencies.cancelGracePeriod()]);
        return outcome(
          'cancelled',
          'signal',
          'The run was cancelled. All processes it started on the runner were stopped.',
        );
      },

      report: (end, { display }) => reportEmulator(context, end, display),
    },
    dependencies,
  );
}

type ReadInputs =
  | (Omit<Extract<ParsedEmulatorInputs, { ok: true }>, 'settings'> & {
      settings: Omit<EmulatorOrder, 'apiKey'> & { apiKey: string | undefined };
    })
  | Extract<ParsedEmulatorInputs, { ok: false }>;

/**
 * Returns the inputs with the content of the documents to which the inputs refer, or all problems with the documents.
 */
async function readDocuments(inputs: ParsedEmulatorInputs, machine: EmulatorMachine): Promise<ReadInputs> {
  if (!inputs.ok) return inputs;
  const problems: Problem[] = [];
  const read = async (path: string, document: DocumentInput | undefined): Promise<string | undefined> => {
    if (document?.kind !== 'file') return document?.text;
    const text = await machine.readWorkspaceFile(document.path);
    if (typeof text !== 'string') {
      problems.push({ path, ...text });
      return undefined;
    }
    const checked = checkDocument(text);
    if (checked.ok) return text;
    for (const { message, hint } of checked.problems) {
      problems.push({ path, message: `${document.path}: ${message}`, hint });
    }
    return undefined;
  };
  const seed = await read('seed', inputs.settings.seed);
  const faults = await read('faults', inputs.settings.faults);
  if (problems.length > 0) {
    const { display, warnings } = inputs;
    return { ok: false, display, warnings, problems };
  }
  return { ...inputs, settings: { ...inputs.settings, seed, faults } };
}

/** Saves the state, so that the post step can clean up if this step is killed. */
async function checkpoint({ host, state }: EmulatorContext): Promise<void> {
  try {
    await saveEmulatorState(host, state);
  } catch (error) {
    host.log(
      `The state for the post step could not be saved, so the post step may not stop the emulator: ${errorMessage(error)}`,
    );
  }
}
