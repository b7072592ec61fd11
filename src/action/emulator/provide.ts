import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { formatDuration } from '../run-record.ts';
import { errorMessage } from '../../os/errors.ts';
import type { EmulatorContext, EmulatorOrder, InstalledEmulator, StartedEmulator } from './context.ts';
import type { StartedProcess } from './state.ts';
import { type EmulatorPaths, emulatorPaths } from './paths.ts';
import { parseReadyLine, type ReadyLine } from './record.ts';

const POLL_MS = 50;
const TAIL_LINES = 20;
/** Exit code of the emulator if a flag, seed or fault rule is invalid. */
const EXIT_BAD_INPUT = 2;

/**
 * Installs the emulator, starts it and waits until it is ready. Stops the emulator if a step after the start of the
 * emulator fails. The post step removes the files of the emulator.
 */
export async function provideEmulator(context: EmulatorContext, order: EmulatorOrder): Promise<Outcome> {
  const { machine, host, record, state, clock } = context;
  const deadlineAt = clock.now() + order.timeoutMs;
  const tarball = await findPackage(context);
  const folder = await machine.makeFolder();
  const paths = emulatorPaths(folder);
  Object.assign(state, { stage: 'starting', folder });
  await context.checkpoint();
  record.logFolder = paths.logs;
  const emulator = await install(context, tarball, { paths, order, deadlineAt });
  if ('kind' in emulator) return emulator;
  record.version = emulator.version;
  host.log(`Emulator ${emulator.version} was installed (${formatDuration(clock.now() - record.startedAt)}).`);
  const started = await start(context, emulator, { folder, paths, order });
  try {
    const ready = await awaitReady(context, started, { paths, deadlineAt });
    if (ready === undefined) {
      await machine.stop(started.process, folder);
      return notReady('ready', order, await tail(context, paths));
    }
    record.serving = { ...ready, apiKey: order.apiKey };
    // The removed files contain the key and other secrets, and are not read again.
    for (const file of [paths.ready, paths.seed]) await machine.removeFile(file);
  } catch (error) {
    await machine.stop(started.process, folder);
    throw error;
  }
  const { controlPlane } = record.serving.urls;
  return outcome(
    'provided',
    'emulator-started',
    `Emulator ${emulator.version} serves on ${controlPlane}. The log and the journal are in ${paths.logs}.`,
  );
}

async function findPackage({ machine }: EmulatorContext): Promise<string> {
  const [tarball, other] = await machine.findPackages();
  if (tarball === undefined) {
    throw new ActionError(
      'emulator-missing',
      'This commit of the action does not contain the emulator, because only releases do. Use a release, such as OWNER/agent-deploy/emulator@v0; in a clone of the project, run `npm run package:emulator -- --out emulator` before this step.',
    );
  }
  if (other !== undefined) {
    throw new ActionError(
      'emulator-missing',
      `The folder of the action contains several packed emulators instead of one: ${tarball}, ${other}. Remove the old package.`,
    );
  }
  return tarball;
}

interface EmulatorLocation {
  paths: EmulatorPaths;
  order: EmulatorOrder;
}

/** Installs the emulator, or returns the outcome if the installation exceeds the time limit. */
async function install(
  context: EmulatorContext,
  tarball: string,
  { paths, order, deadlineAt }: EmulatorLocation & { deadlineAt: number },
): Promise<InstalledEmulator | Outcome> {
  const { machine, clock, signal, state } = context;
  const onStart = async (npm: StartedProcess): Promise<void> => {
    state.process = npm;
    await context.checkpoint();
  };
  const done = new AbortController();
  const late = new AbortController();
  clock
    .sleep(Math.max(0, deadlineAt - clock.now()), done.signal)
    .then(() => late.abort(new Error('too late')))
    .catch(() => {});
  try {
    const options = { signal: AbortSignal.any([signal, late.signal]), onStart };
    const result = await machine.install(tarball, paths.install, options);
    if (result.kind === 'installed') return result.emulator;
    signal.throwIfAborted();
    if (result.kind === 'aborted') return notReady('installed', order, result.lines);
    throw new ActionError('emulator-install-failed', [result.message, ...result.lines].join('\n'));
  } finally {
    done.abort();
  }
}

