import type { Deployment } from '../../../src/contract/deployment.ts';
import type { OutcomeKind, ReasonOf } from '../../../src/action/outcome.ts';
import type { RepositoryHandle } from '../../../harness/github/repository.ts';
import { createFixture as gitHubWorld } from '../../harness/github/support.ts';
import { createPreviewWorld, markerOf, type PreviewWorld } from '../preview/support.ts';
import { createSandboxWorld, type SandboxTestWorld } from '../sandbox/support.ts';
import { AGENT, addToTree, makeTree } from './checkout.ts';
import { apiError } from './plane.ts';
import {
  COMMIT,
  createVerifyWorld,
  createWorld,
  OLD_COMMIT,
  OTHER_COMMIT,
  pushPayload,
  type TestWorld,
} from './world.ts';

/** Makes the world in which a run ends with the reason. */
export type Way = () => Runs | Promise<Runs>;
type Runs = Pick<TestWorld, 'run'>;

const imageOf = (tag: string) => `registry.example.org/agent:${tag}`;
const NOBODYS = '10000000-0000-4000-8000-0000000000ff';

/** A world with the deployment `my-agent` at another commit, changed as the case needs. */
function deployed(
  change: (world: TestWorld, there: Deployment) => void,
  inputs?: Record<string, string>,
): Way {
  return () => {
    const world = createWorld(inputs);
    change(world, world.plane.add({ name: 'my-agent' }, OLD_COMMIT));
    return world;
  };
}

/** The world of a first push, changed as the case needs. */
function fresh(change: (world: TestWorld) => void, inputs?: Record<string, string>): Way {
  return () => {
    const world = createWorld(inputs);
    change(world);
    return world;
  };
}

/** The world of a first push of an agent that is packed from its checkout, changed as the case needs. */
const packing = (change: (world: TestWorld) => void): Way =>
  fresh(
    (world) => {
      world.workspace = makeTree(AGENT);
      change(world);
    },
    { source: 'internal_source' },
  );

const rollout = (...statuses: string[]): Way =>
  deployed(({ plane }) => {
    plane.nextRollout = ['QUEUED', ...statuses];
  });

/** A rollback of `my-agent`, of which OTHER_COMMIT serves after OLD_COMMIT. */
const rolling = (change: (world: TestWorld, there: Deployment) => void): Way =>
  deployed(
    (world, there) => {
      there.active_revision_id = world.plane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
      change(world, there);
    },
    { action: 'rollback' },
  );

/** A deploy that takes over and whose agent is not well. */
const ill = (change: (world: TestWorld, there: Deployment) => void): Way =>
  deployed(
    (world, there) => {
      world.health = () => 503;
      change(world, there);
    },
    { 'rollback-on-failure': 'true' },
  );

/** A deploy whose live agent is checked. */
const checked = (change: (world: TestWorld) => void): Way =>
  deployed(change, {
    verify: 'name: greets\ntime-limit: 100ms\ninput: {messages: []}\nexpect: {last-message: hello}',
  });

const refused = (...error: Parameters<typeof apiError>): Way =>
  deployed(({ plane }) => plane.fail('findDeployments', apiError(...error)));

/** The world of pull request #7 on a GitHub of its own, which changes a page of docs. */
function ofPullRequest(
  change: (world: TestWorld, repository: RepositoryHandle) => void,
  inputs: Record<string, string> = {},
): Way {
  return async () => {
    const { repository, octokit, at } = await gitHubWorld();
    const { headSha } = repository.addPullRequest({
      number: 7,
      head: { ref: 'topic', files: { 'docs/a.md': 'a' } },
    });
    const world = createWorld(inputs);
    world.github = { octokit, ...at, redact: (text) => text };
    world.env = { GITHUB_REPOSITORY: repository.fullName };
    world.event = repository.events.pullRequest(7, { action: 'opened' });
    world.plane.heads.set('topic', headSha);
    change(world, repository);
    return world;
  };
}

/** The world of an opened pull request 7 of acme/agents, changed as the case needs. */
function preview(change: (world: PreviewWorld) => void, inputs?: Record<string, string>): Way {
  return () => {
    const world = createPreviewWorld(inputs);
    change(world);
    return world;
  };
}

const closed = (change: (world: PreviewWorld) => void): Way =>
  preview((world) => {
    world.pullRequest(7, 'closed');
    change(world);
  });

const sweep = (change: (world: PreviewWorld) => void): Way =>
  preview(
    (world) => {
      world.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
      change(world);
    },
    { action: 'sweep' },
  );

