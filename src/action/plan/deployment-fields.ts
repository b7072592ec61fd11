import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { SecretReference } from '../../contract/source.ts';
import type { InputName, InputValues } from '../inputs/registry.ts';

// The file with the table of fields imports only types, because every run reads its inputs with the table before it
// loads a schema library.

interface KindValues {
  text: string;
  /** A UUID in lower case. */
  id: string;
  flag: boolean;
  'resource-spec': ResourceSpec;
  'secret-references': SecretReference[];
}

/** Inputs whose parsed value is a string or a boolean. */
type PlainInput = {
  [N in InputName]: InputValues[N] extends string | boolean ? N : never;
}[InputName];

/** A field of a deployment that inputs set and the service returns. */
export interface DeploymentField {
  /** Path of the field in the body of a create or PATCH. */
  path: string;
  kind: keyof KindValues;
  /** Input that sets the field; absent if `src/action/inputs/desired.ts` derives the value from several inputs. */
  input?: PlainInput;
  /**
   * States when a preview inherits the value from its base: `always`, or only when the preview is created; absent if
   * the value is never inherited.
   */
  inherited?: 'always' | 'create';
}

/**
 * Fields of a deployment in the order of bodies and plans, keyed by their property in `DesiredDeployment` and
 * `CurrentDeployment`. Inputs, reads, plans, rollbacks and previews use this table of fields. The contract defines
 * which fields are immutable and which create a revision (`src/contract/field-rules.ts`).
 */
export const DEPLOYMENT_FIELDS = {
  integrationId: {
    path: 'source_config.integration_id',
    kind: 'id',
    input: 'integration-id',
    inherited: 'create',
  },
  repoUrl: { path: 'source_config.repo_url', kind: 'text' },
  deploymentType: { path: 'source_config.deployment_type', kind: 'text', input: 'deployment-type' },
  buildOnPush: { path: 'source_config.build_on_push', kind: 'flag', input: 'build-on-push' },
  installCommand: {
    path: 'source_config.install_command',
    kind: 'text',
    input: 'install-command',
    inherited: 'always',
  },
  buildCommand: {
    path: 'source_config.build_command',
    kind: 'text',
    input: 'build-command',
    inherited: 'always',
  },
  listenerId: { path: 'source_config.listener_id', kind: 'id', input: 'listener-id', inherited: 'create' },
  k8sNamespace: {
    path: 'source_config.listener_config.k8s_namespace',
    kind: 'text',
    input: 'k8s-namespace',
    inherited: 'create',
  },
  customUrl: { path: 'source_config.custom_url', kind: 'text', input: 'custom-url' },
  imageVersion: { path: 'image_version', kind: 'text', input: 'image-version', inherited: 'always' },
  secretReferences: { path: 'secret_references', kind: 'secret-references' },
  resourceSpec: { path: 'source_config.resource_spec', kind: 'resource-spec', inherited: 'always' },
  graphConfigPath: {
    path: 'source_revision_config.graph_config_path',
    kind: 'text',
    input: 'graph-config-path',
    inherited: 'always',
  },
} as const satisfies Record<string, DeploymentField>;

export type FieldName = keyof typeof DEPLOYMENT_FIELDS;
export const FIELD_NAMES = Object.keys(DEPLOYMENT_FIELDS) as FieldName[];

/** Values of the fields, keyed by field name; `undefined` means that the value is unset or unknown. */
export type FieldValues = {
  [N in FieldName]: KindValues[(typeof DEPLOYMENT_FIELDS)[N]['kind']] | undefined;
};
type FieldValue = KindValues[keyof KindValues];

/**
 * Calls `valueOf` for each field and returns the values, keyed by field name.
 * @param valueOf Returns a value of the field's kind, or `undefined`.
 */
export function mapFields(
  valueOf: (field: DeploymentField, name: FieldName) => FieldValue | undefined,
): FieldValues;
export function mapFields(valueOf: (field: DeploymentField, name: FieldName) => unknown): object {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(DEPLOYMENT_FIELDS[name], name)]));
}
