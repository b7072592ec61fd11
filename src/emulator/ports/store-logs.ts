// The logs of revisions: part of the store's interface (store.ts).

export type LogKind = 'build' | 'deploy';
export interface LogLine {
  id: number;
  revisionId: string;
  kind: LogKind;
  level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
  at: number;
  message: string;
}
export interface Logs {
  append(lines: Omit<LogLine, 'id'>[]): Promise<void>;
  list(revisionId: string, filter: LogFilter): Promise<LogLine[]>;
  /** Lines of all revisions of a deployment, in the order in which they were written. */
  listOfDeployment(deploymentId: string, filter: LogFilter): Promise<LogLine[]>;
}
export interface LogFilter {
  kind: LogKind;
  order: 'asc' | 'desc';
  limit: number;
  /** Line ids, exclusive. */
  after?: number;
  before?: number;
  /** Substrings of the message, all of them. */
  query?: string;
  mentions?: string;
  levels?: string[];
  from?: number;
  to?: number;
}