/** A sandbox at the service, changed as the case needs. */
const hosted = (change: (world: SandboxTestWorld) => void, inputs?: Record<string, string>): Way =>
  sandboxed({ mode: 'hosted', ...inputs }, change);

/** A command behind the proxy on the runner, changed as the case needs. */
const boxed = (change: (world: SandboxTestWorld) => void, inputs?: Record<string, string>): Way =>
  sandboxed({ mode: 'runner', run: 'true', ...inputs }, change);

function sandboxed(inputs: Record<string, string>, change: (world: SandboxTestWorld) => void): Way {
  return () => {
    const world = createSandboxWorld(inputs);
    change(world);
    return world;
  };
}

/** The event of a pull request from `head` to acme/agents. */
function pullRequest({ head = 'acme/agents', action = 'opened' } = {}): Record<string, unknown> {
  return {
    action,
    number: 7,
    repository: { full_name: 'acme/agents' },
    pull_request: {
      number: 7,
      state: action === 'closed' ? 'closed' : 'open',
      labels: [],
      head: { ref: 'change', sha: COMMIT, repo: { full_name: head } },
      base: { ref: 'main', repo: { full_name: 'acme/agents' } },
    },
  };
}

const commandOf = (command: string) => ({
  source_config: {
    repo_url: 'https://github.com/acme/agents',
    build_on_push: false,
    build_command: command,
  },
});

