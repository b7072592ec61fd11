import type { Hello } from '../in-box/messages.ts';
import { type Box, type BoxOptions, BoxStartError, type IsolationLevel } from '../port.ts';
import { readFile, writeFile } from './files.ts';
import type { LaunchedBox } from './launched.ts';
import { BoxConnection } from './line.ts';
import { runCommand } from './run-command.ts';

const READY_MS = 20_000;
const STOP_MS = 3_000;

/** A box around a launched supervisor. Rejects with `BoxStartError` when it does not get ready; nothing is left then. */
export async function connectBox(
  launched: LaunchedBox,
  options: BoxOptions,
  hello: Hello,
  trust: (caPem: string) => void,
): Promise<Box> {
  const line = new BoxConnection(launched, () => launched.kill());
  const ended = launched.ended.then(() => line.disconnect());
  try {
    line.sendMessage(hello);
  } catch (error) {
    // It would wait for ever for what is too long to be said.
    launched.kill();
    await ended;
    const why = error instanceof Error ? error.message : String(error);
    throw new BoxStartError(`box ${options.id} could not be started: its variables are too long: ${why}`, {
      cause: error,
    });
  }
  const timer = Promise.withResolvers<'late'>();
  const timeout = setTimeout(() => timer.resolve('late'), READY_MS);
  const outcome = await Promise.race([
    line.ready.then(() => 'ready' as const),
    ended.then(() => 'ended' as const),
    timer.promise,
  ]);
  clearTimeout(timeout);
  if (outcome !== 'ready') {
    launched.kill();
    await ended;
    const said = launched.errorTail();
    const why = outcome === 'late' ? `it was not ready within ${READY_MS / 1000} s` : 'it ended at once';
    throw new BoxStartError(
      `box ${options.id} could not be started: ${why}${said === '' ? '' : ` (${said})`}`,
    );
  }
  return aroundLine(line, launched, ended, options, trust);
}

function aroundLine(
  line: BoxConnection,
  launched: LaunchedBox,
  ended: Promise<void>,
  { id, level }: { id: string; level: IsolationLevel },
  trust: (caPem: string) => void,
): Box {
  return {
    id,
    level,
    run: (command) => runCommand(line, command, () => launched.kill()),
    readFile: (path, range) => readFile(line, path, range),
    writeFile: (path, data) => writeFile(line, path, data),
    trust: async (caPem) => trust(caPem),
    ended,
    stop: async () => {
      line.sendMessage({ do: 'stop' });
      const timer = setTimeout(() => launched.kill(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
