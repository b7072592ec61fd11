import type { SecretReference } from '../../contract/secret.ts';
import type { SourceConfig } from '../../contract/source.ts';
import type { DeploymentRow } from './store.ts';

/** What a revision is built and run with, of what a PATCH may give its deployment anew. Spelled as on the wire. */
export type RevisionSettings = Pick<
  SourceConfig,
  'resource_spec' | 'listener_config' | 'install_command' | 'build_command'
> & { secret_references: SecretReference[] | null };

/** What a revision that is made of the deployment now keeps as its own. */
export function revisionSettingsOf(
  deployment: Pick<DeploymentRow, 'sourceConfig' | 'secretReferences'>,
): RevisionSettings {
  const { resource_spec, listener_config, install_command, build_command } = deployment.sourceConfig;
  return {
    resource_spec,
    listener_config,
    install_command,
    build_command,
    secret_references: deployment.secretReferences,
  };
}

/** The deployment as this revision was made of it; as it is now, when the revision is from before they kept that. */
export function deploymentAtRevision(
  deployment: DeploymentRow,
  { settings }: { settings: RevisionSettings | null },
): DeploymentRow {
  if (settings === null) return deployment;
  const { resource_spec, listener_config, install_command, build_command } = settings;
  return {
    ...deployment,
    // Each by name: what the revision was made without must not shine through.
    sourceConfig: {
      ...deployment.sourceConfig,
      resource_spec,
      listener_config,
      install_command,
      build_command,
    },
    secretReferences: settings.secret_references,
  };
}
