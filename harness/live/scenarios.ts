import { isJsonObject } from '../../src/contract/json-safety.ts';
import type { FixtureRepository } from '../git.ts';
import type { OpenPullRequest, StartGitHub } from '../start/github.ts';
import { changeEchoAgent } from '../start/source.ts';
import { type LiveContext, ScenarioError } from './context.ts';
import type { ScenarioId } from './inferences.ts';
import { describe } from './observer.ts';
import { probeAgent, probeApi, probeReads, probeSandbox } from './probes.ts';

type Json = Record<string, unknown>;

/** Objects that earlier scenarios leave for later scenarios of the same run. */
export interface LiveState {
  readonly repository: FixtureRepository;
  readonly github: StartGitHub;
  /** Install command of the agent, or `undefined` to let the service choose. */
  readonly installCommand: string | undefined;
  id: string;
  url: string;
  /** IDs of the revisions of both versions. */
  revisions: string[];
  pull?: OpenPullRequest;
  preview?: { name: string; id: string };
}

const BRANCH = 'live-tier';
const CASES = ['one', 'two', 'three', 'four'];

/** Runs one scenario. Throws if the scenario cannot continue. */
export async function runScenario(id: ScenarioId, context: LiveContext, state: LiveState): Promise<void> {
  switch (id) {
    case 'reads':
      await probeReads(context);
      return planDirectly(context, state);
    case 'sandbox':
      await probeSandbox(context);
      return runSandboxAction(context);
    case 'api':
      return probeApi(context);
    case 'create':
      return create(context, state);
    case 'agent':
      return probeAgent(context, state.url, state.revisions[0] ?? '');
    case 'update':
      return update(context, state);
    case 'rollback':
      return rollBack(context, state);
    case 'preview':
      return createPreview(context, state);
    case 'gate':
      return compare(context, state);
    case 'teardown':
      return tearDown(context, state);
    case 'sweep':
      return undefined;
  }
}

/** Plans a deploy without the guard, so that the action connects to the service by itself. A plan only reads. */
async function planDirectly(context: LiveContext, state: LiveState): Promise<void> {
  const run = await context.runAction(
    'deploy',
    { ...deployInputs(context, state), 'dry-run': 'true' },
    { workspace: state.repository.dir, isDirect: true },
  );
  const outcome = run.outputs['outcome'] ?? '';
  context.evidence.check('direct-plan', outcome === 'planned', 'the outcome `planned`', outcome);
}

async function runSandboxAction(context: LiveContext): Promise<void> {
  const config =
    'rules: [{ name: live, match_hosts: [api.example.com], headers: [{ name: X-Live, type: plaintext, value: live }] }]';
  const run = await context.runAction('sandbox', {
    mode: 'hosted',
    name: context.names.sandbox,
    'proxy-config': config,
  });
  context.hide(run.outputs['dataplane-url']);
  const left = await context.ask('platform', 'GET', `/api/v2/sandboxes/boxes/${run.outputs['sandbox-name']}`);
  const isGone = left.status === 404 || (isJsonObject(left.json) && left.json['status'] === 'deleting');
  context.evidence.check('sandbox-action', isGone, 'a sandbox that is gone after the job', describe(left));
}

/** Returns the inputs of every deploy of the example agent. */
function deployInputs({ names }: LiveContext, { installCommand }: LiveState): Record<string, string> {
  return {
    'deployment-name': names.deployment,
    source: 'internal_source',
    'poll-interval': '5s',
    secrets: 'GREETING=a greeting',
    ...(installCommand !== undefined && { 'install-command': installCommand }),
  };
}

async function deployment(context: LiveContext, id: string): Promise<Json> {
  const read = await context.ask('control-plane', 'GET', `/v2/deployments/${id}`);
  if (read.status !== 200 || !isJsonObject(read.json)) {
    throw new ScenarioError(`the deployment cannot be read (${describe(read)})`);
  }
  return read.json;
}

