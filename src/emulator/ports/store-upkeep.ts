// What looks after the data itself, and what it started: part of the store's interface (store.ts).

/** How far sealing anew has come. */
export interface ResealProgress {
  resealed: number;
  /** Values that are still sealed with older keys, as far as is known. */
  remaining: number;
  /** The places of values that cannot be opened; they stay as they are. */
  unreadable: readonly string[];
  /** Keys that were removed. */
  removed: number;
}

/** A process group an emulator started: swept at the next start on its machine when it died. */
export interface ProcessRow {
  pid: number;
  /** The kernel's start time of the pid, so that a recycled number is never killed. */
  startToken: string;
  kind: string;
  owner: string;
}
export interface Processes {
  put(row: ProcessRow): Promise<void>;
  remove(owner: string, pid: number): Promise<void>;
  list(): Promise<ProcessRow[]>;
}
