import type { ExecuteEvent } from '../../../contract/sandbox-execution.ts';
import { refusal } from '../refusal.ts';
import type { Commands } from './commands.ts';
import type { CommandRequest } from './request.ts';

/** Characters of output that one answer holds at most. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Runs a command and gives what it wrote once it has ended. A client that leaves ends it.
 * @throws HttpError 408 for one that ran too long, 400 for one that could not run or wrote more than an answer holds.
 */
export async function runToEnd(
  commands: Commands,
  request: CommandRequest,
  signal: AbortSignal,
): Promise<{ stdout: string; stderr: string; exit_code: number }> {
  const command = commands.start(request);
  const written = { stdout: [] as string[], stderr: [] as string[] };
  let characters = 0;
  let last: ExecuteEvent | undefined;
  const listener = {
    send(event: ExecuteEvent) {
      if (event.type === 'stdout' || event.type === 'stderr') {
        characters += event.data.length;
        if (characters > MAX_CHARACTERS) command.kill();
        else written[event.type].push(event.data);
      } else last = event;
      return Promise.resolve();
    },
  };
  const leave = () => command.stopListening(listener);
  command.listen(listener, { stdout: 0, stderr: 0 });
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    last = await command.ended;
  } finally {
    signal.removeEventListener('abort', leave);
  }
  if (characters > MAX_CHARACTERS) {
    throw refusal(
      400,
      'CommandError',
      `The command was ended: it wrote more than ${MAX_CHARACTERS} characters. Use the WebSocket, or write to a file.`,
    );
  }
  if (last.type === 'error') {
    throw refusal(last.error_type === 'CommandTimeout' ? 408 : 400, last.error_type, last.error);
  }
  return {
    stdout: written.stdout.join(''),
    stderr: written.stderr.join(''),
    exit_code: last.type === 'exit' ? last.exit_code : -1,
  };
}
