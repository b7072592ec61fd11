import * as z from 'zod';

/**
 * Announcement in a pull request comment that a preview will be deleted, in the form that the comment stores between
 * two sweeps.
 */

/** Version of {@link IdleNotice}, which increases with each change that older actions cannot read. */
export const IDLE_NOTICE_VERSION = 1;

export const IdleNotice = z.object({
  /** ID of the announced deployment, so a notice never applies to a later preview with the same name. */
  preview: z.string().min(1).max(300),
  /** Head commit of the pull request at the time of the announcement. */
  commit: z.string().regex(/^[0-9a-f]{7,64}$/),
  /** Time of the pull request's last activity before the announcement, in epoch milliseconds by GitHub's clock. */
  pullRequestAt: z.int().min(0),
});

export type IdleNotice = z.output<typeof IdleNotice>;
