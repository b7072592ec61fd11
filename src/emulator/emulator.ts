import type { PushRequest } from './control-plane/index.ts';
import type { EmulatorClock } from './admin/clock/emulator-clock.ts';
import type { EventLog } from './admin/events.ts';
import type { FaultRules } from './admin/faults.ts';
import type { Journal } from './admin/journal.ts';
import type { RestoreAnswer, RestoreOptions } from './admin/snapshot.ts';
import type { RevisionRow, Snapshot } from './ports/store.ts';

/** A running emulator. */
export interface Emulator {
  /** Bare origins; `admin` ends in `/_local` (DESIGN §8 "ready line"). */
  readonly urls: { controlPlane: string; sandboxes: string; tracing: string; admin: string };
  /** The port of this machine it listens on. */
  readonly port: number;
  readonly apiKey: string;
  /** The workspace the key opens: another one once the snapshot of another emulator was restored. */
  readonly workspaceId: string;
  readonly clock: EmulatorClock;
  readonly journal: Journal;
  readonly events: EventLog;
  readonly faults: FaultRules;
  /** A push happened on this repository and ref; gives the revisions it made. */
  push(push: PushRequest): Promise<RevisionRow[]>;
  /** Everything the store holds, as readable data; secrets are sealed (docs/local-controls.md). */
  snapshot(): Promise<Snapshot>;
  /**
   * Makes the store hold what a snapshot holds, all of it or nothing; what is to be served is served again.
   * @throws SnapshotError naming each place that is not in order.
   */
  restore(snapshot: unknown, options?: RestoreOptions): Promise<RestoreAnswer>;
  /** Back to the state after the start: what was deployed is gone, what was seeded is there. */
  reset(): Promise<void>;
  /**
   * Ends everything it started: connections, workers, the data file, and a temporary data folder.
   * Rejects at the end when answers are checked and one was wrong.
   */
  close(): Promise<void>;
}
