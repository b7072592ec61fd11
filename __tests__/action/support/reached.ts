import type { Deployment } from '../../../src/contract/deployment.ts';
import type { OutcomeKind, ReasonOf } from '../../../src/action/outcome.ts';
import { agentError, createFakeAgent } from './agent.ts';
import { pullRequestEvent } from '../../../harness/events.ts';
import type { Repository } from '../../../harness/github/repository.ts';
import { startFixture } from '../github/support.ts';
import { storeLock } from '../lock/support.ts';
import { createEmulatorScenario, type EmulatorScenario } from '../emulator/support.ts';
import {
  createForkScenario,
  createPreviewScenario,
  type ForkScenario,
  markerOf,
  type PreviewScenario,
} from '../preview/support.ts';
import { createSandboxScenario, type SandboxScenario } from '../sandbox/support.ts';
import { AGENT, addToTree, commitTree, makeTree } from './checkout.ts';
import { apiError } from './control-plane.ts';
import {
  COMMIT,
  createScenario,
  createVerifyScenario,
  deployedScenario,
  OLD_COMMIT,
  OTHER_COMMIT,
  pushPayload,
  type Scenario,
} from './scenario.ts';

/** Creates a scenario whose run ends with a reason code. */
export type Way = () => Runs | Promise<Runs>;
type Runs = Pick<Scenario, 'run'> & Partial<Pick<Scenario, 'controlPlane'>>;

const imageOf = (tag: string) => `registry.example.org/agent:${tag}`;
const NOBODYS = '10000000-0000-4000-8000-0000000000ff';

/** Creates a scenario with the deployment `my-agent` at another commit, and applies the change. */
function deployed(
  change: (scenario: Scenario, there: Deployment) => void,
  inputs?: Record<string, string>,
): Way {
  return () => {
    const scenario = createScenario(inputs);
    change(scenario, scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT));
    return scenario;
  };
}

/** Creates the scenario of a first push, and applies the change. */
function fresh(change: (scenario: Scenario) => void, inputs?: Record<string, string>): Way {
  return () => {
    const scenario = createScenario(inputs);
    change(scenario);
    return scenario;
  };
}

/** Creates the scenario of the first push of an agent whose checkout is uploaded, and applies `change`. */
const packing = (change: (scenario: Scenario) => void): Way =>
  fresh(
    (scenario) => {
      scenario.workspace = makeTree(AGENT);
      change(scenario);
    },
    { source: 'internal_source' },
  );

const rollout = (...statuses: string[]): Way =>
  deployed(({ controlPlane }) => {
    controlPlane.nextRollout = ['QUEUED', ...statuses];
  });

/** Creates a rollback of `my-agent`, where OTHER_COMMIT is active and OLD_COMMIT was active before. */
const rolling = (change: (scenario: Scenario, there: Deployment) => void): Way =>
  deployed(
    (scenario, there) => {
      there.active_revision_id = scenario.controlPlane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
      change(scenario, there);
    },
    { action: 'rollback' },
  );

/** Creates a rebuild of `my-agent`, whose deployed commit is the head of main. */
const rebuilding = (change: (scenario: Scenario, there: Deployment) => void): Way =>
  deployed(
    (scenario, there) => {
      scenario.resolved = OLD_COMMIT;
      scenario.controlPlane.heads.set('main', OLD_COMMIT);
      change(scenario, there);
    },
    { action: 'rebuild' },
  );

/** Creates a deploy that becomes active and whose agent is unhealthy. */
const ill = (change: (scenario: Scenario, there: Deployment) => void): Way =>
  deployed(
    (scenario, there) => {
      scenario.health = () => 503;
      change(scenario, there);
    },
    { 'rollback-on-failure': 'true' },
  );

/** Creates a deploy whose live agent is checked. */
const checked = (change: (scenario: Scenario) => void): Way =>
  deployed(change, {
    verify: 'name: greets\ntime-limit: 100ms\ninput: {messages: []}\nexpect: {last-message: hello}',
  });

const PRODUCTION_URL = 'https://production.example.org';
const GATE_CASE = 'name: greets\ntime-limit: 100ms\ninput: {messages: []}\nexpect: {last-message: hello}';

