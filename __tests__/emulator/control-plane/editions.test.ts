import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Source } from '../../../src/contract/source.ts';
import { SOURCES } from '../../../src/contract/patterns.ts';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { gitDeployment, imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const page = readFileSync(path.join(import.meta.dirname, '../../../docs/self-hosted.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(spec|hosted)` \| `([a-z-]+)` \| (.*) \|$/gm)].map(
  ([, compat = '', edition = '', cells = '']) => ({
    options: { compat, edition } as Required<Pick<EmulatorOptions, 'compat' | 'edition'>>,
    offers: cells.split(' | '),
  }),
);

/** Returns the minimal body for a source, with additional fields. */
function body(source: Source, config: object = {}, more: object = {}): Record<string, unknown> {
  const least = source === 'git_host' ? gitDeployment() : imageDeployment({ source });
  const revision: Partial<Record<Source, object>> = {
    internal_docker: {},
    internal_source: { graph_config_path: 'langgraph.json' },
  };
  return {
    ...least,
    source_config: { ...(least['source_config'] as object), ...config },
    source_revision_config: revision[source] ?? least['source_revision_config'],
    ...more,
  };
}

describe('the deployment sources that an edition allows', () => {
  test('match docs/self-hosted.md#editions-of-the-emulator for every edition, compatibility mode and source', () => {
    expect(rows.map(({ options }) => `${options.compat} ${options.edition}`)).toEqual(
      ['spec', 'hosted'].flatMap((compat) =>
        ['any', 'cloud', 'self-hosted'].map((edition) => `${compat} ${edition}`),
      ),
    );
    for (const { offers } of rows) expect(offers).toHaveLength(SOURCES.length);
  });

  // docs/conformance.md#source-types-deployment-source
  // docs/departures.md#deployment-source
  test.each(rows)('match the documented table with the options $options', async ({ options, offers }) => {
    const { api } = await startPlane(options);
    for (const [index, source] of SOURCES.entries()) {
      const answer = await api('POST', PATH, body(source));
      const offered = offers[index];
      expect([source, answer.status]).toEqual([source, offered === 'yes' ? 201 : 422]);
      if (offered === 'yes') continue;
      expect(answer.body.detail).toEqual([
        { loc: ['body', 'source'], msg: expect.stringContaining(source), type: 'value_error' },
      ]);
      if (offered === 'no') continue;
      expect(answer.body.detail[0].msg).toContain('source_config.listener_id');
      const listener = { compute_type: 'k8s', compute_id: 'cluster' };
      const { id } = (await api('POST', '/v2/listeners', listener)).body;
      expect((await api('POST', PATH, body(source))).status).toBe(400);
      expect((await api('POST', PATH, body(source, { listener_id: id }))).status).toBe(201);
    }
  });

  test('do not affect existing deployments, because a PATCH does not check the source', async () => {
    const { api } = await startPlane({ edition: 'cloud' });
    const { id } = (await api('POST', PATH, body('git_host'))).body;
    expect((await api('PATCH', `${PATH}/${id}`, { source: 'git_host', secrets: [] })).status).toBe(200);
  });
});

describe('a variable name that is reserved only in the cloud', () => {
  const secrets = [{ name: 'LANGSMITH_API_KEY', value: 'x' }];

  // docs/departures.md#secret-secretreference-names-only
  test('can be used for external images and in self-hosted installations', async () => {
    const cloud = await startPlane();
    expect((await cloud.api('POST', PATH, body('internal_docker', {}, { secrets }))).status).toBe(422);
    expect((await cloud.api('POST', PATH, body('external_docker', {}, { secrets }))).status).toBe(201);
    const own = await startPlane({ edition: 'self-hosted' });
    expect((await own.api('POST', PATH, body('internal_docker', {}, { secrets }))).status).toBe(201);
    const always = [{ name: 'POSTGRES_URI', value: 'x' }];
    expect((await own.api('POST', PATH, body('internal_docker', {}, { secrets: always }))).status).toBe(422);
  });
});

describe('an error that the hosted service returns as text', () => {
  const few = { resource_spec: { redis_memory_mb: 511 } };
  const enough = { resource_spec: { redis_memory_mb: 512 } };
  const reserved = { secrets: [{ name: 'REDIS_URI', value: 'x' }] };

  // docs/departures.md#resourcespec-least-amounts
  test('has the status 400 for a reserved name, and for a Redis with too little memory', async () => {
    const { api, create } = await startPlane({ compat: 'hosted' });
    for (const [given, text] of [
      [body('git_host', {}, reserved), 'secrets.0.name: REDIS_URI is reserved'],
      [body('external_docker', few), 'source_config.resource_spec.redis_memory_mb: must be at least 512'],
    ] as const) {
      const answer = await api('POST', PATH, given);
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(text)]);
    }
    expect((await api('POST', PATH, body('external_docker', enough))).status).toBe(201);
    const { id } = await create();
    expect((await api('PATCH', `${PATH}/${id}`, { source_config: few })).status).toBe(400);
    expect((await api('PATCH', `${PATH}/${id}`, reserved)).status).toBe(400);
  });

  test('becomes a 422 if the request has further errors', async () => {
    const { api } = await startPlane({ compat: 'hosted' });
    const answer = await api('POST', PATH, body('git_host', few, reserved));
    expect([answer.status, answer.body.detail.length]).toEqual([422, 3]);
  });

  test('has the status 422 in the compatibility mode `spec`, which requires no minimum memory', async () => {
    const { api } = await startPlane();
    expect((await api('POST', PATH, body('git_host', {}, reserved))).status).toBe(422);
    expect((await api('POST', PATH, body('external_docker', few))).status).toBe(201);
  });
});

describe('a deprecated do-not-use field', () => {
  // docs/departures.md#resourcespec-do-use-fields
  test('is stored and returned, and causes a warning in the log of each revision', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({
      source_config: { resource_spec: { orchestrator_cpu: 2, executor_memory_mb: 64 } },
    });
    await plane.api('PATCH', `${PATH}/${id}`, { secrets: [] });
    const { body: deployment } = await plane.api('GET', `${PATH}/${id}`);
    expect(deployment.source_config.resource_spec).toEqual({ orchestrator_cpu: 2, executor_memory_mb: 64 });
    const { body: log } = await plane.api('GET', `${PATH}/${id}/logs?type=deploy&level=WARNING`);
    expect(log.logs).toHaveLength(2);
    expect(log.logs[0].message).toContain('orchestrator_cpu, executor_memory_mb, which is marked do-not-use');
  });

  test('causes no warning if it is absent', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({ source_config: { resource_spec: { cpu: 1, executor_cpu: null } } });
    expect((await plane.api('GET', `${PATH}/${id}/logs?type=deploy`)).body.logs).toEqual([]);
  });

  test('is the only kind of field that the API description marks as deprecated', async () => {
    const { api } = await startPlane();
    const { properties } = (await api('GET', '/openapi.json')).body.components.schemas.ResourceSpec;
    const flagged = Object.keys(properties).filter((field) => properties[field].deprecated === true);
    expect(flagged).toEqual(
      Object.keys(properties).filter((field) => /^(orchestrator|executor)_/.test(field)),
    );
    expect(flagged).toHaveLength(10);
  });
});
