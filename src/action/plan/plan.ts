import {
  buildOnPushErrors,
  unbuildableFieldErrors,
  validateCreate,
} from '../../contract/deployment-rules.ts';
import type { DeploymentCreate, DeploymentPatch } from '../../contract/deployment.ts';
import type { Dialect } from '../../contract/dialect.ts';
import { describeValidationError } from '../../contract/findings.ts';
import { SELF_HOSTED_NAME_MAX } from '../../contract/limits.ts';
import type { Secret } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment, SecretView } from './current.ts';
import { FIELD_NAMES, type FieldValues } from './deployment-fields.ts';
import { type BodySections, immutableFields, mutableFields, putField } from './fields.ts';
import { describeArchive } from '../pack/sizes.ts';
import { forcedChange, originChange, revisionInProgress } from './origin.ts';
import type { Change, Plan, Refusal } from './types.ts';

const RECREATE = 'Delete the deployment and create it again, or deploy under another name.';

/** Returns the plan for a deployment that does not exist yet. */
export function planCreate(
  name: string,
  desired: DesiredDeployment,
  { dialect = 'generic', selfHosted = false }: { dialect?: Dialect; selfHosted?: boolean } = {},
): Plan {
  const body = createBody(name, desired, dialect);
  const problems = [
    ...validateCreate(body, { compat: 'hosted' }),
    ...unbuildableFieldErrors(body.source, body),
  ];
  const refusals: Refusal[] = problems.map((found) => ({
    reason: 'invalid-plan',
    path: found.loc.slice(1).join('.'),
    message: describeValidationError(found),
    hint: 'Correct the inputs.',
  }));
  if ((selfHosted || body.source === 'external_docker') && name.length > SELF_HOSTED_NAME_MAX) {
    refusals.push({
      reason: 'invalid-plan',
      path: 'name',
      message: `${name} has ${name.length} characters, but a self-hosted cluster allows ${SELF_HOSTED_NAME_MAX}: the control plane would accept the name, and every revision would fail`,
      hint: `Use a name of at most ${SELF_HOSTED_NAME_MAX} characters.`,
    });
  }
  const changes = listCreate(body, desired);
  return refusals.length > 0 ? { kind: 'refused', refusals, changes } : { kind: 'create', body, changes };
}

/**
 * Returns the plan for changes of an existing deployment. The plan for an existing deployment contains only
 * differences, and sends a new commit as `repo_ref`. Refuses differences in immutable fields with a hint to recreate
 * the deployment. The plan is `unchanged` if nothing differs, our commit or image is active, and `force` is not set.
 */
export function planUpdate(
  current: CurrentDeployment,
  desired: DesiredDeployment,
  options: { force: boolean },
): Plan {
  const refusals = refuseImmutable(current, desired);
  const parts: BodySections = { top: {}, source_config: {}, source_revision_config: {} };
  const changes: Change[] = [];
  for (const { name, field, desired: to, current: from, same, makesRevision } of mutableFields(
    desired,
    current,
  )) {
    if (to === undefined || same) continue;
    putField(parts, name, desired);
    changes.push({ field, from: from ?? null, to, revision: makesRevision });
  }
  const secrets = planSecrets(desired.secrets, current.secrets, desired.secretsStrategy);
  if (secrets.kind === 'send') {
    parts.top.secrets = secrets.secrets;
    changes.push(...secrets.changes);
  }
  if (secrets.kind === 'hidden') refusals.push(refuseHidden(secrets.names));
  refusals.push(...refuseTag(current, desired));
  const origin = originChange(desired, current);
  if (refusals.length > 0) {
    return { kind: 'refused', refusals, changes: origin ? [origin, ...changes] : changes };
  }
  const underway = revisionInProgress(desired, current);
  if (changes.length === 0 && underway !== undefined && !options.force) {
    return { kind: 'adopt', revisionId: underway.id, changes };
  }
  const forced =
    options.force && !changes.some(({ revision }) => revision) ? forcedChange(desired) : undefined;
  const due = origin ?? forced;
  if (due !== undefined) {
    changes.unshift(due);
    if (desired.source === 'internal_source') putSource(parts, desired);
    else if (desired.source === 'git_host') parts.source_revision_config.repo_ref = desired.ref;
    else parts.source_revision_config.image_uri = desired.imageUri;
  }
  if (changes.length === 0) return { kind: 'unchanged', changes };
  return {
    kind: 'patch',
    body: patchBody(parts),
    changes,
    originOnly: origin !== undefined && changes.length === 1 && desired.source !== 'internal_source',
  };
}

function refuseImmutable(current: CurrentDeployment, desired: DesiredDeployment): Refusal[] {
  return immutableFields(desired, current).flatMap((field) => {
    if (field.desired === undefined || field.same) return [];
    // A service can omit fields, so an omitted field does not count as different.
    if (field.current === undefined) return [];
    return [
      {
        reason: 'immutable-field' as const,
        path: field.field,
        message: `the current value is ${JSON.stringify(field.current)}, the requested value is ${JSON.stringify(field.desired)}, and the setting cannot be changed after creation`,
        hint: RECREATE,
      },
    ];
  });
}

function refuseHidden(names: string[]): Refusal {
  const kept =
    names.length === 0
      ? "the service does not list the deployment's variables, so they cannot be sent again"
      : `the deployment also has ${names.join(', ')}, whose values the service hides or shows as placeholders, so they cannot be sent again`;
  return {
    reason: 'secrets-hidden',
    path: 'secrets',
    message: `${kept}, and omitting them would delete them`,
    hint:
      names.length === 0
        ? 'List all variables that the deployment needs in `secrets`, and set `secrets-strategy: replace`.'
        : 'Add them to `secrets`, or set `secrets-strategy: replace` to delete them.',
  };
}

