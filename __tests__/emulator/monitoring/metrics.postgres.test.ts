import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { z } from 'zod';
import { parser } from '@prometheus-io/lezer-promql';
import { until } from '../../../harness/until.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { METRIC_PREFIX, METRICS } from '../../../src/emulator/ports/metrics.ts';
import { createPrometheusMetrics } from '../../../src/emulator/monitoring/prometheus.ts';
import { apiOf, imageDeployment, openEmulator } from '../server/plane.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const start = () =>
  openEmulator({ runtime: 'stub', metricsPort: 0, log: () => undefined, checkResponses: true });

async function scrape({ metricsUrl }: Emulator): Promise<string> {
  const response = await fetch(metricsUrl ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

/** Returns the value of one time series, whose labels are written as in the text format. */
const valueOf = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${METRIC_PREFIX}${series} `));
  if (line === undefined) throw new Error(`no ${series}`);
  return Number(line.slice(line.lastIndexOf(' ') + 1));
};

/** Returns the names of all time series that the metrics of a text in the format of Prometheus can have. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((suffix) => `${name}_${suffix}`) : [name],
    ),
  );

describe('the metrics port', () => {
  // docs/kubernetes/monitoring.md#port
  test('serves the metrics without a key, has no other route, and exists only if it is configured', async () => {
    const emulator = await start();
    expect(emulator.metricsUrl).not.toContain(`:${emulator.port}/`);
    expect(await scrape(emulator)).toContain(`${METRIC_PREFIX}ready 1`);
    const on = (target: string, method = 'GET') => fetch(new URL(target, emulator.metricsUrl), { method });
    expect((await on('/_local/snapshot')).status).toBe(404);
    expect((await on('/v2/deployments')).status).toBe(404);
    expect((await on('/metrics', 'POST')).status).toBe(405);
    // The main port does not serve the metrics.
    expect((await fetch(`http://127.0.0.1:${emulator.port}/metrics`)).status).toBe(404);
    expect((await openEmulator({ runtime: 'stub', log: () => undefined })).metricsUrl).toBeUndefined();
  });

  // docs/kubernetes/monitoring.md#bounded
  test('counts requests, builds and rollouts, without the IDs and names of deployments', async () => {
    const emulator = await start();
    const api = apiOf(emulator);
    const wanted = imageDeployment();
    const made = await api('POST', '/v2/deployments', wanted);
    expect(made.status).toBe(201);
    const { id } = made.body;
    await until(async () => {
      const { body } = await api('GET', `/v2/deployments/${id}/revisions`);
      return body.resources[0].status === 'DEPLOYED';
    });
    await api('GET', `/v2/deployments/${id}`);
    await api('GET', '/v2/deployments/no-such-id');
    const text = await scrape(emulator);
    const requests = (labels: string) =>
      valueOf(text, `http_requests_total{surface="control-plane",${labels}}`);
    expect(requests('method="POST",route="/v2/deployments",status="2xx"')).toBe(1);
    expect(requests('method="GET",route="/v2/deployments/{deployment_id}",status="2xx"')).toBe(1);
    expect(requests('method="GET",route="/v2/deployments/{deployment_id}",status="4xx"')).toBe(1);
    expect(valueOf(text, 'rollout_duration_seconds_count{outcome="succeeded"}')).toBe(1);
    expect(valueOf(text, 'rollouts_in_progress')).toBe(0);
    expect(valueOf(text, 'revisions{status="QUEUED"}')).toBe(0);
    for (const secret of [
      id,
      made.body.latest_revision_id,
      String(wanted['name']),
      'no-such-id',
      emulator.apiKey,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  // docs/kubernetes/monitoring.md#bounded
  test('shows each unlisted value of a label as "other", and a limited number of routes', async () => {
    const metrics = createPrometheusMetrics();
    try {
      await fc.assert(
        fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (surface, method, route) => {
          metrics.add('http_requests_total', { surface, method, route, status: '2xx' });
          const found = (await metrics.render()).match(/surface="([^"]*)",method="([^"]*)"/g) ?? [];
          const known = [...METRICS.http_requests_total.labels.surface];
          for (const one of found) expect(known).toContain(/surface="([^"]*)"/.exec(one)?.[1]);
        }),
        { numRuns: 30 },
      );
      for (let at = 0; at < 1_000; at += 1) {
        metrics.observe('http_request_duration_seconds', { surface: 'tracing', route: `/${at}` }, 1);
      }
      const routes = (await metrics.render()).match(/_duration_seconds_count\{surface="tracing"/g) ?? [];
      expect(routes.length).toBeLessThanOrEqual(501);
    } finally {
      metrics.close();
    }
  });

  test('serves the metrics of the documented list', () => {
    const page = readFileSync(path.join(ROOT, 'docs/kubernetes/metrics.md'), 'utf8');
    const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => {
      const names = Object.keys(labels).map((label) => `\`${label}\``);
      return `| \`${METRIC_PREFIX}${name}\` | ${type} | ${names.join(', ') || 'none'} | ${help} |`;
    });
    expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });

  test('keeps responding if a part cannot be measured', async () => {
    const metrics = createPrometheusMetrics();
    try {
      metrics.beforeScrape(() => Promise.reject(new Error('no database')));
      metrics.beforeScrape(() => metrics.set('replicas', {}, 3));
      expect(valueOf(await metrics.render(), 'replicas')).toBe(3);
    } finally {
      metrics.close();
    }
  });
});

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

describe('the alert rules', () => {
  const file = readFileSync(path.join(ROOT, 'deploy/kubernetes/chart/files/alerts.yaml'), 'utf8');
  const rules = Rules.parse(parse(file)).groups.flatMap((group) => group.rules);

  // docs/kubernetes/monitoring.md#alerts
  test('are valid PromQL, and use only metrics, labels and label values that the control plane has', async () => {
    const names = namesIn(await scrape(await start()));
    for (const { alert, expr } of rules) {
      const used: string[] = [];
      parser.parse(expr).iterate({
        enter({ name, from, to, type }) {
          if (type.isError) throw new Error(`${alert} is invalid at ${from}: ${expr.slice(from)}`);
          if (name === 'VectorSelector') used.push(expr.slice(from, to));
        },
      });
      expect(used).not.toEqual([]);
      for (const selector of used) {
        const [, metric = '', matchers = ''] = /^([a-z_0-9]+)(?:\{(.*)\})?$/.exec(selector) ?? [];
        expect([alert, metric, names.has(metric)]).toEqual([alert, metric, true]);
        const base = metric.replace(/_(bucket|count|sum)$/, '');
        const definition = Object.entries(METRICS).find(([name]) => `${METRIC_PREFIX}${name}` === base)?.[1];
        const labels: Record<string, readonly string[] | string> = definition?.labels ?? {};
        for (const [, label = '', values = ''] of matchers.matchAll(/([a-z]+)=~?"([^"]*)"/g)) {
          for (const value of values.split('|')) expect(labels[label]).toContain(value);
        }
      }
    }
  });

  // docs/kubernetes/monitoring.md#runbooks
  test('each have a page with the meaning, the impact, the diagnosis and the steps to take', async () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, annotations } of rules) {
      const page = readFileSync(path.join(ROOT, 'docs/kubernetes/runbooks', annotations.runbook_url), 'utf8');
      expect(page.split('\n', 1)[0]).toBe(`# ${alert}`);
      for (const section of ['## Meaning', '## Impact', '## Diagnosis', '## What to do']) {
        expect([alert, page.includes(`\n${section}\n`)]).toEqual([alert, true]);
      }
    }
  });
});
