import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LINEAR_LIMIT_MS, threadMs } from '../../harness/hang-limit.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { looksRandom } from '../../src/redaction/classify.ts';
import { embeddedSecrets } from '../../src/redaction/secret-parts.ts';
import { compound, FORM_NAMES, WRITINGS } from './compound-values.ts';

/** Number of property runs for each of many forms. */
const RUNS = Math.ceil(Number(process.env['DEEP_RUNS'] ?? 120) / 10);

describe('the secret part of a value', () => {
  test('is tested in at least fifty forms', () => {
    expect(FORM_NAMES.length).toBeGreaterThanOrEqual(50);
  });

  // docs/security/secrets.md#what-secret-within-value
  test.each(FORM_NAMES)('is hidden, but not the words next to it: %s', (form) => {
    fc.assert(
      fc.property(compound(form), ({ value, secrets, plain }) => {
        const redactor = createRedactor([value]);
        for (const secret of secrets) {
          expect(redactor.redact(`it says <${secret}>`)).toBe('it says <***>');
          expect(redactor.redact(value)).not.toContain(secret);
        }
        for (const word of plain) expect(redactor.redact(`it says <${word}>`)).toBe(`it says <${word}>`);
      }),
      { numRuns: RUNS },
    );
  });

  // docs/security/secrets.md#secret-found-however-program
  test.each(Object.keys(WRITINGS))('is hidden in every notation: %s', (how) => {
    const write = WRITINGS[how] ?? String;
    fc.assert(
      fc.property(compound(), ({ value, secrets }) => {
        const redactor = createRedactor([value]);
        for (const secret of secrets) {
          const written = write(secret);
          const redacted = redactor.redact(`it says <${written}>`);
          expect(redacted).toContain('***');
          expect(redacted).not.toContain(written);
          // A short piece of adjacent base64, a quote, or an earlier color may remain, but no sequence of letters.
          expect(redacted.replaceAll(/\u001b\[[\d;]*m/g, '').length).toBeLessThan(
            'it says <***>'.length + 14,
          );
        }
      }),
      { numRuns: 2 * RUNS },
    );
  });

  // One padding character makes the pair look like an assignment without a value.
  test.each(['app:ACt43xoLocale', 'app:8fjK2lmQ9xZ0', 'app:8fjK2lmQ9xZ'])(
    'does not include the scheme of a header, with any padding: Basic %s',
    (pair) => {
      const parts = embeddedSecrets(`Authorization: Basic ${Buffer.from(pair).toString('base64')}`);
      expect(parts).toContain(pair.slice(4));
      expect(parts).not.toContain('Basic');
    },
  );

  test('is found in a value that is nested in another value', () => {
    fc.assert(
      fc.property(compound(), ({ value, secrets }) => {
        const redactor = createRedactor([JSON.stringify({ nested: { config: value } })]);
        for (const secret of secrets) expect(redactor.redact(`it says ${secret}`)).toBe('it says ***');
      }),
      { numRuns: 4 * RUNS },
    );
  });

  test.each([
    'The quick brown fox jumps over the lazy dog; see the documentation of langgraph-api 0.2.1.',
    'openai:gpt-4o-mini',
    'claude-3-5-sonnet-20241022',
    'us-east-1',
    'redis:6379',
    'postgresql',
    'https://docs.example.com/guides/getting-started?page=2&sort=asc'.replace('&sort=asc', ''),
    'agents/support/prompt.md',
    'max_tokens: 4096\nmodel: gpt-4o\ntemperature: 0.5',
    '{"type":"service_account","token_uri":"https://oauth.example.org"}',
    '2026-01-31T12:00:00Z',
    'registry.example.org/team/agent:1.2',
    'Content-Type: application/json; charset=utf-8',
    'Accept: application/vnd.github.v3+json',
    'projects/acme/locations/us-central1/services/agent',
    '/app/src:/usr/lib/python3.11/site-packages',
    'ollama/llama3.1:8b-instruct',
    'node:24-alpine3.20',
    'langgraph==0.12.34,sqlite>=3.10.100',
    '{"primary_key":"customer_id","max_input_tokens":128000}',
    'mailto:support@example.com',
    'npm:preact@latest',
  ])('does not exist in %j', (value) => {
    expect(embeddedSecrets(value)).toEqual([]);
  });

  test.each([
    ['API_CREDENTIALS', ['letmein']],
    ['MODEL', []],
    ['MODEL_KEYS', ['letmein']],
  ])("depends on the variable's name if the value is ambiguous: %s", (name, parts) => {
    expect(embeddedSecrets('admin:letmein', name)).toEqual(parts);
  });

  test.each(['opensesame,tigerlily', 'opensesame tigerlily', 'alice:opensesame, bob:tigerlily'])(
    "is each of several values if the variable's name implies secrets: %j",
    (value) => {
      expect(embeddedSecrets(value, 'API_KEYS')).toEqual(expect.arrayContaining(['opensesame', 'tigerlily']));
      expect(embeddedSecrets(value, 'MODELS')).toEqual([]);
    },
  );

  test.each(['?8fjK%32lmQ9xZ0', '?page=b&8fjK%32lmQ9xZ0'])(
    'is the decoded parameter of a URL without a name: %s',
    (query) => {
      expect(embeddedSecrets(`https://api.example.org/x${query}`)).toContain('8fjK2lmQ9xZ0');
    },
  );

  test('is each line of a field whose name implies a secret', () => {
    const value = JSON.stringify({ password: 'correct horse\nbattery staple' });
    expect(embeddedSecrets(value)).toEqual(expect.arrayContaining(['correct horse', 'battery staple']));
  });

  test.each([
    'cache/8fjK2lmQ9xZ0',
    'alice@8fjK2lmQ9xZ0',
    'worker:8fjK2lmQ9xZ0',
    '-p8fjK2lmQ9xZ0',
    '8fjK2lmQ9xZ0...',
  ])('is the random part of a token with other characters around it: %s', (token) => {
    expect(embeddedSecrets(`say ${token} now`)).toEqual(expect.arrayContaining([token, '8fjK2lmQ9xZ0']));
  });

  test("is found in time proportional to the value's length", () => {
    const hostile = [
      'a=b;'.repeat(20_000),
      `${'password='.repeat(2_000)}x`,
      ','.repeat(50_000),
      `x ${'a '.repeat(30_000)}`,
      `http://${'a@'.repeat(20_000)}`,
      '{'.repeat(50_000),
      `<${'a'.repeat(50_000)}`,
      `"${'\\'.repeat(50_000)}`,
      '-----BEGIN '.repeat(5_000),
      ' =>'.repeat(20_000),
      `${'%2520'.repeat(20_000)}=`,
      `${'\\"'.repeat(40_000)}=`,
      'a:b'.repeat(30_000),
      '//a:b'.repeat(20_000),
      "'a: ".repeat(20_000),
      'a=['.repeat(20_000),
      'x='.repeat(10_000).concat(' -y'.repeat(10_000)),
      'QUJD\n'.repeat(40_000),
      'name: a\n'.repeat(20_000),
    ];
    for (const value of hostile) {
      const before = threadMs();
      embeddedSecrets(value);
      // This limit only detects quadratic time. deep/parse-time measures the time exactly.
      expect(threadMs() - before).toBeLessThan(LINEAR_LIMIT_MS);
    }
  });
});

describe('the check for random strings', () => {
  test.each([
    'x9Kq2mZ7',
    'gha_16C7e42F292c6912E7710c838347Ae178B4a',
    'a3f5c9d1e8b2',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  ])('accepts %s', (text) => expect(looksRandom(text)).toBe(true));
  test.each([
    'password',
    'getting-started',
    'HttpOnly',
    'langgraph',
    'my-agent-pr-17',
    'eu-west-1',
    '2024-10-01',
    'AccessKey',
    'x86-64',
    'v1.10.12',
    'europe-west4',
    'short1',
  ])('rejects %s', (text) => expect(looksRandom(text)).toBe(false));
});
