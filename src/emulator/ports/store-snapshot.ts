// Everything the store holds, as data: part of the store's interface (store.ts).

/** One row, as people read it: times in ISO 8601, JSON as it is, bytes in base64, secrets sealed. */
export type SnapshotRow = Readonly<Record<string, unknown>>;

/** What a store holds, table by table, in a stable order. */
export interface StoreDump {
  /** The newest migration: which columns there are. */
  schema: string;
  tables: Record<string, SnapshotRow[]>;
}

/** The same with what tells whose it was: what GET /_local/snapshot gives. */
export interface Snapshot extends StoreDump {
  /** The version of this form. */
  snapshot: 1;
  /** The workspace the emulator's key opens. */
  workspace_id: string;
}

/** A place in a snapshot, and what is the matter with it. */
export interface SnapshotProblem {
  path: (string | number)[];
  message: string;
}

export interface Snapshots {
  /** Everything but the API key with this hash, and what is about this machine alone. */
  dump(options?: { withoutKey?: string }): Promise<StoreDump>;
  /**
   * Replaces everything by what a snapshot holds: all of it, or nothing. Leases and fences begin anew. Sealed values that
   * this keyring does not open are an error, or with `leaveOutUnreadable` left out and given back.
   * @throws SnapshotError naming each place.
   */
  load(dump: StoreDump, options?: { leaveOutUnreadable?: boolean }): Promise<SnapshotProblem[]>;
  /** A text that differs whenever rows with drawn IDs differ; the same one for every empty store. */
  fingerprint(): Promise<string>;
}
