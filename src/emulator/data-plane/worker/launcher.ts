import { join } from 'node:path';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import type { OnLine, Processes, ProcessSpec } from '../../ports/processes.ts';
import { languageOf, type Worker, type WorkerSpec } from '../../ports/worker.ts';
import type { RunningWorker } from '../places/place.ts';
import { openProcessStream } from '../link/stream.ts';
import { type LinkAnswers, linkWorker, type WorkerFacts } from '../link/worker.ts';
import type { WorkerCommand } from '../link/commands.ts';

export interface WorkerLauncher {
  /**
   * Opens the link to a worker that a place has started. Without `running`, starts the worker as a process of this
   * machine. Returns at once; `onLine` gets each line that the process prints.
   */
  launch(spec: WorkerSpec, onLine: OnLine, running?: RunningWorker): Worker;
}

/**
 * Creates the launcher of worker processes. A process is this same Node with the worker program, or the interpreter
 * of the spec with the Python program, and it has the environment of the spec. The graphs to load are sent over the
 * link, so the command line contains no file of the checkout and no secret. Without `answerAgent`, requests of agents
 * to the API of their own deployment fail.
 */
export function createWorkerLauncher({
  processes,
  storeCallsOf,
  answerAgent,
}: { processes: Processes } & Pick<LinkAnswers, 'storeCallsOf'> & Partial<LinkAnswers>): WorkerLauncher {
  return {
    launch(spec, onLine, running = startWorker(processes, spec, onLine)) {
      const facts = factsOf(spec);
      return linkWorker(running, running.stream, facts, {
        load: loadCommand(spec),
        answerStoreCall: storeCallsOf(spec.deploymentId, facts.language),
        answerAgent,
        readUi: (component, file) => readUiFile(spec, component, file),
        warn: (line) => onLine(line, 'stderr'),
      });
    },
  };
}

/**
 * Starts a worker as a process of this machine. The worker loads nothing before it receives the command of
 * `loadCommand`.
 */
export function startWorker(
  processes: Pick<Processes, 'start'>,
  spec: WorkerSpec,
  onLine: OnLine,
  { pauses = true }: { pauses?: boolean } = {},
): RunningWorker {
  const process = processes.start({ ...workerProgram(spec), pipes: true, kind: 'worker', onLine });
  return { ...process, stream: openProcessStream(process, (line) => onLine(line, 'stderr'), { pauses }) };
}

/** Returns the facts that are known about a worker before it has loaded anything. */
export function factsOf(spec: WorkerSpec): WorkerFacts {
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

/** Reads a file of a user interface. Rejects when the component does not have it. */
export async function readUiFile({ ui }: WorkerSpec, component: string, file: string): Promise<string> {
  const found = new Map(Object.entries(ui ?? {})).get(component);
  if (found?.files.includes(file) !== true) throw new Error(`there is no ${file} of ${component}`);
  return readPlainText(join(found.folder, file), { maxBytes: GENERATED_MAX_BYTES, within: found.folder });
}

/** Returns the first command to a worker. */
export function loadCommand(spec: WorkerSpec): WorkerCommand {
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

/** The program of a worker, which reads from its descriptor 3 and writes to its descriptor 4. */
export type WorkerProgram = Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>;

export function workerProgram({ python, env, cwd }: WorkerSpec): WorkerProgram {
  if (python) {
    return {
      cwd,
      command: python.interpreter,
      // Keeps the folder of the program off `sys.path`, because a module of the agent may have the name of one of the
      // emulator's modules.
      args: ['-P', PROGRAMS.pythonWorker, '3', '4'],
      // Buffered output would be lost when the worker dies.
      env: { PYTHONUNBUFFERED: '1', ...env },
    };
  }
  return {
    cwd,
    command: process.execPath,
    args: [
      // The worker resolves the graph library as the graph itself does (library.ts).
      '--experimental-import-meta-resolve',
      // The warning is about the worker program and would only confuse the agent's author.
      '--disable-warning=ExperimentalWarning',
      ...noDebuggerFlags(),
      PROGRAMS.worker,
      '3',
      '4',
    ],
    env,
  };
}