/** Creates a deploy that the gate compares with the deployment `production`. */
const gated = (change: (scenario: Scenario) => void): Way =>
  deployed(
    (scenario) => {
      scenario.controlPlane.add({ name: 'production', url: PRODUCTION_URL }, COMMIT);
      scenario.otherAgents.set(PRODUCTION_URL, createFakeAgent());
      change(scenario);
    },
    { verify: `compare-with: production\ncases:\n  - ${GATE_CASE.replaceAll('\n', '\n    ')}` },
  );

const refused = (...error: Parameters<typeof apiError>): Way =>
  deployed(({ controlPlane }) => controlPlane.fail('findDeployments', apiError(...error)));

/** Creates the scenario of pull request #7, which changes a page of docs, on a separate GitHub. */
function ofPullRequest(
  change: (scenario: Scenario, repository: Repository) => void,
  inputs: Record<string, string> = {},
): Way {
  return async () => {
    const { repository, connect } = await startFixture();
    const { headSha } = repository.addPullRequest({
      number: 7,
      head: { ref: 'topic', files: { 'docs/a.md': 'a' } },
    });
    const scenario = createScenario(inputs);
    scenario.github = (await connect()).connection;
    scenario.env = { GITHUB_REPOSITORY: repository.fullName };
    scenario.event = repository.events.pullRequest(7, { action: 'opened' });
    scenario.controlPlane.heads.set('topic', headSha);
    change(scenario, repository);
    return scenario;
  };
}

/** Creates the scenario of a comment by a user who may push on pull request #7, with `action: command`. */
function commented(
  body: string,
  change: (repository: Repository, fixture: Awaited<ReturnType<typeof startFixture>>) => void = () => {},
): Way {
  return async () => {
    const fixture = await startFixture();
    const { repository, connect } = fixture;
    const { headSha } = repository.addPullRequest({ number: 7, head: { ref: 'topic' } });
    const scenario = createScenario({ action: 'command' });
    scenario.github = (await connect()).connection;
    scenario.env = { GITHUB_REPOSITORY: repository.fullName };
    repository.roles.set('octocat', 'write');
    scenario.event = repository.events.comment(repository.addComment(7, body));
    scenario.controlPlane.heads.set('topic', headSha);
    change(repository, fixture);
    return scenario;
  };
}

const LOCKING = { action: 'lock', 'lock-reason': 'migrating the store' };

/** Creates a push to `my-agent` on a separate GitHub, whose token has all permissions. */
function withLocks(
  inputs: Record<string, string>,
  change: (repository: Repository, fixture: Awaited<ReturnType<typeof startFixture>>) => void,
): Way {
  return async () => {
    const fixture = await startFixture();
    const { repository, connect } = fixture;
    const { fullName } = repository;
    const scenario = createScenario({ comment: 'false', 'github-deployment': 'false', ...inputs });
    scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    const permissions = { contents: 'write' } as const;
    const seed = { kind: 'actions', repository: fullName, permissions } as const;
    scenario.github = (await connect(seed)).connection;
    change(repository, fixture);
    return scenario;
  };
}

/** Creates the scenario of an opened pull request 7 of acme/agents, and applies the change. */
function preview(change: (scenario: PreviewScenario) => void, inputs?: Record<string, string>): Way {
  return () => {
    const scenario = createPreviewScenario(inputs);
    change(scenario);
    return scenario;
  };
}

/** Creates the scenario of a fork's pull request 7 that nobody has approved, and applies the change. */
const forked =
  (change: (scenario: ForkScenario) => void): Way =>
  () => {
    const scenario = createForkScenario();
    change(scenario);
    return scenario;
  };

const closed = (change: (scenario: PreviewScenario) => void): Way =>
  preview((scenario) => {
    scenario.pullRequest(7, 'closed');
    change(scenario);
  });

const sweep = (change: (scenario: PreviewScenario) => void): Way =>
  preview(
    (scenario) => {
      scenario.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
      change(scenario);
    },
    { action: 'sweep' },
  );

