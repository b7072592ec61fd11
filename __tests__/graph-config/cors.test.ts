import { describe, expect, test } from '@jest/globals';
import { corsInEnvironment } from '../../src/emulator/server/cors.ts';
import { parseGraphConfig } from '../../src/graph-config/parse.ts';

const read = (cors: unknown, graph = './agent.ts:graph') =>
  parseGraphConfig(JSON.stringify({ graphs: { agent: graph }, dependencies: ['.'], http: { cors } }));

describe('the key http.cors of a graph configuration', () => {
  // docs/agent-server/routes.md#web-pages-settings
  test.each(['./agent.ts:graph', './agent.py:graph'])('is read with all its keys for %s', (graph) => {
    const cors = {
      allow_origins: [
        'https://app.example.com',
        'http://localhost:5173',
        'chrome-extension://abcdef',
        'null',
        '*',
      ],
      allow_origin_regex: 'https://.*\\.example\\.com',
      allow_methods: ['GET', '*'],
      allow_headers: ['x-api-key', '*'],
      allow_credentials: true,
      expose_headers: ['content-location'],
      max_age: 60,
    };
    const result = read(cors, graph);
    expect(result).toMatchObject({ ok: true, config: { sections: { http: { cors } } } });
    expect(result.ok && result.warnings.filter(({ key }) => key !== 'dependencies')).toEqual([]);
  });

  test.each([undefined, null])('can be absent: %s', (cors) => {
    const result = read(cors);
    expect(result.ok && result.config.sections.http?.cors).toBeUndefined();
  });

  test('can be empty', () => {
    expect(read({ allow_origin_regex: null })).toMatchObject({
      ok: true,
      warnings: [],
      config: { sections: { http: { cors: {} } } },
    });
  });

  test.each([
    ['*', 'http.cors', 'is not an object. Expected "cors": {'],
    [{ allow_origins: '*' }, 'http.cors.allow_origins', 'is not a list of strings'],
    [{ allow_origins: [7] }, 'http.cors.allow_origins.0', 'is not a string'],
    [{ allow_methods: ['GET, POST'] }, 'http.cors.allow_methods.0', 'is not a name'],
    [{ expose_headers: ['a\r\nset-cookie: b'] }, 'http.cors.expose_headers.0', 'is not a name'],
    [{ allow_headers: 'x-api-key' }, 'http.cors.allow_headers', 'is not a list of names'],
    [{ allow_credentials: 'yes' }, 'http.cors.allow_credentials', 'is neither true nor false'],
    [{ max_age: '600' }, 'http.cors.max_age', 'is not an integer number of seconds'],
    [{ allow_origin_regex: ['a'] }, 'http.cors.allow_origin_regex', 'is not a string'],
  ])('is rejected with the invalid key: %j', (cors, key, message) => {
    expect(read(cors)).toEqual({ ok: false, problem: { key, message: expect.stringContaining(message) } });
  });

  test.each([
    [{ allow_origins: ['https://app.example.com/'] }, 'optionally a port, such as "https://app.example.com"'],
    [
      { allow_origins: ['https://app.example.com:443'] },
      'optionally a port, such as "https://app.example.com"',
    ],
    [{ allow_origins: ['app.example.com'] }, 'optionally a port, such as "https://app.example.com"'],
    [{ allow_origins: ['https://*.example.com'] }, 'Write patterns in "allow_origin_regex"'],
    [{ allow_origin_regex: '(?=a)' }, 'It allows no origin in the emulator'],
    [{ allow_origin: ['*'] }, 'Did you mean "allow_origins"?'],
  ])('causes a warning if it allows less than it appears to: %j', (cors, message) => {
    const result = read(cors);
    expect(result.ok && result.warnings.map((warning) => warning.message)).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe('the variable CORS_ALLOW_ORIGINS', () => {
  const inEnvironment = (value: string, config?: Parameters<typeof corsInEnvironment>[0]) =>
    corsInEnvironment(config, { CORS_ALLOW_ORIGINS: value });

  // docs/agent-server/routes.md#web-pages-environment
  test('sets the origins if the configuration has none, and pages of these origins can send credentials', () => {
    expect(inEnvironment('https://a.example, https://b.example')).toMatchObject({
      allow_origins: ['https://a.example', 'https://b.example'],
      allow_methods: ['*'],
      allow_headers: ['*'],
      allow_credentials: true,
    });
    expect(inEnvironment('*')).toMatchObject({ allow_origins: ['*'], allow_credentials: false });
    expect(inEnvironment('https://a.example', { max_age: 5 })).toEqual({
      allow_origins: ['https://a.example'],
      max_age: 5,
    });
  });

  test('has no effect if the configuration lists origins or the variable is empty', () => {
    const config = { allow_origins: ['https://a.example'] };
    expect(inEnvironment('https://b.example', config)).toEqual(config);
    expect(inEnvironment('*', { max_age: 5 })).toEqual({ max_age: 5 });
    expect(inEnvironment(' ,', config)).toEqual(config);
    expect(inEnvironment('')).toBeUndefined();
  });
});
