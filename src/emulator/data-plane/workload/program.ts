import { stripVTControlCharacters } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { describeProcessEnd, exitStatus } from '../../ports/process-end.ts';
import type { Processes } from '../../ports/processes.ts';
import type { ServerWorker } from '../../ports/worker.ts';
import { shellCommand, type WriteLog } from '../build/step-context.ts';
import type { ProgramCommand } from '../config/graph-config.ts';
import type { PortAllocator } from '../process/free-port.ts';
import { isHealthy, probeStatus, isHealthyStatus } from '../process/http-health.ts';
import { isReachableFromNetwork } from '../process/open-to-others.ts';
import { type LaunchLimits, waitForHealthy } from './launch.ts';

/** Between two looks at a program that is not healthy yet, in milliseconds. */
const LOOK_AGAIN_MS = 100;
const HEALTH_MS = 2_000;

export interface ProgramSpec {
  deploymentId: string;
  revisionId: string;
  command: ProgramCommand;
  /** Working folder: the folder of the graph configuration. */
  cwd: string;
  /** The whole environment but for PORT, and HOST unless it is said here. */
  env: Record<string, string>;
}

/** A command as people write it. */
export function formatCommand(command: ProgramCommand): string {
  return typeof command === 'string' ? command : command.join(' ');
}

/**
 * Starts the program a revision names and resolves with it once it answers `GET /ok` on the port it was given (DESIGN §6
 * "command runtime"). One that does not, in time, is ended.
 * @throws StepFailure with the last thing it printed, StepAborted when given up.
 */
export async function launchProgram(
  { processes, ports }: { processes: Processes; ports: PortAllocator },
  spec: ProgramSpec,
  log: WriteLog,
  limits: LaunchLimits,
): Promise<ServerWorker> {
  let lastLine: string | undefined;
  const port = await ports.allocate();
  const program = startProgram(
    processes,
    { ...spec, port, onEnd: () => ports.release(port) },
    (line, stream) => {
      if (line.trim() !== '') lastLine = line;
      log(stripVTControlCharacters(line), stream === 'stderr' ? 'WARNING' : 'INFO');
    },
  );
  log(`Starting ${formatCommand(spec.command)} (process ${program.worker.pid}) with PORT=${port}`);
  const worker = await waitForHealthy(program.worker, log, limits, {
    serves: () => `, on port ${port}`,
    late: () => `GET /ok on port ${port} (PORT) ${program.heard()}`,
    silent: 'The program no longer answers its health check.',
    lastWords: () =>
      lastLine === undefined ? 'It printed nothing.' : `Its last line: ${lastLine.slice(0, 500)}`,
  });
  if (await isReachableFromNetwork(port)) {
    log(
      `Port ${port} is open to other machines, which need no key there: let the program listen on 127.0.0.1 (HOST) alone.`,
      'WARNING',
    );
  }
  return worker;
}

interface Program {
  worker: ServerWorker;
  /** How its health was told last. */
  heard(): string;
}

function startProgram(
  processes: Processes,
  { command, cwd, env, port, onEnd, ...identity }: ProgramSpec & { port: number; onEnd: () => void },
  onLine: (line: string, stream: 'stdout' | 'stderr') => void,
): Program {
  const process = processes.start({
    ...programOf(command),
    cwd,
    // Python keeps what it prints back otherwise, and it would come too late to tell why it does not start.
    env: { PYTHONUNBUFFERED: '1', HOST: '127.0.0.1', ...env, PORT: String(port) },
    kind: 'worker',
    onLine,
  });
  const address = `http://127.0.0.1:${port}`;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const over = new AbortController();
  let status: number | undefined;

  const becomeReady = async () => {
    for (;;) {
      status = await probeStatus(address, HEALTH_MS);
      over.signal.throwIfAborted();
      if (isHealthyStatus(status)) return ready.resolve();
      await delay(LOOK_AGAIN_MS, undefined, { signal: over.signal });
    }
  };
  // Its end says why, when there is one.
  becomeReady().catch(() => undefined);
  const exited = process.ended.then((end) => {
    ready.reject(
      new Error(`it ${describeProcessEnd(end)} before it answered GET /ok on port ${port} (PORT)`),
    );
    over.abort();
    onEnd();
    return exitStatus(end);
  });
  return {
    heard: () => (status === undefined ? 'was not answered' : `was answered with ${status}`),
    worker: {
      ...identity,
      pid: process.pid ?? -1,
      address,
      ready: ready.promise,
      exited,
      ping: (timeoutMs) => isHealthy(address, timeoutMs),
      async stop(graceMs) {
        over.abort();
        await process.stop(graceMs);
        await exited;
      },
    },
  };
}

/** A line is the shell's to read; a list is a program and its arguments, as they are. */
function programOf(command: ProgramCommand): { command: string; args: string[] } {
  if (typeof command === 'string') return shellCommand(command);
  const [program = '', ...args] = command;
  return { command: program, args };
}
