import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLineSplitter } from '../../../src/action/sandbox/command.ts';
import { readSandboxName, sandboxName } from '../../../src/action/sandbox/name.ts';
import { loadSandboxState } from '../../../src/action/sandbox/state.ts';
import { createUsage } from '../../../src/action/sandbox/record.ts';
import { shellLines } from '../../../src/action/sandbox/proxy.ts';
import { readValues } from '../../../src/action/sandbox/post.ts';
import { anAuditEntry } from './support.ts';

describe('the name of a sandbox', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
  test('contains all its parts and is no longer than a DNS label', () => {
    fc.assert(
      fc.property(
        fc.record({
          prefix: fc.stringMatching(/^[a-z]([a-z0-9-]{0,28}[a-z0-9])?$/),
          repository: hex(6),
          runId: fc.stringMatching(/^[0-9]{1,12}$/),
          attempt: fc.integer({ min: 1, max: 999 }),
          unique: hex(8),
        }),
        (name) => {
          const text = sandboxName(name);
          expect(readSandboxName(text)).toEqual(name);
          expect(text.length).toBeLessThanOrEqual(63);
        },
      ),
    );
  });

  test('cannot be split into parts if another client chose it', () => {
    for (const text of [
      '',
      'gha',
      'my-box',
      'gha-123456-1-1-abcd',
      'gha-12345-1-1-abcdef01',
      'GHA-123456-1-1-abcdef01',
      'gha-123456-x-1-abcdef01',
    ]) {
      expect(readSandboxName(text)).toBeUndefined();
    }
  });
});

describe("the lines of a program's output", () => {
  test('do not depend on how the output is split into chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const reported: string[] = [];
        const lines = createLineSplitter((line) => reported.push(line));
        let at = 0;
        for (const cut of cuts) {
          lines.take(bytes.subarray(at, at + cut));
          at += cut;
        }
        lines.take(bytes.subarray(at));
        lines.end();
        const whole: string[] = [];
        const once = createLineSplitter((line) => whole.push(line));
        once.take(bytes);
        once.end();
        expect(reported).toEqual(whole);
      }),
    );
  });

  test('are truncated if they never end, so memory stays limited', () => {
    const reported: number[] = [];
    const lines = createLineSplitter((line) => reported.push(line.length));
    for (let count = 0; count < 20; count += 1) lines.take(Buffer.alloc(256 * 1024, 'a'));
    expect(reported.length).toBeGreaterThan(2);
  });
});

describe('the table of uses of proxy rules', () => {
  test('has a limited number of rows even if a program calls thousands of hosts', () => {
    const counting = createUsage();
    for (let host = 0; host < 1000; host += 1) counting.add({ ...anAuditEntry, host: `${host}.example.org` });
    const { requests, rows, others } = counting.usage();
    expect([requests, rows.length, others]).toEqual([1000, 100, 900]);
  });
});

describe('the saved state of a sandbox', () => {
  test('is ignored if it is malformed', () => {
    for (const text of ['', 'null', '[]', '{}', '{"stage":1}', 'x', '{"stage":"a"}']) {
      expect(loadSandboxState({ 'STATE_agent-deploy-sandbox': text })).toBeUndefined();
    }
    for (const proxy of [{ pid: 1, startTime: 'x' }, { pid: -1, startTime: 'x' }, { pid: 5 }, 'x', null]) {
      const text = JSON.stringify({ stage: 'serving', mode: 'runner', proxy });
      expect(loadSandboxState({ 'STATE_agent-deploy-sandbox': text })).toMatchObject({ proxy: null });
    }
    for (const text of [undefined, '', 'null', '[1]', '"x"']) expect(readValues(text)).toBeUndefined();
    expect(readValues('{"A":"1","B":2}')).toEqual({ A: '1' });
  });

  test('is converted to shell lines with quoted values, even if the values contain special characters', () => {
    expect(shellLines({ set: { A: "it's $HOME `x`" }, names: ['A', 'ALL_PROXY'] })).toBe(
      "export A='it'\\''s $HOME `x`'\nunset ALL_PROXY\n",
    );
  });
});
