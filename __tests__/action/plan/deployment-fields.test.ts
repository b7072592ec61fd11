import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DesiredDeployment } from '../../../src/action/inputs/settings.ts';
import { toCurrent } from '../../../src/action/plan/current.ts';
import {
  DEPLOYMENT_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type FieldValues,
  mapFields,
} from '../../../src/action/plan/deployment-fields.ts';
import { planCreate, planUpdate } from '../../../src/action/plan/plan.ts';
import { inheritSettings } from '../../../src/action/preview/inherit.ts';
import { toDesired } from '../../../src/action/rollback/plan-rollback.ts';
import { FIELD_RULES, isImmutable, triggersRevision } from '../../../src/contract/field-rules.ts';
import type { Source } from '../../../src/contract/source.ts';
import { revision, wantedGit, wantedImage } from '../support/plan.ts';

const QUIET = { force: false };

/** Two values of each field, with different meanings. */
const VALUES: { [N in FieldName]: readonly [NonNullable<FieldValues[N]>, NonNullable<FieldValues[N]>] } = {
  integrationId: ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'],
  repoUrl: ['https://github.com/acme/agents', 'https://github.com/acme/others'],
  deploymentType: ['dev', 'prod'],
  buildOnPush: [true, false],
  installCommand: ['npm ci', 'npm install'],
  buildCommand: ['make', 'make all'],
  listenerId: ['00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-00000000000d'],
  k8sNamespace: ['one', 'two'],
  customUrl: ['https://one.example.org', 'https://two.example.org'],
  imageVersion: ['1', '2'],
  secretReferences: [
    [{ name: 'A', secret_name: 'a', secret_key: 'key' }],
    [{ name: 'A', secret_name: 'b', secret_key: 'key' }],
  ],
  resourceSpec: [{ cpu: 1 }, { cpu: 2 }],
  graphConfigPath: ['langgraph.json', 'agents/langgraph.json'],
};

const someFields = fc
  .tuple(fc.subarray(FIELD_NAMES), fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 13, maxLength: 13 }))
  .map(([names, picks]) =>
    mapFields((_field, name) =>
      names.includes(name) ? VALUES[name][picks[FIELD_NAMES.indexOf(name)] === 1 ? 1 : 0] : undefined,
    ),
  );

const wanted = (fields: Partial<FieldValues>): DesiredDeployment =>
  wantedGit({ ...fields, isSourceSet: true });

/** Returns the deployment that a service returns for a request body. */
function currentOf(body: Record<string, unknown>, source: Source = 'git_host') {
  const { source_revision_config: config = {} } = body;
  return toCurrent(
    {
      id: 'd1',
      name: 'my-agent',
      status: 'READY',
      latest_revision_id: 'r1',
      active_revision_id: 'r1',
      ...body,
      source,
    },
    [revision('r1', 'DEPLOYED', Object(config))],
  );
}

/** Returns the value at a path in a body. */
const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, key) => Object(holder)[key], body);

/** Returns a body that contains each set field at its path, without using the code under test. */
function bodyWith(fields: FieldValues): Record<string, unknown> {
  const { imageVersion, secretReferences, graphConfigPath, k8sNamespace } = fields;
  return {
    source_config: {
      integration_id: fields.integrationId,
      repo_url: fields.repoUrl,
      deployment_type: fields.deploymentType,
      build_on_push: fields.buildOnPush,
      install_command: fields.installCommand,
      build_command: fields.buildCommand,
      listener_id: fields.listenerId,
      listener_config: { k8s_namespace: k8sNamespace },
      custom_url: fields.customUrl,
      resource_spec: fields.resourceSpec,
    },
    source_revision_config: { graph_config_path: graphConfigPath },
    image_version: imageVersion,
    secret_references: secretReferences,
  };
}

