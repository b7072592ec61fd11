import type { Dialect } from '../../contract/dialect.ts';
import type { DeploymentCreate, DeploymentPatch } from '../../contract/deployment.ts';
import { validateCreate } from '../../contract/deployment-rules.ts';
import { describeValidationError, isSet } from '../../contract/findings.ts';
import type { SourceConfig } from '../../contract/source.ts';
import { buildOnPushErrors, unbuildableFieldErrors } from '../../contract/source-rules.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from './current.ts';
import { immutableFields, mutableFields, type PatchParts } from './fields.ts';
import { describeArchive, forcedChange, originChange, revisionInProgress } from './origin.ts';
import { planSecrets } from './secrets.ts';
import type { Change, Plan, Refusal } from './types.ts';

const RECREATE = 'Delete the deployment and create it again, or deploy under another name.';

/** The plan for a deployment that does not exist yet (spec §4.2). Pure. */
export function planCreate(name: string, wanted: DesiredDeployment, dialect: Dialect = 'generic'): Plan {
  const body = createBody(name, wanted, dialect);
  const findings = [
    ...validateCreate(body, { compat: 'hosted' }),
    ...unbuildableFieldErrors(body.source, body),
  ];
  const refusals = findings.map((found) => ({
    reason: 'invalid-plan' as const,
    field: found.loc.slice(1).join('.'),
    problem: describeValidationError(found),
    cure: 'Correct the inputs.',
  }));
  const changes = listCreate(body, wanted);
  return refusals.length > 0 ? { kind: 'refused', refusals, changes } : { kind: 'create', body, changes };
}

/**
 * The plan for a deployment that is there (spec §4.3): only differences are sent, a new commit as `repo_ref`; what
 * cannot be changed is refused, saying "recreate"; nothing to change and the active revision being of our commit or
 * image is `unchanged`, unless `force` (DESIGN §5). Pure.
 */
export function planUpdate(
  actual: CurrentDeployment,
  wanted: DesiredDeployment,
  options: { force: boolean },
): Plan {
  const refusals = refuseImmutable(actual, wanted);
  const parts: PatchParts = { top: {}, config: {}, revision: {} };
  const changes: Change[] = [];
  for (const { field, desired: to, current: from, same, makesRevision, put } of mutableFields(
    wanted,
    actual,
  )) {
    if (to === undefined || same) continue;
    put(parts);
    changes.push({ field, from: from ?? null, to, revision: makesRevision });
  }
  const secrets = planSecrets(wanted.secrets, actual.secrets, wanted.secretsStrategy);
  if (secrets.kind === 'send') {
    parts.top.secrets = secrets.secrets;
    changes.push(...secrets.changes);
  }
  if (secrets.kind === 'hidden') refusals.push(refuseHidden(secrets.names));
  refusals.push(...refuseTag(actual, wanted));
  const origin = originChange(wanted, actual);
  if (refusals.length > 0) {
    return { kind: 'refused', refusals, changes: origin ? [origin, ...changes] : changes };
  }
  const underway = revisionInProgress(wanted, actual);
  if (changes.length === 0 && underway !== undefined && !options.force) {
    return { kind: 'adopt', revisionId: underway.id, changes };
  }
  const forced =
    options.force && !changes.some(({ revision }) => revision) ? forcedChange(wanted) : undefined;
  const due = origin ?? forced;
  if (due !== undefined) {
    changes.unshift(due);
    if (wanted.source === 'internal_source') putSource(parts, wanted);
    else if (wanted.source === 'git_host') parts.revision.repo_ref = wanted.ref;
    else parts.revision.image_uri = wanted.imageUri;
  }
  if (changes.length === 0) return { kind: 'unchanged', changes };
  return {
    kind: 'patch',
    body: patchBody(parts),
    changes,
    originOnly: origin !== undefined && changes.length === 1 && wanted.source !== 'internal_source',
  };
}

function refuseImmutable(actual: CurrentDeployment, wanted: DesiredDeployment): Refusal[] {
  return immutableFields(wanted, actual).flatMap((field) => {
    if (field.desired === undefined || field.same) return [];
    // The service need not show every field; only a value that is there can contradict.
    if (field.current === undefined) return [];
    return [
      {
        reason: 'immutable-field' as const,
        field: field.field,
        problem: `it is ${JSON.stringify(field.current)}, ${JSON.stringify(field.desired)} is wanted, and it cannot be changed after creation`,
        cure: RECREATE,
      },
    ];
  });
}

