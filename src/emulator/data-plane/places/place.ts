import type { ManagedProcess } from '../../ports/processes.ts';
import type { LinkStream } from '../link/stream.ts';

// A place runs the programs of revisions. It starts and stops them, passes their output on, and reports how they ended. The
// messages on a link, and the requests to a server, are not its concern.

/** A program that a place has started. `ended` resolves once nothing of the program is left. */
export type Running = Pick<ManagedProcess, 'pid' | 'ended' | 'stop'>;

/** A started worker; the stream leads to its descriptors 3 and 4. */
export interface RunningWorker extends Running {
  readonly stream: LinkStream;
}
