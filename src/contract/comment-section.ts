import * as z from 'zod';

/**
 * Part of a pull request comment about one agent, in the form that the comment stores between two runs. Every string is
 * plain text: it is escaped each time the comment is rendered, so that an edited comment cannot add markup.
 */

/** Version of {@link CommentSection}. A change that older actions cannot render requires a higher version. */
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
} as const;

const { name, url, text, message, logLines, logLine, scores, ids } = SECTION_LIMITS;
const shortText = z.string().max(text);
const commit = z.string().regex(/^[0-9a-f]{7,64}$/);
const count = z.int().min(0);

const Score = z.object({
  key: shortText,
  /** Formatted means of the comparison, or absent without a comparison or a score. */
  baseline: shortText.optional(),
  candidate: shortText.optional(),
  verdict: z.enum(['worse', 'better', 'same', 'unclear']).optional(),
});

const Gate = z.object({
  verdict: z.enum(['worse', 'below-floor', 'inconclusive', 'unclear', 'better', 'same', 'passed']),
  cases: count,
  /** Number of broken cases, or of failed cases if nothing is compared. */
  broken: count,
  /** Deployment of the comparison, such as `production`, or absent without a comparison. */
  baseline: shortText.optional(),
  sentence: z.string().max(message),
  scores: z.array(Score).max(scores),
  compareUrl: z.string().max(url).optional(),
});

export const CommentSection = z.object({
  /** Name of the deployment, which identifies the agent's section of the comment. */
  agent: z.string().min(1).max(name),
  /** If an agent's section has two versions, the later version wins. */
  version: z.object({
    /** Start of the step in epoch milliseconds. */
    startedAt: count,
    /** Number and attempt of the workflow run, or 0 outside GitHub. */
    run: count,
    attempt: count,
    /** 0 at the start of the step, 1 if its post step reports a missing end, 2 at its end. */
    step: z.int().min(0).max(2),
  }),
  /** Outcome and reason code of the run; `started` without a reason while the run is in progress. */
  kind: z.string().regex(/^[a-z-]{1,40}$/),
  reason: z.string().regex(/^[a-z-]{0,60}$/),
  isPreview: z.boolean(),
  url: z.string().max(url).optional(),
  responds: z.enum(['agent', 'previous']).optional(),
  /** Head commit that the workflow run was started for. `commit` is the commit of the revision. */
  head: commit.optional(),
  commit: commit.optional(),
  readyMs: count.optional(),
  checks: shortText.optional(),
  message: z.string().max(message).optional(),
  log: z.object({ kind: shortText, lines: z.array(z.string().max(logLine)).max(logLines) }).optional(),
  gate: Gate.optional(),
  ids: z.array(z.tuple([shortText, shortText])).max(ids),
});

export type CommentSection = z.output<typeof CommentSection>;
export type GateFacts = z.output<typeof Gate>;
