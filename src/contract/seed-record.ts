import * as z from 'zod';
import { SEED_LIMITS } from './seed-limits.ts';

const count = (max: number) => z.int().min(0).max(max);

/** Numbers of the entries that a seed wrote. */
export const SeedCounts = z.object({
  items: count(SEED_LIMITS.items),
  assistants: count(SEED_LIMITS.assistants),
  threads: count(SEED_LIMITS.threads),
  crons: count(SEED_LIMITS.crons),
});
export type SeedCounts = z.output<typeof SeedCounts>;

/**
 * Value of the store item that records the progress of a seed in the preview itself. The agent can change the record,
 * so the record decides only whether the seed of this preview is written again.
 */
export const SeedRecord = z.object({
  version: z.literal(1),
  /**
   * `clearing` means that an earlier seed is being removed, `seeding` that entries may be missing, and `complete` that
   * all entries were written.
   */
  state: z.enum(['clearing', 'seeding', 'complete']),
  /** SHA-256 of the data. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  counts: SeedCounts,
});
export type SeedRecord = z.output<typeof SeedRecord>;
