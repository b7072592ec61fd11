import type { RunEvent } from '../event/event.ts';
import type { Collector } from './collector.ts';
import { quote } from './problem.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseUuid, parseWord } from './scalars.ts';
import { parseSecrets } from './secrets.ts';
import type { Wanted } from './settings.ts';
import { takeOrigin, takeSource } from './source.ts';
import {
  parseDeploymentType,
  parseHttpUrl,
  parseNamespace,
  parseRepoPath,
  parseText,
  parseVersion,
} from './texts.ts';

/** What the deployment is to be like, from the inputs and the event. The YAML parser is loaded when an input needs it. */
export async function takeWanted(
  collector: Collector,
  raw: RawInputs,
  event: RunEvent,
): Promise<{ wanted: Wanted; resolveCommit: boolean }> {
  const source = takeSource(collector, raw);
  const { resolveCommit, ...origin } = takeOrigin(collector, raw, source, event);
  const buildOnPush = collector.take('build-on-push', parseBoolean);
  if (buildOnPush === true && origin.ref?.startsWith('refs/tags/')) {
    collector.complain(
      'build-on-push',
      `${quote(origin.ref)} is a tag, and a tag is never pushed to again`,
      'Set `build-on-push: false`, or deploy a branch.',
    );
  }
  const wanted: Wanted = {
    source,
    sourceSaid: raw.source !== undefined,
    ...origin,
    integrationId: collector.take('integration-id', parseUuid),
    deploymentType: collector.take('deployment-type', parseDeploymentType),
    buildOnPush,
    installCommand: collector.take('install-command', parseText),
    buildCommand: collector.take('build-command', parseText),
    listenerId: collector.take('listener-id', parseUuid),
    k8sNamespace: collector.take('k8s-namespace', parseNamespace),
    customUrl: collector.take('custom-url', parseHttpUrl),
    graphConfigPath: collector.take('graph-config-path', parseRepoPath),
    imageVersion: collector.take('image-version', parseVersion),
    sourcePath: collector.take('source-path', parseRepoPath),
    archive: undefined,
    tarballPath: undefined,
    secrets: collector.take('secrets', (text) =>
      parseSecrets(text, { selfHosted: source === 'external_docker' }),
    ),
    secretsStrategy:
      collector.take('secrets-strategy', (text) => parseWord(text, ['merge', 'replace'])) ?? 'merge',
    resourceSpec: undefined,
    secretReferences: undefined,
  };
  if (raw['resource-spec'] !== undefined || raw['secret-references'] !== undefined) {
    const { parseResourceSpec, parseSecretReferences } = await import('./structured.ts');
    wanted.resourceSpec = collector.take('resource-spec', parseResourceSpec);
    wanted.secretReferences = collector.take('secret-references', (text) =>
      parseSecretReferences(text, wanted.secrets ?? []),
    );
  }
  return { wanted, resolveCommit };
}
