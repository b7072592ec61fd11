import * as z from 'zod';
import { Source, SourceConfig, SourceRevisionConfig } from '../../../contract/source.ts';
import { AgentSettingsBody } from '../link/facts.ts';

/** Version of the protocol, which increases with each change that would confuse build pods of older versions. */
const VERSION = z.literal(1);

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** All data that a build pod receives about its deployment. The source URL may contain credentials. */
export const BuildJob = z.object({
  version: VERSION,
  revision_id: z.guid(),
  deployment_id: z.guid(),
  source: Source,
  source_config: SourceConfig.pick({ repo_url: true, install_command: true, build_command: true }),
  source_revision_config: SourceRevisionConfig,
  /** Uploaded source, or null if the source is a repository. */
  tarball: z.object({ path: z.string(), size: z.int().min(0), sha256: Digest }).nullable(),
  /** Environment variables with which programs reach the network and find packages. */
  environment: z.record(z.string(), z.string()),
  /** Secrets of the deployment that its installs receive; absent from a control plane of an earlier version. */
  package_variables: z.record(z.string(), z.string()).default({}),
  install_timeout_ms: z.int().positive(),
  pythons: z.array(z.array(z.string()).min(1)),
  /** True if a repository may be a folder on this machine. */
  allow_local: z.boolean(),
});
export type BuildJob = z.infer<typeof BuildJob>;

/** Lines to add to a build's log. `from` is the number of earlier lines, so a repeated request stores no line twice. */
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

/** Number of log lines of the build that are stored. */
export const StoredLines = z.object({ stored: z.int().min(0) });

export const BuildCommit = z.object({ commit: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/) });

/** Path of a packed folder, relative to a pod's data directory. */
export const ArchivePath = z.string().regex(/^(revisions|modules|python\/environments)\/[\w-]{1,64}$/);

/** Returns the kind of an archive: the folder of a revision, npm packages, or a Python environment. */
export const kindOf = (archivePath: string): 'revisions' | 'modules' | 'environments' =>
  archivePath.startsWith('revisions/')
    ? 'revisions'
    : archivePath.startsWith('modules/')
      ? 'modules'
      : 'environments';

/** Archive that the control plane has stored. */
export const StoredArchive = z.object({
  place: ArchivePath,
  digest: Digest,
  size: z.int().min(1),
  unpacked_size: z.int().min(1),
});
export type StoredArchive = z.infer<typeof StoredArchive>;

/** Query parameters of an archive upload, whose request body is the archive. */
export const ArchiveUploadQuery = z.object({
  place: ArchivePath,
  size: z.coerce.number().pipe(z.int().min(1)),
  unpacked_size: z.coerce.number().pipe(z.int().min(1)),
});

/** Result of a build. */
export const BuildResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('built'),
    /** Path and digest of each stored archive: of the revision's folder, and of its packages. */
    pieces: z
      .array(z.object({ place: ArchivePath, digest: Digest }))
      .min(1)
      .max(3)
      .refine((archives) => new Set(archives.map(({ place }) => kindOf(place))).size === archives.length, {
        error: 'The result can contain only one archive of each kind.',
      }),
    /** Attributes with which a replica serves the revision. */
    attributes: z.object({
      bringsServer: z.boolean(),
      bringsAuth: z.boolean(),
      agentSettings: AgentSettingsBody.nullable(),
    }),
  }),
  z.object({ kind: z.literal('failed'), message: z.string().min(1).max(4_000) }),
]);
export type BuildResult = z.infer<typeof BuildResult>;

/** Maximum length of a log line in characters; longer lines are split. */
export const LINE_CHARACTERS = 16_000;
export const LINES_MAX = 100_000;
/** Maximum length of a failure reason, in characters. */
export const MESSAGE_CHARACTERS = 4_000;
/** Maximum size of a request with log lines, in bytes. */
export const LINES_BYTES = 4 * 1024 * 1024;
/** Maximum size of a request with a build result, in bytes. */
export const RESULT_BYTES = 256 * 1024;
/** Maximum number of bytes that one build may store, including the log. An archive that is sent twice counts twice. */
export const BUILD_BYTES = 8 * 1024 ** 3;
/** Minimum number of bytes that are counted for an archive, because even a small archive needs a row and a request. */
export const MIN_ARCHIVE_BYTES = 128 * 1024 ** 2;
/** Factor by which the bytes of log lines are multiplied, because searchable rows need more resources than archives. */
export const LOG_BYTE_WEIGHT = 32;
