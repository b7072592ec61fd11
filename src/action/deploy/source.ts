import { checkUploadUrl } from '../../clients/base-url.ts';
import type { UploadBody } from '../../clients/control-plane.ts';
import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { CommonSettings, DesiredDeployment } from '../inputs/settings.ts';
import { describeRemaining } from '../cancel.ts';
import { requireUnlocked } from '../lock/require-unlocked.ts';
import { ActionError } from '../outcome.ts';
import type { PackedSource } from '../pack/pack.ts';
import { describeArchive, formatBytes, displayPath } from '../pack/sizes.ts';
import { toCurrent } from '../plan/current.ts';
import { formatDuration } from '../run-record.ts';
import { recordDeployment } from './read.ts';
import { setStage } from './rollout.ts';
import type { VerbContext } from '../verb-context.ts';

const USUAL_CONFIG = 'langgraph.json';
/** Interval in milliseconds between two log lines about the progress of the upload. */
const PROGRESS_MS = 5000;

/**
 * Packs the source before anything is sent to the service. Throws if packing fails, or if the source is too large or
 * contains no graph configuration. Returns the desired deployment with the archive and the path of its configuration.
 * If no input specifies the path of the configuration, the deployment's current path applies.
 */
export async function packForDeploy(
  { packSource, log, record, signal, exactCommit }: VerbContext,
  desired: DesiredDeployment,
  found: Deployment | undefined,
): Promise<{ desired: DesiredDeployment; source: PackedSource }> {
  const theirs = found === undefined ? undefined : toCurrent(found, []).graphConfigPath;
  const configPath = desired.graphConfigPath ?? theirs ?? USUAL_CONFIG;
  const sourcePath = desired.sourcePath ?? '.';
  const source = await log.group('Packing the source', async () => {
    const note = (line: string) => log.line(line);
    const warn = (line: string) => log.warn('source', line);
    const packed = await packSource({ sourcePath, configPath, exactCommit, note, warn }, signal);
    log.line(
      `${describeArchive(packed.archive)}; ${formatBytes(packed.archive.contentBytes)} before compression.`,
    );
    return packed;
  });
  record.source = { ...source.archive, path: undefined };
  if (!source.includes(configPath)) {
    throw new ActionError(
      'source-unusable',
      `graph-config-path: ${displayPath(configPath)} is not among the packed files of ${displayPath(sourcePath)}. The path is relative to source-path; the file must exist, and no ignore file may exclude it.`,
    );
  }
  return { desired: { ...desired, graphConfigPath: configPath, archive: source.archive }, source };
}

/**
 * Uploads the packed source for a deployment. Requests a second signed URL if the first URL seems to have expired.
 * Returns the desired deployment with the path that the service assigned to the upload. Throws ActionError, ApiError,
 * or the signal's reason.
 */
export async function uploadSource(
  context: VerbContext,
  deployment: Deployment,
  desired: DesiredDeployment,
): Promise<DesiredDeployment> {
  const { source, controlPlane, settings, signal, record, log, clock } = context;
  if (source === undefined) throw new Error('the source to upload was not packed');
  recordDeployment(context, deployment);
  await requireUnlocked(context, deployment.name);
  await setStage(context, 'uploading');
  const { bytes } = source.archive;
  const startedAt = clock.now();
  log.line(`Uploading ${formatBytes(bytes)}.`);
  for (let attempt = 1; ; attempt += 1) {
    const { upload_url, object_path } = await controlPlane.uploadUrl(deployment.id, signal);
    const url = checkUploadUrl(upload_url, settings.endpoint);
    if (url === undefined)
      throw failed(context, 'the service returned an upload address that is not an https URL');
    const body: UploadBody = { length: bytes, open: () => withProgress(context, source) };
    try {
      await controlPlane.uploadSource(url, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt > 1 || !mayBeExpired(error)) throw failed(context, error.message, error);
      log.line(`The storage rejected the upload address (${error.status}); requesting a new one.`);
      continue;
    }
    log.line(`Uploaded in ${formatDuration(clock.now() - startedAt)}.`);
    record.source = { ...source.archive, path: object_path };
    return { ...desired, tarballPath: object_path };
  }
}

/**
 * Returns whether an error's status can mean that a signed URL has expired. For an expired URL, most storage services
 * respond with 403, and some respond with 400.
 */
function mayBeExpired({ kind, status }: ApiError): boolean {
  return kind === 'http' && [400, 401, 403, 404, 410].includes(status ?? 0);
}

function failed({ record }: VerbContext<CommonSettings>, why: string, cause?: unknown): ActionError {
  return new ActionError(
    'upload-failed',
    `The source could not be uploaded: ${why} ${describeRemaining(record)}`.replace(
      /([^.\s])\s+(?=The |[\w-]+ was )/,
      '$1. ',
    ),
    { cause },
  );
}

async function* withProgress(
  { clock, log }: VerbContext<CommonSettings>,
  source: PackedSource,
): AsyncGenerator<Uint8Array> {
  const startedAt = clock.now();
  const total = source.archive.bytes;
  let lastLoggedAt = startedAt;
  let sent = 0;
  for await (const chunk of source.open()) {
    yield chunk;
    sent += chunk.length;
    const now = clock.now();
    if (now - lastLoggedAt < PROGRESS_MS) continue;
    lastLoggedAt = now;
    const rate = formatBytes(Math.round((sent * 1000) / (now - startedAt)));
    log.line(`${Math.floor((100 * sent) / total)}% of ${formatBytes(total)}, ${rate}/s`);
  }
}
