import * as z from 'zod';

/**
 * Part of a pull request comment about one agent, in the form that the comment stores between two runs. The strings are
 * escaped each time the comment is rendered, so an edited comment cannot add markup.
 */

/** Version of {@link CommentSection}, which increases with each change that older actions cannot render. */
export const COMMENT_SECTION_VERSION = 1;

/** Maximum lengths of the stored strings in characters, and maximum lengths of lists. */
export const SECTION_LIMITS = {
  name: 200,
  url: 1_000,
  text: 200,
  message: 1_500,
  logLines: 30,
  logLine: 400,
  scores: 12,
  ids: 4,
  previews: 10,
} as const;

const { name, url, text, message, logLines, logLine, scores, ids, previews } = SECTION_LIMITS;
const shortText = z.string().max(text);
const commit = z.string().regex(/^[0-9a-f]{7,64}$/);
const count = z.int().min(0);

const Score = z.object({
  key: shortText,
  /** Formatted mean score of the baseline, or absent without a comparison or a score. */
  baseline: shortText.optional(),
  candidate: shortText.optional(),
  verdict: z.enum(['worse', 'better', 'same', 'unclear']).optional(),
});

const Gate = z.object({
  verdict: z.enum(['worse', 'below-floor', 'inconclusive', 'unclear', 'better', 'same', 'passed']),
  cases: count,
  /** Number of broken cases, or number of failed cases without a comparison. */
  broken: count,
  /** Deployment that the gate compares with, such as `production`, or absent without a comparison. */
  baseline: shortText.optional(),
  sentence: z.string().max(message),
  scores: z.array(Score).max(scores),
  compareUrl: z.string().max(url).optional(),
});

const CommitPreview = z.object({
  commit,
  /** URL of the agent, or absent if no revision is active. */
  url: z.string().max(url).optional(),
  /** Time of the creation in epoch milliseconds. */
  createdAt: count.optional(),
});

export const CommentSection = z.object({
  /** Name of the agent's deployment, which identifies the agent's section in the comment. */
  agent: z.string().min(1).max(name),
  /** Order of an agent's sections. A section with a later version replaces a section with an earlier version. */
  version: z.object({
    /** Start of the step in epoch milliseconds. */
    startedAt: count,
    /** Number and attempt of the workflow run, or 0 outside GitHub. */
    run: count,
    attempt: count,
    /** Phase that wrote the section: 0 is the step's start, 1 the post step if the step did not end, 2 the step's end. */
    step: z.int().min(0).max(2),
  }),
  /** Outcome and reason code of the run, or `started` with an empty reason code while the run is in progress. */
  kind: z.string().regex(/^[a-z-]{1,40}$/),
  reason: z.string().regex(/^[a-z-]{0,60}$/),
  isPreview: z.boolean(),
  url: z.string().max(url).optional(),
  responds: z.enum(['agent', 'previous']).optional(),
  /** Head commit of the event that started the workflow run. `commit` is the commit of the revision. */
  head: commit.optional(),
  commit: commit.optional(),
  readyMs: count.optional(),
  checks: shortText.optional(),
  /** Numbers of the entries in the data of the preview. */
  seeded: shortText.optional(),
  message: z.string().max(message).optional(),
  log: z.object({ kind: shortText, lines: z.array(z.string().max(logLine)).max(logLines) }).optional(),
  gate: Gate.optional(),
  /** Previews of the pull request's commits, newest first, or absent if the agent has no other preview. */
  previews: z.array(CommitPreview).max(previews).optional(),
  ids: z.array(z.tuple([shortText, shortText])).max(ids),
});

export type CommentSection = z.output<typeof CommentSection>;
export type GateFacts = z.output<typeof Gate>;
