import { readdirSync, readFileSync } from 'node:fs';

/** Returns the command lines on this machine that contain a string, except the command line of this process. */
export function listProcessesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap((entry) => {
      try {
        return [readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        // The process has just ended.
        return [];
      }
    })
    .filter((line) => line.includes(text) && !line.includes('box-program') && !line.includes('bash'));
}
