import type { ProgramCommand } from '../../../graph-config/parse.ts';
import type { ProcessEnd } from '../../ports/processes.ts';
import type { LinkTarget } from '../link/dial.ts';
import type { LinkStream } from '../link/stream.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';

/**
 * Runs the programs of revisions: as processes of this machine, as containers, or as pods of a cluster. A place
 * starts and stops programs, forwards their output, and reports how they ended. Other modules handle the messages on
 * a link and the requests to a server.
 */
export interface Place<P extends Program> {
  /**
   * Starts a program. Resolves when its process exists or its pods are available. The log gets everything that the
   * program prints.
   * @throws StepFailure if the program cannot run there, StepAborted if the signal aborts.
   */
  start(program: P, log: RevisionLog, signal: AbortSignal): Promise<Running>;
}

/** A place of this machine. Its programs must not outlive the emulator, as the pods of a cluster do. */
export interface LocalPlace<P extends Program> extends Place<P> {
  /** Stops programs that a dead emulator left running. Returns the number of stopped process groups or containers. */
  sweep(): Promise<number>;
}

/** A program of a revision. Each place adds the properties that it needs to start the program. */
export interface Program {
  deploymentId: string;
  revisionId: string;
}

/** A command in a folder. */
export interface CommandProgram extends Program {
  command: ProgramCommand;
  cwd: string;
  /** The whole environment, except the variables HOST and PORT of a server. */
  env: Record<string, string>;
  /** `link`: a worker with a link on its descriptors 3 and 4. `http`: a server that listens on the variable PORT. */
  speaks: 'link' | 'http';
}

/** A program that a place has started. */
export interface Running {
  /** The process of this machine; `undefined` for pods, and if no process could be started. */
  readonly pid: number | undefined;
  /**
   * Returns how to reach the program. A process, a container and a server have a single endpoint; a worker in pods has
   * an endpoint for each ready pod.
   * @throws Error if the place cannot tell.
   */
  endpoints(signal: AbortSignal): Promise<readonly Endpoint[]>;
  /** Resolves once the program has ended and is removed. Never resolves for pods, which their cluster restarts. */
  readonly ended: Promise<ProcessEnd>;
  /** Stops the program, by force after `graceMs`. Resolves once it is removed. */
  stop(graceMs: number): Promise<void>;
}

export type Endpoint = LinkEndpoint | PodEndpoint | ServerEndpoint;

/** A worker whose link the place has opened. */
interface LinkEndpoint {
  kind: 'link';
  stream: LinkStream;
}

/** A pod whose worker accepts links. */
export interface PodEndpoint {
  kind: 'pod';
  name: string;
  /** ID of the pod. A later pod with the same name has another ID. */
  uid: string;
  target: LinkTarget;
}

/** A server: a program of the author, or an image. */
export interface ServerEndpoint {
  kind: 'server';
  /** Origin of the server, or its URL behind the API server of a cluster. */
  address: string;
  /** Value of the variable PORT of the server. */
  port: number;
  /** Headers and TLS settings of the API server. */
  via?: Omit<LinkTarget, 'url'>;
  /**
   * Returns the reason why the server is not up, or `undefined` if it is up. The function is absent if the place
   * starts the server only once it is up.
   * @throws Error with the reason if the server will never be up.
   */
  findProblem?(): Promise<string | undefined>;
}
