import type { ProcessEnd } from './processes.ts';

/** How a program ended, as the end of a sentence that begins with its name. */
export function describeProcessEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exit':
      return `ended with exit code ${end.code}`;
    case 'signal':
      return `was ended by ${end.signal}`;
    case 'timeout':
      return `was ended after ${end.afterMs} ms`;
    case 'output-limit':
      return `was ended after ${end.bytes} bytes of output`;
    case 'aborted':
      return 'was ended';
    case 'not-started':
      return `could not be started: ${end.reason}`;
  }
}

/** The exit code of a program, or the signal that ended it; both null when it was neither. */
export function exitStatus(end: ProcessEnd): { code: number | null; signal: string | null } {
  return {
    code: end.kind === 'exit' ? end.code : null,
    signal: end.kind === 'signal' ? end.signal : null,
  };
}