async function start(
  context: EmulatorContext,
  emulator: InstalledEmulator,
  { folder, paths, order }: EmulatorLocation & { folder: string },
): Promise<StartedEmulator> {
  const { machine, state } = context;
  if (order.seed !== undefined) await machine.writeFile(paths.seed, order.seed);
  if (order.faults !== undefined) await machine.writeFile(paths.faults, order.faults);
  const args = emulatorArguments(order, paths, machine.jobProcess());
  let started: StartedEmulator;
  try {
    started = await machine.start(emulator, { folder, args, apiKey: order.apiKey });
  } catch (error) {
    const message = `The emulator could not be started: ${errorMessage(error)}`;
    throw new ActionError('emulator-failed', message, { cause: error });
  }
  state.process = started.process;
  await context.checkpoint();
  return started;
}

/**
 * Returns the arguments of the emulator's command line, which make the emulator end together with the process
 * `jobProcess`.
 */
function emulatorArguments(
  order: EmulatorOrder,
  paths: EmulatorPaths,
  jobProcess: number | undefined,
): string[] {
  const { port, runtime, compat, edition, clock, workspaceId, seed, faults, flags } = order;
  return [
    `--port=${port}`,
    `--runtime=${runtime}`,
    `--compat=${compat}`,
    `--edition=${edition}`,
    `--clock=${clock}`,
    `--data-dir=${paths.data}`,
    `--journal-file=${paths.journal}`,
    ...(workspaceId === undefined ? [] : [`--workspace-id=${workspaceId}`]),
    ...(seed === undefined ? [] : [`--seed=${paths.seed}`]),
    ...(faults === undefined ? [] : [`--faults=${paths.faults}`]),
    ...(jobProcess === undefined ? [] : [`--parent-pid=${jobProcess}`]),
    ...flags,
  ];
}

/** Waits for the emulator's ready line, or resolves to `undefined` if the deadline passes. */
async function awaitReady(
  context: EmulatorContext,
  started: StartedEmulator,
  { paths, deadlineAt }: { paths: EmulatorPaths; deadlineAt: number },
): Promise<ReadyLine | undefined> {
  const { machine, clock, signal } = context;
  for (;;) {
    signal.throwIfAborted();
    // Checks whether the emulator has exited before reading the output, so that the last output is included.
    const end = started.ended();
    const [line, ...rest] = ((await machine.readFile(paths.ready)) ?? '').split('\n');
    if (line !== undefined && rest.length > 0) return readyOf(line);
    if (end !== undefined) throw endedEarly(end, await tail(context, paths));
    if (clock.now() >= deadlineAt) return undefined;
    await clock.sleep(POLL_MS, signal);
  }
}

function readyOf(line: string): ReadyLine {
  const read = parseReadyLine(line);
  if (!('problem' in read)) return read;
  throw new ActionError(
    'emulator-failed',
    `The first line of the emulator's output is not its ready line: ${read.problem}`,
  );
}

function endedEarly(
  { code, signal }: { code: number | null; signal: string | null },
  lines: readonly string[],
): ActionError {
  const last = lines.map((line) => line.replace(/^emulator: /, ''));
  if (code === EXIT_BAD_INPUT) {
    return new ActionError(
      'invalid-input',
      ['The emulator rejected an input, so it was not started.', ...last].join('\n'),
    );
  }
  const how = signal === null ? `exit code ${code}` : signal;
  return new ActionError(
    'emulator-failed',
    [`The emulator exited before it was ready (${how}):`, ...last].join('\n'),
  );
}

function notReady(
  what: 'installed' | 'ready',
  { timeoutMs }: EmulatorOrder,
  lines: readonly string[] = [],
): Outcome {
  const message = `The emulator was not ${what} within ${formatDuration(timeoutMs)}.`;
  const log = lines.length > 0 ? [what === 'ready' ? 'The end of its log:' : 'npm said last:', ...lines] : [];
  return outcome('timed-out', 'emulator-not-ready', [message, ...log].join('\n'));
}

/** Returns the last lines of the emulator's log. */
export async function tail(
  { machine }: { machine: Pick<EmulatorContext['machine'], 'readLines'> },
  paths: EmulatorPaths,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of machine.readLines(paths.log)) {
    if (lines.push(line) > TAIL_LINES) lines.shift();
  }
  return lines;
}