/** Creates a sandbox at the service, and applies the change. */
const hosted = (change: (scenario: SandboxScenario) => void, inputs?: Record<string, string>): Way =>
  sandboxed({ mode: 'hosted', ...inputs }, change);

/** Creates a command behind the proxy on the runner, and applies the change. */
const boxed = (change: (scenario: SandboxScenario) => void, inputs?: Record<string, string>): Way =>
  sandboxed({ mode: 'runner', run: 'true', ...inputs }, change);

const emulated =
  (change: (scenario: EmulatorScenario) => void): Way =>
  () => {
    const scenario = createEmulatorScenario();
    change(scenario);
    return scenario;
  };

function sandboxed(inputs: Record<string, string>, change: (scenario: SandboxScenario) => void): Way {
  return () => {
    const scenario = createSandboxScenario(inputs);
    change(scenario);
    return scenario;
  };
}

const commandOf = (command: string) => ({
  source_config: {
    repo_url: 'https://github.com/acme/agents',
    build_on_push: false,
    build_command: command,
  },
});

/** A scenario for every reason code. The type requires a row for each new reason code. */
export const REACHED: { [K in OutcomeKind]: Record<ReasonOf<K>, Way> } = {
  deployed: {
    'rolled-out': fresh(() => {}),
    'already-building': deployed(({ controlPlane }, { id }) => {
      controlPlane.addRevision(id, ['BUILDING', 'DEPLOYED'], COMMIT);
    }),
    'commit-unknown': fresh(({ controlPlane }) => controlPlane.heads.clear()),
    'configuration-updated': () => {
      const { scenario } = deployedScenario({ 'build-command': 'make' }, COMMIT);
      return scenario;
    },
    'rolled-back-to': rolling(() => {}),
  },
  verified: {
    'all-passed': () => createVerifyScenario(),
    'gate-passed': () => createVerifyScenario({ seed: 'any' }),
    rebuilt: rebuilding(() => {}),
  },
  provided: {
    'sandbox-ready': hosted(() => {}),
    'command-passed': boxed(() => {}),
    'proxy-started': boxed(() => {}, { run: '' }),
    'emulator-started': emulated(() => {}),
  },
  unchanged: {
    'already-active': () => {
      const { scenario } = deployedScenario({}, COMMIT);
      return scenario;
    },
    'paths-untouched': ofPullRequest(() => {}, { action: 'deploy', paths: 'agents/**' }),
    'not-locked': withLocks({ action: 'unlock' }, () => {}),
    'nothing-to-sweep': sweep(() => {}),
    'idle-announced': sweep((scenario) => {
      const now = scenario.clock.now();
      scenario.inputs['preview-idle'] = '7d';
      scenario.inputs['github-token'] = 'ghs_token';
      scenario.gh.open(7, { updatedAt: now - 8 * 86_400_000 });
      const created_at = new Date(now - 9 * 86_400_000).toISOString();
      scenario.controlPlane.add({ name: 'agents-pr-7', secrets: [markerOf(7)], created_at });
    }),
    'no-sandbox-left': hosted(() => {}, { mode: 'sweep' }),
  },
  observed: {
    'lock-set': withLocks(LOCKING, () => {}),
    'lock-removed': withLocks({ action: 'unlock' }, (repository) => storeLock(repository)),
    serving: deployed(() => {}, { action: 'status' }),
    'on-its-way': deployed(({ controlPlane }, { id }) => void controlPlane.addRevision(id, ['BUILDING']), {
      action: 'status',
    }),
    'latest-failed': deployed(
      ({ controlPlane }, { id }) => void controlPlane.addRevision(id, ['BUILD_FAILED']),
      {
        action: 'status',
      },
    ),
    'nothing-serves': fresh(({ controlPlane }) => void controlPlane.add({ name: 'my-agent' }), {
      action: 'status',
    }),
  },
  'torn-down': {
    deleted: closed(({ controlPlane }) => {
      controlPlane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
    }),
    'already-gone': closed(() => {}),
    'closed-meanwhile': preview((scenario) => {
      scenario.controlPlane.before('createDeployment', 1, () => scenario.gh.open(7, { state: 'closed' }));
    }),
    swept: sweep((scenario) => {
      scenario.gh.open(7, { state: 'closed' });
      scenario.controlPlane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
    }),
    'sandboxes-swept': hosted(({ service }) => void service.leave('41', 3), { mode: 'sweep' }),
  },
  'rolled-back': { 'after-failure': ill(() => {}) },
  planned: { 'dry-run': deployed(() => {}, { 'dry-run': 'true' }) },
  submitted: {
    'not-waited': deployed(() => {}, { wait: 'false' }),
    'sandbox-requested': hosted(() => {}, { 'wait-for-ready': 'false' }),
  },
  superseded: {
    'newer-revision': deployed(({ controlPlane }, there) => {
      controlPlane.holdSwitch = true;
      controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
      controlPlane.before('getRevision', 2, () => {
        there.active_revision_id = controlPlane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
      });
    }),
    'skipped-by-service': rollout('SKIPPED'),
    'commit-mismatch': deployed(({ controlPlane }) => controlPlane.heads.set('main', OTHER_COMMIT)),
    'image-mismatch': () => {
      const scenario = createScenario({ 'image-uri': imageOf('2') });
      const image = (tag: string) => ({
        source_config: {},
        source_revision_config: { image_uri: imageOf(tag) },
      });
      const deployment = scenario.controlPlane.add(
        { name: 'my-agent', source: 'external_docker', ...image('1') },
        '',
      );
      scenario.controlPlane.nextRollout = ['DEPLOYING', 'DEPLOYED'];
      const real = scenario.controlPlane.client.patchDeployment;
      scenario.controlPlane.client.patchDeployment = async (...args) => {
        const answer = await real(...args);
        const [ours] = scenario.controlPlane.revisions.get(deployment.id) ?? [];
        if (ours) ours.source_revision_config = { image_uri: imageOf('3') };
        return answer;
      };
      return scenario;
    },
    'settings-mismatch': deployed(
      ({ controlPlane }) => {
        const real = controlPlane.client.patchDeployment;
        controlPlane.client.patchDeployment = async (...args) => {
          const answer = await real(...args);
          return { ...answer, secrets: [{ name: 'A', value: 'value-of-theirs' }] };
        };
      },
      { secrets: 'A=value-of-ours' },
    ),
  },
  skipped: {
    'ref-deleted': fresh((scenario) => {
      scenario.event.payload = pushPayload({ deleted: true, after: '0'.repeat(40), head_commit: null });
    }),
    fork: fresh((scenario) => {
      scenario.event = pullRequestEvent({
        repository: { fullName: 'acme/agents' },
        headRepository: { fullName: 'octocat/agents' },
        number: 7,
        head: { branch: 'change', sha: COMMIT },
      });
    }),
    'approval-missing': forked(() => {}),
    'approval-outdated': forked(({ gh }) => {
      gh.pulls.get(7)?.reviews.push({ by: 'alice', state: 'APPROVED', commit: OLD_COMMIT });
    }),
    'no-command': commented('thanks'),
    'command-refused': commented('/deploy', (repository) => repository.roles.clear()),
    'label-missing': preview(() => {}, { 'preview-labels': 'preview' }),
    'pull-request-closed': preview(({ gh }) => gh.open(7, { state: 'closed' })),
    dependabot: fresh((scenario) => {
      delete scenario.inputs['api-key'];
      scenario.env = { GITHUB_ACTOR: 'dependabot[bot]' };
    }),
  },
  'timed-out': {
    deadline: rollout('BUILDING'),
    'still-deleting': closed(({ controlPlane }) => {
      controlPlane.deletingPolls = 10_000;
      controlPlane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
    }),
    'not-active': deployed(({ controlPlane }) => {
      controlPlane.holdSwitch = true;
    }),
    'sandbox-not-ready': hosted(({ service }) => {
      service.statuses = ['provisioning'];
    }),
    'command-timed-out': boxed(
      ({ box }) => {
        box.end = { kind: 'exit', code: 137, reason: 'timeout' };
      },
      { 'time-limit': '2s' },
    ),
    'emulator-not-ready': emulated(({ emulator }) => {
      emulator.readyAfterMs = undefined;
    }),
  },
  failed: {
    'invalid-input': fresh(() => {}, { 'wait-timeout': 'soon', region: 'mars' }),
    'create-failed': rollout('CREATE_FAILED'),
    'build-failed': deployed(({ controlPlane }) => {
      controlPlane.nextRollout = ['QUEUED', 'BUILDING', 'BUILD_FAILED'];
      controlPlane.logs.build = ['> tsc', 'npm error Missing script: "build"'].map((message) => ({
        at: null,
        level: null,
        message,
      }));
    }),
    'deploy-failed': deployed(({ controlPlane }) => {
      controlPlane.nextRollout = ['BUILDING', 'DEPLOYING', 'DEPLOY_FAILED'];
      controlPlane.logs.deploy = [{ at: null, level: 'ERROR', message: 'OPENAI_API_KEY is not set' }];
    }),
    'revision-failed': rollout('MIGRATION_FAILED'),
    unhealthy: ill((_world, there) => {
      there.active_revision_id = null;
    }),
    'verification-failed': checked((scenario) => {
      scenario.agent.values = { messages: [{ type: 'ai', content: 'goodbye' }] };
    }),
    'verification-timed-out': checked((scenario) => {
      scenario.agent.hangs = true;
    }),
    'verification-impossible': checked((scenario) => {
      scenario.agent.graphs = ['agent', 'other'];
    }),
    'gate-worse': gated((scenario) => {
      scenario.agent.values = { messages: [{ type: 'ai', content: 'goodbye' }] };
    }),
    'gate-below-floor': () => {
      const scenario = createVerifyScenario({ 'last-message': 'goodbye', seed: 'any' });
      return scenario;
    },
    'gate-inconclusive': gated((scenario) => {
      scenario.agent.graphs = ['agent', 'other'];
    }),
    interrupted: rollout('INTERRUPTED'),
    'immutable-field': () => {
      const scenario = createScenario();
      const elsewhere = { repo_url: 'https://github.com/acme/else' };
      scenario.controlPlane.add({ name: 'my-agent', source_config: elsewhere }, OLD_COMMIT);
      return scenario;
    },
    'secrets-hidden': () => {
      const scenario = createScenario({ secrets: 'NEW=value-of-new' });
      scenario.controlPlane.hideSecrets = true;
      scenario.controlPlane.add(
        { name: 'my-agent', secrets: [{ name: 'KEPT', value: 'hidden-value' }] },
        OLD_COMMIT,
      );
      return scenario;
    },
    'invalid-plan': () => {
      const scenario = createScenario();
      scenario.event.payload = pushPayload({ ref: 'refs/tags/v1' });
      const building = { repo_url: 'https://github.com/acme/agents', build_on_push: true };
      scenario.controlPlane.add({ name: 'my-agent', source_config: building }, OLD_COMMIT);
      return scenario;
    },
    'ambiguous-name': deployed(({ controlPlane }) => {
      controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    }),
    'ambiguous-integration': fresh(({ controlPlane }) => {
      controlPlane.integrations.push({ id: '30000000-0000-4000-8000-000000000002', name: 'second' });
    }),
    'ambiguous-listener': fresh(
      ({ controlPlane }) => {
        controlPlane.listeners = ['team-a', 'team-b'].map((computeId, index) => ({
          id: `60000000-0000-4000-8000-00000000000${index + 1}`,
          computeType: 'k8s',
          computeId,
          namespaces: ['agents'],
        }));
      },
      { 'image-uri': imageOf('1') },
    ),
    'source-unusable': packing((scenario) => {
      scenario.inputs['graph-config-path'] = 'agents/other.json';
    }),
    'source-too-large': packing((scenario) => {
      scenario.packLimits.max = 100;
    }),
    'source-changed': packing((scenario) => {
      scenario.packLimits.kept = 0;
      scenario.controlPlane.before('uploadUrl', 1, () =>
        addToTree(scenario.workspace, { 'src/agent.ts': '// longer' }),
      );
    }),
    'upload-failed': packing(({ controlPlane }) => {
      controlPlane.fail('uploadSource', apiError('http', 403, 'Forbidden'), { times: 2 });
    }),
    'deployment-not-found': fresh((scenario) => {
      delete scenario.inputs['deployment-name'];
      scenario.inputs['deployment-id'] = NOBODYS;
    }),
    'deployment-gone': deployed(({ controlPlane }) => {
      controlPlane.fail('getRevision', apiError('http', 404), { times: 3 });
    }),
    'name-taken': fresh(({ controlPlane }) => {
      controlPlane.nameTaken = true;
    }),
    'no-revision': deployed(({ controlPlane }, there) => {
      controlPlane.client.patchDeployment = async () => ({ ...there });
    }),
    'ambiguous-revision': deployed(({ controlPlane }, { id }) => {
      controlPlane.staleAnswers = true;
      controlPlane.before('listRevisions', 2, () => {
        controlPlane.addRevision(id, ['BUILDING'], COMMIT);
      });
    }),
    'settings-ignored': () => {
      const { scenario } = deployedScenario({ 'build-command': 'make' }, COMMIT, { ...commandOf('old') });
      const real = scenario.controlPlane.client.patchDeployment;
      scenario.controlPlane.client.patchDeployment = async (id, body, signal) =>
        real(id, { ...body, source_config: undefined }, signal);
      return scenario;
    },
    'contradictory-answers': deployed(({ controlPlane }) => {
      controlPlane.holdSwitch = true;
      controlPlane.shows = (one, by) =>
        by === 'getDeployment' ? { ...one, active_revision_id: one.latest_revision_id ?? null } : one;
    }),
    'lost-answer': fresh(({ controlPlane }) => controlPlane.fail('createDeployment', apiError('ambiguous'))),
    'command-unverified': commented('/deploy', (_repository, { github }) =>
      github.faults.set([{ effect: { answer: 'not-accessible' } }]),
    ),
    'head-moved': commented('/deploy', (repository, { github }) => {
      const before = () => void repository.setFiles('topic', { 'docs/b.md': 'b' });
      github.faults.set([{ match: { path: /pulls/ }, when: { nth: [2] }, effect: { before } }]);
    }),
    locked: withLocks({}, (repository) => storeLock(repository)),
    'lock-unreadable': withLocks({}, (_repository, { github }) =>
      github.faults.set([{ effect: { answer: 'bad-gateway' } }]),
    ),
    'lock-changed': withLocks(LOCKING, (repository, { github }) => {
      const before = () => void storeLock(repository);
      github.faults.set([{ match: { method: 'POST', path: /refs$/ }, effect: { before } }]);
    }),
    'lock-not-stored': withLocks(LOCKING, (_repository, { github }) =>
      github.faults.set([{ match: { method: 'POST' }, effect: { answer: 'not-accessible' } }]),
    ),
    'plan-changed': deployed(() => {}, { 'expected-plan': 'f'.repeat(64) }),
    'revision-not-found': rolling((scenario) => {
      scenario.inputs['rollback-to'] = NOBODYS;
    }),
    'never-deployed': rolling((scenario, { id }) => {
      scenario.inputs['rollback-to'] = scenario.controlPlane.addRevision(id, ['BUILD_FAILED']).id;
    }),
    'no-rollback-target': deployed(() => {}, { action: 'rollback' }),
    'rollback-impossible': rolling(({ controlPlane }) => {
      controlPlane.redeploys = false;
    }),
    'nothing-to-rebuild': rebuilding((_scenario, there) => {
      there.active_revision_id = null;
    }),
    'rebuild-impossible': rebuilding((scenario, there) => {
      there.source = 'external_docker';
      there.source_revision_config = { image_uri: imageOf('1') };
      there.active_revision_id = scenario.controlPlane.addRevision(there.id, ['DEPLOYED']).id;
    }),
    'deployed-commit-missing': rebuilding((scenario) => {
      scenario.resolved = COMMIT;
      scenario.workspace = makeTree(AGENT);
      commitTree(scenario.workspace);
    }),
    'rebuild-left': rebuilding(({ controlPlane }) => {
      controlPlane.fail('deleteDeployment', apiError('http', 500));
    }),
    'rollback-failed': ill(({ controlPlane }) => {
      controlPlane.fail('redeployRevision', apiError('http', 500));
    }),
    'not-a-preview': closed(({ controlPlane }) => {
      controlPlane.add({ name: 'agents-pr-7' });
    }),
    'merge-impossible': preview(
      (scenario) => {
        scenario.workspace = makeTree(AGENT);
        scenario.gh.open(7, { labels: ['next'] });
      },
      { action: 'shared-preview', source: 'internal_source', 'shared-label': 'next' },
    ),
    'approval-unknown': forked(({ gh }) => {
      gh.refused.add('reviews');
    }),
    'commit-not-approved': forked((scenario) => {
      scenario.gh.pulls.get(7)?.reviews.push({ by: 'alice', state: 'APPROVED', commit: scenario.commit });
      addToTree(scenario.workspace, { 'src/agent.ts': 'export const graph = { changed: true };\n' });
    }),
    'pull-request-unknown': sweep((scenario) => {
      scenario.github = undefined;
    }),
    'sweep-incomplete': sweep(({ controlPlane }) => {
      controlPlane.add({ name: 'agents-pr-9', secrets: [markerOf(9)] });
    }),
    'seed-failed': preview(
      (scenario) => {
        scenario.workspace = makeTree({ 'seed.yml': 'assistants: [{name: Support, graph: agent}]' });
        scenario.agent.data.before = (method) => {
          if (method === 'createAssistant') throw agentError('http', 500, 'the database is full');
        };
      },
      { 'preview-seed': 'seed.yml' },
    ),
    'sandbox-failed': hosted(({ service }) => {
      service.statuses = ['provisioning', 'failed'];
    }),
    'sandbox-name-taken': hosted(({ service }) => {
      service.fail('create', apiError('http', 409, 'the name is in use'));
    }),
    'sandbox-quota': hosted(({ service }) => {
      service.fail('create', apiError('http', 429, 'sandbox count'));
    }),
    'sandboxes-left': hosted(
      ({ service }) => {
        service.leave('41', 3);
        service.fail('remove', apiError('http', 500, 'trouble'));
      },
      { mode: 'sweep' },
    ),
    'command-failed': boxed(({ box }) => {
      box.end = { kind: 'exit', code: 3, reason: 'exit' };
    }),
    'proxy-failed': boxed(({ proxy }) => {
      proxy.startError = new Error('it ended with exit code 1');
    }),
    'isolation-missing': boxed(({ box }) => {
      box.level = 'process';
    }),
    'emulator-missing': emulated((scenario) => {
      scenario.packages = [];
    }),
    'emulator-install-failed': emulated((scenario) => {
      const message = 'npm could not install the emulator (exit code 1):';
      const lines = ['npm error code ENOTFOUND', 'npm error network request failed'];
      scenario.install = async () => ({ kind: 'failed', message, lines });
    }),
    'emulator-failed': emulated(({ emulator }) => {
      emulator.readyAfterMs = undefined;
      emulator.end = { code: 1, signal: null };
    }),
    unauthorized: refused('http', 401, 'Invalid API key.'),
    forbidden: refused('http', 403, 'Forbidden.'),
    rejected: refused('http', 422, 'name_contains: too long'),
    'rate-limited': refused('http', 429, 'Too many requests.'),
    'service-error': refused('http', 502, 'Bad gateway.'),
    unreachable: refused('network'),
    'internal-error': deployed(({ controlPlane }) => {
      controlPlane.fail('findDeployments', new TypeError('x is not a function'));
    }),
  },
  cancelled: {
    signal: deployed((scenario) => {
      scenario.controlPlane.nextRollout = ['BUILDING'];
      scenario.clock.at(90_000, () => scenario.cancel.abort(new Error('received SIGINT')));
    }),
    'revision-interrupted': deployed(
      (scenario) => {
        scenario.controlPlane.nextRollout = ['BUILDING'];
        scenario.clock.at(90_000, () => scenario.cancel.abort(new Error('received SIGINT')));
      },
      { 'on-cancel': 'interrupt' },
    ),
  },
};
