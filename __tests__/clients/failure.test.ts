import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError, oneLine } from '../../src/clients/errors.ts';
import type { AttemptResult } from '../../src/clients/exchange.ts';
import { parseErrorBody, toApiError } from '../../src/clients/failure.ts';

const as = (text: string) => text;

describe('the body of an error response', () => {
  test('is converted to a message if it has a known format', () => {
    const read = (body: unknown, status = 400) => parseErrorBody(status, JSON.stringify(body), as).detail;
    expect(read({ detail: 'Deployment ID x not found.' }, 404)).toBe('Deployment ID x not found.');
    expect(
      read({ detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: {} }] }),
    ).toBe('name: Field required');
    expect(read({ detail: { error: 'ImagePull', message: 'no such image' } })).toBe(
      'ImagePull: no such image',
    );
    expect(read({ message: 'busy' })).toBe('busy');
    expect(read({ error: { message: 'deep' } })).toBe('deep');
    expect(read(['x'])).toBeNull();
  });

  test('is not shown if it is not JSON', () => {
    expect(parseErrorBody(502, '<html>secret</html>', as)).toEqual({
      detail: null,
      fields: [],
      forbidden: null,
    });
  });

  test.each([
    [{ detail: 'API key requires workspace specification' }, 'needs-workspace'],
    [{ detail: 'LangSmith Deployment is NOT ENABLED for this organization' }, 'not-enabled'],
    [{ detail: 'Forbidden' }, 'no-access'],
  ])('with status 403 and the content %j means %s', (body, meaning) => {
    expect(parseErrorBody(403, JSON.stringify(body), as).forbidden).toBe(meaning);
  });

  test('with status 403 is recognized even in plain text', () => {
    expect(parseErrorBody(403, 'requires workspace specification', as)).toMatchObject({
      detail: null,
      forbidden: 'needs-workspace',
    });
  });

  test('is converted to one line of at most 500 characters, without control characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: 'binary' }), (text) => {
        const line = oneLine(text);
        expect(line.length).toBeLessThanOrEqual(500);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

describe('the message about a failed request', () => {
  const call = {
    method: 'PATCH',
    path: '/v2/deployments/x',
    attempts: 1,
    repeatable: false,
    timeoutMs: 30_000,
    maxBytes: 10,
    redact: as,
  };
  const answered = (status: number, body: unknown, contentType = 'application/json'): AttemptResult => ({
    kind: 'answer',
    answer: {
      status,
      contentType,
      retryAfter: undefined,
      location: undefined,
      headers: [],
      body: JSON.stringify(body),
    },
  });

  test('contains each invalid field of a validation error', () => {
    const detail = [
      { loc: ['body', 'source_config', 'repo_url'], msg: 'cannot be changed', type: 'value_error' },
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
    ];
    const error = toApiError(answered(422, { detail }), call);
    expect(error.message).toBe(
      'PATCH /v2/deployments/x: 422 source_config.repo_url: cannot be changed; name: Field required. ' +
        'Correct the fields in the message and run again.',
    );
    expect(error.fields).toEqual(detail);
  });

  test('mentions the region after a 401, because the key might belong to another region', () => {
    expect(toApiError(answered(401, { detail: 'no' }), call).hint).toContain('or belongs to another region');
  });

  test.each([301, 400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 500, 501, 502, 503])(
    'has a hint for the status %i',
    (status) => {
      const error = toApiError(answered(status, { detail: 'no' }), { ...call, repeatable: true });
      expect(error).toBeInstanceOf(ApiError);
      expect(error.kind).toBe('http');
      expect(error.message).toContain(`${status} no. `);
      expect(error.hint).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each([
    ['requires workspace specification', 'set the workspace ID'],
    ['not enabled', 'ask its owner'],
    ['no', 'belongs to this workspace'],
  ])('after a 403 with the text "%s" contains the hint "%s"', (detail, remedy) => {
    expect(toApiError(answered(403, { detail }), call).hint).toContain(remedy);
  });

  test('contains only the content type if the response is not JSON', () => {
    const error = toApiError(answered(502, 's3cret', 'text/html; charset=utf-8'), {
      ...call,
      repeatable: true,
    });
    expect(error.message).toContain('502 a response of type text/html without a reason');
    expect(error.message).not.toContain('s3cret');
  });
});
