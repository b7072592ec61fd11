import { isoTime } from '../ports/clock.ts';
import type { Log } from '../ports/context.ts';

export interface LogFormat {
  /** Lines for people, or a JSON object each. */
  format: 'text' | 'json';
  /** Only warnings and errors. */
  quiet: boolean;
}

/** The log on standard error, as lines of text until it is configured. */
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
