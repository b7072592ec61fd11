import * as z from 'zod';
import { Source, SourceConfig, SourceRevisionConfig } from '../../../contract/source.ts';
import { AgentSettingsBody } from '../agent-pod/hello.ts';

/** It changes when a build pod of an older version would misunderstand its job, or be misunderstood. */
const VERSION = z.literal(1);

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a build pod is to build: all that it knows of its deployment. The address of the source may carry credentials. */
export const BuildJob = z.object({
  version: VERSION,
  revision_id: z.guid(),
  deployment_id: z.guid(),
  source: Source,
  source_config: SourceConfig.pick({ repo_url: true, install_command: true, build_command: true }),
  source_revision_config: SourceRevisionConfig,
  /** The uploaded source. */
  tarball: z.object({ path: z.string(), size: z.int().min(0), sha256: Digest }).nullable(),
  /** Settings of the control plane by which programs reach the network and find packages. */
  environment: z.record(z.string(), z.string()),
  install_timeout_ms: z.int().positive(),
  pythons: z.array(z.array(z.string()).min(1)),
  /** Whether repositories may be folders of the same machine. */
  allow_local: z.boolean(),
});
export type BuildJob = z.infer<typeof BuildJob>;

/** Lines of a build's log. `from`: how many came before them, so that lines that are sent again are stored once. */
export const BuildLines = z.object({
  from: z.int().min(0),
  lines: z
    .array(
      z.object({
        message: z.string().max(20_000),
        level: z.enum(['INFO', 'WARNING', 'ERROR']),
      }),
    )
    .max(1_000),
});
export type BuildLines = z.infer<typeof BuildLines>;

/** How many of them are stored. */
export const StoredLines = z.object({ stored: z.int().min(0) });

export const BuildCommit = z.object({ commit: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/) });

/** Where a packed folder belongs below the root of a pod. */
export const PiecePlace = z.string().regex(/^(revisions|modules|python\/environments)\/[\w-]{1,64}$/);

/** A stored piece. */
export const StoredPiece = z.object({
  place: PiecePlace,
  digest: Digest,
  size: z.int().min(1),
  unpacked_size: z.int().min(1),
});
export type StoredPiece = z.infer<typeof StoredPiece>;

/** How a piece is announced when it is sent: in the query, since its body is the piece. */
export const PieceQuery = z.object({
  place: PiecePlace,
  size: z.coerce.number().pipe(z.int().min(1)),
  unpacked_size: z.coerce.number().pipe(z.int().min(1)),
});

/** How a build ended. */
export const BuildResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('built'),
    /** Those of its own folder and of its packages: where they belong, and their digests. */
    pieces: z
      .array(z.object({ place: PiecePlace, digest: Digest }))
      .min(1)
      .max(3)
      .refine((pieces) => new Set(pieces.map(({ place }) => place)).size === pieces.length, {
        error: 'Each place has one piece.',
      }),
    /** Who will answer its requests. */
    attributes: z.object({
      bringsServer: z.boolean(),
      bringsAuth: z.boolean(),
      agentSettings: AgentSettingsBody.nullable(),
    }),
  }),
  z.object({ kind: z.literal('failed'), message: z.string().min(1).max(4_000) }),
]);
export type BuildResult = z.infer<typeof BuildResult>;

/** The longest line, and most of them, that a build's log takes. */
export const LINE_CHARACTERS = 16_000;
export const LINES_MAX = 100_000;
/** The longest reason. */
export const MESSAGE_CHARACTERS = 4_000;
/** What one request may carry of the log. */
export const LINES_BYTES = 4 * 1024 * 1024;
/** What the result of a build may take. */
export const RESULT_BYTES = 256 * 1024;
/** What one build may store: its pieces as they are packed, one of them once more while it is sent again, and its log. */
export const BUILD_BYTES = 8 * 1024 ** 3;
/** What a piece counts at least: a small one has a row, and takes a request, as well. */
export const PIECE_BYTES_LEAST = 128 * 1024 ** 2;
/** What a byte of the log counts: lines are rows, and are searched. */
export const LOG_BYTE_WEIGHT = 32;
