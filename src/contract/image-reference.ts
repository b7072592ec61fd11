/** Name of a container image, split into its parts. */
export interface ImageReference {
  /** Host of the registry, in lower case, with its port if the name contains one. `docker.io` if the name has no host. */
  host: string;
  /** Repository in the registry, such as `library/node`. */
  repository: string;
  /** Name in the given spelling, without tag and digest. */
  name: string;
  tag: string | undefined;
  /** Digest of the manifest, such as `sha256:…`. The digest takes precedence over the tag. */
  digest: string | undefined;
}

const MAX_LENGTH = 1_000;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;
const HOST = /^(?:\[[0-9a-fA-F:]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)(?::\d{1,5})?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
/** Other names of Docker Hub, which container runtimes and signing tools use. */
const DOCKER_HUB: ReadonlySet<string> = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

/** Returns the parts of an image's name, or `undefined` if the name is invalid. */
export function parseImage(image: string): ImageReference | undefined {
  if (image.length > MAX_LENGTH) return undefined;
  const at = image.indexOf('@');
  const tagged = at === -1 ? image : image.slice(0, at);
  const digest = at === -1 ? undefined : image.slice(at + 1);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const name = colon === -1 ? tagged : tagged.slice(0, colon);
  const tag = colon === -1 ? undefined : tagged.slice(colon + 1);
  const [first = '', ...rest] = name.split('/');
  const hasHost = rest.length > 0 && (/[.:[]/.test(first) || first === 'localhost');
  const host = hasHost ? first.toLowerCase() : 'docker.io';
  const path = hasHost ? rest : [first, ...rest];
  const isHub = DOCKER_HUB.has(host);
  const components = isHub && path.length === 1 ? ['library', ...path] : path;
  const isValid =
    HOST.test(host) &&
    components.every((component) => COMPONENT.test(component)) &&
    (tag === undefined || TAG.test(tag)) &&
    (digest === undefined || DIGEST.test(digest));
  if (!isValid) return undefined;
  return { host: isHub ? 'docker.io' : host, repository: components.join('/'), name, tag, digest };
}

/** Returns the complete name of an image's repository, such as `docker.io/library/node`. */
export const repositoryName = ({ host, repository }: Pick<ImageReference, 'host' | 'repository'>): string =>
  `${host}/${repository}`;

/** Returns the URL of a repository in the API of its registry, without a trailing slash. */
export const repositoryUrl = ({ host, repository }: Pick<ImageReference, 'host' | 'repository'>): string =>
  `https://${host === 'docker.io' ? 'registry-1.docker.io' : host}/v2/${repository}`;

/** Returns the name with which a pod pulls exactly the manifest with this digest. */
export const withDigest = ({ name }: Pick<ImageReference, 'name'>, digest: string): string =>
  `${name}@${digest}`;

/** Returns whether a text is the digest of a manifest. */
export const isDigest = (text: string): boolean => DIGEST.test(text);