/** One way to every reason code. The type makes a new code ask for its row. */
export const REACHED: { [K in OutcomeKind]: Record<ReasonOf<K>, Way> } = {
  deployed: {
    'rolled-out': fresh(() => {}),
    'already-building': deployed(({ plane }, { id }) => {
      plane.addRevision(id, ['BUILDING', 'DEPLOYED'], COMMIT);
    }),
    'commit-unknown': fresh(({ plane }) => plane.heads.clear()),
    'configuration-updated': () => {
      const world = createWorld({ 'build-command': 'make' });
      world.plane.add({ name: 'my-agent' }, COMMIT);
      return world;
    },
    'rolled-back-to': rolling(() => {}),
  },
  verified: { 'all-passed': () => createVerifyWorld() },
  provided: {
    'sandbox-ready': hosted(() => {}),
    'command-passed': boxed(() => {}),
    'proxy-started': boxed(() => {}, { run: '' }),
  },
  unchanged: {
    'already-active': () => {
      const world = createWorld();
      world.plane.add({ name: 'my-agent' }, COMMIT);
      return world;
    },
    'paths-untouched': ofPullRequest(() => {}, { action: 'deploy', paths: 'agents/**' }),
    'nothing-to-sweep': sweep(() => {}),
    'no-sandbox-left': hosted(() => {}, { mode: 'sweep' }),
  },
  observed: {
    serving: deployed(() => {}, { action: 'status' }),
    'on-its-way': deployed(({ plane }, { id }) => void plane.addRevision(id, ['BUILDING']), {
      action: 'status',
    }),
    'latest-failed': deployed(({ plane }, { id }) => void plane.addRevision(id, ['BUILD_FAILED']), {
      action: 'status',
    }),
    'nothing-serves': fresh(({ plane }) => void plane.add({ name: 'my-agent' }), { action: 'status' }),
  },
  'torn-down': {
    deleted: closed(({ plane }) => {
      plane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
    }),
    'already-gone': closed(() => {}),
    'closed-meanwhile': preview((world) => {
      world.plane.before('createDeployment', 1, () => world.gh.open(7, { state: 'closed' }));
    }),
    swept: sweep((world) => {
      world.gh.open(7, { state: 'closed' });
      world.plane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
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
    'newer-revision': deployed(({ plane }, there) => {
      plane.holdSwitch = true;
      plane.nextRollout = ['BUILDING', 'DEPLOYED'];
      plane.before('getRevision', 2, () => {
        there.active_revision_id = plane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
      });
    }),
    'skipped-by-service': rollout('SKIPPED'),
    'commit-mismatch': deployed(({ plane }) => plane.heads.set('main', OTHER_COMMIT)),
    'image-mismatch': () => {
      const world = createWorld({ 'image-uri': imageOf('2') });
      const image = (tag: string) => ({
        source_config: {},
        source_revision_config: { image_uri: imageOf(tag) },
      });
      const deployment = world.plane.add({ name: 'my-agent', source: 'external_docker', ...image('1') }, '');
      world.plane.nextRollout = ['DEPLOYING', 'DEPLOYED'];
      const real = world.plane.plane.patchDeployment;
      world.plane.plane.patchDeployment = async (...args) => {
        const answer = await real(...args);
        const [ours] = world.plane.revisions.get(deployment.id) ?? [];
        if (ours) ours.source_revision_config = { image_uri: imageOf('3') };
        return answer;
      };
      return world;
    },
    'settings-mismatch': deployed(
      ({ plane }) => {
        const real = plane.plane.patchDeployment;
        plane.plane.patchDeployment = async (...args) => {
          const answer = await real(...args);
          return { ...answer, secrets: [{ name: 'A', value: 'value-of-theirs' }] };
        };
      },
      { secrets: 'A=value-of-ours' },
    ),
  },
  skipped: {
    'ref-deleted': fresh((world) => {
      world.event.payload = pushPayload({ deleted: true, after: '0'.repeat(40), head_commit: null });
    }),
    fork: fresh((world) => {
      world.event = { name: 'pull_request', payload: pullRequest({ head: 'somebody/agents' }) };
    }),
    'label-missing': preview(() => {}, { 'preview-labels': 'preview' }),
    'pull-request-closed': preview(({ gh }) => gh.open(7, { state: 'closed' })),
    dependabot: fresh((world) => {
      delete world.inputs['api-key'];
      world.env = { GITHUB_ACTOR: 'dependabot[bot]' };
    }),
  },
  'timed-out': {
    deadline: rollout('BUILDING'),
    'still-deleting': closed(({ plane }) => {
      plane.dyingLooks = 10_000;
      plane.add({ name: 'agents-pr-7', secrets: [markerOf(7)] });
    }),
    'not-active': deployed(({ plane }) => {
      plane.holdSwitch = true;
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
  },
  failed: {
    'invalid-input': fresh(() => {}, { 'wait-timeout': 'soon', region: 'mars' }),
    'create-failed': rollout('CREATE_FAILED'),
    'build-failed': deployed(({ plane }) => {
      plane.nextRollout = ['QUEUED', 'BUILDING', 'BUILD_FAILED'];
      plane.logs.build = ['> tsc', 'npm error Missing script: "build"'].map((message) => ({
        at: null,
        level: null,
        message,
      }));
    }),
    'deploy-failed': deployed(({ plane }) => {
      plane.nextRollout = ['BUILDING', 'DEPLOYING', 'DEPLOY_FAILED'];
      plane.logs.deploy = [{ at: null, level: 'ERROR', message: 'OPENAI_API_KEY is not set' }];
    }),
    'revision-failed': rollout('MIGRATION_FAILED'),
    unhealthy: ill((_world, there) => {
      there.active_revision_id = null;
    }),
    'verification-failed': checked((world) => {
      world.agent.values = { messages: [{ type: 'ai', content: 'goodbye' }] };
    }),
    'verification-timed-out': checked((world) => {
      world.agent.hangs = true;
    }),
    'verification-impossible': checked((world) => {
      world.agent.graphs = ['agent', 'other'];
    }),
    interrupted: rollout('INTERRUPTED'),
    'immutable-field': () => {
      const world = createWorld();
      const elsewhere = { repo_url: 'https://github.com/acme/else' };
      world.plane.add({ name: 'my-agent', source_config: elsewhere }, OLD_COMMIT);
      return world;
    },
    'secrets-hidden': () => {
      const world = createWorld({ secrets: 'NEW=value-of-new' });
      world.plane.hideSecrets = true;
      world.plane.add({ name: 'my-agent', secrets: [{ name: 'KEPT', value: 'hidden-value' }] }, OLD_COMMIT);
      return world;
    },
    'invalid-plan': () => {
      const world = createWorld();
      world.event.payload = pushPayload({ ref: 'refs/tags/v1' });
      const building = { repo_url: 'https://github.com/acme/agents', build_on_push: true };
      world.plane.add({ name: 'my-agent', source_config: building }, OLD_COMMIT);
      return world;
    },
    'ambiguous-name': deployed(({ plane }) => {
      plane.add({ name: 'my-agent' }, OLD_COMMIT);
    }),
    'ambiguous-integration': fresh(({ plane }) => {
      plane.integrations.push({ id: '30000000-0000-4000-8000-000000000002', name: 'second' });
    }),
    'ambiguous-listener': fresh(
      ({ plane }) => {
        plane.listeners = ['team-a', 'team-b'].map((computeId, index) => ({
          id: `60000000-0000-4000-8000-00000000000${index + 1}`,
          computeType: 'k8s',
          computeId,
          namespaces: ['agents'],
        }));
      },
      { 'image-uri': imageOf('1') },
    ),
    'source-unusable': packing((world) => {
      world.inputs['graph-config-path'] = 'agents/other.json';
    }),
    'source-too-large': packing((world) => {
      world.packLimits.max = 100;
    }),
    'source-changed': packing((world) => {
      world.packLimits.kept = 0;
      world.plane.before('uploadUrl', 1, () => addToTree(world.workspace, { 'src/agent.ts': '// longer' }));
    }),
    'upload-failed': packing(({ plane }) => {
      plane.fail('uploadSource', apiError('http', 403, 'Forbidden'), { times: 2 });
    }),
    'deployment-not-found': fresh((world) => {
      delete world.inputs['deployment-name'];
      world.inputs['deployment-id'] = NOBODYS;
    }),
    'deployment-gone': deployed(({ plane }) => {
      plane.fail('getRevision', apiError('http', 404), { times: 3 });
    }),
    'name-taken': fresh(({ plane }) => {
      plane.nameTaken = true;
    }),
    'no-revision': deployed(({ plane }, there) => {
      plane.plane.patchDeployment = async () => ({ ...there });
    }),
    'ambiguous-revision': deployed(({ plane }, { id }) => {
      plane.staleAnswers = true;
      plane.before('listRevisions', 2, () => {
        plane.addRevision(id, ['BUILDING'], COMMIT);
      });
    }),
    'settings-ignored': () => {
      const world = createWorld({ 'build-command': 'make' });
      world.plane.add({ name: 'my-agent', ...commandOf('old') }, COMMIT);
      const real = world.plane.plane.patchDeployment;
      world.plane.plane.patchDeployment = async (id, body, signal) =>
        real(id, { ...body, source_config: undefined }, signal);
      return world;
    },
    'contradictory-answers': deployed(({ plane }) => {
      const real = plane.plane.getDeployment;
      plane.holdSwitch = true;
      plane.plane.getDeployment = async (...args) => {
        const shown = await real(...args);
        return { ...shown, active_revision_id: shown.latest_revision_id };
      };
    }),
    'lost-answer': fresh(({ plane }) => plane.fail('createDeployment', apiError('ambiguous'))),
    'plan-changed': deployed(() => {}, { 'expected-plan': 'f'.repeat(64) }),
    'revision-not-found': rolling((world) => {
      world.inputs['rollback-to'] = NOBODYS;
    }),
    'never-deployed': rolling((world, { id }) => {
      world.inputs['rollback-to'] = world.plane.addRevision(id, ['BUILD_FAILED']).id;
    }),
    'no-rollback-target': deployed(() => {}, { action: 'rollback' }),
    'rollback-impossible': rolling(({ plane }) => {
      plane.redeploys = false;
    }),
    'rollback-failed': ill(({ plane }) => {
      plane.fail('redeployRevision', apiError('http', 500));
    }),
    'not-a-preview': closed(({ plane }) => {
      plane.add({ name: 'agents-pr-7' });
    }),
    'pull-request-unknown': sweep((world) => {
      world.github = undefined;
    }),
    'sweep-incomplete': sweep(({ plane }) => {
      plane.add({ name: 'agents-pr-9', secrets: [markerOf(9)] });
    }),
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
    unauthorized: refused('http', 401, 'Invalid API key.'),
    forbidden: refused('http', 403, 'Forbidden.'),
    rejected: refused('http', 422, 'name_contains: too long'),
    'rate-limited': refused('http', 429, 'Too many requests.'),
    'service-error': refused('http', 502, 'Bad gateway.'),
    unreachable: refused('network'),
    'internal-error': deployed(({ plane }) => {
      plane.fail('findDeployments', new TypeError('x is not a function'));
    }),
  },
  cancelled: {
    signal: deployed((world) => {
      world.plane.nextRollout = ['BUILDING'];
      world.clock.at(90_000, () => world.cancel.abort(new Error('received SIGINT')));
    }),
    'revision-interrupted': deployed(
      (world) => {
        world.plane.nextRollout = ['BUILDING'];
        world.clock.at(90_000, () => world.cancel.abort(new Error('received SIGINT')));
      },
      { 'on-cancel': 'interrupt' },
    ),
  },
};
