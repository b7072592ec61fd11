import * as z from 'zod';

/** Media type of the payload of a signature by cosign. */
export const SIGNATURE_PAYLOAD = 'application/vnd.dev.cosign.simplesigning.v1+json';
/** Annotation of a layer with the signature of its payload, in base64. */
export const SIGNATURE_ANNOTATION = 'dev.cosignproject.cosign/signature';

/** Media types of manifests of images for one platform or for several platforms. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;

/** Response of a registry's token server. */
export const RegistryToken = z.object({
  token: z.string().optional(),
  access_token: z.string().optional(),
});

/** Manifest that contains the signatures of an image. */
export const SignatureManifest = z.object({
  layers: z.array(
    z.object({
      mediaType: z.string(),
      digest: z.string(),
      annotations: z.record(z.string(), z.string()).nullish(),
    }),
  ),
});

/** Signed payload: the image and the repository that a signature is for. */
export const SignedPayload = z.object({
  critical: z.object({
    identity: z.object({ 'docker-reference': z.string() }),
    image: z.object({ 'docker-manifest-digest': z.string() }),
    type: z.string(),
  }),
});

/** Content of a file with credentials for registries, in the format of `docker login`. */
export const RegistryCredentials = z.object({
  auths: z.record(
    z.string(),
    z.object({
      auth: z.string().optional(),
      username: z.string().optional(),
      password: z.string().optional(),
    }),
  ),
});