async function revisionsOf(context: LiveContext, id: string): Promise<Json[]> {
  const read = await context.ask('control-plane', 'GET', `/v2/deployments/${id}/revisions?limit=20`);
  const list = isJsonObject(read.json) ? read.json['resources'] : undefined;
  if (!Array.isArray(list)) throw new ScenarioError(`the revisions cannot be read (${describe(read)})`);
  return list.filter(isJsonObject);
}

async function hasProject(context: LiveContext, name: string): Promise<boolean | undefined> {
  const read = await context.ask('platform', 'GET', `/api/v1/sessions?name=${name}`);
  if (read.status !== 200 || !Array.isArray(read.json)) return undefined;
  return read.json.some((one) => isJsonObject(one) && one['name'] === name);
}

async function create(context: LiveContext, state: LiveState): Promise<void> {
  const { evidence, names } = context;
  const run = await context.runAction('deploy', deployInputs(context, state), {
    workspace: state.repository.dir,
  });
  state.id = run.outputs['deployment-id'] ?? '';
  state.url = run.outputs['deployment-url'] ?? '';
  state.revisions = [run.outputs['revision-id'] ?? ''];
  context.hide(state.url);
  evidence.check('upload-builds', true, 'a deployed revision', 'a deployed revision');
  const found = await deployment(context, state.id);
  const isActive = found['active_revision_id'] === state.revisions[0];
  const active = isActive ? 'its ID' : found['active_revision_id'] === null ? 'null' : 'another ID';
  evidence.check('active-revision', isActive, 'its ID', active);
  evidence.check('deployment-ready', found['status'] === 'READY', 'READY', String(found['status']));
  const config = found['source_config'];
  const custom = isJsonObject(config) ? config['custom_url'] : undefined;
  const shown = (url: unknown) => (typeof url === 'string' && url !== '' ? 'set' : 'not set');
  const urls = `\`url\` is ${shown(found['url'])}, and \`custom_url\` is ${shown(custom)}`;
  evidence.check(
    'deployment-url',
    urls === '`url` is set, and `custom_url` is set',
    '`url` is set, and `custom_url` is set',
    urls,
  );
  const revisions = await revisionsOf(context, state.id);
  const first = String(revisions.at(-1)?.['status']);
  evidence.check(
    'first-skipped',
    revisions.length > 1 && first === 'SKIPPED',
    'a first revision with the status SKIPPED',
    `${revisions.length} revisions, the first ${first}`,
  );
  const project = await hasProject(context, names.deployment);
  if (project !== undefined) {
    evidence.check(
      'tracing-project',
      project,
      'a tracing project',
      project ? 'a tracing project' : 'no tracing project',
    );
  }
}

async function update(context: LiveContext, state: LiveState): Promise<void> {
  const { evidence } = context;
  await changeEchoAgent(state.repository, 'v2');
  const run = await context.runAction(
    'deploy',
    { ...deployInputs(context, state), verify: replies('v2'), 'feedback-key': 'none' },
    { workspace: state.repository.dir },
  );
  state.revisions.push(run.outputs['revision-id'] ?? '');
  const revisions = await revisionsOf(context, state.id);
  const older = revisions.find(({ id }) => id === state.revisions[0]);
  evidence.check(
    'older-stays-deployed',
    older?.['status'] === 'DEPLOYED',
    'DEPLOYED',
    String(older?.['status']),
  );
  const isFirst = revisions[0]?.['id'] === state.revisions[1];
  evidence.check(
    'newest-first',
    isFirst,
    'the newest revision first',
    isFirst ? 'the newest revision first' : 'another revision first',
  );
}

/** Returns the input `verify` with a check that the agent replies as this version of the example. */
function replies(version: string): string {
  return JSON.stringify([
    {
      name: `replies as ${version}`,
      input: { messages: [{ role: 'user', content: 'hello' }] },
      expect: { 'last-message': `/${version}.*hello/` },
    },
  ]);
}

