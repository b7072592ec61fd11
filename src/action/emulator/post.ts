import { table } from '../report/markdown.ts';
import { redactRunner } from '../secret-masker.ts';
import { countOf } from '../text.ts';
import { errorMessage } from '../../os/errors.ts';
import { readRaw } from '../inputs/reader.ts';
import { EMULATOR_INPUTS } from '../inputs/registry.ts';
import type { Host } from '../host/host.ts';
import type { EmulatorMachine } from './context.ts';
import { countJournal, type JournalCounts } from './journal-counts.ts';
import { type EmulatorPaths, emulatorPaths } from './paths.ts';
import { tail } from './provide.ts';
import { type EmulatorState, loadEmulatorState } from './state.ts';

export interface EmulatorPostDependencies {
  host: Host;
  machine: Pick<EmulatorMachine, 'folderOwner' | 'clearFolder' | 'readLines' | 'stop'>;
}

const ROWS_SHOWN = 20;

/**
 * Runs the post phase of `emulator/action.yml`: stops the emulator, reports the emulator's requests, and removes the
 * emulator's files except the logs. Each part of the post phase runs even if another part or the main phase failed, and
 * no error fails the job.
 */
export async function runEmulatorPost({ host: plain, machine }: EmulatorPostDependencies): Promise<void> {
  const state = loadEmulatorState(plain.env);
  if (state === undefined) return;
  const { host, masker } = redactRunner(plain);
  const { 'api-key': apiKey } = readRaw(host.env, EMULATOR_INPUTS);
  if (apiKey !== undefined) masker.maskSecret(apiKey);
  if (state.stage === 'starting') {
    warn(host, 'no report', 'The main step ended before it could report. The post step cleans up.');
  }
  // Verifies the folder's owner before using the folder, because any program of this user can write the state file.
  const owner = state.folder === null ? 'gone' : await machine.folderOwner(state.folder);
  if (owner === 'foreign') {
    warn(
      host,
      'clean-up',
      `${state.folder} is not a folder that this action creates in the runner's temporary folder, so it was not deleted.`,
    );
  }
  const folder = owner === 'ours' ? state.folder : null;
  const paths = folder === null ? undefined : emulatorPaths(folder);
  await part(host, 'The emulator', () => stop(host, machine, state, paths));
  if (folder === null || paths === undefined) return;
  if (state.process !== null) {
    await part(host, 'The journal', () => reportJournal(host, machine, paths));
  }
  await part(host, folder, () => machine.clearFolder(folder));
}

async function stop(
  host: Host,
  machine: EmulatorPostDependencies['machine'],
  state: EmulatorState,
  paths: EmulatorPaths | undefined,
): Promise<void> {
  // If the folder in the state is not ours, nothing proves that this action started the process.
  if (state.process === null || state.folder === null || paths === undefined) return;
  if ((await machine.stop(state.process, state.folder)) === 'stopped') {
    host.log(state.serving ? 'The emulator was stopped.' : `${state.process.program} is stopped.`);
    return;
  }
  // If the emulator was not ready, the main phase has already stopped the emulator and reported the reason.
  if (!state.serving) return;
  const lines = await tail({ machine }, paths);
  warn(
    host,
    'emulator ended early',
    ['The emulator exited before the job ended. The end of its log:', ...lines].join('\n'),
  );
}

async function reportJournal(
  host: Host,
  machine: EmulatorPostDependencies['machine'],
  paths: EmulatorPaths,
): Promise<void> {
  const counts = await countJournal(machine.readLines(paths.journal));
  host.log(
    `The emulator responded to ${countOf(counts.requests, 'request')}${counts.requests > 0 ? ':' : '.'}`,
  );
  for (const { count, request, status, surface } of counts.rows.slice(0, ROWS_SHOWN)) {
    host.log(`${String(count).padStart(6)}  ${status}  ${request} (${surface})`);
  }
  const left = counts.rows.length - ROWS_SHOWN;
  if (left > 0) host.log(`        and ${countOf(left, 'more kind', 'more kinds')} of requests`);
  host.log(`The log and the journal are in ${paths.logs}.`);
  if (host.env['INPUT_SUMMARY']?.trim().toLowerCase() === 'false') return;
  await host.addSummary(() => `${journalPart(counts)}\n`);
}

function journalPart({ requests, rows }: JournalCounts): string {
  if (requests === 0) return 'The emulator received no request.';
  const shown = rows
    .slice(0, ROWS_SHOWN)
    .map(({ count, request, status, surface }) => [surface, request, String(status), String(count)]);
  const left = rows.length - ROWS_SHOWN;
  const rest = left > 0 ? `\n\n… and ${countOf(left, 'more kind', 'more kinds')} of requests.` : '';
  return `#### Requests to the emulator\n\n${table(['Surface', 'Request', 'Status', 'Requests'], shown)}${rest}`;
}

async function part(host: Host, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    warn(host, 'clean-up', `${what}: ${errorMessage(error)}`);
  }
}

function warn(host: Host, what: string, message: string): void {
  host.annotate({ level: 'warning', title: `Agent Deploy: ${what}`, message });
}
