import { type RunEvent, parseEvent } from '../event/event.ts';
import { errorMessage } from '../error-message.ts';
import type { Host } from './port.ts';

/** The event that started the run, from the environment and the runner's file; a file that cannot be read is said. */
export function readRunEvent(host: Pick<Host, 'env' | 'log' | 'readFile'>): RunEvent {
  const path = host.env['GITHUB_EVENT_PATH'];
  let file: string | undefined;
  try {
    file = path ? host.readFile(path) : undefined;
  } catch (error) {
    host.log(`The event file could not be read: ${errorMessage(error)}`);
  }
  return parseEvent(host.env, file);
}