function refuseTag(current: CurrentDeployment, desired: DesiredDeployment): Refusal[] {
  const problems = buildOnPushErrors(desired.buildOnPush ?? current.buildOnPush, desired.ref ?? current.ref);
  return problems.map((found) => ({
    reason: 'invalid-plan',
    path: 'source_config.build_on_push',
    message: found.msg,
    hint: 'Set `build-on-push: false`, or deploy a branch.',
  }));
}

function patchBody({ top, source_config, source_revision_config }: BodySections): DeploymentPatch {
  return {
    ...top,
    ...(Object.keys(source_config).length > 0 ? { source_config } : {}),
    ...(Object.keys(source_revision_config).length > 0 ? { source_revision_config } : {}),
  };
}

/** Adds the fields of a packed source to the body, except the path, which is added after the upload. */
function putSource(parts: BodySections, { graphConfigPath }: DesiredDeployment): void {
  parts.top.revision_source = 'internal_source';
  parts.source_revision_config.graph_config_path = graphConfigPath;
}

/**
 * Returns the body of the create request, which also describes the first revision. For a packed source, the body for
 * the hosted service contains a deployment type but no path of the graph configuration, as in requests of the service's
 * own clients. Services except the hosted service need the path.
 */
function createBody(name: string, desired: DesiredDeployment, dialect: Dialect): DeploymentCreate {
  const internal = desired.source === 'internal_source';
  const hosted = internal && dialect === 'langsmith';
  const git = desired.source === 'git_host';
  const values: FieldValues = {
    ...desired,
    deploymentType: desired.deploymentType ?? (git || hosted ? 'dev' : undefined),
    buildOnPush: git ? (desired.buildOnPush ?? false) : undefined,
    graphConfigPath: git || (internal && !hosted) ? (desired.graphConfigPath ?? 'langgraph.json') : undefined,
  };
  const { ref, imageUri } = desired;
  const parts: BodySections = {
    top: {},
    source_config: {},
    source_revision_config: ref === undefined ? {} : { repo_ref: ref },
  };
  for (const name of FIELD_NAMES) putField(parts, name, values);
  if (imageUri !== undefined) parts.source_revision_config.image_uri = imageUri;
  const { top, ...sections } = parts;
  return { name, source: desired.source, ...sections, ...top, secrets: desired.secrets ?? [] };
}

function listCreate(body: DeploymentCreate, desired: DesiredDeployment): Change[] {
  const show = (value: unknown) =>
    typeof value === 'string' || typeof value === 'boolean' ? String(value) : '(set)';
  const rows = (holder: string, fields: object) =>
    Object.entries(fields).map(([key, value]) => ({ field: `${holder}.${key}`, to: show(value) }));
  const commit = desired.commit === undefined ? '' : ` @ ${desired.commit.slice(0, 7)}`;
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
    ...(desired.archive === undefined
      ? []
      : [{ field: 'source_revision_config.source_tarball_path', to: describeArchive(desired.archive) }]),
  ].map((row) => ({ ...row, from: null, revision: true }));
}

type SecretsPlan =
  | { kind: 'keep' }
  | { kind: 'send'; secrets: Secret[]; changes: Change[] }
  /**
   * Secrets that the change would lose, because the inputs do not contain the secrets and the service hides the values.
   * `names` is empty if the service hides the secrets' names too.
   */
  | { kind: 'hidden'; names: string[] };

/**
 * Plans the change of the secrets. A PATCH replaces all secrets, so the plan sends kept secrets again. Plans no change
 * if `given` is `undefined`. Hidden values cannot be compared, so secrets with hidden values are always sent.
 */
export function planSecrets(
  given: readonly Secret[] | undefined,
  shown: readonly SecretView[] | undefined,
  strategy: 'merge' | 'replace',
): SecretsPlan {
  if (given === undefined) return { kind: 'keep' };
  if (shown === undefined && strategy === 'merge') return { kind: 'hidden', names: [] };
  const now = new Map((shown ?? []).map((one) => [one.name, one]));
  const names = new Set(given.map(({ name }) => name));
  const others = (shown ?? []).filter(({ name }) => !names.has(name));
  const changes = [
    ...given.flatMap((secret) => changeOf(secret, now)),
    ...(strategy === 'replace' ? others.map(({ name }) => change(name, '(set)', null)) : []),
  ];
  if (changes.length === 0) return { kind: 'keep' };
  if (strategy === 'replace') return { kind: 'send', secrets: [...given], changes };
  const hidden = others.filter(({ value }) => !value).map(({ name }) => name);
  if (hidden.length > 0) return { kind: 'hidden', names: hidden };
  const kept = others.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  return { kind: 'send', secrets: [...kept, ...given], changes };
}

function changeOf(secret: Secret, now: ReadonlyMap<string, SecretView>): Change[] {
  const is = now.get(secret.name);
  if (is === undefined) return [change(secret.name, null, '(set)')];
  const { value, placeholder } = is;
  // The value of a secret in the inputs can itself look like a placeholder.
  if (value === secret.value || placeholder === secret.value) return [];
  // Some services show a hidden value as an empty string.
  if (!value) return [change(secret.name, '(hidden)', '(sent again)')];
  return [change(secret.name, '(set)', '(new value)')];
}

function change(name: string, from: string | null, to: string | null): Change {
  return { field: `secrets.${name}`, from, to, revision: true };
}
