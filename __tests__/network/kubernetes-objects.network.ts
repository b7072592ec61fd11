// Validates the objects of the chart and of the control plane against the schemas of several Kubernetes versions.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { ClusterSettings } from '../../src/contract/cluster-settings.ts';
import { renderChart } from '../../harness/cluster/helm.ts';
import { buildJob } from '../../src/emulator/data-plane/places/kubernetes/plan/build-job.ts';
import { planDatabases } from '../../src/emulator/data-plane/places/kubernetes/plan/databases.ts';
import {
  planRevision,
  serviceManifest,
} from '../../src/emulator/data-plane/places/kubernetes/plan/manifests.ts';
import { placePods } from '../../src/emulator/data-plane/places/kubernetes/plan/placement.ts';
import { AGENTS, EVERYTHING, WORKSPACE } from '../cluster/support/chart-values.ts';
import { anyRevision } from '../emulator/data-plane/places/kubernetes/plan/any-revision.ts';
import { installPython, run } from './support/installs.ts';
import { TESTS_ALL_VERSIONS } from './support/versions.ts';

/** Python package with the schemas of many Kubernetes versions. `npm run test:versions` uses the newest release. */
const SCHEMAS = TESTS_ALL_VERSIONS ? 'kubernetes-validate' : 'kubernetes-validate==1.37.0';
/** Oldest version that the chart and the control plane accept. */
const OLDEST = '1.30';
const SAMPLES = TESTS_ALL_VERSIONS ? 25 : 10;

/**
 * Prints the problems of all objects in the four newest versions and in the version of the second argument. An object
 * without a schema is a problem too.
 */
const PROGRAM = `
import json, sys
import kubernetes_validate.utils as validator
minors = {validator.major_minor(version): version for version in validator.all_versions()}
chosen = list(minors)[-4:] + [sys.argv[2]]
problems = []
for minor in chosen:
    for name, value in json.load(open(sys.argv[1])):
        try:
            validator.validate(value, minors[minor], strict=True)
        except validator.ValidationError as error:
            problems.append(f"{minor} {name}: {'.'.join(map(str, error.path))}: {error.message[:300]}")
        except validator.SchemaNotFoundError as error:
            problems.append(f"{minor} {name}: {error.message}")
print(json.dumps({"versions": chosen, "problems": problems}))
`;
const Result = z.object({ versions: z.array(z.string()), problems: z.array(z.string()) });
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof Manifest>;

let folder = '';
let python = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubernetes-objects-'));
  python = path.join(await installPython(path.join(folder, 'python'), [SCHEMAS]), 'python');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function validate(objects: readonly Manifest[]): Promise<z.infer<typeof Result>> {
  const file = path.join(folder, 'objects.json');
  const named = objects.map((one) => [`${one.kind} ${one.metadata.name}`, one]);
  await writeFile(file, JSON.stringify(named));
  return Result.parse(JSON.parse(await run(python, ['-P', '-c', PROGRAM, file, OLDEST])));
}

/** Objects of other projects, whose definitions Kubernetes does not contain. */
const isForeign = ({ apiVersion }: Manifest) => /^(gateway\.networking|monitoring)\./.test(apiVersion);

async function chartObjects(): Promise<Manifest[]> {
  const release = { name: 'agent-deploy', namespace: 'plane' };
  const all = { ...EVERYTHING, agents: { ...AGENTS, rights: { finalizers: true } } };
  const texts = await Promise.all([renderChart(release, {}, []), renderChart(release, all, [])]);
  const documents = texts.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS() as unknown));
  return documents
    .filter((one) => one !== null)
    .map((one) => Manifest.parse(one))
    .filter((one) => !isForeign(one));
}

function controlPlaneObjects(): Manifest[] {
  const owner = { name: 'the-service', uid: 'uid-1' };
  const placed = placePods(AGENTS_SETTINGS, WORKSPACE, 'agents');
  const objects: object[] = [];
  for (const request of fc.sample(anyRevision, { numRuns: SAMPLES, seed: 34 })) {
    const result = planRevision({ ...request, placed });
    if (result.kind === 'problems') throw new Error(result.problems.join('; '));
    objects.push(serviceManifest(request.identity), result.plan.secret);
    for (const { deployment, autoscaler } of result.plan.workloads) {
      objects.push(deployment, ...(autoscaler ? [autoscaler.starting, autoscaler.serving] : []));
    }
  }
  const identity = {
    plane: 'plane-1',
    namespace: 'agents',
    deploymentId: '0198c0de-0000-7000-8000-000000000001',
    revisionId: '0198c0de-0000-7000-8000-000000000002',
    name: 'an-agent',
    attempt: 1,
  };
  for (const queue of [undefined, 'builds']) {
    const job = buildJob({
      identity,
      owner,
      image: 'registry.test/emulator:1',
      variables: ['A'],
      imagePullSecrets: [{ name: 'own' }],
      placed: placePods(AGENTS_SETTINGS, WORKSPACE, 'builds'),
      certificates: 'the PEM',
      resources: { limits: { memory: '4Gi' } },
      disk: '1Gi',
      deadlineMs: 60_000,
      queue,
    });
    objects.push(job);
  }
  const databases = planDatabases({
    identity,
    owner,
    spec: { db_cpu: 1, db_max_connections: 10, redis_memory_mb: 512 },
    passwords: { postgres: 'a', redis: 'b' },
    images: { postgres: 'postgres:16', redis: 'redis:7' },
    placed,
  });
  if (databases.kind === 'problems') throw new Error(databases.problems.join('; '));
  const { secrets, services, networkPolicy, workloads } = databases.plan;
  if (networkPolicy === undefined) throw new Error('the plan contains no network policy');
  objects.push(...secrets, ...services, networkPolicy, ...workloads);
  return objects.map((one) => Manifest.parse(one)).filter((one) => !isForeign(one));
}
const AGENTS_SETTINGS = ClusterSettings.strip().parse(AGENTS);

// docs/kubernetes/chart.md#versions
test('all objects are valid in the four newest Kubernetes versions and in the oldest supported version', async () => {
  const objects = [...(await chartObjects()), ...controlPlaneObjects()];
  const kinds = new Set(objects.map(({ kind }) => kind));
  for (const kind of [
    'Deployment',
    'HorizontalPodAutoscaler',
    'Job',
    'NetworkPolicy',
    'Pod',
    'StatefulSet',
  ]) {
    expect(kinds).toContain(kind);
  }
  const { versions, problems } = await validate(objects);
  expect(new Set(versions).size).toBe(5);
  expect(versions).toContain(OLDEST);
  expect(problems).toEqual([]);
});

test('an unknown field, a wrong type and an unknown version of an object are reported for each version', async () => {
  const metadata = { name: 'a' };
  const { versions, problems } = await validate([
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { port: [] } },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: 80 } },
    { apiVersion: 'autoscaling/v2beta2', kind: 'HorizontalPodAutoscaler', metadata },
  ]);
  for (const version of versions) {
    expect(problems.filter((one) => one.startsWith(`${version} `))).toEqual([
      expect.stringContaining("'port' was unexpected"),
      expect.stringContaining('80 is not'),
      expect.stringContaining("Couldn't find schema"),
    ]);
  }
});
