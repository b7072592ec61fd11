import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planCreate, planUpdate } from '../../../src/action/plan/plan.ts';
import { makesRevision } from '../../../src/action/plan/types.ts';
import { validateCreate, createsRevision } from '../../../src/contract/deployment-rules.ts';
import { DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import { A, actualGit, actualImage, B, revision, wantedGit, wantedImage } from '../support/plan.ts';

const quiet = { force: false };
const update = (
  ...[actual, wanted, options = quiet]: [
    ReturnType<typeof actualGit>,
    ReturnType<typeof wantedGit>,
    { force: boolean }?,
  ]
) => planUpdate(actual, wanted, options);
const bodyOf = (plan: ReturnType<typeof update>) => {
  if (plan.kind !== 'patch') throw new Error(`planned ${plan.kind}: ${JSON.stringify(plan)}`);
  return plan.body;
};

describe('the plan of a create', () => {
  test('for a repository contains the required fields and the defaults of a create', () => {
    expect(planCreate('my-agent', wantedGit())).toMatchObject({
      kind: 'create',
      body: {
        name: 'my-agent',
        source: 'git_host',
        source_config: {
          repo_url: 'https://github.com/acme/agents',
          deployment_type: 'dev',
          build_on_push: false,
        },
        source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
        secrets: [],
      },
    });
  });

  // docs/self-hosted.md#name-limit
  test('is rejected on a self-hosted cluster if the cluster does not allow the name', () => {
    const long = 'a'.repeat(22);
    const onCluster = { dialect: 'langsmith', selfHosted: true } as const;
    for (const plan of [planCreate(long, wantedGit(), onCluster), planCreate(long, wantedImage())]) {
      expect(plan).toMatchObject({
        kind: 'refused',
        refusals: [
          {
            reason: 'invalid-plan',
            path: 'name',
            message: expect.stringContaining('has 22 characters, but a self-hosted cluster allows 21'),
          },
        ],
      });
    }
    expect(planCreate('a'.repeat(21), wantedImage()).kind).toBe('create');
    expect(planCreate(long, wantedGit()).kind).toBe('create');
  });

  test('for an image contains no repository', () => {
    const plan = planCreate(
      'a',
      wantedImage({ k8sNamespace: 'ns', resourceSpec: { cpu: 1 }, imageVersion: '1' }),
    );
    expect(plan).toMatchObject({
      kind: 'create',
      body: {
        name: 'a',
        source: 'external_docker',
        source_config: { resource_spec: { cpu: 1 }, listener_config: { k8s_namespace: 'ns' } },
        source_revision_config: { image_uri: 'r.example.org/a:2' },
        secrets: [],
        image_version: '1',
      },
    });
    expect(JSON.stringify(plan)).not.toContain('graph_config_path');
  });

  test('can contain an internal image', () => {
    expect(planCreate('a', wantedImage({ source: 'internal_docker', deploymentType: 'prod' }))).toMatchObject(
      {
        kind: 'create',
        body: { source: 'internal_docker', source_config: { deployment_type: 'prod' } },
      },
    );
  });

  test('is rejected if the contract rejects it', () => {
    expect(planCreate('a', wantedGit({ repoUrl: undefined }))).toMatchObject({
      kind: 'refused',
      refusals: [{ reason: 'invalid-plan', path: 'source_config.repo_url' }],
    });
  });

  // docs/security/secrets.md#plans-name-variables-never
  test('shows the names of secrets but not their values', () => {
    const plan = planCreate('a', wantedGit({ secrets: [{ name: 'TOKEN', value: 'the-value' }] }));
    expect(plan.changes).toContainEqual({ field: 'secrets.TOKEN', from: null, to: '(set)', revision: true });
    expect(JSON.stringify(plan.changes)).not.toContain('the-value');
  });

  test('always satisfies the schema and rules of the contract', () => {
    const text = fc.option(fc.stringMatching(/^[a-z]{1,8}$/), { nil: undefined });
    fc.assert(
      fc.property(
        text,
        text,
        fc.option(fc.boolean(), { nil: undefined }),
        text,
        (path, build, push, install) => {
          const plan = planCreate(
            'a',
            wantedGit({
              graphConfigPath: path,
              buildCommand: build,
              buildOnPush: push,
              installCommand: install,
            }),
          );
          if (plan.kind !== 'create') throw new Error(plan.kind);
          expect(DeploymentCreate.safeParse(plan.body).success).toBe(true);
          expect(validateCreate(plan.body, { compat: 'spec' })).toEqual([]);
        },
      ),
    );
  });
});

describe('the commit of a run', () => {
  test('is deployed by sending only the ref if the commit is not yet active', () => {
    const plan = update(actualGit(), wantedGit());
    expect(bodyOf(plan)).toEqual({ source_revision_config: { repo_ref: 'main' } });
    expect(plan).toMatchObject({ originOnly: true });
    expect(makesRevision(plan)).toBe(true);
    expect(plan.changes).toEqual([
      {
        field: 'source_revision_config.repo_ref',
        from: 'main @ aaaaaaa',
        to: 'main @ bbbbbbb',
        revision: true,
      },
    ]);
  });

  test('is not sent if it is already active', () => {
    expect(update(actualGit(), wantedGit({ commit: A })).kind).toBe('unchanged');
  });

  test('is sent again if it is already active and force is set', () => {
    const plan = update(actualGit(), wantedGit({ commit: A }), { force: true });
    expect(bodyOf(plan)).toEqual({ source_revision_config: { repo_ref: 'main' } });
    expect(plan).toMatchObject({ originOnly: false });
  });

  test('is sent if its SHA is unknown, because it cannot be compared with the active commit', () => {
    expect(update(actualGit(), wantedGit({ commit: undefined })).kind).toBe('patch');
  });

  test("is sent if the active revision's commit is unknown", () => {
    const actual = actualGit({}, [revision('r1', 'DEPLOYED', { repo_ref: 'main' })]);
    expect(update(actual, wantedGit({ commit: A })).kind).toBe('patch');
  });

  test('makes the run wait if the commit is deployed but not yet active', () => {
    const actual = actualGit({ active_revision_id: null });
    expect(update(actual, wantedGit({ commit: A }))).toMatchObject({ kind: 'adopt', revisionId: 'r1' });
  });

  test.each(['DEPLOYING', 'UNKNOWN'])(
    "makes the run wait if the commit's revision is active but in status %s",
    (status) => {
      const actual = actualGit({}, [revision('r1', status, { repo_ref: 'main', repo_commit_sha: A })]);
      expect(update(actual, wantedGit({ commit: A }))).toMatchObject({ kind: 'adopt', revisionId: 'r1' });
    },
  );

  test.each(['DEPLOY_FAILED', 'INTERRUPTED'])(
    "is sent again if the commit's revision is active but in status %s",
    (status) => {
      const actual = actualGit({}, [revision('r1', status, { repo_ref: 'main', repo_commit_sha: A })]);
      expect(update(actual, wantedGit({ commit: A })).kind).toBe('patch');
    },
  );

  test.each(['BUILDING', 'BUILD_FAILED', 'SKIPPED', 'DEPLOYED'])(
    'is sent again together with changed secrets if a later revision with another commit is in status %s',
    (status) => {
      // The deployment shows the settings of r2 instead of r1, although r1 is active.
      const secrets = [{ name: 'A', value: 'new' }];
      const actual = actualGit({ latest_revision_id: 'r2', secrets }, [
        revision('r2', status, { repo_ref: 'main', repo_commit_sha: B }),
        revision('r1', 'DEPLOYED', { repo_ref: 'main', repo_commit_sha: A }),
      ]);
      expect(update(actual, wantedGit({ commit: A, secrets })).kind).toBe('patch');
      expect(update(actual, wantedGit({ commit: A })).kind).toBe('unchanged');
    },
  );

  test('moves the deployment to another branch even if the commit is already active', () => {
    expect(bodyOf(update(actualGit(), wantedGit({ ref: 'next', commit: A })))).toEqual({
      source_revision_config: { repo_ref: 'next' },
    });
  });

  test('is sent again although it is active if a later revision with the same commit failed', () => {
    const revisions = [
      revision('r2', 'DEPLOY_FAILED', { repo_commit_sha: A }),
      revision('r1', 'DEPLOYED', { repo_commit_sha: A }),
    ];
    expect(update(actualGit({ latest_revision_id: 'r2' }, revisions), wantedGit({ commit: A })).kind).toBe(
      'patch',
    );
  });

  test('is not sent again if it is active and a later revision with another commit failed', () => {
    const revisions = [
      revision('r2', 'BUILD_FAILED', { repo_commit_sha: B }),
      revision('r1', 'DEPLOYED', { repo_commit_sha: A }),
    ];
    expect(update(actualGit({ latest_revision_id: 'r2' }, revisions), wantedGit({ commit: A })).kind).toBe(
      'unchanged',
    );
  });
});

describe('a revision in progress', () => {
  const underway = (
    status: string,
    config: Record<string, unknown> = { repo_commit_sha: B, repo_ref: 'main' },
  ) =>
    actualGit({ latest_revision_id: 'r2' }, [
      revision('r2', status, config),
      revision('r1', 'DEPLOYED', { repo_commit_sha: A, repo_ref: 'main' }),
    ]);

  test.each([
    'CREATING',
    'QUEUED',
    'AWAITING_BUILD',
    'BUILDING',
    'AWAITING_DEPLOY',
    'DEPLOYING',
    'UNKNOWN',
    'NEW',
    // The revision exists, and is about to become active.
    'DEPLOYED',
  ])("in status %s is adopted if it has the run's commit", (status) => {
    expect(update(underway(status), wantedGit())).toMatchObject({ kind: 'adopt', revisionId: 'r2' });
  });

  test.each(['BUILD_FAILED', 'SKIPPED', 'INTERRUPTED'])('in status %s is not adopted', (status) => {
    expect(update(underway(status), wantedGit()).kind).toBe('patch');
  });

  test('with a different commit, a different ref or no commit is not adopted', () => {
    expect(update(underway('BUILDING', { repo_commit_sha: A }), wantedGit()).kind).toBe('patch');
    expect(update(underway('BUILDING', { repo_commit_sha: B, repo_ref: 'x' }), wantedGit()).kind).toBe(
      'patch',
    );
    expect(update(underway('BUILDING', {}), wantedGit()).kind).toBe('patch');
  });

  test('is not adopted if a setting differs, or if force is set', () => {
    expect(update(underway('BUILDING'), wantedGit({ buildCommand: 'make' })).kind).toBe('patch');
    expect(update(underway('BUILDING'), wantedGit(), { force: true }).kind).toBe('patch');
  });
});

describe('the settings in a plan', () => {
  test.each<[string, Parameters<typeof wantedGit>[0], object, boolean]>([
    ['build_on_push', { buildOnPush: true }, { source_config: { build_on_push: true } }, false],
    [
      'install_command',
      { installCommand: 'npm ci' },
      { source_config: { install_command: 'npm ci' } },
      false,
    ],
    ['build_command', { buildCommand: 'make' }, { source_config: { build_command: 'make' } }, false],
    ['image_version', { imageVersion: '0.7' }, { image_version: '0.7' }, false],
    [
      'graph_config_path',
      { graphConfigPath: 'b.json' },
      { source_revision_config: { graph_config_path: 'b.json' } },
      true,
    ],
    ['secrets', { secrets: [{ name: 'A', value: '1' }] }, { secrets: [{ name: 'A', value: '1' }] }, true],
  ])("are sent only if they differ from the deployment's settings: %s", (_field, wanted, body, makes) => {
    const plan = update(actualGit(), wantedGit({ commit: A, ...wanted }));
    expect(bodyOf(plan)).toEqual(body);
    expect(makesRevision(plan)).toBe(makes);
    expect(createsRevision(bodyOf(plan))).toBe(makes);
    expect(plan).toMatchObject({ originOnly: false });
  });

  test('stay unchanged if no input sets them', () => {
    const actual = actualGit({
      source_config: { build_on_push: true, install_command: 'x', build_command: 'y' },
      image_version: '1',
      secrets: [{ name: 'A', value: '1' }],
    });
    expect(update(actual, wantedGit({ commit: A })).kind).toBe('unchanged');
  });

  test('are not sent if they equal the inputs', () => {
    const wanted = wantedGit({
      commit: A,
      buildOnPush: false,
      graphConfigPath: 'langgraph.json',
      deploymentType: 'dev',
    });
    expect(update(actualGit(), wanted).kind).toBe('unchanged');
  });

  test('are corrected if a failed revision changed their values', () => {
    const actual = actualGit(
      {
        source_revision_config: { repo_ref: 'main', graph_config_path: 'wrong.json' },
        latest_revision_id: 'r2',
      },
      [
        revision('r2', 'BUILD_FAILED', {
          graph_config_path: 'wrong.json',
          repo_commit_sha: A,
          repo_ref: 'main',
        }),
        revision('r1', 'DEPLOYED', {
          graph_config_path: 'langgraph.json',
          repo_commit_sha: A,
          repo_ref: 'main',
        }),
      ],
    );
    expect(bodyOf(update(actual, wantedGit({ commit: A, graphConfigPath: 'langgraph.json' })))).toEqual({
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    });
  });

  test("include an image's resources, unless the deployment already has them with the derived values", () => {
    const shown = { cpu: 1, cpu_limit: 2, queue_cpu: 1, queue_cpu_limit: 2, memory_mb: null };
    const actual = actualImage({ source_config: { resource_spec: shown } });
    const same = wantedImage({ imageUri: 'r.example.org/a:1', resourceSpec: { cpu: 1 } });
    expect(update(actual, same).kind).toBe('unchanged');
    const more = wantedImage({ imageUri: 'r.example.org/a:1', resourceSpec: { cpu: 2 } });
    expect(bodyOf(update(actual, more))).toEqual({ source_config: { resource_spec: { cpu: 2 } } });
  });

  // docs/self-hosted.md#secret-references
  test('include the secret references and the custom URL of an image', () => {
    const references = [{ name: 'A', secret_name: 'b', secret_key: 'c' }];
    const wanted = wantedImage({
      imageUri: 'r.example.org/a:1',
      secretReferences: references,
      customUrl: 'https://x.org',
    });
    const plan = update(actualImage(), wanted);
    expect(bodyOf(plan)).toEqual({
      secret_references: references,
      source_config: { custom_url: 'https://x.org' },
    });
    expect(makesRevision(plan)).toBe(false);
    expect(
      update(
        actualImage({ secret_references: references, source_config: { custom_url: 'https://x.org' } }),
        wanted,
      ).kind,
    ).toBe('unchanged');
  });

  // docs/self-hosted.md#same-tag
  test("include the image if it differs from the deployment's image", () => {
    expect(bodyOf(update(actualImage(), wantedImage()))).toEqual({
      source_revision_config: { image_uri: 'r.example.org/a:2' },
    });
    expect(update(actualImage({}, 'r.example.org/a:2'), wantedImage()).kind).toBe('unchanged');
  });
});

describe('a change of immutable fields', () => {
  test.each<[string, Parameters<typeof wantedGit>[0]]>([
    ['source_config.repo_url', { repoUrl: 'https://github.com/acme/else' }],
    ['source_config.integration_id', { integrationId: '00000000-1b3a-4c5d-8e7f-001122334455' }],
    ['source_config.deployment_type', { deploymentType: 'prod' }],
  ])('is rejected with the advice to recreate the deployment: %s', (field, wanted) => {
    const plan = update(actualGit(), wantedGit(wanted));
    expect(plan).toMatchObject({
      kind: 'refused',
      refusals: [
        { reason: 'immutable-field', path: field, hint: expect.stringContaining('create it again') },
      ],
    });
  });

  // docs/self-hosted.md#fixed-place
  test('is rejected for source, listener and namespace', () => {
    const listener = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
    const actual = actualImage({
      source_config: { listener_id: listener, listener_config: { k8s_namespace: 'one' } },
    });
    expect(update(actual, wantedGit())).toMatchObject({ refusals: [{ path: 'source' }] });
    expect(update(actual, wantedImage({ k8sNamespace: 'two' }))).toMatchObject({
      refusals: [{ path: 'source_config.listener_config.k8s_namespace' }],
    });
    expect(update(actual, wantedImage({ listenerId: listener.replace('0', '1') }))).toMatchObject({
      refusals: [{ path: 'source_config.listener_id' }],
    });
    expect(update(actual, wantedImage({ listenerId: listener, k8sNamespace: 'one' })).kind).toBe('patch');
  });

  test('is reported for all fields together', () => {
    const plan = update(actualGit(), wantedGit({ repoUrl: 'https://x.org/a/b', deploymentType: 'prod' }));
    expect(plan).toMatchObject({ refusals: [{}, {}] });
  });

  test.each([
    'https://github.com/acme/agents.git',
    'https://github.com/acme/agents/',
    'https://GitHub.com/Acme/Agents',
  ])('is not reported for %s, because it is the same repository', (repoUrl) => {
    expect(update(actualGit(), wantedGit({ commit: A, repoUrl })).kind).toBe('unchanged');
  });

  test('is not reported if the hosted service has another name for the same source', () => {
    expect(update(actualGit({ source: 'github' }), wantedGit({ commit: A })).kind).toBe('unchanged');
  });

  test('is not reported for fields that the service does not return', () => {
    expect(update(actualGit({ source_config: null, source: null }), wantedGit({ commit: A })).kind).toBe(
      'unchanged',
    );
  });

  test('is not reported for an internal image if external_docker was only the default', () => {
    const actual = actualImage({ source: 'internal_docker' });
    expect(update(actual, wantedImage()).kind).toBe('patch');
    expect(update(actual, wantedImage({ isSourceSet: true })).kind).toBe('refused');
  });
});

describe('a tag as the deployed ref', () => {
  const building = { source_config: { repo_url: 'https://github.com/acme/agents', build_on_push: true } };
  test('contradicts build_on_push, whether an input or the deployment enables it', () => {
    expect(update(actualGit(building), wantedGit({ ref: 'refs/tags/v1' }))).toMatchObject({
      kind: 'refused',
      refusals: [{ reason: 'invalid-plan', path: 'source_config.build_on_push' }],
    });
  });
  test('is accepted if the same change disables build_on_push', () => {
    expect(
      bodyOf(update(actualGit(building), wantedGit({ ref: 'refs/tags/v1', buildOnPush: false }))),
    ).toEqual({
      source_config: { build_on_push: false },
      source_revision_config: { repo_ref: 'refs/tags/v1' },
    });
  });
});

describe('any plan', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const word = fc.constantFrom('a', 'b', 'c');
  const wish = fc.record({
    commit: maybe(fc.constantFrom(A, B)),
    ref: fc.constantFrom('main', 'next'),
    buildCommand: maybe(word),
    installCommand: maybe(word),
    graphConfigPath: maybe(word),
    imageVersion: maybe(word),
    buildOnPush: maybe(fc.boolean()),
    secrets: maybe(fc.uniqueArray(fc.record({ name: word, value: word }), { selector: ({ name }) => name })),
    secretsStrategy: fc.constantFrom('merge' as const, 'replace' as const),
  });

  test('sends a body that the contract accepts, and correctly predicts whether a revision is created', () => {
    fc.assert(
      fc.property(wish, fc.boolean(), (wanted, force) => {
        const plan = update(actualGit({ secrets: [{ name: 'a', value: 'a' }] }), wantedGit(wanted), {
          force,
        });
        if (plan.kind !== 'patch') return;
        expect(DeploymentPatch.safeParse(plan.body).success).toBe(true);
        expect(createsRevision(plan.body)).toBe(makesRevision(plan));
        expect(plan.changes.length).toBeGreaterThan(0);
      }),
    );
  });

  test('leaves nothing to send after it was applied', () => {
    fc.assert(
      fc.property(wish, (wanted) => {
        const known = { ...wantedGit(wanted), commit: wanted.commit ?? A };
        const first = update(actualGit(), known);
        if (first.kind !== 'patch') return;
        const config = {
          repo_ref: first.body.source_revision_config?.repo_ref ?? 'main',
          graph_config_path: first.body.source_revision_config?.graph_config_path ?? 'langgraph.json',
          repo_commit_sha: known.commit,
        };
        const after = actualGit(
          {
            source_config: {
              repo_url: 'https://github.com/acme/agents',
              build_on_push: false,
              ...first.body.source_config,
            },
            source_revision_config: config,
            secrets: first.body.secrets ?? [],
            image_version: first.body.image_version,
            latest_revision_id: 'r2',
            active_revision_id: 'r2',
          },
          [revision('r2', 'DEPLOYED', config)],
        );
        expect(update(after, known).kind).toBe('unchanged');
      }),
    );
  });
});