describe('the table of deployment fields', () => {
  test('contains every field in a rule of the contract, except origin, name and secrets', () => {
    const others = [
      'name',
      'source',
      'secrets',
      'source_config.listener_config',
      'source_revision_config.repo_ref',
      'source_revision_config.image_uri',
      'source_revision_config.source_tarball_path',
    ];
    const ruled = FIELD_RULES.map(({ path }) => path.join('.')).filter((path) => !others.includes(path));
    const paths = FIELD_NAMES.map((name) => DEPLOYMENT_FIELDS[name].path);
    expect(new Set([...ruled, 'image_version'])).toEqual(new Set(paths));
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('defines how each field of a deployment is read', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        expect(currentOf(bodyWith(fields))).toMatchObject(fields);
      }),
    );
  });

  test.each(FIELD_NAMES)('defines the body of a create: %s', (name) => {
    const { path } = DEPLOYMENT_FIELDS[name];
    const [value] = VALUES[name];
    const sources = FIELD_RULES.find((rule) => rule.path.join('.') === path)?.sources;
    const isOfImages = sources?.includes('git_host') === false || name === 'k8sNamespace';
    const desired = isOfImages ? wantedImage({ [name]: value }) : wanted({ [name]: value });
    const plan = planCreate('my-agent', desired);
    if (plan.kind !== 'create') throw new Error(`planned ${JSON.stringify(plan)}`);
    expect(valueAt(plan.body, path)).toEqual(value);
  });

  test.each(FIELD_NAMES)(
    'defines the comparison of an update: %s is sent, or rejected as immutable',
    (name) => {
      const { path } = DEPLOYMENT_FIELDS[name];
      const [before, after] = VALUES[name];
      const fields = mapFields((_field, other) => (other === name ? before : undefined));
      const current = currentOf(bodyWith(fields));
      const plan = planUpdate(
        current,
        { ...wanted({ repoUrl: undefined, [name]: after }), commit: undefined },
        QUIET,
      );
      if (isImmutable(path)) {
        expect(plan).toMatchObject({ kind: 'refused', refusals: [{ reason: 'immutable-field', path }] });
        return;
      }
      if (plan.kind !== 'patch') throw new Error(`planned ${plan.kind}`);
      expect(valueAt(plan.body, path)).toEqual(after);
      expect(plan.changes).toContainEqual(
        expect.objectContaining({ field: path, revision: triggersRevision(path) }),
      );
    },
  );

  test('produces no change in an update if the deployment has every desired field', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const plan = planUpdate(
          currentOf(bodyWith(fields)),
          { ...wanted(fields), ref: undefined, commit: undefined },
          QUIET,
        );
        const paths: readonly string[] = FIELD_NAMES.map((name) => DEPLOYMENT_FIELDS[name].path);
        expect(plan.changes.filter(({ field }) => paths.includes(field))).toEqual([]);
      }),
    );
  });

  test('leaves every field unset in a rollback if the deployment has the fields of the target revision', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const current = currentOf(bodyWith(fields));
        const [target] = current.revisions;
        if (target === undefined) throw new Error('the deployment has no revision');
        const desired = toDesired(target, current);
        for (const name of FIELD_NAMES)
          expect({ name, value: desired[name] }).toEqual({ name, value: undefined });
      }),
    );
  });

  test('defines which fields a preview does not inherit: secrets, permissions, URL, type and build_on_push', () => {
    const all = mapFields((_field, name) => VALUES[name][0]);
    const base = currentOf(bodyWith(all));
    const inheritedBy = (exists: boolean) => {
      const settings = inheritSettings(wanted({ repoUrl: undefined }), base, { exists });
      return FIELD_NAMES.filter((name) => settings[name] !== undefined);
    };
    const always = ['installCommand', 'buildCommand', 'imageVersion', 'resourceSpec', 'graphConfigPath'];
    expect(inheritedBy(true)).toEqual(always);
    expect(new Set(inheritedBy(false))).toEqual(
      new Set([...always, 'integrationId', 'listenerId', 'k8sNamespace']),
    );
  });
});
