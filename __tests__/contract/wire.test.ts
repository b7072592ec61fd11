import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { Deployment, DeploymentCreate } from '../../src/contract/deployment.ts';
import { Revision } from '../../src/contract/revision.ts';
import { isFinal, REVISION_STATUSES, statusKind } from '../../src/contract/statuses.ts';
import {
  dialectOf,
  fromWire,
  REGION_HOSTS,
  toWire,
  toWirePath,
  withBothSpellings,
} from '../../src/contract/dialect.ts';
import { toValidationErrors } from '../../src/contract/errors.ts';
import { HTTPValidationError } from '../../src/contract/error-bodies.ts';
import { describeValidationError, describeValidationErrors } from '../../src/contract/findings.ts';
import { RevisionLogQuery } from '../../src/contract/logs.ts';
import { DeploymentDeleteQuery, DeploymentListQuery } from '../../src/contract/query.ts';
import { RunCreate } from '../../src/contract/run.ts';
import { ProxyHeader } from '../../src/contract/sandbox.ts';
import { secretReferencesIn } from '../../src/contract/secret-template.ts';
import { DOCUMENT_VERSION } from '../../src/contract/limits.ts';

describe('the field names of the hosted service and of the API specification', () => {
  const body = {
    name: 'demo',
    source: 'git_host',
    source_config: { graph_config_path: 'not a field of this object' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'a.json' },
    secrets: [{ name: 'source', value: 'git_host' }],
  };
  const hosted = {
    ...body,
    source: 'github',
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'a.json' },
  };

  test("depend on the client's dialect in a request", () => {
    expect(toWire(body, 'langsmith')).toEqual(hosted);
    expect(toWire(body, 'generic')).toBe(body);
  });

  test('are both parsed in a single body and in a list', () => {
    expect(fromWire(hosted)).toEqual({ value: body, problems: [] });
    expect(fromWire({ resources: [hosted, body], offset: 2 }).value).toEqual({
      resources: [body, body],
      offset: 2,
    });
  });

  test('can be mixed if their values agree or one of them is null', () => {
    const both = (ours: unknown, theirs: unknown) =>
      fromWire({ source_revision_config: { graph_config_path: ours, langgraph_config_path: theirs } });
    for (const [ours, theirs] of [
      ['a', 'a'],
      ['a', null],
      [null, 'a'],
      [undefined, 'a'],
    ]) {
      expect(both(ours, theirs)).toEqual({
        value: { source_revision_config: { graph_config_path: 'a' } },
        problems: [],
      });
    }
    expect(both('a', 'b').problems).toMatchObject([
      { loc: ['body', 'source_revision_config', 'langgraph_config_path'], type: 'value_error' },
    ]);
  });

  test('are both included in a response, and the source object stays unchanged', () => {
    const answer = { source: 'github', source_revision_config: { graph_config_path: null } };
    expect(withBothSpellings({ resources: [answer] })).toEqual({
      resources: [
        {
          source: 'github',
          source_revision_config: { graph_config_path: null, langgraph_config_path: null },
        },
      ],
    });
  });

  test('keep their values when they are converted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('generic', 'langsmith'), (value, dialect) => {
        const canonical = fromWire(value).value;
        expect(fromWire(toWire(canonical, dialect as 'generic')).value).toEqual(canonical);
        expect(fromWire(withBothSpellings(canonical)).value).toEqual(canonical);
      }),
    );
  });

  test('are replaced in paths only as complete segments', () => {
    expect(toWirePath('/v1/integrations/git_host/install', 'langsmith')).toBe(
      '/v1/integrations/github/install',
    );
    expect(toWirePath('/v1/integrations/git_hostess', 'langsmith')).toBe('/v1/integrations/git_hostess');
    expect(toWirePath('/v2/deployments', 'langsmith')).toBe('/v2/deployments');
  });

  test('depend on the URL of the service', () => {
    for (const host of Object.values(REGION_HOSTS)) expect(dialectOf(host)).toBe('langsmith');
    expect(dialectOf('https://self.example/api-host/')).toBe('langsmith');
    expect(dialectOf('http://127.0.0.1:4400')).toBe('generic');
    expect(dialectOf('https://api.host.langchain.com.evil.example')).toBe('generic');
    expect(dialectOf('https://notapi.host.langchain.com')).toBe('generic');
  });
});

