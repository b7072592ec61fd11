import type { ProgramCommand } from '../../../graph-config/parse.ts';
import type { ProcessEnd } from '../../ports/processes.ts';
import type { LinkTarget } from '../link/dial.ts';
import type { LinkStream } from '../link/stream.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';

/**
 * Runs the programs of revisions: as processes of this machine, as containers, or as pods of a cluster. A place starts
 * and stops programs, forwards their output, and reports how they ended. A place does not handle the messages on a link
 * or the requests to a server.
 */
export interface Place<P extends Program> {
  /**
   * Starts a program. Resolves when the program's process exists or its pods are available. The log receives all
   * output of the program.
   * @throws StepFailure if the program cannot run here
   * @throws StepAborted if the signal aborts
   */
  start(program: P, log: RevisionLog, signal: AbortSignal): Promise<Running>;
}

/** Runs programs on this machine. The programs must not outlive the emulator. */
export interface LocalPlace<P extends Program> extends Place<P> {
  /**
   * Stops programs that a dead emulator left running, and returns the number of stopped process groups or containers.
   */
  sweep(): Promise<number>;
}

/** Program of a revision, to which each place adds the fields that it needs. */
export interface Program {
  deploymentId: string;
  revisionId: string;
}

/** Program that is started by a command in a folder. */
export interface CommandProgram extends Program {
  command: ProgramCommand;
  cwd: string;
  /** Environment variables of the program, except HOST and PORT, which the place adds for a server. */
  env: Record<string, string>;
  /**
   * Protocol of the program. `link` is a worker with a link on file descriptors 3 and 4. `http` is a server that
   * listens on the port in PORT.
   */
  speaks: 'link' | 'http';
}

export interface Running {
  /** ID of the program's process on this machine, or `undefined` for pods, or if the process could not be started. */
  readonly pid: number | undefined;
  /**
   * Returns the addresses of the program, or the links to its workers. A worker in pods has one endpoint per ready pod.
   * Any other program has one endpoint.
   * @throws Error if the endpoints cannot be determined.
   */
  endpoints(signal: AbortSignal): Promise<readonly Endpoint[]>;
  /** Resolves once the program has ended and was removed. Never resolves for pods, which the cluster restarts. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Stops the program, and kills the program if it is still running after `graceMs` milliseconds. Resolves once the
   * program was removed.
   */
  stop(graceMs: number): Promise<void>;
}

export type Endpoint = LinkEndpoint | PodEndpoint | ServerEndpoint;

/** Worker whose link the place has opened. */
interface LinkEndpoint {
  kind: 'link';
  stream: LinkStream;
}

/** Pod whose worker accepts links. */
export interface PodEndpoint {
  kind: 'pod';
  name: string;
  /** Uid of the pod, which differs from the uid of a later pod with the same name. */
  uid: string;
  target: LinkTarget;
}

/** Server of the agent's own program or image. */
export interface ServerEndpoint {
  kind: 'server';
  /** Origin of the server, or the server's URL behind the API server of a cluster. */
  address: string;
  /** Port in the server's variable PORT. */
  port: number;
  /** Headers and TLS settings for requests through the API server. */
  via?: Omit<LinkTarget, 'url'>;
  /**
   * Returns why the server is not healthy, or `undefined` if it is healthy; absent if the place returns only endpoints
   * of healthy servers.
   * @throws Error with the reason if the server will never be healthy.
   */
  findProblem?(): Promise<string | undefined>;
}
