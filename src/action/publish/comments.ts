/** A comment by the token's user that begins with the mark of this run's comment. */
export interface OurComment {
  id: number;
  body: string;
  createdAt: string | undefined;
  /** Time of the last update, or `undefined` if the code host does not report the time. */
  updatedAt: string | undefined;
}

/**
 * The comments of one pull or merge request that have one mark and belong to the token's user. All methods throw the
 * errors of the requests.
 */
export interface Comments {
  /**
   * Finds our comments by their mark and their author, oldest first. With `since`, finds all comments that were updated
   * since this time. Without `since`, reads pages of comments until the first match.
   */
  find(since?: string): Promise<OurComment[]>;
  /** Creates a comment. Does not repeat the request after a lost response, because a second comment could appear. */
  create(body: string): Promise<{ id: number; createdAt: string }>;
  /** Updates a comment, and returns the comment's ID, or `undefined` if the comment was deleted. */
  update(id: number, body: string): Promise<number | undefined>;
  /** Deletes a duplicate comment of this run, if the comment still exists. */
  remove(id: number): Promise<void>;
  /** Returns whether the comment might exist although `create` threw this error. */
  mayHaveCreated(error: unknown): boolean;
  /** Waits `ms` milliseconds, or rejects when no time is left for requests or `also` aborts. */
  sleep(ms: number, also?: AbortSignal): Promise<void>;
}

/** Thrown if other jobs repeatedly replaced the section of this run in a comment. */
export class CommentReplacedError extends Error {
  override readonly name = 'CommentReplacedError';
}

/** Maximum age in milliseconds of a comment that a concurrent run might have created. */
const RACE_MS = 10 * 60_000;

/**
 * Returns the start of the period to list, early enough to include comments that concurrent runs created before `time`.
 */
export function sinceOf(time: string | undefined): string | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : new Date(at - RACE_MS).toISOString();
}
