import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { networkEnvironment } from '../../../clients/network-environment.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import { parseJson } from '../../../contract/json-safety.ts';
import type { EmulatorConfig, EmulatorContext } from '../../ports/context.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { isLoopback } from '../../server/server-origins.ts';
import { offsetOf, ArchiveQuery, Revision, streamArchive } from '../artifacts/routes.ts';
import { buildSecrets, type Environment, indexEnvironment } from '../environment.ts';
import { packageVariables } from '../build/package-access.ts';
import { type Build, type BuildAccess, createBuildAccess, type IsBuildPod } from './access.ts';
import {
  BuildCommit,
  BuildJob,
  BuildLines,
  BuildResult,
  LINES_BYTES,
  ArchiveUploadQuery,
  RESULT_BYTES,
  ArchivePath,
  StoredLines,
  StoredArchive,
} from './protocol.ts';
import { type BuildRecorder, createBuildRecorder } from './recorder.ts';

const api = routesOf('agent-pods', 'none');

export interface BuildRouteDependencies
  extends Pick<EmulatorContext, 'store' | 'objects' | 'clock' | 'onRevisionLine'> {
  config: Pick<EmulatorConfig, 'installTimeoutMs' | 'pythons' | 'host' | 'kubernetes'>;
  /** Environment of the control plane, of which builds receive the variables for reaching the network. */
  env: Environment;
  isBuildPod: IsBuildPod;
}

const refused = { description: 'The token does not belong to a running build', schema: DetailError };
const unknown = { description: 'Not found', schema: DetailError };
const invalid = {
  description: 'The body is invalid or differs from what was announced',
  schema: DetailError,
};
const conflict = {
  description: 'The request conflicts with the current state of the build',
  schema: DetailError,
};
const noBytes = { description: 'The requested range is outside the content', schema: DetailError };
const tooLarge = { description: 'The request exceeds a limit of the build', schema: DetailError };

const base = '/_pods/{revision_id}/build';

/**
 * Creates the routes for build pods: a pod reads its job and source, and sends its log, archives and result. Every
 * replica provides the routes. A build can access only its own deployment, and only while the build is in progress.
 */
export function buildRoutes(dependencies: BuildRouteDependencies): Route[] {
  const { config, env } = dependencies;
  const toolchain = [
    config.kubernetes?.agentImage,
    config.pythons,
    withoutCredentials(indexEnvironment(env)),
  ];
  const access = createBuildAccess(dependencies, buildSecrets(env), toolchain, dependencies.isBuildPod);
  const recorder = createBuildRecorder(dependencies, access);
  return [
    ...sourceRoutes(dependencies, access),
    ...reportRoutes(dependencies, access, recorder),
    ...archiveRoutes(dependencies, access, recorder),
  ];
}

/** Returns the addresses of package indexes, without passwords, users and tokens, which change more often. */
function withoutCredentials(index: Readonly<Record<string, string>>): string[][] {
  return Object.entries(index)
    .filter(([name]) => !/_(?:USERNAME|PASSWORD)$/.test(name))
    .map(([name, value]) => [name, value.replaceAll(/\/\/[^\s/@]*@/g, '//')])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

/** Creates the routes with which a pod reads its job and its source. */
function sourceRoutes(dependencies: BuildRouteDependencies, access: BuildAccess): Route[] {
  const { store } = dependencies;
  return [
    api.get(base, {
      params: Revision,
      summary: 'Get the build job',
      unsafeGet: true,
      responses: { 200: { description: 'The build job', schema: BuildJob }, 401: refused, 404: unknown },
      handler: async ({ params, headers }) => {
        const build = await access.authorize(params.revision_id, headers);
        const job = await describeJob(dependencies, access, build);
        await store.builds.start(build.row, Date.now());
        // The response is streamed, because other response bodies are written to the journal, and the job contains
        // credentials.
        return { stream: (response) => sendJson(response, job) };
      },
    }),
    api.get(`${base}/source`, {
      params: Revision,
      summary: 'Download the uploaded source',
      unsafeGet: true,
      responses: {
        200: { description: 'The tarball', type: 'application/gzip' },
        206: { description: 'The tarball from the requested offset to its end', type: 'application/gzip' },
        401: refused,
        404: unknown,
        416: noBytes,
      },
      handler: async ({ params, headers, signal }) => {
        const { revision } = await access.authorize(params.revision_id, headers);
        if (revision.source !== 'internal_source')
          throw new HttpError(404, 'The revision is not built from an upload.');
        const from = offsetOf(headers.range);
        const { size, read } = await access.needTarball(revision);
        return streamArchive({ size, content: read(from) }, from, signal);
      },
    }),
  ];
}

/** Returns the job of a build pod. */
async function describeJob(
  { config, env, store }: Pick<BuildRouteDependencies, 'config' | 'env' | 'store'>,
  access: BuildAccess,
  { deployment, revision }: Build,
): Promise<BuildJob> {
  const { repo_url, install_command, build_command } = deployment.sourceConfig;
  const isUpload = revision.source === 'internal_source';
  const tarball = isUpload ? await access.needTarball(revision) : undefined;
  return {
    version: 1,
    revision_id: revision.id,
    deployment_id: deployment.id,
    source: revision.source,
    source_config: { repo_url, install_command, build_command },
    source_revision_config: revision.config,
    tarball: tarball ? { path: tarball.path, size: tarball.size, sha256: tarball.sha256 } : null,
    environment: { ...networkEnvironment(env), ...indexEnvironment(env) },
    package_variables: packageVariables(await store.revisions.secrets(revision.id)),
    install_timeout_ms: config.installTimeoutMs,
    pythons: config.pythons.map((command) => [...command]),
    allow_local: isLoopback(config.host),
  };
}

/** Creates the routes with which a pod reports its log, its commit and its result. */
function reportRoutes(
  { store }: Pick<BuildRouteDependencies, 'store'>,
  access: BuildAccess,
  recorder: BuildRecorder,
): Route[] {
  return [
    api.post(`${base}/log`, {
      params: Revision,
      summary: 'Append lines to the log of the build',
      rawBody: true,
      body: BuildLines,
      responses: {
        200: { description: 'The number of stored lines', schema: StoredLines },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, readBytes }) => {
        const build = await access.authorize(params.revision_id, headers);
        const lines = parseBody(BuildLines, await readBytes(LINES_BYTES));
        let stored = await recorder.storeLines(build, lines);
        stored ??= await recorder.storeLines(await access.authorize(params.revision_id, headers), lines);
        // A build sends one request at a time, so only an outdated attempt can cause a conflict.
        if (stored === undefined)
          throw new HttpError(409, 'Other lines were stored at this position in the meantime.');
        return { status: 200, body: { stored } };
      },
    }),
    api.put(`${base}/commit`, {
      params: Revision,
      summary: 'Report the commit that was checked out',
      body: BuildCommit,
      responses: { 204: { description: 'The commit is recorded' }, 401: refused, 409: conflict },
      handler: async ({ params, headers, body }) => {
        const { row, revision } = await access.authorize(params.revision_id, headers);
        const asked = revision.config.repo_commit_sha;
        const isAsked = !asked || asked.toLowerCase() === body.commit;
        if (revision.source !== 'git_host')
          throw new HttpError(409, 'Only a build from a Git repository can report a commit.');
        if (!isAsked || !(await store.builds.setCommit(row, body.commit))) {
          throw new HttpError(409, 'The revision is built from a different commit.');
        }
        return { status: 204 };
      },
    }),
    api.put(`${base}/result`, {
      params: Revision,
      summary: 'Report the result of the build',
      // `rawBody` excludes the result from the journal, because a failure reason may contain output of the agent's
      // code.
      rawBody: true,
      body: BuildResult,
      responses: {
        204: { description: 'The result is recorded' },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, readBytes }) => {
        const build = await access.authorize(params.revision_id, headers);
        await recorder.settle(build, parseBody(BuildResult, await readBytes(RESULT_BYTES)));
        return { status: 204 };
      },
    }),
  ];
}

