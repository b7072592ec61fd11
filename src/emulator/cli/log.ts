import { isoTime } from '../ports/clock.ts';
import type { Log } from '../ports/context.ts';

export interface LogFormat {
  /** `text`: lines for people; `json`: one JSON object per line. */
  format: 'text' | 'json';
  /** If true, only warnings and errors are written. */
  quiet: boolean;
}

/** Creates the log on standard error. Its initial format is text. */
export function createCommandLog(
  write: (text: string) => void,
  now: () => number,
): { log: Log; configure: (format: LogFormat) => void } {
  let chosen: LogFormat = { format: 'text', quiet: false };
  return {
    configure(format) {
      chosen = format;
    },
    log(message, { level, ...detail } = { level: 'warning' }) {
      if (chosen.quiet && level === 'info') return;
      const text =
        chosen.format === 'json'
          ? JSON.stringify({ at: isoTime(now()), level, message, ...detail })
          : message;
      write(`${text}\n`);
    },
  };
}
