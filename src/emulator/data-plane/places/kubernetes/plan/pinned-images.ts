import { isDigest, parseImage, repositoryName, withDigest } from '../../../../../contract/image-reference.ts';
import type { ResourceSpec } from '../../../../../contract/resource-spec.ts';
import type { ImageDigests } from '../../../../../contract/source.ts';
import { AGENT } from '../../../workload/pod-spec.ts';
import type { Pod } from '../api/resources.ts';
import { isReady } from './evaluate-pods.ts';

/** Returns the name with which a pod runs an image: with its digest if the digest is known, or else unchanged. */
export function pinnedImage(image: string, digests: ImageDigests): string {
  const digest = Object.hasOwn(digests, image) ? digests[image] : undefined;
  const reference = parseImage(image);
  return digest === undefined || reference === undefined ? image : withDigest(reference, digest);
}

/** Returns a resource spec whose init containers and sidecars run their images by digest. */
export function withPinnedImages<T extends ResourceSpec | null | undefined>(
  spec: T,
  digests: ImageDigests,
): T {
  if (!spec) return spec;
  const pin = (list: 'init_containers' | 'sidecars') =>
    spec[list] && {
      [list]: spec[list].map((container) => ({ ...container, image: pinnedImage(container.image, digests) })),
    };
  return { ...spec, ...pin('init_containers'), ...pin('sidecars') };
}

/** Images that a deployment names, by the names of their containers. */
export function imagesByContainer(
  image: string | undefined,
  spec: ResourceSpec | null | undefined,
): ReadonlyMap<string, string> {
  const containers = [...(spec?.init_containers ?? []), ...(spec?.sidecars ?? [])];
  return new Map([
    ...containers.map(({ name, image: own }): [string, string] => [name, own]),
    ...(image === undefined ? [] : ([[AGENT, image]] as const)),
  ]);
}

/**
 * Returns the digests of the images that a node pulled for a ready pod, by the names of the images. Images that contain a
 * digest are absent, and so are images for which the node reports a digest of another repository or none.
 */
export function pulledDigests(pods: readonly Pod[], images: ReadonlyMap<string, string>): ImageDigests {
  const found: Record<string, string> = {};
  for (const pod of pods) {
    if (!isReady(pod)) continue;
    const { containerStatuses, initContainerStatuses } = pod.status ?? {};
    for (const { name, imageID } of [...(initContainerStatuses ?? []), ...(containerStatuses ?? [])]) {
      const image = images.get(name);
      if (image === undefined || Object.hasOwn(found, image)) continue;
      const digest = digestOf(image, imageID ?? '');
      if (digest !== undefined) found[image] = digest;
    }
  }
  return found;
}

/** Returns the digest in the ID of a pulled image, such as `registry.example/agent@sha256:…`. */
function digestOf(image: string, imageId: string): string | undefined {
  const named = parseImage(image);
  const pulled = parseImage(imageId.replace(/^[a-z-]+:\/\//, ''));
  if (named === undefined || named.digest !== undefined || pulled?.digest === undefined) return undefined;
  return isDigest(pulled.digest) && repositoryName(pulled) === repositoryName(named)
    ? pulled.digest
    : undefined;
}
