import { describe, expect, test } from '@jest/globals';
import { startPlane } from './plane.ts';

type Json = Record<string, unknown>;

describe('the API document', () => {
  test('uses OpenAPI 3.1, has version 0.1.0, requires no API key, and is the same below /api-host', async () => {
    const { api } = await startPlane();
    const { status, body } = await api('GET', '/openapi.json', undefined, { 'x-api-key': null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0' } });
    expect((await api('GET', '/api-host/openapi.json', undefined, { 'x-api-key': null })).body).toEqual(body);
  });

  test('describes every endpoint with its response statuses', async () => {
    const { api } = await startPlane();
    const { paths } = (await api('GET', '/openapi.json')).body as { paths: Record<string, Json> };
    const one = '/v2/deployments/{deployment_id}';
    for (const [path, method, status] of [
      ['/v2/deployments', 'get', '200'],
      ['/v2/deployments', 'post', '201'],
      [one, 'get', '404'],
      [one, 'get', '422'],
      [one, 'patch', '200'],
      [one, 'delete', '204'],
      [`${one}/revisions`, 'get', '200'],
      [`${one}/revisions/{revision_id}`, 'get', '200'],
      ['/v1/integrations/git_host/install', 'get', '200'],
      ['/v2/listeners', 'get', '200'],
    ] as const) {
      const operation = paths[path]?.[method] as { responses: Json; security: Json[] } | undefined;
      expect(operation?.responses).toHaveProperty(status);
      expect(operation?.security.map((scheme) => Object.keys(scheme)).flat()).toEqual([
        'ApiKey',
        'TenantId',
        'BearerAuth',
      ]);
    }
  });

  test('contains parameters with their bounds, and the schemas of the API', async () => {
    const { api } = await startPlane();
    const document = (await api('GET', '/openapi.json')).body;
    expect(document.paths['/v2/deployments'].get.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    });
    expect(document.paths['/v2/deployments'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/DeploymentCreate',
    });
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Deployment',
        'Revision',
        'ResourceSpec',
        'Secret',
        'HTTPValidationError',
        'Volume',
      ]),
    );
    expect(document.components.schemas.DeploymentCreate.required).toEqual([
      'name',
      'source',
      'source_config',
      'source_revision_config',
      'secrets',
    ]);
  });
});
