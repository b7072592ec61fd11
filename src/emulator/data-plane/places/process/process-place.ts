import { stripVTControlCharacters } from 'node:util';
import type { OnLine, Processes } from '../../../ports/processes.ts';
import type { Processes as ProcessTable } from '../../../ports/store.ts';
import { programOf } from '../../build/step.ts';
import { type LinkStream, openProcessStream } from '../../link/stream.ts';
import type { CommandProgram, LocalPlace, Running } from '../place.ts';
import { createPortAllocator, findServerProblem } from './ports.ts';
import { sweepProcesses } from './processes.ts';

/**
 * Creates the runtime that runs programs as processes of this machine. `table` contains the process groups of all
 * emulators.
 */
export function createProcessPlace({
  processes,
  table,
}: {
  processes: Pick<Processes, 'start'>;
  table: ProcessTable;
}): LocalPlace<CommandProgram> {
  const ports = createPortAllocator();
  return {
    async start({ command, cwd, env, speaks }, log) {
      const print = (line: string, stream: 'stdout' | 'stderr') =>
        log.write('deploy', line, stream === 'stderr' ? 'WARNING' : 'INFO', 'agent');
      if (speaks === 'link') {
        const worker = startLinked(processes, { command, cwd, env }, print);
        log.write('deploy', `Starting the agent (process ${worker.pid ?? -1})`);
        return { ...worker, endpoints: async () => [{ kind: 'link', stream: worker.stream }] };
      }
      const port = await ports.allocate();
      const server = processes.start({
        ...programOf(command),
        cwd,
        // PYTHONUNBUFFERED disables Python's output buffer, so a failed start prints its reason.
        env: { PYTHONUNBUFFERED: '1', HOST: '127.0.0.1', ...env, PORT: String(port) },
        kind: 'worker',
        onLine: (line, stream) => print(stripVTControlCharacters(line), stream),
      });
      void server.ended.then(() => ports.release(port));
      const shown = typeof command === 'string' ? command : command.join(' ');
      log.write('deploy', `Starting ${shown} (process ${server.pid ?? -1}) with PORT=${port}`);
      const address = `http://127.0.0.1:${port}`;
      const findProblem = () => findServerProblem(address, port);
      return { ...server, endpoints: async () => [{ kind: 'server', address, port, findProblem }] };
    },
    sweep: () => sweepProcesses(table),
  };
}

/**
 * Starts a worker as a process of this machine, with a link on file descriptors 3 and 4. Calls `onLine` with each line
 * of the worker's output. `openProcessStream` describes `pauses`.
 */
export function startLinked(
  processes: Pick<Processes, 'start'>,
  { command, cwd, env }: Pick<CommandProgram, 'command' | 'cwd' | 'env'>,
  onLine: OnLine,
  { pauses = true }: { pauses?: boolean } = {},
): Omit<Running, 'endpoints'> & { stream: LinkStream } {
  const process = processes.start({ ...programOf(command), cwd, env, pipes: true, kind: 'worker', onLine });
  return {
    ...process,
    stream: openProcessStream(process, (line) => onLine(line, 'stderr'), { pauses }),
  };
}
