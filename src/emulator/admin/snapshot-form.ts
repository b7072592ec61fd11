import * as z from 'zod';

/** What GET /_local/snapshot gives and PUT takes, as far as its form goes; the store judges the rows. */
export const SnapshotBody = z
  .strictObject({
    snapshot: z.literal(1, 'is a form of snapshot that this emulator does not know: it knows 1'),
    /** The newest migration of the store it was taken from. */
    schema: z.string(),
    /** The workspace that the key of its emulator opened. */
    workspace_id: z.string(),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .refine(({ workspace_id: own, tables }) => (tables['workspaces'] ?? []).some(({ id }) => id === own), {
    path: ['workspace_id'],
    message: 'names none of the workspaces',
  });

/** What a restore did. */
export const RestoreAnswer = z.object({
  /** The workspace that the emulator's key opens now. */
  workspace_id: z.string(),
  /** Values that were left out because this keyring does not open them. */
  left_out: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

export interface RestoreOptions {
  /** Leaves out what the keyring does not open, instead of refusing. */
  leaveOutUnreadable?: boolean | undefined;
}
