import { setTimeout } from 'node:timers/promises';
import type { Replicas } from '../harness/cluster/replicas.ts';
import { until } from '../harness/until.ts';
import {
  type ClusterLab,
  createImage,
  type Deployed,
  read,
  untilDeployed,
  withCluster,
} from './support/cluster.ts';
import { median, type Measurement, percentile } from './support/measure.ts';

/** Number of kills, which the environment variable KILLS overrides. */
const KILLS = Number(process.env['KILLS'] ?? 200);
const WITHIN_MS = 2_000;
const WRITERS = 4;
const PAUSE_MS = 300;
const TAKE_OVERS = 5;
const LEASE_S = 6;
/** Milliseconds until the pods of replaced revisions have ended. These pods drain for a minute. */
const CLEANED_WITHIN_MS = 10 * 60_000;

interface Written {
  id: string;
  /** Images whose change was acknowledged. Unacknowledged changes may or may not have been applied. */
  acknowledged: string[];
  attempted: number;
}

/**
 * Kills replicas at random times while clients change deployments. Every acknowledged change must exist exactly once.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async (lab) => {
    const { replicas } = lab;
    const idle = await switchSeconds(lab);
    const churn = replicas.churn({ seed: 20_261_123, withinMs: WITHIN_MS, times: KILLS });
    let over = false;
    void churn.ended.then(() => {
      over = true;
    });
    const all = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) => write(lab, `kept-${index}`, () => over)),
    );
    const kills = await churn.ended;
    const endedAt = performance.now();
    const problems = (await Promise.all(all.map((one) => problemsOf(lab, one)))).flat();
    const cleanedS = (performance.now() - endedAt) / 1_000;
    for (const problem of problems) console.error(problem);
    const takeOvers: number[] = [];
    for (let count = 0; count < TAKE_OVERS; count += 1) takeOvers.push(await takeOverSeconds(lab, count));
    const sum = (of: (one: Written) => number) => all.reduce((total, one) => total + of(one), 0);
    return {
      claim: `over ${kills} kills of replicas at random instants no acknowledged change is lost, and none is done twice`,
      sides: [
        { name: 'from a kill in a rollout to its end elsewhere', unit: 's', samples: takeOvers },
        { name: 'a rollout that nothing disturbs', unit: 's', samples: idle },
      ],
      ratio: {
        name: 'take-over without the rollout, in leases',
        value: (percentile(takeOvers, 1) - median(idle)) / LEASE_S,
        aim: { atMost: 1.5 },
      },
      figures: [
        { name: 'changes lost or done twice', value: problems.length, unit: '', aim: 0 },
        { name: 'until nothing of replaced revisions was left', value: cleanedS, unit: 's' },
        { name: 'changes acknowledged', value: sum(({ acknowledged }) => acknowledged.length), unit: '' },
        { name: 'changes attempted', value: sum(({ attempted }) => attempted), unit: '' },
      ],
    };
  });
}

/** Changes the image of one deployment, whose pods are only simulated, repeatedly. */
async function write({ replicas }: ClusterLab, name: string, isOver: () => boolean): Promise<Written> {
  const { id } = await created(replicas, name, `registry.test/${name}:0`);
  const acknowledged: string[] = [];
  let attempted = 0;
  while (!isOver()) {
    attempted += 1;
    const image = `registry.test/${name}:${attempted}`;
    const body = { source_revision_config: { image_uri: image } };
    const status = await replicas.api('PATCH', `/v2/deployments/${id}`, body).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) acknowledged.push(image);
    await setTimeout(PAUSE_MS);
  }
  return { id, acknowledged, attempted };
}

/** Creates a deployment through any running replica. */
const created = (replicas: Replicas, name: string, image: string): Promise<Deployed> =>
  until(() => createImage(replicas, name, image).catch(() => undefined), `the deployment ${name}`);

/** Returns the changes that were lost or applied twice, once no more work is in progress. */
async function problemsOf(
  { replicas, api, namespace }: ClusterLab,
  { id, acknowledged }: Written,
): Promise<string[]> {
  const { active_revision_id: active } = await untilDeployed(replicas, id);
  const images: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const path = `/v2/deployments/${id}/revisions?limit=100&offset=${offset}`;
    const { status, body } = await read(replicas, path);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${JSON.stringify(body)}`);
    const { resources } = body as { resources: { source_revision_config: { image_uri: string } }[] };
    images.push(...resources.map((one) => one.source_revision_config.image_uri));
    if (resources.length < 100) break;
  }
  const selector = encodeURIComponent(`agent-deploy/deployment=${id}`);
  const list = async () => {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments?labelSelector=${selector}`;
    const { body } = await api.request('GET', path);
    return (body as { items: { metadata: { labels: Record<string, string> } }[] }).items;
  };
  const left = await until(
    async () => {
      const items = await list();
      return items.length === 1 && items;
    },
    `one Deployment of ${id}`,
    CLEANED_WITHIN_MS,
  ).catch(list);
  return [
    ...acknowledged.filter((image) => !images.includes(image)).map((image) => `${image} is lost`),
    ...images
      .filter((image, index) => images.indexOf(image) !== index)
      .map((image) => `${image} is there twice`),
    ...left
      .map(({ metadata }) => metadata.labels['agent-deploy/revision'])
      .filter((revision) => revision !== active)
      .map((revision) => `${id} has pods of ${revision}, which does not serve`),
  ];
}

async function switchSeconds(lab: ClusterLab): Promise<number[]> {
  const { replicas, agent } = lab;
  const { id } = await createImage(replicas, 'undisturbed', agent.image('one'));
  await untilDeployed(replicas, id);
  const samples: number[] = [];
  for (let count = 0; count < TAKE_OVERS; count += 1) {
    const startedAt = performance.now();
    await change(lab, id, agent.image(count % 2 === 0 ? 'two' : 'one'));
    await untilDeployed(replicas, id);
    samples.push((performance.now() - startedAt) / 1_000);
  }
  return samples;
}

async function change({ replicas }: ClusterLab, id: string, image: string): Promise<Deployed> {
  const body = { source_revision_config: { image_uri: image } };
  const patch = () => replicas.api('PATCH', `/v2/deployments/${id}`, body);
  // The first attempt may use an open connection to a killed replica, so a second attempt is made.
  const answer = await patch().catch(patch);
  if (answer.status !== 200) throw new Error(`a change was answered ${answer.status}`);
  return answer.body as Deployed;
}

/** Measures the seconds from the kill of the replica that performs a rollout to the end of the rollout. */
async function takeOverSeconds(lab: ClusterLab, count: number): Promise<number> {
  const { replicas, agent } = lab;
  const { id } = await created(replicas, `taken-over-${count}`, agent.image('one'));
  await untilDeployed(replicas, id);
  const { latest_revision_id: revision } = await change(lab, id, agent.image('two'));
  const worker = await until(
    () => replicas.running.find((one) => one.log().includes(`${revision.slice(0, 8)} DEPLOYING`)),
    'a replica that works on it',
  );
  const startedAt = performance.now();
  await replicas.kill(worker);
  await untilDeployed(replicas, id);
  const seconds = (performance.now() - startedAt) / 1_000;
  await replicas.start();
  return seconds;
}
