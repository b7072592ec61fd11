import type { KeyObject } from 'node:crypto';
import { type ImageReference, parseImage, repositoryName } from '../../../contract/image-reference.ts';
import { type ImageRules, signatureRulesOf } from '../../../contract/image-rules.ts';
import type { ImageDigests } from '../../../contract/source.ts';
import { StepFailure } from '../build/step.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';
import { type RegistryClient, RegistryError } from './registry.ts';
import { findSignatureProblem, parsePublicKey } from './signatures.ts';

export interface PinRequest {
  /** Names of all images of a revision. */
  images: readonly string[];
  /** Digests that were recorded for the revision earlier. They are used even if the tags have moved. */
  recorded: ImageDigests;
  log: Pick<RevisionLog, 'write'>;
  signal: AbortSignal;
}

/** Finds out the digests of images, and verifies their signatures. */
export interface ImagePins {
  /** True if the digests that nodes pulled are recorded for images whose digest was unknown before the rollout. */
  readonly observes: boolean;
  /**
   * Returns the digests with which the pods of a revision run its images. Images that contain a digest, and images whose
   * digest is not known, are absent.
   * @throws StepFailure if a rule requires a digest or a signature that cannot be found.
   */
  pin(request: PinRequest): Promise<ImageDigests>;
  close(): Promise<void>;
}

export interface ImagePinsOptions {
  rules: ImageRules | undefined;
  registry: RegistryClient;
  now?: () => number;
}

/**
 * Milliseconds for which a registry that could not be reached gets no further request, unless a rule requires its response. A
 * cluster without a connection to registries thereby rolls out many revisions without waiting for each.
 */
const UNREACHABLE_MS = 60_000;
/** Maximum number of verified images, and of unreachable registries, that are remembered. */
const MAX_REMEMBERED = 10_000;
/** Maximum time in milliseconds for all requests to registries before one rollout. */
const DEADLINE_MS = 30_000;

/**
 * Creates the component that finds out digests.
 * @throws UsageError if a public key in the rules is invalid.
 */
export function createImagePins({
  rules,
  registry,
  now = () => performance.now(),
}: ImagePinsOptions): ImagePins {
  const mode = rules?.digests ?? 'preferred';
  const keys = readKeys(rules);
  /** Times until which registries get no request, by host. */
  const unreachableUntil = new Map<string, number>();
  /** Images whose signatures were verified. The signature of a digest stays valid. */
  const verified = new Map<string, true>();

  /** Returns the digest to which the tag of an image points, or why the digest is not known. */
  const resolve = async (
    image: string,
    reference: ImageReference,
    { isRequired, signal }: { isRequired: boolean; signal: AbortSignal },
  ): Promise<{ digest: string } | { reason: string }> => {
    const { host, tag = 'latest' } = reference;
    if (!isRequired && (unreachableUntil.get(host) ?? 0) > now()) {
      return { reason: `${host} could not be reached a moment ago` };
    }
    try {
      return { digest: await registry.repository(reference, signal).resolve(tag) };
    } catch (error) {
      const { kind, message } = toRegistryError(error);
      if (isRequired) {
        throw new StepFailure(
          `The digest of the image ${image} could not be found out, and the policy of this control plane requires it: ${message}. Name the image by its digest (${reference.name}@sha256:…), make the registry reachable for the control plane, or give it credentials (docs/kubernetes/images.md).`,
        );
      }
      if (kind === 'unreachable') remember(unreachableUntil, host, now() + UNREACHABLE_MS);
      return { reason: message };
    }
  };

  const verifySignatures = async (
    image: string,
    reference: ImageReference,
    digest: string,
    signal: AbortSignal,
  ): Promise<void> => {
    for (const rule of signatureRulesOf(rules, image)) {
      const id = JSON.stringify([repositoryName(reference), digest, rule.keys]);
      if (verified.has(id)) continue;
      const signed = { image: reference, digest, keys: rule.keys.flatMap((pem) => keys.get(pem) ?? []) };
      const problem = await findSignatureProblem(registry.repository(reference, signal), signed).catch(
        (error: unknown) => `its signatures could not be read: ${toRegistryError(error).message}`,
      );
      if (problem !== undefined) {
        throw new StepFailure(
          `The image ${image} (${digest}) may not run, because the policy of this control plane requires a signature for ${rule.images.join(', ')}, and ${problem}. Sign the image with the required key (cosign sign --key), or ask the administrators to change images.signatures (docs/kubernetes/images.md).`,
        );
      }
      remember(verified, id, true);
    }
  };

  return {
    observes: mode === 'preferred',
    async pin({ images, recorded, log, signal: aborted }) {
      const pinned: Record<string, string> = {};
      const signal = AbortSignal.any([aborted, AbortSignal.timeout(DEADLINE_MS)]);
      for (const image of new Set(images)) {
        const reference = parseImage(image);
        const isSigned = signatureRulesOf(rules, image).length > 0;
        if (reference === undefined) {
          if (!isSigned && mode !== 'required') continue;
          throw new StepFailure(
            `The name of the image ${JSON.stringify(image)} is invalid. Use a name such as registry.example/team/agent:1.`,
          );
        }
        if (mode === 'off' && !isSigned) continue;
        const known = reference.digest ?? (Object.hasOwn(recorded, image) ? recorded[image] : undefined);
        const isRequired = isSigned || mode === 'required';
        const found =
          known === undefined ? await resolve(image, reference, { isRequired, signal }) : { digest: known };
        aborted.throwIfAborted();
        if ('reason' in found) {
          log.write(
            'deploy',
            `The digest of the image ${image} is not known before the nodes pull it, so they pull its tag (${found.reason}).`,
          );
          continue;
        }
        const { digest } = found;
        if (isSigned) {
          await verifySignatures(image, reference, digest, signal);
          log.write('deploy', `The signature of the image ${image} (${digest}) is valid.`);
        }
        if (reference.digest === undefined) pinned[image] = digest;
      }
      return pinned;
    },
    close: () => registry.close(),
  };
}

/** Parses the public keys of all rules. @throws UsageError if a key is invalid. */
function readKeys(rules: ImageRules | undefined): ReadonlyMap<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const [index, rule] of (rules?.signatures ?? []).entries()) {
    for (const pem of rule.keys) {
      keys.set(pem, parsePublicKey(pem, `--cluster-settings: images.signatures.${index}.keys`));
    }
  }
  return keys;
}

/** Adds an entry to a map of limited size. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(key, value);
}

/**
 * Converts the end of the deadline to a failure that does not mark a registry as unreachable, because another registry
 * may have used up the time. Throws other errors.
 */
function toRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
  return new RegistryError('invalid', `the registries did not respond within ${DEADLINE_MS / 1000} s`, {
    cause: error,
  });
}
