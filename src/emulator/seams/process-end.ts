import type { ProcessEnd } from './processes.ts';

/** How a program ended, as the end of a sentence that begins with its name. */
export function describeEnd(end: ProcessEnd): string {
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
