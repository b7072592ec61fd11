import type { ManagedProcess, ProcessEnd } from '../../ports/processes.ts';
import type { LinkStream } from '../link/stream.ts';

// A place runs the programs of revisions. It starts and stops them, passes their output on, and reports how they ended. The
// messages on a link, and the requests to a server, are not its concern.

/** A program that a place has started. `ended` resolves once nothing of the program is left. */
export type Running = Pick<ManagedProcess, 'pid' | 'ended' | 'stop'>;

/** A started worker. The stream connects to its descriptors 3 and 4. */
export interface RunningWorker extends Running {
  readonly stream: LinkStream;
}

/** A started server: an image, or a program of the author. */
export interface RunningServer extends Running {
  /** The origin of the server on this machine. */
  readonly address: string;
  /** Returns whether the server responds and all programs that it needs run. Never rejects. */
  isUp(): Promise<boolean>;
  /** Rejects with the reason if another program of the server ends before the server is up. Absent for a server with a single program. */
  readonly failed?: Promise<never>;
  /** Returns why the server is not up, as a sentence that begins with "it" or "its". */
  describeEnd(end: ProcessEnd): string;
}
