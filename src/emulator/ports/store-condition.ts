/** Number of unfinished rows with a status. `since` is the earliest time at which a row could have continued. */
export interface BacklogEntry {
  readonly status: string;
  readonly count: number;
  /** Epoch milliseconds, or `undefined` without rows. */
  readonly since: number | undefined;
}

/** Unfinished work of the whole control plane. */
export interface Backlog {
  readonly revisions: readonly BacklogEntry[];
  /** Unfinished runs, without runs that start later. */
  readonly runs: readonly BacklogEntry[];
}

/** State of the database, as the health endpoint reports it. */
export interface StoreCondition {
  /** Name of the newest applied migration. */
  readonly schema: string;
  /** Migrations that this program knows but that are not applied. */
  readonly unapplied: readonly string[];
  /** Versions of master keys that encrypt data but are missing in the keyring. */
  readonly missingKeys: readonly number[];
  /** Versions of master keys that the keyring contains, but whose keys are not the keys that encrypted the data. */
  readonly otherKeys: readonly number[];
}