/** Creates the routes with which a pod reads and stores packed folders. */
function archiveRoutes(
  { store, objects }: Pick<BuildRouteDependencies, 'store' | 'objects'>,
  access: BuildAccess,
  recorder: BuildRecorder,
): Route[] {
  return [
    api.get(`${base}/pieces`, {
      params: Revision,
      summary: 'Find packages that an earlier build of the same source stored',
      query: z.object({ place: ArchivePath }),
      responses: {
        200: { description: 'The archive', schema: StoredArchive },
        401: refused,
        404: unknown,
        409: conflict,
      },
      handler: async ({ params, headers, query }) => {
        const build = await access.authorize(params.revision_id, headers);
        const origin = await access.originOf(build);
        const archive = (await access.declare(build, query.place))
          ? await store.artifacts.findBuiltArchive(origin, query.place)
          : undefined;
        if (archive === undefined)
          throw new HttpError(404, 'No build of this source has stored these packages.');
        const { place, digest, size, unpackedSize } = archive;
        return { status: 200, body: { place, digest, size, unpacked_size: unpackedSize } };
      },
    }),
    api.get(`${base}/pieces/{digest}`, {
      summary: 'Download an archive, or the rest of it from an offset',
      params: ArchiveQuery,
      query: z.object({ place: ArchivePath }),
      unsafeGet: true,
      responses: {
        200: { description: 'The archive', type: 'application/gzip' },
        206: { description: 'The archive from the requested offset to its end', type: 'application/gzip' },
        401: refused,
        404: unknown,
        409: conflict,
        416: noBytes,
      },
      handler: async ({ params, headers, query, signal }) => {
        const build = await access.authorize(params.revision_id, headers);
        const archive = await store.artifacts.findArchive(
          await access.originOf(build),
          query.place,
          params.digest,
        );
        if (archive === undefined)
          throw new HttpError(404, 'No build of this source has stored this archive.');
        const from = offsetOf(headers.range);
        const content = objects.read(archive.contentId, from);
        return streamArchive({ size: archive.size, content }, from, signal);
      },
    }),
    api.put(`${base}/pieces/{digest}`, {
      summary: 'Store a packed folder of the result',
      params: ArchiveQuery,
      query: ArchiveUploadQuery,
      rawBody: true,
      bodyType: 'application/gzip',
      responses: {
        204: { description: 'The archive is stored' },
        400: invalid,
        401: refused,
        409: conflict,
        413: tooLarge,
      },
      handler: async ({ params, headers, query, bodyStream }) => {
        const build = await access.authorize(params.revision_id, headers);
        await recorder.storeArchive(build, params.digest, query, bodyStream());
        return { status: 204 };
      },
    }),
  ];
}

function parseBody<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  const parsed = schema.safeParse(parseJson(bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new HttpError(400, `The body is invalid: ${z.prettifyError(parsed.error)}`);
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
