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
   * Speaks to a worker that a place has started; without `running`, starts one as a process of this machine. Returns at
   * once; `onLine` gets each line that the process prints.
   */
  launch(spec: WorkerSpec, onLine: OnLine, running?: RunningWorker): Worker;
}

/**
 * Starts worker processes: this same Node with the worker program, or the interpreter of the spec with Python's, and the
 * environment of the spec. The graphs to load are sent over the link, so the command line names no file of the checkout
 * and no secret. Without `answerAgent`, requests of agents to the API of their own deployment fail.
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

/** Starts a worker as a process of this machine. It loads nothing before it is sent `loadCommand`. */
export function startWorker(
  processes: Pick<Processes, 'start'>,
  spec: WorkerSpec,
  onLine: OnLine,
  { pauses = true }: { pauses?: boolean } = {},
): RunningWorker {
  const process = processes.start({ ...workerProgram(spec), pipes: true, kind: 'worker', onLine });
  return { ...process, stream: openProcessStream(process, (line) => onLine(line, 'stderr'), { pauses }) };
}

/** What is known of a worker before it has loaded anything. */
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

/** What a worker is sent first. */
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
      // Without the folder of the program on `sys.path`: an agent's module may have the name of one of ours.
      args: ['-P', PROGRAMS.pythonWorker, '3', '4'],
      // Otherwise output is buffered, and a worker that dies leaves no last words.
      env: { PYTHONUNBUFFERED: '1', ...env },
    };
  }
  return {
    cwd,
    command: process.execPath,
    args: [
      // Resolves the graph library as the graph itself does (library.ts).
      '--experimental-import-meta-resolve',
      // The warning is about this program, not about the agent.
      '--disable-warning=ExperimentalWarning',
      ...noDebuggerFlags(),
      PROGRAMS.worker,
      '3',
      '4',
    ],
    env,
  };
}
