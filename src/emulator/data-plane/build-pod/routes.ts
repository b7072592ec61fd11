import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { networkEnvironment } from '../../../clients/network-environment.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import { parseJson } from '../../../contract/json-safety.ts';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { EmulatorConfig, EmulatorContext } from '../../ports/context.ts';
import type { BuildRow, DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { deploymentAtRevision, mayBeBuilt, type PieceOrigin } from '../../ports/store-control-plane.ts';
import { bearerTokenOf, hashKey, isSameSecret, unauthorized } from '../../server/authenticate.ts';
import { HttpError } from '../../server/http-error.ts';
import { route, type Route } from '../../server/route.ts';
import { isLoopback } from '../../server/server-origins.ts';
import { placeOf } from '../artifacts/artifact-store.ts';
import { MAX_PIECE_BYTES } from '../artifacts/artifact-writer.ts';
import { offsetOf, Piece, Revision, streamPiece } from '../artifacts/routes.ts';
import { StepFailure } from '../build/step.ts';
import { buildSecrets, type Environment, indexEnvironment } from '../environment.ts';
import { secretValues } from '../reconcile/advance.ts';
import { createTarballs } from '../tarball/tarballs.ts';
import {
  BUILD_BYTES,
  BuildCommit,
  BuildJob,
  BuildLines,
  BuildResult,
  LINES_BYTES,
  LINES_MAX,
  LOG_BYTE_WEIGHT,
  PIECE_BYTES_LEAST,
  PieceQuery,
  RESULT_BYTES,
  PiecePlace,
  StoredLines,
  StoredPiece,
} from './protocol.ts';

export interface BuildRouteDependencies
  extends Pick<EmulatorContext, 'store' | 'objects' | 'clock' | 'onRevisionLine'> {
  config: Pick<EmulatorConfig, 'installTimeoutMs' | 'pythons' | 'host'>;
  /** Environment of the control plane. Builds receive the variables that they need to reach the network. */
  env: Environment;
}

const surface = 'agent-pods';
const refused = { description: 'Not the token of a build that is in progress', schema: DetailError };
const unknown = { description: 'There is none', schema: DetailError };
const invalid = { description: 'It is not what it is announced as', schema: DetailError };
const conflict = { description: 'It contradicts what was sent before', schema: DetailError };
const noBytes = { description: 'It has no such bytes', schema: DetailError };
const tooLarge = { description: 'The build stored too much', schema: DetailError };

/** A build in progress, identified by its token. */
interface Build {
  row: BuildRow;
  /** The deployment with the settings of this revision. */
  deployment: DeploymentRow;
  revision: RevisionRow;
}

/**
 * Creates the routes with which a build pod reads its job and source, and sends its log, packed pieces and result.
 * Every replica serves them. A build cannot read or write anything of other deployments, or anything after it has
 * ended.
 */
export function buildRoutes(dependencies: BuildRouteDependencies): Route[] {
  const { store, objects, clock, config, env, onRevisionLine } = dependencies;
  const tarballs = createTarballs({ uploads: store.uploads, objects });
  const index = indexEnvironment(env);
  const ownSecrets = buildSecrets(env);

  const authorize = async (revisionId: string, headers: IncomingHttpHeaders): Promise<Build> => {
    const given = bearerTokenOf(headers);
    const row = given === undefined ? undefined : await store.builds.find(revisionId);
    if (given === undefined || row?.status !== 'running' || !isSameSecret(hashKey(given), row.tokenHash)) {
      throw unauthorized('Send the token of a build of this revision that is in progress.');
    }
    const found = await findRevision(revisionId);
    // An ended revision is not built and its pieces are not kept. A serving revision is built again if none of its
    // pieces is stored.
    if (found === undefined || !mayBeBuilt(found.revision)) {
      throw unauthorized('The revision has ended, or is gone.');
    }
    return { row, ...found };
  };

  const findRevision = async (revisionId: string): Promise<Omit<Build, 'row'> | undefined> => {
    const revision = await store.revisions.findById(revisionId);
    const deployment = revision && (await store.deployments.findById(revision.deploymentId));
    if (revision === undefined || deployment === undefined) return undefined;
    return { revision, deployment: deploymentAtRevision(deployment, revision) };
  };

  /** Removes secrets from all text that a revision's log or status shows. */
  const redactorOf = async ({ deployment, revision }: Build) => {
    const secrets = await store.revisions.secrets(revision.id);
    const redactor = createRedactor([...secretValues(deployment, secrets), ...ownSecrets]);
    return (text: string) => redactor.redact(stripVTControlCharacters(text));
  };

  const needTarball = async (revision: RevisionRow) => {
    try {
      return await tarballs.need(revision);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      throw new HttpError(404, error.message, { cause: error });
    }
  };

  /**
   * Returns the builds that share packages with this build: those of the same deployment from the same commit or tarball, with the
   * same commands. Nothing that an author's code can invent counts: a build reports its commit before any of that code runs, and
   * cannot change it afterwards. Keys of packages are computed in the pod, where that code can announce any key.
   * @throws HttpError while the commit is unknown.
   */
  const originOf = async ({ row, deployment, revision }: Build): Promise<PieceOrigin> => {
    const isUpload = revision.source === 'internal_source';
    const content = isUpload ? (await needTarball(revision)).sha256 : row.commitSha;
    if (content === null) throw new HttpError(409, 'Report the commit before asking for packages.');
    const { repo_url, install_command, build_command } = deployment.sourceConfig;
    const { graph_config_path } = revision.config;
    const facts = [revision.source, repo_url, content, graph_config_path, install_command, build_command];
    const source = createHash('sha256').update(JSON.stringify(facts.map((fact) => fact ?? null)));
    return { deploymentId: deployment.id, source: source.digest('hex') };
  };

  const jobOf = async ({ deployment, revision }: Build): Promise<BuildJob> => {
    const { repo_url, install_command, build_command } = deployment.sourceConfig;
    const isUpload = revision.source === 'internal_source';
    const tarball = isUpload ? await needTarball(revision) : undefined;
    return {
      version: 1,
      revision_id: revision.id,
      deployment_id: deployment.id,
      source: revision.source,
      source_config: { repo_url, install_command, build_command },
      source_revision_config: revision.config,
      tarball: tarball ? { path: tarball.path, size: tarball.size, sha256: tarball.sha256 } : null,
      environment: { ...networkEnvironment(env), ...index },
      install_timeout_ms: config.installTimeoutMs,
      pythons: config.pythons.map((command) => [...command]),
      allow_local: isLoopback(config.host),
    };
  };

  /**
   * Returns the number of stored lines; `undefined` if other lines were stored in the meantime, possibly the same
   * lines by another replica.
   */
  const storeLines = async (build: Build, { from, lines }: BuildLines): Promise<number | undefined> => {
    const { row, revision, deployment } = build;
    if (from > row.lines) throw new HttpError(409, `Only ${row.lines} lines came before these.`);
    // The response to an earlier attempt was lost.
    const fresh = lines.slice(row.lines - from);
    if (row.lines + fresh.length > LINES_MAX) {
      throw new HttpError(413, `The log of a build has ${LINES_MAX} lines at most.`);
    }
    if (fresh.length === 0) return row.lines;
    const redact = await redactorOf(build);
    const rows = fresh.map(({ message, level }) => ({
      revisionId: revision.id,
      kind: 'build' as const,
      level,
      at: clock.now(),
      message: redact(message).replaceAll(LINE_END, ' '),
    }));
    const weight = rows.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0) * LOG_BYTE_WEIGHT;
    const isStored = await store.transaction(async (tx) => {
      if (!(await tx.builds.takeLines(revision.id, row.attempt, row.lines, rows.length))) return false;
      if (!(await tx.builds.takeBytes(revision.id, row.attempt, weight, BUILD_BYTES))) throw tooMuch();
      await tx.logs.append(rows);
      return true;
    });
    if (!isStored) return undefined;
    for (const { level, message } of rows) {
      onRevisionLine({
        deployment: deployment.name,
        revisionId: revision.id,
        level,
        message,
        fromAgent: false,
      });
    }
    return row.lines + rows.length;
  };

  const storePiece = async (
    build: Build,
    digest: string,
    { place, size, unpacked_size: unpackedSize }: z.infer<typeof PieceQuery>,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    const { row, revision } = build;
    if (place.startsWith('revisions/') && place !== placeOf(revision.id.toLowerCase())) {
      throw new HttpError(400, `${place} is the folder of another revision.`);
    }
    if (size > MAX_PIECE_BYTES) {
      throw new HttpError(413, `A piece has ${MAX_PIECE_BYTES} bytes at most, and this one ${size}.`);
    }
    const origin = await originOf(build);
    // The response to an earlier attempt was lost.
    if ((await store.artifacts.findPiece(origin, place, digest)) !== undefined) return;
    const counted = Math.max(size, PIECE_BYTES_LEAST);
    // Counted before the bytes arrive, because a build may send many pieces at once.
    if (!(await store.builds.takeBytes(revision.id, row.attempt, counted, BUILD_BYTES))) throw tooMuch();
    const contentId = randomUUID();
    try {
      await objects.write(contentId, noLonger(body, size), async (written) => {
        if (written.size !== size || written.sha256 !== digest) {
          throw new HttpError(
            400,
            `The piece has ${written.size} bytes with SHA-256 ${written.sha256}, other than announced.`,
          );
        }
        await store.transaction(async (tx) => {
          // The build may have ended in the meantime.
          if (!(await tx.builds.takeBytes(revision.id, row.attempt, 0, BUILD_BYTES))) throw hasEnded();
          const piece = { contentId, ...origin, place, digest, size, unpackedSize };
          await tx.artifacts.insertPiece({
            ...piece,
            isBuilt: false,
            attributes: null,
            usedAt: Date.now(),
          });
        });
      });
    } catch (error) {
      // If this also fails, the bytes stay counted until the attempt ends.
      await store.builds.takeBytes(revision.id, row.attempt, -counted, BUILD_BYTES).catch(() => undefined);
      throw error;
    }
  };

  const settle = async (build: Build, result: BuildResult): Promise<void> => {
    const { row, revision } = build;
    if (result.kind === 'failed') {
      const redact = await redactorOf(build);
      const end = { status: 'failed', message: redact(result.message) } as const;
      if (!(await store.builds.end(revision.id, row.attempt, end))) throw hasEnded();
      return;
    }
    const own = placeOf(revision.id.toLowerCase());
    if (!result.pieces.some(({ place }) => place === own)) {
      throw new HttpError(400, `The folder of the revision is missing: ${own}.`);
    }
    const origin = await originOf(build);
    await store.transaction(async (tx) => {
      const contentIds: string[] = [];
      for (const { place, digest } of result.pieces) {
        const piece = await tx.artifacts.findPiece(origin, place, digest);
        if (piece === undefined) throw new HttpError(409, `${place} is not stored, or no longer.`);
        if (place === own) await tx.artifacts.setAttributes(piece.contentId, result.attributes);
        contentIds.push(piece.contentId);
      }
      await tx.artifacts.put(revision.id, contentIds, Date.now());
      const end = { status: 'built', message: null } as const;
      if (!(await tx.builds.end(revision.id, row.attempt, end))) throw hasEnded();
    });
  };

  const base = '/_pods/{revision_id}/build';
  const about = { surface, auth: 'none', params: Revision } as const;
  return [
    route({
      ...about,
      method: 'GET',
      path: base,
      summary: 'What the pod is to build',
      unsafeGet: true,
      responses: { 200: { description: 'Its job', schema: BuildJob }, 401: refused, 404: unknown },
      handler: async ({ params, headers }) => {
        const build = await authorize(params.revision_id, headers);
        const job = await jobOf(build);
        await store.builds.start(params.revision_id, build.row.attempt, Date.now());
        // Streamed instead of returned as a body: the job contains credentials, and bodies are written to the
        // journal.
        return { stream: (response) => sendJson(response, job) };
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/source`,
      summary: 'The uploaded source',
      unsafeGet: true,
      responses: {
        200: { description: 'The tarball', type: 'application/gzip' },
        206: { description: 'Its bytes from the offset on', type: 'application/gzip' },
        401: refused,
        404: unknown,
        416: noBytes,
      },
      handler: async ({ params, headers, signal }) => {
        const { revision } = await authorize(params.revision_id, headers);
        if (revision.source !== 'internal_source')
          throw new HttpError(404, 'The revision is not built from an upload.');
        const from = offsetOf(headers.range);
        const { size, read } = await needTarball(revision);
        return streamPiece({ size, content: read(from) }, from, signal);
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: `${base}/log`,
      summary: 'Add lines to its log',
      rawBody: true,
      body: BuildLines,
      responses: {
        200: { description: 'How many there are', schema: StoredLines },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, readBytes }) => {
        const build = await authorize(params.revision_id, headers);
        const lines = parseBody(BuildLines, await readBytes(LINES_BYTES));
        let stored = await storeLines(build, lines);
        stored ??= await storeLines(await authorize(params.revision_id, headers), lines);
        // A build sends one request at a time, so these lines come from an outdated attempt.
        if (stored === undefined) throw new HttpError(409, 'Other lines were stored meanwhile.');
        return { status: 200, body: { stored } };
      },
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/commit`,
      summary: 'Say what was checked out',
      body: BuildCommit,
      responses: { 204: { description: 'It is noted' }, 401: refused, 409: conflict },
      handler: async ({ params, headers, body }) => {
        const { row, revision } = await authorize(params.revision_id, headers);
        const asked = revision.config.repo_commit_sha;
        const isAsked = !asked || asked.toLowerCase() === body.commit;
        if (revision.source !== 'git_host') throw new HttpError(409, 'An upload has no commit.');
        if (!isAsked || !(await store.builds.setCommit(revision.id, row.attempt, body.commit))) {
          throw new HttpError(409, 'The revision is built from another commit.');
        }
        return { status: 204 };
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/pieces`,
      summary: 'Packages that an earlier build of the same source stored',
      query: z.object({ place: PiecePlace }),
      responses: {
        200: { description: 'The piece', schema: StoredPiece },
        401: refused,
        404: unknown,
        409: conflict,
      },
      handler: async ({ params, headers, query }) => {
        const build = await authorize(params.revision_id, headers);
        const piece = await store.artifacts.findBuiltPiece(await originOf(build), query.place);
        if (piece === undefined) throw new HttpError(404, 'No build of this source stored them.');
        const { place, digest, size, unpackedSize } = piece;
        return { status: 200, body: { place, digest, size, unpacked_size: unpackedSize } };
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/pieces/{digest}`,
      summary: 'Their bytes, or the rest of them',
      params: Piece,
      query: z.object({ place: PiecePlace }),
      unsafeGet: true,
      responses: {
        200: { description: 'The piece', type: 'application/gzip' },
        206: { description: 'Its bytes from the offset on', type: 'application/gzip' },
        401: refused,
        404: unknown,
        409: conflict,
        416: noBytes,
      },
      handler: async ({ params, headers, query, signal }) => {
        const build = await authorize(params.revision_id, headers);
        const piece = await store.artifacts.findPiece(await originOf(build), query.place, params.digest);
        if (piece === undefined) throw new HttpError(404, 'No build of this source stored it.');
        const from = offsetOf(headers.range);
        const content = objects.read(piece.contentId, from);
        return streamPiece({ size: piece.size, content }, from, signal);
      },
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/pieces/{digest}`,
      summary: 'Store a packed folder of the result',
      params: Piece,
      query: PieceQuery,
      rawBody: true,
      bodyType: 'application/gzip',
      responses: {
        204: { description: 'It is stored' },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, query, bodyStream }) => {
        const build = await authorize(params.revision_id, headers);
        await storePiece(build, params.digest, query, bodyStream());
        return { status: 204 };
      },
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/result`,
      summary: 'Say how the build ended',
      // Kept out of the journal, because a reason may quote output of the author's code.
      rawBody: true,
      body: BuildResult,
      responses: {
        204: { description: 'It is noted' },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, readBytes }) => {
        const build = await authorize(params.revision_id, headers);
        await settle(build, parseBody(BuildResult, await readBytes(RESULT_BYTES)));
        return { status: 204 };
      },
    }),
  ];
}

/** A message is one line: output of the author's code must not look like several log lines. */
const LINE_END = /(?<!\s)\s*[\r\n\u2028\u2029]\s*/g;

const hasEnded = () => new HttpError(409, 'The build has ended.');
const tooMuch = () =>
  new HttpError(413, `A build stores ${BUILD_BYTES} bytes at most, what it sends just now included.`);

function parseBody<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  const parsed = schema.safeParse(parseJson(bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new HttpError(400, `The body is not what is expected: ${z.prettifyError(parsed.error)}`);
}

async function sendJson(response: ServerResponse, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
  return Promise.resolve();
}

/** @throws HttpError as soon as the body exceeds the announced size. */
async function* noLonger(body: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > size) throw new HttpError(400, `The piece has more than the ${size} bytes announced.`);
    yield chunk;
  }
}
