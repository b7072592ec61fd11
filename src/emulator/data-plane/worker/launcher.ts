import { join } from 'node:path';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import type { AnswerAgent } from '../../ports/agent-http.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import type { ManagedProcess, Processes, ProcessSpec } from '../../ports/processes.ts';
import type { AnswerStoreCall } from '../../ports/store-calls.ts';
import { type AgentLanguage, languageOf, type WorkerLauncher, type WorkerSpec } from '../../ports/worker.ts';
import { type LinkStream, openProcessStream } from '../link/stream.ts';
import { linkWorker, type WorkerFacts } from '../link/worker.ts';
import type { WorkerCommand } from '../link/commands.ts';

/**
 * Starts worker processes: this same Node with the worker program, or the interpreter of the spec with Python's, and the
 * environment of the spec. The graphs to load are sent over the link, so the command line names no file of the checkout
 * and no secret. `storeCallsOf` gives what answers the store calls of a deployment's workers
 * of one language, `answerAgent` answers what agents ask of their own deployment's API; absent: nothing is answered.
 */
export function createWorkerLauncher(dependencies: {
  processes: Processes;
  storeCallsOf: (deploymentId: string, language: AgentLanguage) => AnswerStoreCall;
  answerAgent?: AnswerAgent;
}): WorkerLauncher {
  const { processes, storeCallsOf, answerAgent } = dependencies;
  return {
    launch(spec, onLine) {
      const { process, stream } = startWorker(processes, spec, onLine);
      const facts = factsOf(spec);
      return linkWorker(process, stream, facts, {
        load: loadCommand(spec),
        answerStoreCall: storeCallsOf(spec.deploymentId, facts.language),
        answerAgent,
        readUi: (component, file) => readUiFile(spec, component, file),
        warn: (line) => onLine(line, 'stderr'),
      });
    },
  };
}

/** Starts the process of a worker, with the stream to it; it loads nothing before it is sent `loadCommand`. */
export function startWorker(
  processes: Pick<Processes, 'start'>,
  spec: WorkerSpec,
  onLine: (line: string, stream: 'stdout' | 'stderr') => void,
  { pauses = true }: { pauses?: boolean } = {},
): { process: ManagedProcess; stream: LinkStream } {
  const program = { ...programOf(spec), cwd: spec.cwd };
  const { container } = spec;
  const process = container
    ? container.start(program, onLine)
    : processes.start({ ...program, kind: 'worker', onLine });
  const print = (line: string) => onLine(line, 'stderr');
  return {
    process,
    stream: openProcessStream(process, print, { ends: container ? 'standard' : 'descriptors', pauses }),
  };
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

function programOf({ python, env }: WorkerSpec): Pick<ProcessSpec, 'command' | 'args' | 'env' | 'pipes'> {
  if (python) {
    return {
      command: python.interpreter,
      // Without the folder of the program on `sys.path`: an agent's module may have the name of one of ours.
      args: ['-P', PROGRAMS.pythonWorker, '3', '4'],
      // Otherwise output is buffered, and a worker that dies leaves no last words.
      env: { PYTHONUNBUFFERED: '1', ...env },
      pipes: true,
    };
  }
  return {
    command: globalThis.process.execPath,
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
    pipes: true,
  };
}