describe('the response to an invalid request', () => {
  const errors = (schema: z.ZodType, input: unknown, part: 'body' | 'query' | 'path' = 'body') => {
    const parsed = schema.safeParse(input);
    return parsed.success ? [] : toValidationErrors(parsed.error, part, input);
  };

  // docs/conformance.md#deployment-required-fields
  // docs/conformance.md#pods-validationerror
  test('has the format of the API specification, with a type and a path for each problem', () => {
    const input = {
      name: 'a b',
      source: 'x',
      source_config: { listener_id: 7, integration_id: 'x', build_on_push: 1 },
    };
    const parsed = DeploymentCreate.safeParse(input);
    const answer = { detail: toValidationErrors(parsed.error!, 'body', input) };
    expect(HTTPValidationError.parse(answer)).toEqual(answer);
    expect(Object.fromEntries(answer.detail.map(({ loc, type }) => [loc.join('.'), type]))).toEqual({
      'body.name': 'string_pattern_mismatch',
      'body.source': 'enum',
      'body.source_config.integration_id': 'uuid_parsing',
      'body.source_config.listener_id': 'string_type',
      'body.source_config.build_on_push': 'bool_type',
      'body.source_revision_config': 'missing',
      'body.secrets': 'missing',
    });
  });

  test.each([
    [z.object({ a: z.string() }), undefined, ['missing', 'body']],
    [z.object({ a: z.string() }), [], ['dict_type', 'body']],
    [z.object({ a: z.string().min(1) }), { a: '' }, ['string_too_short', 'body.a']],
    [z.object({ a: z.string().max(1) }), { a: 'xx' }, ['string_too_long', 'body.a']],
    [z.object({ a: z.array(z.int()) }), { a: [1, 'x'] }, ['float_type', 'body.a.1']],
    [z.object({ a: z.array(z.int()).max(1) }), { a: [1, 2] }, ['too_long', 'body.a']],
    [z.object({ a: z.array(z.int()).min(1) }), { a: [] }, ['too_short', 'body.a']],
    [z.object({ a: z.number().gt(1) }), { a: 1 }, ['greater_than', 'body.a']],
    [z.object({ a: z.number().lt(1) }), { a: 1 }, ['less_than', 'body.a']],
    [z.object({ a: z.number().multipleOf(60) }), { a: 61 }, ['multiple_of', 'body.a']],
    [z.object({ a: z.iso.datetime() }), { a: 'x' }, ['datetime_from_date_parsing', 'body.a']],
    [z.object({ a: z.enum(['x']) }), {}, ['missing', 'body.a']],
    [z.object({ a: z.union([z.string(), z.int()]) }), {}, ['missing', 'body.a']],
    [z.object({ a: z.union([z.string(), z.int()]) }), { a: true }, ['union_error', 'body.a']],
    [z.object({ a: z.union([z.string(), z.array(z.string())]) }), { a: [1] }, ['string_type', 'body.a.0']],
    [z.strictObject({ a: z.string() }), { a: '', b: 1 }, ['extra_forbidden', 'body.b']],
  ])('contains the type and the path of the problem (case %#)', (schema, input, [type, place]) => {
    const [first] = errors(schema, input);
    expect([first?.type, first?.loc.join('.')]).toEqual([type, place]);
  });

  test('reports that a string could not be parsed if the query is invalid', () => {
    expect(errors(DeploymentListQuery, { limit: 'many' }, 'query')).toMatchObject([
      { loc: ['query', 'limit'], type: 'int_parsing' },
    ]);
    expect(errors(DeploymentDeleteQuery, { force: 'perhaps' }, 'query')).toMatchObject([
      { type: 'bool_parsing' },
    ]);
    expect(errors(DeploymentListQuery, { limit: '101' }, 'query')).toMatchObject([
      { type: 'less_than_equal' },
    ]);
  });

  test('never contains the input', () => {
    const secret = 'zq7-secret-zq7';
    const inputs = [
      { name: secret, source: secret, source_config: secret, secrets: [{ name: 1, value: 2 }, secret] },
      { name: 'a', source: 'git_host', source_config: { integration_id: secret, deployment_type: secret } },
      { secrets: [{ name: `${secret}=`, value: `${secret}\0` }], source_revision_config: secret },
      secret,
    ];
    for (const input of inputs) {
      expect(JSON.stringify(errors(DeploymentCreate, input))).not.toContain(secret);
    }
    expect(JSON.stringify(errors(RunCreate, { stream_mode: secret, assistant_id: 1 }))).not.toContain(secret);
  });

  test('has a readable description', () => {
    const finding = { loc: ['body', 'a', 0, 'b'], msg: 'is wrong', type: 'value_error' };
    expect(describeValidationError(finding)).toBe('a.0.b: is wrong');
    expect(
      describeValidationErrors([finding, { loc: ['body'], msg: 'is no JSON', type: 'json_invalid' }]),
    ).toBe('a.0.b: is wrong; body: is no JSON');
  });

  test('is a list of problems and never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const error of errors(DeploymentCreate, value)) expect(error.loc[0]).toBe('body');
      }),
    );
  });
});

