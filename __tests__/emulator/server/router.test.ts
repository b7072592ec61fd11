import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Method, Route } from '../../../src/emulator/server/route.ts';
import { createRouter, parameterNames } from '../../../src/emulator/server/router.ts';

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const row = (method: Method, path: string): Route => ({
  surface: 'control-plane',
  method,
  path,
  summary: '',
  auth: 'none',
  responses: {},
  handler: () => ({ status: 204 }),
});

describe('the router', () => {
  const match = createRouter([
    row('GET', '/v2/deployments'),
    row('GET', '/v2/deployments/{id}'),
    row('DELETE', '/v2/deployments/{id}'),
    row('GET', '/v2/deployments/free-count'),
    row('POST', '/v2/deployments/{id}/revisions/{rev}/redeploy'),
  ]);
  const found = (method: Method, path: string) => {
    const result = match(method, path);
    return result.kind === 'found' ? [result.route.path, result.params] : result;
  };

  test('finds a route and reads its parameters', () => {
    expect(found('POST', '/v2/deployments/a/revisions/b/redeploy')).toEqual([
      '/v2/deployments/{id}/revisions/{rev}/redeploy',
      { id: 'a', rev: 'b' },
    ]);
  });

  test("prefers a fixed path segment to a parameter, even if only the parameter's route has the method", () => {
    expect(found('GET', '/v2/deployments/free-count')).toEqual(['/v2/deployments/free-count', {}]);
    expect(found('DELETE', '/v2/deployments/free-count')).toEqual({ kind: 'wrong-method', allow: ['GET'] });
    expect(found('POST', '/v2/deployments/free-count/revisions/b/redeploy')).toEqual([
      '/v2/deployments/{id}/revisions/{rev}/redeploy',
      { id: 'free-count', rev: 'b' },
    ]);
  });

  test('distinguishes an unknown path from a method that the path does not have', () => {
    expect(found('GET', '/v2/nothing')).toEqual({ kind: 'unknown' });
    expect(found('GET', '/v2/deployments/')).toEqual({ kind: 'unknown' });
    expect(found('PUT', '/v2/deployments/x')).toEqual({ kind: 'wrong-method', allow: ['DELETE', 'GET'] });
  });

  test('percent-decodes parameters, and rejects invalid encodings', () => {
    expect(found('GET', '/v2/deployments/a%2Fb%20c')).toEqual(['/v2/deployments/{id}', { id: 'a/b c' }]);
    expect(found('GET', '/v2/deployments/%zz')).toEqual({ kind: 'malformed' });
  });

  test('rejects a table with two routes for the same path and method', () => {
    expect(() => createRouter([row('GET', '/a/{x}'), row('GET', '/a/{y}')])).toThrow(
      'two routes have the method and path',
    );
  });

  const part = fc.oneof(
    fc.constantFrom('a', 'b', 'deployments', 'revisions'),
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/{}%]/.test(text) && text.isWellFormed()),
  );
  const template = fc.array(
    fc.oneof(
      part.map((text) => ({ fixed: true, text })),
      part.map((text) => ({ fixed: false, text })),
    ),
    { minLength: 1, maxLength: 5 },
  );

  test('finds the values in a path that was filled from a template, in any route table', () => {
    fc.assert(
      fc.property(
        template,
        fc.array(template, { maxLength: 6 }),
        fc.constantFrom(...METHODS),
        (wanted, others, method) => {
          const path = (parts: typeof wanted) =>
            `/${parts.map(({ fixed, text }, index) => (fixed ? text : `{p${index}}`)).join('/')}`;
          const claimed = new Set<string>();
          const table = [wanted, ...others].flatMap((parts) => {
            const key = path(parts).replaceAll(/\{p\d+\}/g, '{}');
            if (claimed.has(key)) return [];
            claimed.add(key);
            return [row(method, path(parts))];
          });
          const result = createRouter(table)(
            method,
            `/${wanted.map(({ text }) => encodeURIComponent(text)).join('/')}`,
          );
          expect(result.kind).toBe('found');
          if (result.kind !== 'found') return;
          // The found route matches the path: the fixed parts are equal, and the parameters have the other parts as
          // values.
          const rebuilt = result.route.path
            .split('/')
            .slice(1)
            .map((piece) => result.params[/^\{(.+)\}$/.exec(piece)?.[1] ?? ''] ?? piece);
          expect(rebuilt).toEqual(wanted.map(({ text }) => text));
        },
      ),
    );
  });

  test('never throws an error for any path', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        expect(['found', 'unknown', 'wrong-method', 'malformed']).toContain(match('GET', path).kind);
      }),
    );
  });

  test('returns the names of path parameters in order', () => {
    expect(parameterNames('/a/{x}/b/{y}')).toEqual(['x', 'y']);
  });
});
