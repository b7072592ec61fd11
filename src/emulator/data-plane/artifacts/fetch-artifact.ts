import { join } from 'node:path';
import type { ArtifactManifest } from '../../ports/artifacts.ts';
import { type Artifact, createRevisionFolders } from '../build/artifact.ts';
import { StepFailure } from '../build/step.ts';
import { ArtifactManifestBody } from './manifest.ts';
import {
  createPlaneClient,
  type PlaneClient,
  type PlaneClientOptions,
  ControlPlaneRefusedError,
} from './plane-client.ts';
import { ArtifactArchiveError, unpackArchive } from './unpack.ts';

export interface FetchArtifactOptions extends Omit<PlaneClientOptions, 'path' | 'purpose'> {
  revisionId: string;
  root: string;
}

/**
 * Fetches the artifact of a revision and unpacks it into `root` as `revisions/<id>`. While the control plane
 * is unreachable, repeats the request and resumes the transfer at the next byte. Skips archives that are
 * already unpacked.
 * @throws ControlPlaneRefusedError if the control plane refuses the request
 * @throws ArtifactArchiveError if the content differs from the content that the build stored
 */
export async function fetchArtifact(options: FetchArtifactOptions): Promise<void> {
  const { revisionId, signal, log, root } = options;
  const startedAt = performance.now();
  const plane = createPlaneClient({
    ...options,
    path: `/_pods/${revisionId}/artifact`,
    purpose: 'send the revision',
  });
  const manifest = await fetchManifest(plane, revisionId);
  let size = 0;
  // Archives are unpacked one after the other, because all archives are written to the same disk.
  for (const archive of manifest.pieces) {
    await unpackArchive(archive, plane.content(`/${archive.digest}`, archive.size), { root, signal });
    size += archive.size;
  }
  log(`Fetched the revision: ${size} bytes in ${Math.round(performance.now() - startedAt)} ms`);
}

/**
 * Fetches an artifact like `fetchArtifact`, and returns the artifact that can be started.
 * @throws StepFailure if the control plane refuses the request or returns another artifact
 */
export async function openArtifact(options: FetchArtifactOptions): Promise<Artifact> {
  const { root, revisionId } = options;
  try {
    await fetchArtifact(options);
  } catch (error) {
    if (!(error instanceof ControlPlaneRefusedError || error instanceof ArtifactArchiveError)) throw error;
    throw new StepFailure(error.message, { cause: error });
  }
  const artifact = await createRevisionFolders(join(root, 'revisions')).read(revisionId);
  if (artifact !== undefined) return artifact;
  throw new StepFailure(
    'The fetched revision cannot be started, because this image does not contain its Python. Run agent pods with the image of the control plane (--agent-image).',
  );
}

async function fetchManifest(plane: PlaneClient, revisionId: string): Promise<ArtifactManifest> {
  const parsed = ArtifactManifestBody.safeParse(await plane.json(''));
  if (!parsed.success || parsed.data.revisionId !== revisionId) {
    throw new ControlPlaneRefusedError(
      200,
      'The control plane sent a manifest in a format that this version does not support.',
    );
  }
  return parsed.data;
}
