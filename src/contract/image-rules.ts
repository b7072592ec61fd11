import * as z from 'zod';
import type { ValidationError } from './error-bodies.ts';
import { validationError } from './findings.ts';
import { globMatcher } from './glob.ts';
import { parseImage, repositoryName } from './image-reference.ts';
import { nonEmptyText } from './primitives.ts';
import type { ResourceSpec } from './resource-spec.ts';

/**
 * Patterns of repositories with their registry, such as `registry.example/team/*`. `*` matches any characters except
 * slashes, and `**` matches any characters.
 */
const Patterns = z.array(nonEmptyText);

/** A rule for images that must be signed. */
const SignatureRule = z.strictObject({
  images: Patterns.min(1),
  /** Public keys (PEM, ECDSA P-256). One valid signature is sufficient. */
  keys: z.array(nonEmptyText).min(1),
});
export type SignatureRule = z.infer<typeof SignatureRule>;

/** Fields of `images` in the settings of a cluster that concern images of deployments (docs/kubernetes/images.md). */
export const ImageRules = z.strictObject({
  /**
   * `preferred` (default): pods run images by digest; if a registry does not respond, the digest that a node
   * pulled is recorded. `required`: a rollout fails if the digest cannot be found out. `off`: pods run images as named.
   */
  digests: z.enum(['preferred', 'required', 'off']).optional(),
  /** Private networks with registries that the control plane may reach, in CIDR notation. */
  networks: z.array(z.union([z.cidrv4(), z.cidrv6()])).optional(),
  /** The only repositories of images that deployments may use; absent if all repositories are permitted. */
  allowed: Patterns.optional(),
  signatures: z.array(SignatureRule).optional(),
});
export type ImageRules = z.infer<typeof ImageRules>;

/** Images that a deployment names. */
export interface NamedImages {
  /** Image of the agent, or `undefined` if the agent is built from code. */
  image: string | null | undefined;
  spec: Pick<ResourceSpec, 'init_containers' | 'sidecars'> | null | undefined;
}

interface NamedImage {
  image: string;
  /** Path in the request body. */
  path: string[];
}

/** Returns all images that a deployment names: of the agent, of init containers and of sidecars. */
export function namedImages({ image, spec }: NamedImages): NamedImage[] {
  const found: NamedImage[] = image ? [{ image, path: ['source_revision_config', 'image_uri'] }] : [];
  for (const list of ['init_containers', 'sidecars'] as const) {
    for (const [index, container] of (spec?.[list] ?? []).entries()) {
      if (!container.image) continue;
      const path = ['source_config', 'resource_spec', list, String(index), 'image'];
      found.push({ image: container.image, path });
    }
  }
  return found;
}

/** Lists of permitted repositories, and where the administrators set them. */
export interface PermittedImages {
  /** `images.allowed` of the cluster's settings. */
  all: readonly string[] | null | undefined;
  /** `images` of the workspace's rules. */
  workspace: readonly string[] | null | undefined;
}

/**
 * Returns a problem for each image of a deployment whose repository is not permitted. An image must be in both lists. A
 * list that is absent permits every repository.
 */
export function imageProblems(named: NamedImages, { all, workspace }: PermittedImages): ValidationError[] {
  const lists = [
    ['agents.images.allowed of the chart', all],
    ['images of the workspace (agents.workspaces of the chart)', workspace],
  ] as const;
  return namedImages(named).flatMap(({ image, path }) =>
    lists.flatMap(([where, patterns]) =>
      !patterns || matchesAny(patterns, image)
        ? []
        : [
            validationError(
              path,
              `the image ${image} may not be used: no pattern in ${where} matches its repository. Use another image, or ask the administrators to add the repository (--cluster-settings)`,
            ),
          ],
    ),
  );
}

/**
 * Returns the rules for the signature of an image, or an empty list if the image needs no signature. The image must
 * satisfy every rule. An invalid name is subject to every rule, because its registry is unknown.
 */
export const signatureRulesOf = (
  rules: Pick<ImageRules, 'signatures'> | undefined,
  image: string,
): SignatureRule[] =>
  (rules?.signatures ?? []).filter(
    ({ images }) => parseImage(image) === undefined || matchesAny(images, image),
  );

function matchesAny(patterns: readonly string[], image: string): boolean {
  const reference = parseImage(image);
  if (reference === undefined) return false;
  const name = repositoryName(reference);
  return patterns.some((pattern) => globMatcher(pattern)(name));
}
