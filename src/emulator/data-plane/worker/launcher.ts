import type { RevisionLog } from '../reconcile/revision-log.ts';
import { join } from 'node:path';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import { languageOf, type Worker, type WorkerSpec } from '../../ports/worker.ts';
import type { Running } from '../places/place.ts';
import { type LinkAnswers, linkWorker, type WorkerFacts } from '../link/worker.ts';
import type { WorkerCommand } from '../link/commands.ts';

type LoadCommand = Extract<WorkerCommand, { type: 'load' }>;

export interface WorkerLauncher {
  /**
   * Calls `start` to start the program of a worker, and opens the link to the program. Writes warnings of the link to
   * `log`.
   * For a spare worker, `revision` contains the folder and variables that the worker takes over.
   * @throws the error of `start`.
   */
  launch(
    spec: WorkerSpec,
    log: Pick<RevisionLog, 'write'>,
    start: () => Promise<Running>,
    revision?: LoadCommand['process'],
  ): Promise<Worker>;
}

/**
 * Creates the launcher of workers. The graphs to load are sent over the link, so the command line, which every user of
 * the machine can read, contains no secret and no file of the checkout. Without `answerAgent`, an agent's requests to
 * the API of its own deployment fail.
 */
export function createWorkerLauncher({
  storeCallsOf,
  answerAgent,
}: Pick<LinkAnswers, 'storeCallsOf'> & Partial<LinkAnswers>): WorkerLauncher {
  return {
    async launch(spec, log, start, revision) {
      const running = await start();
      const [endpoint] = await running.endpoints(new AbortController().signal);
      if (endpoint?.kind !== 'link')
        throw new Error('the started program is not a worker, because it has no link');
      const facts = initialFacts(spec);
      return linkWorker(running, endpoint.stream, facts, {
        load: { ...loadCommand(spec), ...(revision && { process: revision }) },
        answerStoreCall: storeCallsOf(spec.deploymentId, facts.language),
        answerAgent,
        readUi: (component, file) => readUiFile(spec, component, file),
        warn: (line) => log.write('deploy', line, 'WARNING', 'agent'),
      });
    },
  };
}

/** Returns the facts about a worker that are known before it has loaded its graphs. */
export function initialFacts(spec: WorkerSpec): WorkerFacts {
  const { deploymentId, revisionId, cors, settings, auth, http, ui } = spec;
  return {
    deploymentId,
    revisionId,
    language: languageOf(spec),
    graphs: Object.fromEntries(
      Object.entries(spec.graphs).map(([id, { description }]) => [id, { description }]),
    ),
    cors,
    settings,
    auth: auth?.settings,
    http,
    ui: ui && Object.fromEntries(Object.entries(ui).map(([component, { files }]) => [component, { files }])),
  };
}

/** Reads a file of a user interface component, or rejects if the component has no such file. */
export async function readUiFile({ ui }: WorkerSpec, component: string, file: string): Promise<string> {
  const found = new Map(Object.entries(ui ?? {})).get(component);
  if (found?.files.includes(file) !== true) throw new Error(`the component ${component} has no file ${file}`);
  return readPlainText(join(found.folder, file), { maxBytes: GENERATED_MAX_BYTES, within: found.folder });
}

/** Returns the first command to a worker, which makes the worker load its graphs. */
export function loadCommand(spec: WorkerSpec): LoadCommand {
  const { graphs, python, encryption, priority, serde, store, auth } = spec;
  return {
    type: 'load',
    graphs,
    ...(store && { store }),
    ...(serde && { serde }),
    ...(auth && { auth: { module: auth.module, exportName: auth.exportName } }),
    ...(priority && { priority }),
    ...(encryption && { encryption }),
    ...(python && { python: { overlay: python.overlay, paths: python.paths } }),
    ...(spec.app && { app: spec.app }),
  };
}

/**
 * Returns the command that starts a worker: this Node with the worker program, or the spec's Python interpreter with
 * the Python program. The program reads from file descriptor 3 and writes to file descriptor 4. The program loads no
 * code of the agent before it receives the command that `loadCommand` returns.
 */
export function workerProgram({ deploymentId, revisionId, python, env, cwd }: WorkerSpec) {
  const program = { deploymentId, revisionId, cwd, speaks: 'link' as const };
  if (python) {
    return {
      ...program,
      // `-P` excludes the program's folder from `sys.path`, because a module of the agent may have the name of a module
      // of the program.
      command: [python.interpreter, '-P', PROGRAMS.pythonWorker, '3', '4'],
      // Python output is not buffered, because buffered output is lost when a worker is killed.
      env: { PYTHONUNBUFFERED: '1', ...env },
    };
  }
  return {
    ...program,
    command: [
      process.execPath,
      // The flag lets the worker find the graph library that the graph imports (`library.ts`).
      '--experimental-import-meta-resolve',
      // Node's warning about experimental features concerns only the worker program, and would confuse the agent
      // developer.
      '--disable-warning=ExperimentalWarning',
      ...noDebuggerFlags(),
      ...youngGenerationFlags(env),
      PROGRAMS.worker,
      '3',
      '4',
    ],
    env,
  };
}

/**
 * Size of each half of a worker's young generation, in MB. With V8's own size, the objects that loading the libraries
 * discards stay in memory, and take as much memory as the rest of the worker. The bench `worker-memory` compares the two.
 */
const SEMI_SPACE_MB = 4;

/** Returns the flags for the young generation of a worker, or no flags if the agent's own `NODE_OPTIONS` set its size. */
function youngGenerationFlags(env: WorkerSpec['env']): string[] {
  const isSet = /semi[-_]space/.test(env['NODE_OPTIONS'] ?? '');
  return isSet ? [] : [`--max-semi-space-size=${SEMI_SPACE_MB}`];
}
