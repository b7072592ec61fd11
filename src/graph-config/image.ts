import type { AgentLanguage } from '../contract/agent-language.ts';
import type { ConfigProblem } from './fields.ts';
import type { ConfigSections } from './schema.ts';

/** Keys of a graph configuration that determine the image of the graphs. */
export type ImageKeys = Pick<
  ConfigSections,
  'base_image' | 'image_distro' | 'api_version' | 'dockerfile_lines' | 'keep_pkg_tools'
>;

/** Default versions of Python and Node in images, as in the hosted service. */
const DEFAULT_VERSION = { python: '3.11', javascript: '20' } as const;
const DEFAULT_IMAGE = { python: 'langchain/langgraph-api', javascript: 'langchain/langgraphjs-api' } as const;

/**
 * Returns whether an image must be built, because the configuration contains Dockerfile lines or a base image. Other
 * keys about images only select an image of the service.
 */
export function requiresImage({ base_image: base, dockerfile_lines: lines = [] }: ImageKeys): boolean {
  return Boolean(base) || lines.some((line) => line.trim() !== '');
}

const ALONE =
  'not supported without "base_image" or "dockerfile_lines": no image is built, and the agent runs on this machine';
const ADDS = 'Software that these keys add, such as system packages, must be installed there';

/**
 * Returns a sentence, without a full stop, about the keys that the emulator ignores, or `undefined` if no key is
 * ignored. `engine` contains the reason if no container engine works, and is absent if the state of the container
 * engine is unknown.
 */
export function describeImageKeys(
  keys: ImageKeys,
  engine?: { reason: string | undefined },
): string | undefined {
  const named = namedImageKeys(keys).map((key) => `"${key}"`);
  if (named.length === 0) return undefined;
  const subject = named.length === 1 ? `the key ${named[0]} is` : `the keys ${named.join(', ')} are`;
  if (!requiresImage(keys)) return `${subject} ${ALONE}`;
  if (engine === undefined)
    return `${subject} supported if podman or docker works; otherwise the agent runs on this machine. ${ADDS}`;
  if (engine.reason === undefined) return undefined;
  return `${subject} not supported here, because no container engine works (${engine.reason}), so the agent runs on this machine. ${ADDS}`;
}

function namedImageKeys(keys: ImageKeys): string[] {
  const { dockerfile_lines, base_image, image_distro, api_version, keep_pkg_tools } = keys;
  return Object.entries({ dockerfile_lines, base_image, image_distro, api_version, keep_pkg_tools })
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
    .map(([name]) => name);
}

/** Base image, or a problem. `note` explains which part of the requested version is not available. */
type BaseImage = { image: string; note?: string } | { problem: ConfigProblem };

/** Matches the name of an image repository, with or without a tag. */
const REFERENCE =
  /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?::\d+)?(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?$/;

/**
 * Returns the base image: the configured image repository with a tag for the version, as in the official command line.
 */
export function baseImageOf(keys: ImageKeys, language: AgentLanguage, asked: string | undefined): BaseImage {
  const { base_image: given, image_distro: distro = 'debian', api_version: api } = keys;
  const base = qualified(given || DEFAULT_IMAGE[language]);
  const version = asked ?? DEFAULT_VERSION[language];
  const tag = `${version}${distro === 'debian' ? '' : `-${distro}`}`;
  const named = `${language === 'python' ? 'py' : 'node'}${tag}`;
  const isRange = api !== undefined && api.includes('~');
  const note = isRange
    ? `specifies a range, ${api}, so the newest image is used. Write one version, such as "0.8"`
    : undefined;
  const hasTag = /:[^/@]*$/.test(base) && !base.includes('@');
  let image = `${base}:${tag}`;
  if (api && !isRange) image = `${base}:${api}-${named}`;
  else if (hasTag && base.includes('/langgraph-server'))
    image = base.includes(tag) ? base : `${base}-${named}`;
  if (!REFERENCE.test(image)) {
    const hint = hasTag
      ? `it has a tag, and the hosted service adds another, so it would look for "${image}". Write the image without its tag, and give it the tag "${tag}"`
      : 'it is not the name of an image. Expected a name such as "registry.example.com/agents/base"';
    return { problem: { key: 'base_image', message: `is "${given ?? base}": ${hint}` } };
  }
  return note === undefined ? { image } : { image, note };
}

/** Adds the registry to the name of an image, because `docker.io` is not the default of every container engine. */
function qualified(name: string): string {
  const [first = '', ...others] = name.split('/');
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  return isHost ? name : `docker.io/${name}`;
}
