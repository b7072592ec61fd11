import type { Box } from '../../../box/box.ts';
import type { Commands } from '../execution/commands.ts';

/** A box at work, with what it was begun with. */
export interface RunningBox {
  readonly box: Box;
  /** Of what the proxy last took. */
  revision: number;
  /** SHA-256, hex. */
  readonly tokenHash: string;
  readonly socketPath: string | null;
  readonly commands: Commands;
  /** The proxy has its configuration: only then is anything run in it. */
  isConfigured: boolean;
  /** Files on their way into it and out of it now. */
  transfers: number;
  /** Ends when nothing was asked of it for as long as it may idle. */
  touch(): void;
  /** It is being ended by us. */
  isStopping: boolean;
}

/** The boxes that run here, by the ID of their sandbox. */
export type LiveBoxes = Map<string, RunningBox>;

/** Carries a file: a box that does so does not idle, however long that takes. */
export async function trackTransfer<T>(live: RunningBox, work: () => Promise<T>): Promise<T> {
  live.transfers += 1;
  try {
    return await work();
  } finally {
    live.transfers -= 1;
    live.touch();
  }
}
