import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type ImageReference, parseImage, repositoryName } from '../../../contract/image-reference.ts';
import {
  SIGNATURE_ANNOTATION,
  SIGNATURE_PAYLOAD,
  SignatureManifest,
  SignedPayload,
} from '../../../contract/registry.ts';
import { UsageError } from '../../ports/usage-error.ts';
import { RegistryError, type Repository } from './registry.ts';

/** Maximum size of a signed payload in bytes, and maximum number of signatures of an image that are verified. */
const PAYLOAD_BYTES = 64 * 1024;
const MAX_SIGNATURES = 32;

/**
 * Parses a public key (PEM).
 * @throws UsageError if the key is not an ECDSA key on the curve P-256.
 */
export function parsePublicKey(pem: string, where: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    if (pem.includes('PUBLIC KEY')) key = createPublicKey(pem);
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new UsageError(
    `${where}: must be a public key (PEM) of the type ECDSA P-256, as \`cosign generate-key-pair\` writes to cosign.pub`,
  );
}

/** Returns the tag under which cosign stores the signatures of an image. */
const signatureTag = (digest: string): string => `${digest.replace(':', '-')}.sig`;

/**
 * Searches an image's signatures for a signature that one key verifies. Returns `undefined` if the image is signed, or why it
 * is not.
 * @throws RegistryError if the registry does not return the signatures.
 */
export async function findSignatureProblem(
  repository: Repository,
  { image, digest, keys }: { image: ImageReference; digest: string; keys: readonly KeyObject[] },
): Promise<string | undefined> {
  const content = await repository.manifest(signatureTag(digest)).catch((error: unknown) => {
    if (error instanceof RegistryError && error.kind === 'missing') return undefined;
    throw error;
  });
  const unsigned = `the image has no signature (the tag ${signatureTag(digest)} of its repository)`;
  if (content === undefined) return unsigned;
  const signatures = readSignatures(content);
  if (signatures.length === 0) return unsigned;
  let problem = 'none of its signatures was made with a key of the policy';
  for (const { payloadDigest, signature } of signatures.slice(0, MAX_SIGNATURES)) {
    const payload = await repository.blob(payloadDigest, PAYLOAD_BYTES);
    if (!keys.some((key) => verify('sha256', payload, key, signature))) continue;
    const other = findPayloadProblem(payload, { image, digest });
    if (other === undefined) return undefined;
    problem = other;
  }
  return problem;
}

interface Signature {
  payloadDigest: string;
  signature: Buffer;
}

function readSignatures(manifest: Buffer): Signature[] {
  const parsed = SignatureManifest.safeParse(parseJson(manifest));
  if (!parsed.success) return [];
  return parsed.data.layers.flatMap(({ mediaType, digest, annotations }) => {
    const signature = annotations?.[SIGNATURE_ANNOTATION];
    if (mediaType !== SIGNATURE_PAYLOAD || signature === undefined) return [];
    return [{ payloadDigest: digest, signature: Buffer.from(signature, 'base64') }];
  });
}

/** Returns why a payload, whose signature is valid, is not for this image, or `undefined` if it is for this image. */
function findPayloadProblem(
  payload: Buffer,
  { image, digest }: { image: ImageReference; digest: string },
): string | undefined {
  const parsed = SignedPayload.safeParse(parseJson(payload));
  if (!parsed.success) return 'its signature has an unknown format';
  const { identity, image: signed, type } = parsed.data.critical;
  if (type !== 'cosign container image signature') return 'its signature has an unknown format';
  if (signed['docker-manifest-digest'] !== digest) return 'its signature is for another image';
  const reference = parseImage(identity['docker-reference']);
  if (reference === undefined || repositoryName(reference) !== repositoryName(image)) {
    return 'its signature is for an image in another repository';
  }
  return undefined;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
