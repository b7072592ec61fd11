// Tests of the cluster itself on which these suites run: its faults and its shutdown.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { type Cluster, startCluster } from '../../harness/cluster/cluster.ts';
import { LOG_ANNOTATION } from '../../harness/cluster/fake-node.ts';
import { freshNamespace } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { isRunning, readProcessStat } from '../../src/os/process-stat.ts';
import { deployment, podsOf, untilRolledOut } from './support/objects.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the test cluster of a suite', () => {
  let cluster: Cluster;
  let api: ClusterApi;
  beforeEach(async () => {
    cluster = await startCluster();
    api = openClusterApi(cluster.access);
  });
  afterEach(async () => {
    await api.close();
    await cluster.close();
  });

  test('has the same objects, certificate and tokens after the API server was killed and restarted', async () => {
    const namespace = await freshNamespace(api);
    accepted(await api.apply(deployment(namespace, 'before')));
    await untilRolledOut(api, namespace, 'before');
    await cluster.apiServer('stopped');
    await expect(api.request('GET', '/version')).rejects.toThrow(/ECONNREFUSED|other side closed|ECONNRESET/);
    await cluster.apiServer('running');
    await untilRolledOut(api, namespace, 'before');
    // The controllers, the scheduler and the node have restarted too.
    accepted(await api.apply(deployment(namespace, 'after')));
    await untilRolledOut(api, namespace, 'after');
  });

  test('can stop sending responses on open connections', async () => {
    const namespace = await freshNamespace(api);
    const stop = new AbortController();
    const seen: string[] = [];
    const path = `/api/v1/namespaces/${namespace}/configmaps?labelSelector=watched%3Dyes`;
    for await (const { type } of api.watch(path, stop.signal)) {
      seen.push(type);
      if (type === 'ADDED') break;
      if (seen.length > 1) continue;
      await cluster.apiServer('frozen');
      const unanswered = api.request('GET', '/version', undefined, undefined, AbortSignal.timeout(200));
      await expect(unanswered).rejects.toThrow(/timeout/);
      await cluster.apiServer('running');
      const metadata = { name: 'one', namespace, labels: { watched: 'yes' } };
      accepted(await api.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata }));
    }
    expect([seen.at(0), seen.at(-1)]).toEqual(['BOOKMARK', 'ADDED']);
  });

  test('provides logs that can be followed until the pod is deleted', async () => {
    const namespace = await freshNamespace(api);
    const annotate = (text: string) => ({ metadata: { annotations: { [LOG_ANNOTATION]: text } } });
    accepted(await api.apply(deployment(namespace, 'talking')));
    await untilRolledOut(api, namespace, 'talking');
    const [pod] = await podsOf(api, namespace, 'talking');
    const place = `/api/v1/namespaces/${namespace}/pods/${pod?.metadata.name ?? ''}`;
    const say = async (text: string) =>
      accepted(await api.request('PATCH', place, annotate(text), 'application/merge-patch+json'));
    await say('one\ntwo');
    const read = async (query: string) => accepted(await api.request('GET', `${place}/log${query}`));
    await until(async () => (await read('')) === 'one\ntwo\n');
    expect(await read('?tailLines=1')).toBe('two\n');
    const followed = read('?follow=true&timestamps=true');
    await say('one\ntwo\nthree');
    await until(async () => (await read('')) === 'one\ntwo\nthree\n');
    accepted(await api.request('DELETE', place));
    const lines = z
      .string()
      .parse(await followed)
      .trim()
      .split('\n');
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))).toEqual([
      'one',
      'two',
      'three',
    ]);
  });
});

test('a test cluster ends when the process that started the cluster ends in any way', async () => {
  const program = `
    import { startCluster } from './harness/cluster/cluster.ts';
    const cluster = await startCluster();
    process.stdout.write(JSON.stringify({ url: cluster.access.url, ...cluster.internals }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  const { folder, supervisor } = z
    .object({ folder: z.string(), supervisor: z.number() })
    .parse(JSON.parse(String(chunk)));
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGKILL');
  await until(() => !isRunning(readProcessStat(supervisor)), 'the end of the programs');
  expect(existsSync(folder)).toBe(false);
});