function refuseHidden(names: string[]): Refusal {
  const kept =
    names.length === 0
      ? 'the service does not say which variables the deployment has: they cannot be sent along'
      : `the deployment also has ${names.join(', ')}, whose values the service hides, or shows as what looks hidden: they cannot be sent along`;
  return {
    reason: 'secrets-hidden',
    field: 'secrets',
    problem: `${kept}, and leaving them out would delete them`,
    cure:
      names.length === 0
        ? 'Give all that it needs in `secrets`, and set `secrets-strategy: replace`.'
        : 'Add them to `secrets`, or set `secrets-strategy: replace` to drop them.',
  };
}

function refuseTag(actual: CurrentDeployment, wanted: DesiredDeployment): Refusal[] {
  const findings = buildOnPushErrors(wanted.buildOnPush ?? actual.buildOnPush, wanted.ref ?? actual.ref);
  return findings.map((found) => ({
    reason: 'invalid-plan',
    field: 'source_config.build_on_push',
    problem: found.msg,
    cure: 'Set `build-on-push: false`, or deploy a branch.',
  }));
}

function patchBody(parts: PatchParts): DeploymentPatch {
  return {
    ...parts.top,
    ...(Object.keys(parts.config).length > 0 ? { source_config: parts.config } : {}),
    ...(Object.keys(parts.revision).length > 0 ? { source_revision_config: parts.revision } : {}),
  };
}

/** The official clients say with each upload what it is (facts: service §2.2); its path follows when there is one. */
function putSource({ top, revision }: PatchParts, { graphConfigPath }: DesiredDeployment): void {
  top.revision_source = 'internal_source';
  revision.graph_config_path = graphConfigPath;
}

/**
 * What the first revision is made of. The hosted service is told nothing of an internal source yet, as by its own
 * clients, and a type; the spec wants the configuration said (facts: service §1.4; spec §2.3).
 */
function createBody(name: string, wanted: DesiredDeployment, dialect: Dialect): DeploymentCreate {
  const internal = wanted.source === 'internal_source';
  const hosted = internal && dialect === 'langsmith';
  const git = wanted.source === 'git_host';
  const config: SourceConfig = {
    integration_id: wanted.integrationId,
    repo_url: wanted.repoUrl,
    deployment_type: wanted.deploymentType ?? (git || hosted ? 'dev' : undefined),
    build_on_push: git ? (wanted.buildOnPush ?? false) : undefined,
    install_command: wanted.installCommand,
    build_command: wanted.buildCommand,
    listener_id: wanted.listenerId,
    listener_config: wanted.k8sNamespace === undefined ? undefined : { k8s_namespace: wanted.k8sNamespace },
    custom_url: wanted.customUrl,
    resource_spec: wanted.resourceSpec,
  };
  const revision = {
    repo_ref: wanted.ref,
    graph_config_path:
      git || (internal && !hosted) ? (wanted.graphConfigPath ?? 'langgraph.json') : undefined,
    image_uri: wanted.imageUri,
  };
  return {
    name,
    source: wanted.source,
    source_config: withoutUnsaid(config),
    source_revision_config: withoutUnsaid(revision),
    secrets: wanted.secrets ?? [],
    ...(wanted.secretReferences === undefined ? {} : { secret_references: wanted.secretReferences }),
    ...(wanted.imageVersion === undefined ? {} : { image_version: wanted.imageVersion }),
  };
}

function withoutUnsaid<T extends object>(fields: T): T {
  const kept = { ...fields };
  for (const key of Object.keys(kept)) {
    if (!isSet(Reflect.get(kept, key))) Reflect.deleteProperty(kept, key);
  }
  return kept;
}

/** Everything a create sends, as changes from nothing. */
function listCreate(body: DeploymentCreate, wanted: DesiredDeployment): Change[] {
  const show = (value: unknown) =>
    typeof value === 'string' || typeof value === 'boolean' ? String(value) : '(set)';
  const rows = (holder: string, fields: object) =>
    Object.entries(fields).map(([key, value]) => ({ field: `${holder}.${key}`, to: show(value) }));
  const commit = wanted.commit === undefined ? '' : ` @ ${wanted.commit.slice(0, 7)}`;
  return [
    { field: 'name', to: body.name },
    { field: 'source', to: body.source },
    ...rows('source_config', body.source_config),
    ...rows('source_revision_config', body.source_revision_config).map((row) =>
      row.field.endsWith('.repo_ref') ? { ...row, to: `${row.to}${commit}` } : row,
    ),
    ...body.secrets.map(({ name }) => ({ field: `secrets.${name}`, to: '(set)' })),
    ...(body.secret_references ?? []).map(({ name }) => ({
      field: `secret_references.${name}`,
      to: '(set)',
    })),
    ...(body.image_version ? [{ field: 'image_version', to: body.image_version }] : []),
    ...(wanted.archive === undefined
      ? []
      : [{ field: 'source_revision_config.source_tarball_path', to: describeArchive(wanted.archive) }]),
  ].map((row) => ({ ...row, from: null, revision: true }));
}
