import type { Reader } from './reader.ts';
import { isLoopback } from '../../clients/base-url.ts';
import type { Source } from '../../contract/source.ts';
import type { RunEvent } from '../event.ts';
import { NO_REPOSITORY, noBranchMessage, quote } from './problem.ts';

import { INPUT_NAMES, INPUTS, type InputSpec } from './registry.ts';
import { parseSecrets } from './secrets.ts';
import type { DesiredDeployment } from './settings.ts';
import { mapFields } from '../plan/deployment-fields.ts';

/** Returns the desired deployment from the inputs and the event. Loads the YAML parser only if an input needs it. */
export async function readDesired(
  reader: Reader,
  event: RunEvent,
): Promise<{ desired: DesiredDeployment; resolveCommit: boolean }> {
  const source = readSource(reader);
  const { resolveCommit, ...origin } = readOrigin(reader, source, event);
  const fields = mapFields(({ input }) => (input === undefined ? undefined : reader.read(input)));
  if (fields.buildOnPush === true && origin.ref?.startsWith('refs/tags/')) {
    reader.addProblem(
      'build-on-push',
      `${quote(origin.ref)} is a tag, and tags receive no further pushes`,
      'Set `build-on-push: false`, or deploy a branch.',
    );
  }
  const desired: DesiredDeployment = {
    source,
    isSourceSet: reader.raw.source !== undefined,
    ...fields,
    ...origin,
    sourcePath: reader.read('source-path'),
    archive: undefined,
    tarballPath: undefined,
    secrets: reader.readWith('secrets', (text) =>
      parseSecrets(text, { selfHosted: source === 'external_docker' }),
    ),
    secretsStrategy: reader.read('secrets-strategy') ?? 'merge',
  };
  if (reader.raw['resource-spec'] !== undefined || reader.raw['secret-references'] !== undefined) {
    const { parseResourceSpec, parseSecretReferences } = await import('./structured.ts');
    desired.resourceSpec = reader.readWith('resource-spec', parseResourceSpec);
    desired.secretReferences = reader.readWith('secret-references', (text) =>
      parseSecretReferences(text, desired.secrets ?? []),
    );
  }
  return { desired, resolveCommit };
}

/**
 * Returns the value of the input `source`. If the input is unset, an image implies `external_docker`, and without an
 * image the source is a repository.
 */
function readSource(reader: Reader): Source {
  const specified = reader.read('source');
  const source = specified ?? (reader.raw['image-uri'] === undefined ? 'git_host' : 'external_docker');
  // Checks for inputs that belong to another source only if `source` is valid.
  if (specified !== undefined || reader.raw.source === undefined) checkMisplaced(reader, source);
  return source;
}

function checkMisplaced(reader: Reader, source: Source): void {
  for (const name of INPUT_NAMES) {
    const { sources }: InputSpec = INPUTS[name];
    if (reader.raw[name] === undefined || sources === undefined || sources.includes(source)) continue;
    reader.addProblem(
      name,
      `the input applies only to ${sources.join(' and ')}, but the source is ${source}`,
      `Remove it, or set \`source: ${sources[0]}\`.`,
    );
  }
}

/**
 * Desired origin of the revision: a repository's ref and commit, or an image. All fields of the origin are `undefined`
 * for a packed source.
 */
interface Origin {
  repoUrl: string | undefined;
  ref: string | undefined;
  commit: string | undefined;
  imageUri: string | undefined;
  /** True if the commit of the ref must be looked up, because the event contains only the commit of the event's ref. */
  resolveCommit: boolean;
}

const NOTHING: Origin = {
  repoUrl: undefined,
  ref: undefined,
  commit: undefined,
  imageUri: undefined,
  resolveCommit: false,
};

/** Reads repository, ref and commit from the inputs, and takes unset values from the event. */
function readOrigin(reader: Reader, source: Source, event: RunEvent): Origin {
  if (source === 'internal_source') return NOTHING;
  if (source !== 'git_host') {
    const imageUri = reader.read('image-uri');
    if (reader.raw['image-uri'] === undefined) {
      reader.addProblem('image-uri', `${source} requires an image`, 'Set the image to deploy.');
    }
    return { ...NOTHING, imageUri };
  }
  const specified = {
    repoUrl: reader.read('repo-url'),
    ref: reader.read('ref'),
    commit: reader.read('commit'),
  };
  if (specified.ref !== undefined && event.ref === `refs/tags/${specified.ref}`) {
    reader.addProblem(
      'ref',
      `${quote(specified.ref)} means a branch, but the tag with this name was pushed`,
      `Write ${event.ref}, for example as \${{ github.ref }}, or omit the input.`,
    );
  }
  const ours = specified.repoUrl === undefined || sameRepository(specified.repoUrl, event);
  const ref = specified.ref ?? (ours ? event.ref : undefined);
  if (ref === undefined && reader.raw.ref === undefined) {
    reader.addProblem(
      'ref',
      ours ? noBranchMessage(event.name) : 'repo-url is another repository',
      'Give the branch, or the tag as refs/tags/<tag>.',
    );
  }
  const repoUrl =
    specified.repoUrl ?? (event.repository ? `${event.serverUrl}/${event.repository}` : undefined);
  if (repoUrl === undefined && reader.raw['repo-url'] === undefined) {
    reader.addProblem(
      'repo-url',
      NO_REPOSITORY,
      'Give the URL of the repository, such as https://github.com/owner/name.',
    );
  }
  const known = ours && ref === event.ref ? event.commit : undefined;
  const commit = specified.commit ?? known;
  return { ...NOTHING, repoUrl, ref, commit, resolveCommit: ours && commit === undefined };
}

/**
 * Returns whether a URL belongs to the event's repository: the URL's last two segments match, or the URL leads to this
 * machine.
 */
export function sameRepository(repoUrl: string, event: Pick<RunEvent, 'repository'>): boolean {
  const url = URL.parse(repoUrl);
  const scpLike = /^[\w.-]+@[\w.-]+:(.+)$/.exec(repoUrl);
  if (scpLike === null && (url === null || url.protocol === 'file:' || url.protocol.length === 2))
    return true;
  if (url !== null && isLoopback(url.hostname)) return true;
  const path = scpLike?.[1] ?? url?.pathname ?? '';
  const last = path
    .replace(/\.git\/?$|\/$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    // A repository in a GitLab group has more than two segments.
    .slice(-Math.max(2, event.repository.split('/').length))
    .join('/');
  return last.toLowerCase() === event.repository.toLowerCase();
}
