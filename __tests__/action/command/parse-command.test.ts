import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand } from '../../../src/action/command/parse-command.ts';

const ID = '10000000-0000-4000-8000-0000000000aa';
const VALID = ['/deploy', '/preview', '/plan', '/unlock', '/status', '/rollback', '/lock "why"'];

describe('a command', () => {
  test.each([
    ['/deploy', 'deploy', {}],
    ['/preview', 'preview', {}],
    ['/preview reset', 'preview', { 'preview-seed-reset': 'true' }],
    ['/plan', 'plan', {}],
    ['/status', 'status', {}],
    ['/unlock', 'unlock', {}],
    ['/rollback', 'rollback', {}],
    ['/rollback previous', 'rollback', { 'rollback-to': 'previous' }],
    [`/rollback ${ID}`, 'rollback', { 'rollback-to': ID }],
    ['/rollback refs/tags/v1', 'rollback', { 'rollback-to': 'refs/tags/v1' }],
    ['/lock "migrating the store"', 'lock', { 'lock-reason': 'migrating the store' }],
    ['/lock “migrating”  for 1h30m', 'lock', { 'lock-reason': 'migrating', 'lock-for': '1h30m' }],
    ['/deploy  \r\n', 'deploy', {}],
  ])('is parsed: %j', (body, verb, inputs) => {
    expect(parseCommand(body)).toEqual({ ok: true, verb, inputs });
  });

  test.each([
    '',
    '/',
    'deploy',
    '/Deploy',
    '/deploys',
    '/constructor',
    '/teardown',
    '/sweep',
    ' /deploy',
    '    /deploy',
    '> /deploy',
    '`/deploy`',
    '```\n/deploy\n```',
    '<!-- -->/deploy',
    'please /deploy',
    '/deploy\n/rollback',
    '/deploy\n\nthanks',
    '\n/deploy',
    '/deploy production',
    '/deploy\u2028/rollback',
    '/rollback --force',
    '/rollback a b',
    '/rollback $(id)',
    '/lock',
    '/lock why',
    '/lock ""',
    '/lock "a" "b"',
    '/lock "why" for ever',
    '/lock "why" for',
    `/lock "${'x'.repeat(700)}"`,
  ])('is not found in %j', (body) => {
    expect(parseCommand(body)).toMatchObject({ ok: false, why: expect.any(String) });
  });

  test('is searched for in linear time, even in a long hostile comment', () => {
    // A quadratic search took more than ten seconds for this comment.
    const start = performance.now();
    expect(parseCommand(`/deploy${'\n'.repeat(65_000)}x`).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('has no effect with any text before it, or any line after it', () => {
    const command = fc.constantFrom(...VALID);
    const visible = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(command, visible, (line, prefix) => {
        expect(parseCommand(`${prefix}${line}`).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(command, fc.string({ minLength: 1 }), (line, suffix) => {
        fc.pre(suffix.trim() !== '');
        expect(parseCommand(`${line}\n${suffix}`).ok).toBe(false);
      }),
    );
  });

  test('sets only the inputs of its verb, for any comment', () => {
    const words = fc.array(fc.constantFrom(...VALID, '"', ' for ', '2h', 'previous', '\n', '> ', 'a'));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          words.map((parts) => parts.join('')),
        ),
        (body) => {
          const parsed = parseCommand(body);
          if (!parsed.ok) return;
          const allowed: Record<string, string[]> = {
            rollback: ['rollback-to'],
            lock: ['lock-reason', 'lock-for'],
          };
          for (const [name, value] of Object.entries(parsed.inputs)) {
            expect(allowed[parsed.verb] ?? []).toContain(name);
            expect(value).not.toMatch(/[\r\n]/);
          }
        },
      ),
    );
  });
});
