import type { RunEvent } from '../event.ts';
import type { InputReader } from './collector.ts';
import { quote } from './problem.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseUuid, parseWord } from './scalars.ts';
import { parseSecrets } from './secrets.ts';
import type { DesiredDeployment } from './settings.ts';
import { readOrigin, readSource } from './source.ts';
import {
  parseDeploymentType,
  parseHttpUrl,
  parseNamespace,
  parseRepoPath,
  parseText,
  parseVersion,
} from './texts.ts';

/** What the deployment is to be like, from the inputs and the event. The YAML parser is loaded when an input needs it. */
export async function readDesired(
  collector: InputReader,
  raw: RawInputs,
  event: RunEvent,
): Promise<{ wanted: DesiredDeployment; resolveCommit: boolean }> {
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
  const wanted: DesiredDeployment = {
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
    wanted.resourceSpec = collector.read('resource-spec', parseResourceSpec);
    wanted.secretReferences = collector.read('secret-references', (text) =>
      parseSecretReferences(text, wanted.secrets ?? []),
    );
  }
  return { wanted, resolveCommit };
}