describe('the schemas of the contract', () => {
  test('ignore unknown fields of requests', () => {
    const parsed = DeploymentCreate.parse({
      id: 'ignored',
      name: 'demo',
      source: 'internal_docker',
      source_config: { unknown: 1 },
      source_revision_config: {},
      secrets: [],
    });
    expect(parsed).not.toHaveProperty('id');
    expect(parsed.source_config).toEqual({});
  });

  test('preserve unknown fields of responses, and accept an unknown or missing status', () => {
    expect(Deployment.parse({ id: 'x', name: 'n', status: 7, is_preview: true })).toMatchObject({
      status: 'UNKNOWN',
      is_preview: true,
    });
    expect(Revision.parse({ id: 'x' }).status).toBe('UNKNOWN');
  });

  test.each(['_a', 'a_', '1a', '-a', 'a-', '', 'a b', 'a'.repeat(64)])(
    'reject %j as a deployment name',
    (name) => {
      expect(DeploymentCreate.shape.name.safeParse(name).success).toBe(false);
    },
  );

  test('classify each status as final, failed or in progress', () => {
    expect(REVISION_STATUSES.filter(isFinal)).toEqual([
      'DEPLOYED',
      'CREATE_FAILED',
      'BUILD_FAILED',
      'DEPLOY_FAILED',
      'SKIPPED',
      'INTERRUPTED',
    ]);
    expect(statusKind('SOMETHING_FAILED_NEW')).toBe('failed');
    expect(statusKind('SOMETHING_NEW')).toBe('progress');
  });

  test("have the service's default values in queries", () => {
    expect(DeploymentListQuery.parse({})).toEqual({ limit: 20, offset: 0 });
    expect(RevisionLogQuery.parse({ type: 'build' })).toEqual({ type: 'build', order: 'asc', limit: 50 });
    expect(DeploymentListQuery.parse({ status: 'READY,,UNUSED' }).status).toEqual(['READY', 'UNUSED']);
  });

  test('reject a proxy header that could end its line', () => {
    const header = (over: object) =>
      ProxyHeader.safeParse({ name: 'X-A', type: 'plaintext', value: 'v', ...over }).success;
    expect(header({})).toBe(true);
    expect(header({ value: 'a\r\nX-B: c' })).toBe(false);
    expect(header({ name: 'X A' })).toBe(false);
    expect(header({ type: 'other' })).toBe(false);
  });

  test('find each workspace secret in a template only once', () => {
    expect(secretReferencesIn('Bearer {TOKEN}, {OTHER} {TOKEN} {not-one} {}')).toEqual(['TOKEN', 'OTHER']);
  });

  test('describe version 0.1.0 of the API', () => {
    expect(DOCUMENT_VERSION).toBe('0.1.0');
  });
});
