import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../../../os/errors.ts';
import type { WriteLog } from '../build/step.ts';
import type { PlaneClient } from '../artifacts/plane-client.ts';
import { type BuildLines, LINE_CHARACTERS, LINES_MAX, StoredLines } from './protocol.ts';

type Line = BuildLines['lines'][number];

/** Sends the lines of a build's log to the control plane, in order and without duplicates. */
export interface LogSender {
  write: WriteLog;
  /** Resolves once the control plane has stored or refused all lines written so far. */
  flush(): Promise<void>;
}

/** Milliseconds for which log lines are collected before they are sent in one request. */
const GATHER_MS = 200;
const GATHER_LINES = 500;

/** Creates the sender. `print` receives a message if lines cannot be sent. */
export function createLogSender(plane: Pick<PlaneClient, 'json'>, print: (line: string) => void): LogSender {
  let waiting: Line[] = [];
  let written = 0;
  let stored = 0;
  let isRefused = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (waiting.length > 0 && !isRefused) {
      const lines = waiting.slice(0, GATHER_LINES);
      try {
        const answer = await plane.json('/log', {
          method: 'POST',
          body: { json: { from: stored, lines } satisfies BuildLines },
        });
        const { stored: now } = StoredLines.parse(answer);
        waiting = waiting.slice(lines.length);
        stored = now;
      } catch (error) {
        // If the log is refused, the build continues, because it reports its own result.
        isRefused = true;
        waiting = [];
        print(`the rest of the log cannot be sent to the control plane: ${errorMessage(error)}`);
      }
    }
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  return {
    write(message, level = 'INFO') {
      if (isRefused || written === LINES_MAX) return;
      written += 1;
      const isLast = written === LINES_MAX;
      const text = isLast
        ? 'The log has reached its maximum number of lines. The rest of the log is not stored.'
        : message;
      const line = stripVTControlCharacters(text).slice(0, LINE_CHARACTERS);
      waiting.push({ message: line, level: levelOf(isLast ? 'WARNING' : level) });
      if (waiting.length >= GATHER_LINES) void start();
      else timer ??= setTimeout(() => void start(), GATHER_MS);
    },
    async flush() {
      // Further lines may have been written during the previous request.
      do await start();
      while (waiting.length > 0);
    },
  };
}

const LEVELS: ReadonlySet<string> = new Set(['INFO', 'WARNING', 'ERROR']);
const isLevel = (level: string): level is Line['level'] => LEVELS.has(level);
const levelOf = (level: string): Line['level'] => (isLevel(level) ? level : 'INFO');
