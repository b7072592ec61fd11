import { backoffMs, type BackoffOptions, retry } from '../../clients/retry.ts';
import type { CommentSection } from '../../contract/comment-section.ts';
import {
  afterStored,
  hasSection,
  mergeSections,
  NO_SECTIONS,
  parseSections,
  type Sections,
} from '../report/sections.ts';
import { CommentReplacedError, type Comments, type OurComment, sinceOf } from './comments.ts';

const MAX_READS = 5;

/** A request to write the sections of this run. */
export interface SectionWrite {
  /**
   * Condition for writing the run's sections into the comment. With `create`, the sections are always written, and the
   * comment is created if necessary. With `begin`, the sections are written like with `create`, but only if the comment
   * has no section of the agent. With `replace`, the sections are written only if the comment exists. With `update`,
   * the sections are written only if the comment has a section of the agent or has no section.
   */
  when: 'create' | 'begin' | 'replace' | 'update';
  /** Returns the sections of this run, where `stored` contains the sections that are in the comment. */
  sections: (stored: Sections) => readonly CommentSection[];
  render: (sections: Sections) => string;
  /** Signal that is aborted when no time is left to confirm that other jobs have not replaced the sections. */
  hurry: AbortSignal;
}

interface WriteResult {
  id: number | undefined;
  /** False if another job can still replace the sections. */
  isConfirmed: boolean;
}

/** Writes the sections of one run into the comment that all agents of a pull or merge request share. */
export interface CommentWriter {
  /**
   * Writes the run's sections, and keeps the sections of other agents.
   * @throws CommentReplacedError if other jobs replaced the sections repeatedly, or the errors of the requests
   */
  write(write: SectionWrite): Promise<WriteResult>;
}

export interface CommentWriterOptions {
  comments: Comments;
  /** True if other jobs probably write the comment at the same time as this job. */
  expectsOthers: boolean;
  backoff: BackoffOptions;
  /** Returns random numbers in [0, 1). */
  random?: () => number;
}

/** Thrown inside the writer to read the comment again after a delay. */
class UnconfirmedError extends CommentReplacedError {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('Other jobs kept replacing the section of this run in the comment');
    this.delayMs = delayMs;
  }
}

/**
 * Creates a writer of the shared comment. GitHub and GitLab have no conditional write, so a job can overwrite a section
 * that another job wrote after the first job read the comment. Therefore, the writer reads the comment again after a delay
 * that is longer than a request, and repeats the merge until the comment contains the run's sections. The writer does
 * not read the comment again if the comment has only one agent.
 */
export function createCommentWriter(options: CommentWriterOptions): CommentWriter {
  const { comments, expectsOthers, backoff, random = Math.random } = options;
  let createdId: number | undefined;
  let since: string | undefined;

  async function read(): Promise<OurComment[]> {
    const found = await comments.find(since);
    since ??= sinceOf(found[0]?.updatedAt);
    return found;
  }

  async function create(body: string): Promise<{ id: number } | { found: OurComment[] }> {
    try {
      const { id, createdAt } = await comments.create(body);
      createdId = id;
      since = sinceOf(createdAt);
      return { id };
    } catch (error) {
      // After a lost response to the creation, the comment might exist.
      const found = comments.mayHaveCreated(error) ? await read() : [];
      if (found.length === 0) throw error;
      return { found };
    }
  }

  async function write(request: SectionWrite): Promise<WriteResult> {
    const { when, sections, render, hurry } = request;
    let own: readonly CommentSection[] | undefined;
    let writtenId: number | undefined;

    /** Merges the sections into the oldest comment, or throws UnconfirmedError if the comment must be read again. */
    const merge = async (found: readonly OurComment[], delayMs: number): Promise<WriteResult> => {
      const [oldest] = found;
      if (oldest === undefined) return { id: undefined, isConfirmed: true };
      const target = parseSections(oldest.body);
      const stored = found
        .slice(1)
        .reduce((all, { body }) => mergeSections(all, parseSections(body)), target);
      own ??= sections(stored).map((section) => afterStored(section, stored));
      if (writtenId === undefined && !isDue(when, own, stored)) {
        return { id: when === 'begin' ? oldest.id : undefined, isConfirmed: true };
      }
      const merged = mergeSections(stored, { known: own, unknown: [] });
      if (!contains(target, merged)) {
        const id = await comments.update(oldest.id, render(merged));
        if (id === undefined) throw new UnconfirmedError(0);
        writtenId = id;
        const isAlone = !expectsOthers && merged.unknown.length === 0 && merged.known.length === own.length;
        if (!isAlone) throw new UnconfirmedError(delayMs);
      }
      if (createdId !== undefined && createdId !== oldest.id) {
        await comments.remove(createdId);
        createdId = undefined;
      }
      return { id: oldest.id, isConfirmed: true };
    };

    return retry(
      async (attempt) => {
        const delayMs = backoffMs(attempt, random, backoff);
        if (writtenId !== undefined && hurry.aborted) return { id: writtenId, isConfirmed: false };
        const found = await read();
        if (found.length > 0 || (when !== 'create' && when !== 'begin')) return merge(found, delayMs);
        own ??= sections(NO_SECTIONS);
        const made = await create(render({ known: own, unknown: [] }));
        if ('found' in made) return merge(made.found, delayMs);
        writtenId = made.id;
        // If another job has created a comment at the same time, an immediate read finds the older comment.
        if (expectsOthers) throw new UnconfirmedError(0);
        return { id: made.id, isConfirmed: true };
      },
      {
        delayAfter: (error, attempt) =>
          error instanceof UnconfirmedError && attempt < MAX_READS ? error.delayMs : undefined,
        sleep: (ms) =>
          comments.sleep(ms, hurry).catch((error: unknown) => {
            if (!hurry.aborted) throw error;
          }),
      },
    );
  }

  return { write };
}

function isDue(when: SectionWrite['when'], own: readonly CommentSection[], stored: Sections): boolean {
  const isStored = own.some(({ agent }) => stored.known.some((section) => section.agent === agent));
  if (when === 'begin') return !isStored;
  // If the comment has no section, a user has edited the comment, and the comment contains nothing to keep.
  return when !== 'update' || isStored || stored.known.length === 0;
}

/** Returns whether a comment contains every given section in the given version or a later version. */
function contains(comment: Sections, { known, unknown }: Sections): boolean {
  return (
    known.every((section) => hasSection(comment, section)) &&
    unknown.every((line) => comment.unknown.includes(line))
  );
}
