import { isoTime } from '../ports/clock.ts';
import type { Log } from '../ports/context.ts';

export interface LogFormat {
  /** Format of log lines: `text` for people, or one JSON object per line for `json`. */
  format: 'text' | 'json';
  /** True if only warnings and errors are written. */
  quiet: boolean;
}

/** Creates the log on standard error, which starts with the format `text`. */
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
          ? JSON.stringify({ time: isoTime(now()), level, message, ...detail })
          : message;
      write(`${text}\n`);
    },
  };
}
