import { isLoopback } from '../../clients/base-url.ts';
import type { Source } from '../../contract/source.ts';
import type { RunEvent } from '../event.ts';
import {
  parseBoolean,
  parseCommit,
  parseDeploymentType,
  parseHttpUrl,
  parseImageUri,
  parseNamespace,
  parseRef,
  parseRepoPath,
  parseRepoUrl,
  parseText,
  parseUuid,
  parseVersion,
  parseWord,
} from './parsers.ts';
import { quote } from './problem.ts';
import type { InputReader, RawInputs } from './reader.ts';
import { INPUT_NAMES, INPUTS, type InputSpec } from './registry.ts';
import { parseSecrets } from './secrets.ts';
import type { DesiredDeployment } from './settings.ts';

/** What the deployment is to be like, from the inputs and the event. The YAML parser is loaded when an input needs it. */
export async function readDesired(
  collector: InputReader,
  raw: RawInputs,
  event: RunEvent,
): Promise<{ desired: DesiredDeployment; resolveCommit: boolean }> {
  const source = readSource(collector, raw);
  const { resolveCommit, ...origin } = readOrigin(collector, raw, source, event);
  const buildOnPush = collector.read('build-on-push', parseBoolean);
  if (buildOnPush === true && origin.ref?.startsWith('refs/tags/')) {
    collector.addProblem(
      'build-on-push',
      `${quote(origin.ref)} is a tag, and a tag is never pushed to again`,
      'Set `build-on-push: false`, or deploy a branch.',
    );
  }
  const desired: DesiredDeployment = {
    source,
    isSourceSet: raw.source !== undefined,
    ...origin,
    integrationId: collector.read('integration-id', parseUuid),
    deploymentType: collector.read('deployment-type', parseDeploymentType),
    buildOnPush,
    installCommand: collector.read('install-command', parseText),
    buildCommand: collector.read('build-command', parseText),
    listenerId: collector.read('listener-id', parseUuid),
    k8sNamespace: collector.read('k8s-namespace', parseNamespace),
    customUrl: collector.read('custom-url', parseHttpUrl),
    graphConfigPath: collector.read('graph-config-path', parseRepoPath),
    imageVersion: collector.read('image-version', parseVersion),
    sourcePath: collector.read('source-path', parseRepoPath),
    archive: undefined,
    tarballPath: undefined,
    secrets: collector.read('secrets', (text) =>
      parseSecrets(text, { selfHosted: source === 'external_docker' }),
    ),
    secretsStrategy:
      collector.read('secrets-strategy', (text) => parseWord(text, ['merge', 'replace'])) ?? 'merge',
    resourceSpec: undefined,
    secretReferences: undefined,
  };
  if (raw['resource-spec'] !== undefined || raw['secret-references'] !== undefined) {
    const { parseResourceSpec, parseSecretReferences } = await import('./structured.ts');
    desired.resourceSpec = collector.read('resource-spec', parseResourceSpec);
    desired.secretReferences = collector.read('secret-references', (text) =>
      parseSecretReferences(text, desired.secrets ?? []),
    );
  }
  return { desired, resolveCommit };
}

/** Sources this action can deploy from. */
const DEPLOYABLE_SOURCES = [
  'git_host',
  'external_docker',
  'internal_docker',
  'internal_source',
] as const satisfies readonly Source[];

/** The source as said, or by what is given: an image means external_docker, anything else a repository. */
function readSource(collector: InputReader, raw: RawInputs): Source {
  const said = collector.read('source', (text) => parseWord(text, DEPLOYABLE_SOURCES));
  const source = said ?? (raw['image-uri'] === undefined ? 'git_host' : 'external_docker');
  // A misspelt source leaves nothing to judge the other inputs by.
  if (said !== undefined || raw.source === undefined) complainOfMisplaced(collector, raw, source);
  return source;
}

function complainOfMisplaced(collector: InputReader, raw: RawInputs, source: Source): void {
  for (const name of INPUT_NAMES) {
    const { sources }: InputSpec = INPUTS[name];
    if (raw[name] === undefined || sources === undefined || sources.includes(source)) continue;
    collector.addProblem(
      name,
      `it applies to ${sources.join(' and ')} only, and the source is ${source}`,
      `Remove it, or set \`source: ${sources[0]}\`.`,
    );
  }
}

/** What is to be built or run: a repository's ref and commit, or an image; nothing for what is packed here. */
interface Origin {
  repoUrl: string | undefined;
  ref: string | undefined;
  commit: string | undefined;
  imageUri: string | undefined;
  /** The ref is not the event's, so its commit has to be looked up. */
  resolveCommit: boolean;
}

const NOTHING: Origin = {
  repoUrl: undefined,
  ref: undefined,
  commit: undefined,
  imageUri: undefined,
  resolveCommit: false,
};

/** Takes repository, ref and commit from the inputs, else from the event (DESIGN §5; spec §2.3). */
function readOrigin(collector: InputReader, raw: RawInputs, source: Source, event: RunEvent): Origin {
  if (source === 'internal_source') return NOTHING;
  if (source !== 'git_host') {
    const imageUri = collector.read('image-uri', parseImageUri);
    if (raw['image-uri'] === undefined) {
      collector.addProblem('image-uri', `${source} needs an image`, 'Give the image to deploy.');
    }
    return { ...NOTHING, imageUri };
  }
  const said = {
    repoUrl: collector.read('repo-url', parseRepoUrl),
    ref: collector.read('ref', parseRef),
    commit: collector.read('commit', parseCommit),
  };
  if (said.ref !== undefined && event.ref === `refs/tags/${said.ref}`) {
    collector.addProblem(
      'ref',
      `${quote(said.ref)} names a branch, and what was pushed is the tag of this name`,
      `Write ${event.ref}, such as from \${{ github.ref }}, or leave it out.`,
    );
  }
  const ours = said.repoUrl === undefined || sameRepository(said.repoUrl, event);
  const ref = said.ref ?? (ours ? event.ref : undefined);
  if (ref === undefined && raw.ref === undefined) {
    collector.addProblem(
      'ref',
      ours ? `the event ${event.name || '(none)'} names no branch or tag` : 'repo-url is another repository',
      'Give the branch, or the tag as refs/tags/<tag>.',
    );
  }
  const repoUrl = said.repoUrl ?? (event.repository ? `${event.serverUrl}/${event.repository}` : undefined);
  if (repoUrl === undefined && raw['repo-url'] === undefined) {
    collector.addProblem(
      'repo-url',
      'the run names no repository',
      'Give it, such as https://github.com/owner/name.',
    );
  }
  const known = ours && ref === event.ref ? event.commit : undefined;
  const commit = said.commit ?? known;
  return { ...NOTHING, repoUrl, ref, commit, resolveCommit: ours && commit === undefined };
}

/** Whether an address means the repository of the event: its last two segments do, or it is on this machine. */
export function sameRepository(repoUrl: string, event: Pick<RunEvent, 'repository'>): boolean {
  const url = URL.parse(repoUrl);
  const scpLike = /^[\w.-]+@[\w.-]+:(.+)$/.exec(repoUrl);
  if (scpLike === null && (url === null || url.protocol === 'file:' || url.protocol.length === 2))
    return true;
  if (url !== null && isLoopback(url.hostname)) return true;
  const path = scpLike?.[1] ?? url?.pathname ?? '';
  const lastTwo = path
    .replace(/\.git\/?$|\/$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-2)
    .join('/');
  return lastTwo.toLowerCase() === event.repository.toLowerCase();
}
