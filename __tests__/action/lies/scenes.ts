import { createControlPlane } from '../../../src/clients/control-plane.ts';
import type { Clock } from '../../../src/clients/clock.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createFakeClock } from '../support/clock.ts';
import { createFakeControlPlane, type FakeControlPlane } from '../support/control-plane.ts';
import { API_KEY, COMMIT, createScenario, OLD_COMMIT, OTHER_COMMIT } from '../support/scenario.ts';
import { createLyingService, type Liar } from './lying-transport.ts';

export const NAME = 'my-agent';
const KEPT = { name: 'KEPT', value: 'kept-value-71c3' };
const GIVEN = { name: 'GIVEN', value: 'given-value-5a0e' };
const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
const imageOf = (tag: string) => `r.example.org/a:${tag}`;

/** Required state of the control plane after a successful run. */
interface Desired {
  commit?: string;
  imageUri?: string;
  config?: Readonly<Record<string, unknown>>;
  imageVersion?: string;
  secrets?: readonly { name: string; value: string }[];
}

export interface Scene {
  inputs: Record<string, string>;
  desired: Desired;
  /** Creates the state before the run. */
  begin: (truth: FakeControlPlane) => void;
  /** Set if the run succeeds with an honest service. */
  green: boolean;
}

function fillers(truth: FakeControlPlane, count: number): void {
  for (let index = 0; index < count; index += 1) {
    truth.add(
      { name: `${NAME}-${index}`, secrets: [{ name: 'KEPT', value: `of-another-${index}` }] },
      index % 2 === 0 ? COMMIT : OLD_COMMIT,
    );
  }
}

const standing = (truth: FakeControlPlane, commit: string, over: Partial<Deployment> = {}) =>
  truth.add({ name: NAME, secrets: [KEPT], source_config: repository, ...over }, commit);

const settings = {
  'build-command': 'make wanted',
  'install-command': 'npm ci --wanted',
  'image-version': '0.2.14',
};
const desiredSettings = {
  config: { build_command: 'make wanted', install_command: 'npm ci --wanted' },
  imageVersion: '0.2.14',
};
const old = {
  source_config: { ...repository, build_command: 'make old', install_command: 'npm ci --old' },
  image_version: '0.1.0',
};
const update: Scene = {
  inputs: { ...settings, secrets: `GIVEN=${GIVEN.value}` },
  desired: { commit: COMMIT, ...desiredSettings, secrets: [KEPT, GIVEN] },
  begin: (truth) => void standing(truth, OLD_COMMIT, old),
  green: true,
};

/** Initial states and inputs of runs. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'a new commit, settings and a variable': update,
  'only a new commit': { ...update, inputs: {}, desired: { commit: COMMIT, secrets: [KEPT] } },
  'only new settings': {
    ...update,
    inputs: settings,
    desired: { commit: COMMIT, ...desiredSettings, secrets: [KEPT] },
    begin: (truth) => void standing(truth, COMMIT, old),
  },
  'no change': {
    ...update,
    begin: (truth) =>
      void standing(truth, COMMIT, {
        source_config: { ...repository, ...desiredSettings.config },
        image_version: '0.2.14',
        secrets: [KEPT, GIVEN],
      }),
  },
  'a create': {
    ...update,
    desired: { commit: COMMIT, ...desiredSettings, secrets: [GIVEN] },
    begin: (truth) => fillers(truth, 3),
  },
  'a deployment that is listed after names with its prefix': {
    ...update,
    begin: (truth) => {
      fillers(truth, 130);
      standing(truth, OLD_COMMIT, old);
    },
  },
  'a deployment that is listed before names with its prefix': {
    ...update,
    begin: (truth) => {
      standing(truth, OLD_COMMIT, old);
      fillers(truth, 5);
    },
  },
  'a build that fails': {
    ...update,
    begin: (truth) => {
      standing(truth, OLD_COMMIT, old);
      truth.nextRollout = ['QUEUED', 'BUILDING', 'BUILD_FAILED'];
    },
    green: false,
  },
  'a build that never ends': {
    ...update,
    begin: (truth) => {
      standing(truth, OLD_COMMIT, old);
      truth.nextRollout = ['QUEUED', 'BUILDING'];
    },
    green: false,
  },
  'a revision that never becomes active': {
    ...update,
    begin: (truth) => {
      standing(truth, OLD_COMMIT, old);
      truth.holdSwitch = true;
    },
    green: false,
  },
  'a branch that has moved': {
    ...update,
    begin: (truth) => {
      standing(truth, OLD_COMMIT, old);
      truth.heads.set('main', OTHER_COMMIT);
    },
    green: false,
  },
  'a revision in progress': {
    ...update,
    inputs: {},
    desired: { commit: COMMIT, secrets: [KEPT] },
    begin: (truth) => {
      const { id } = standing(truth, OLD_COMMIT);
      truth.addRevision(id, ['QUEUED', 'BUILDING', 'DEPLOYED'], COMMIT);
    },
  },
  'an image': {
    ...update,
    inputs: { 'image-uri': imageOf('2'), secrets: `GIVEN=${GIVEN.value}` },
    desired: { imageUri: imageOf('2'), secrets: [KEPT, GIVEN] },
    begin: (truth) => {
      const config = { source_config: {}, source_revision_config: { image_uri: imageOf('1') } };
      truth.add({ name: NAME, secrets: [KEPT], source: 'external_docker', ...config }, OLD_COMMIT);
      truth.heads.clear();
    },
  },
  'a rollback': {
    ...update,
    inputs: { action: 'rollback' },
    desired: { commit: COMMIT, secrets: [KEPT] },
    begin: (truth) => {
      const deployment = standing(truth, COMMIT);
      const bad = truth.addRevision(deployment.id, ['DEPLOYED'], OTHER_COMMIT);
      deployment.active_revision_id = bad.id;
    },
  },
};

export interface SceneResult {
  code: number;
  outputs: Readonly<Record<string, string>>;
  /** Violations in the control plane, or an empty list. */
  wrong: string[];
  log: string;
  asked: readonly string[];
  /** Duration in milliseconds on the clock. */
  took: number;
}