async function rollBack(context: LiveContext, state: LiveState): Promise<void> {
  const { evidence, names } = context;
  const back = { 'deployment-name': names.deployment, 'rollback-to': state.revisions[0] ?? '' };
  const run = await context.runAction('deploy', {
    ...back,
    'poll-interval': '5s',
    verify: replies('v1'),
    'feedback-key': 'none',
  });
  const revision = run.outputs['revision-id'] ?? '';
  const isNew = revision !== '' && !state.revisions.includes(revision);
  evidence.check(
    'tarball-again',
    isNew,
    'another revision',
    isNew ? 'another revision' : 'no other revision',
  );
  const { active_revision_id: active } = await deployment(context, state.id);
  const isActive = active === revision;
  evidence.check(
    'rollback-active',
    isActive,
    'the new revision is active',
    isActive ? 'the new revision is active' : 'another revision is active',
  );
}

async function createPreview(context: LiveContext, state: LiveState): Promise<void> {
  const { github, repository } = state;
  await repository.branch(BRANCH);
  const commit = await changeEchoAgent(repository, 'v3');
  await github.pushed(
    { repoUrl: repository.url, ref: `refs/heads/${BRANCH}`, commit, remark: null },
    repository.dir,
  );
  const pull = github.opened(BRANCH);
  state.pull = pull;
  const run = await context.runAction('deploy', deployInputs(context, state), {
    workspace: repository.dir,
    event: pull.event('opened'),
    github: pull.forRunner,
  });
  const [name, id] = [run.outputs['deployment-name'] ?? '', run.outputs['deployment-id'] ?? ''];
  state.preview = { name, id };
  context.hide(run.outputs['deployment-url']);
  const { secrets } = await deployment(context, id);
  const isMarked =
    Array.isArray(secrets) &&
    secrets.some((secret) => isJsonObject(secret) && secret['name'] === 'AGENT_DEPLOY_PREVIEW');
  context.evidence.check(
    'preview-created',
    isMarked,
    'a preview with its marker',
    isMarked ? 'a preview with its marker' : 'a preview without its marker',
  );
}

async function compare(context: LiveContext, { preview }: LiveState): Promise<void> {
  const cases = CASES.map((word) => ({
    name: `echoes ${word}`,
    input: { messages: [{ role: 'user', content: word }] },
    expect: { 'last-message': `/${word}/` },
  }));
  const run = await context.runAction('verify', {
    'deployment-name': preview?.name ?? '',
    'compare-with': context.names.deployment,
    cases: JSON.stringify(cases),
    'feedback-key': 'none',
    comment: 'false',
  });
  const verdict = run.outputs['gate-verdict'] ?? '';
  const isPassed = run.outputs['reason-code'] === 'gate-passed';
  context.evidence.check(
    'gate-verdict',
    isPassed,
    'a verdict that does not block',
    `the verdict ${verdict || 'none'}`,
  );
}

async function tearDown(context: LiveContext, { pull, preview, repository }: LiveState): Promise<void> {
  if (pull === undefined || preview === undefined) throw new ScenarioError('the preview does not exist');
  const run = await context.runAction(
    'deploy',
    { 'deployment-name': context.names.deployment, source: 'internal_source' },
    { workspace: repository.dir, event: pull.closed(), github: pull.forRunner },
  );
  const outcome = run.outputs['outcome'] ?? '';
  const read = await context.ask('control-plane', 'GET', `/v2/deployments/${preview.id}`);
  const status = isJsonObject(read.json) ? read.json['status'] : undefined;
  const isGone = read.status === 404 || status === 'AWAITING_DELETE';
  const seen = read.status === 200 ? `the status ${String(status)}` : describe(read);
  context.evidence.check(
    'teardown-deleted',
    outcome === 'torn-down' && isGone,
    'a 404, or the status AWAITING_DELETE',
    seen,
  );
  const project = await hasProject(context, preview.name);
  if (project !== undefined && read.status === 404) {
    context.evidence.check(
      'tracing-project-deleted',
      !project,
      'no tracing project',
      project ? 'a tracing project' : 'no tracing project',
    );
  }
}