/** Runs a scene against a service with this liar, through the action's real main function and client. */
export async function play(
  scene: Scene,
  liar: Liar | ((clock: Clock) => Liar) = {},
  { hasDuplicates = false }: { hasDuplicates?: boolean } = {},
): Promise<SceneResult> {
  const clock = createFakeClock();
  const startedAt = clock.now();
  const truth = createFakeControlPlane(clock);
  truth.heads.set('main', COMMIT);
  truth.allowsDuplicates = hasDuplicates;
  scene.begin(truth);
  const before = structuredClone([...truth.deployments.values()]);
  const service = createLyingService(truth, typeof liar === 'function' ? liar(clock) : liar);
  const controlPlane = createControlPlane({
    transport: service.transport,
    baseUrl: 'https://plane.example.org',
    dialect: 'generic',
    apiKey: API_KEY,
    now: () => clock.now(),
  });
  const inputs = { 'wait-timeout': '3m', 'poll-interval': '20s', ...scene.inputs };
  const heads = new Map(truth.heads);
  const scenario = createScenario(inputs, { clock, plane: { ...truth, client: controlPlane } });
  truth.heads.clear();
  for (const [ref, commit] of heads) truth.heads.set(ref, commit);
  const { code, host } = await scenario.run();
  return {
    code,
    outputs: host.outputs,
    wrong: evaluateScene(scene.desired, truth, before, code),
    log: host.everything(),
    asked: service.asked,
    took: clock.now() - startedAt,
  };
}

/**
 * Returns the violations in the control plane: a false success, a second deployment, a lost variable, or a change to
 * another client's deployment.
 */
function evaluateScene(
  desired: Desired,
  truth: FakeControlPlane,
  before: readonly Deployment[],
  code: number,
): string[] {
  const wrong: string[] = [];
  const ours = [...truth.deployments.values()].filter(({ name }) => name === NAME);
  if (ours.length > 1) wrong.push(`there are ${ours.length} deployments of the name`);
  for (const was of before) {
    const is = truth.deployments.get(was.id);
    if (was.name !== NAME) {
      if (JSON.stringify(is) !== JSON.stringify(was)) wrong.push(`${was.name} was touched`);
      continue;
    }
    for (const { name, value } of was.secrets ?? []) {
      const now = is?.secrets?.find((one) => one.name === name)?.value;
      const given = desired.secrets?.find((one) => one.name === name)?.value;
      if (now !== value && now !== given) wrong.push(`the variable ${name} was destroyed`);
    }
  }
  if (code !== 0) return wrong;
  const [deployment] = ours;
  if (deployment === undefined) return [...wrong, 'green, and there is no deployment'];
  const active = truth.revisions.get(deployment.id)?.find(({ id }) => id === deployment.active_revision_id);
  const made = truth.truths.get(active?.id ?? '');
  if (active?.status !== 'DEPLOYED') wrong.push(`green, and the active revision is ${active?.status}`);
  if (desired.commit !== undefined && made?.commit !== desired.commit) wrong.push('green, of another commit');
  if (desired.imageUri !== undefined && made?.imageUri !== desired.imageUri)
    wrong.push('green, of another image');
  for (const [key, value] of Object.entries(desired.config ?? {})) {
    const is = deployment.source_config?.[key];
    if (is !== value) wrong.push(`green, and ${key} is ${JSON.stringify(is)}`);
  }
  if (desired.imageVersion !== undefined && deployment.image_version !== desired.imageVersion)
    wrong.push(`green, and image_version is ${deployment.image_version}`);
  for (const { name, value } of desired.secrets ?? []) {
    if (deployment.secrets?.find((one) => one.name === name)?.value !== value)
      wrong.push(`green, and the variable ${name} is not as it is to be`);
    const runs = made?.secrets.find((one) => one.name === name)?.value;
    if (runs !== value) wrong.push(`green, and what runs has another ${name}`);
  }
  if ((deployment.secrets?.length ?? 0) !== desired.secrets?.length)
    wrong.push('green, with other variables');
  return wrong;
}
