import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { findLeaksIn, type JobOutput, searchText } from '../../../harness/runner/leaks.ts';
import type { LogLine, PhaseRun } from '../../../harness/runner/types.ts';
import { anyText } from './any-text.ts';

const SECRET = 'h"unt<er2>&pässword';
const found = (text: string, secret = SECRET) => searchText(text, [secret], 'here').length === 1;
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const entities = (text: string, base: 10 | 16) =>
  [...text].map((c) => `&#${base === 16 ? 'x' : ''}${c.codePointAt(0)?.toString(base)};`).join('');
const WRITERS: Record<string, (text: string) => string> = {
  unchanged: (text) => text,
  'in JSON': json,
  'in JSON twice': (text) => json(json(text)),
  'in JSON with only ASCII characters': (text) =>
    json(text).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in a URL': encodeURIComponent,
  'in a URL with lower-case escapes': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in a form': (text) => new URLSearchParams({ a: text }).toString(),
  'in HTML': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in HTML with decimal entities': (text) => entities(text, 10),
  'in HTML with hexadecimal entities': (text) => entities(text, 16),
  'in Markdown': (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'),
  'in a workflow command': (text) => text.replaceAll('%', '%25').replaceAll(':', '%3A'),
  'with invisible characters': (text) => [...text].join('\u200b'),
  'split over two lines': (text) => `${text.slice(0, 5)}\n    ${text.slice(5)}`,
  backwards: (text) => [...text].toReversed().join(''),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'as base64url': (text) => Buffer.from(`\u0000${text}`).toString('base64url'),
};

describe("the search for secrets in a run's output", () => {
  test.each(Object.keys(WRITERS))('finds a secret: %s', (name) => {
    const write = WRITERS[name] ?? String;
    expect(found(`before ${write(SECRET)} after`)).toBe(true);
    expect(found(`before ${write('something else')} after`)).toBe(false);
  });

  test('finds a secret as base64 at any offset of a longer string', () => {
    fc.assert(
      fc.property(
        anyText(),
        anyText(),
        fc.string({ minLength: 6, maxLength: 20 }),
        (before, after, secret) => {
          const text = Buffer.from(before + secret + after).toString('base64');
          expect(found(`x ${text} y`, secret)).toBe(true);
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 100 },
    );
  });

  test('finds a secret by one of its lines', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0B\n-----END KEY-----';
    expect(found('x kqhkiG9w0B y', key)).toBe(true);
    expect(found(key.replaceAll('\n', ' '), key)).toBe(true);
    expect(found('x kqhkiG9w0 y', key)).toBe(false);
  });

  test('reports where a secret was found, but not its value', () => {
    expect(searchText(`see ${SECRET}`, ['other-value', SECRET], 'a file')).toEqual([
      { secret: 1, where: 'a file' },
    ]);
  });
});

test('the search for secrets finds nothing in empty strings, and does not find short values by chance', () => {
  expect(found('')).toBe(false);
  expect(found('a\nb\nc', 'abc')).toBe(false);
  expect(found('YWJj', 'abc')).toBe(false);
});

describe('a secret in the output of a run', () => {
  const nothing: JobOutput = {
    lines: [],
    annotations: [],
    phases: [],
    outputs: {},
    state: {},
    exportedEnv: {},
    addedPaths: [],
  };
  const line = (raw: string, more: Partial<LogLine> = {}): LogLine => ({
    phase: 'main',
    step: 0,
    stream: 'stdout',
    raw,
    text: raw,
    command: null,
    atMs: 0,
    ...more,
  });
  const annotation = {
    level: 'error',
    message: '',
    title: null,
    file: null,
    line: null,
    from: 'action',
  } as const;
  const phase: PhaseRun = {
    phase: 'post',
    outcome: 'success',
    exitCode: 0,
    endedBy: null,
    durationMs: 1,
    argv: ['node', 'main.js'],
    environment: { INPUT_KEY: SECRET },
    files: { env: '', state: '', output: '', path: '', step_summary: '' },
    rawSummary: '',
    summaryRefused: false,
    leftRunning: false,
  };

  test.each<[string, Partial<JobOutput>]>([
    ['main stderr line 1', { lines: [line(`x ${SECRET}`, { stream: 'stderr', text: null })] }],
    ['output url', { outputs: { url: `https://${encodeURIComponent(SECRET)}@x` } }],
    ['name of output 1', { outputs: { [SECRET]: '' } }],
    ['state id', { state: { id: SECRET } }],
    ['env A', { exportedEnv: { A: SECRET } }],
    ['path 1', { addedPaths: [`/opt/${SECRET}`] }],
    ['annotation 1', { annotations: [{ ...annotation, message: SECRET }] }],
    ['title of annotation 1', { annotations: [{ ...annotation, title: SECRET }] }],
    ['file of annotation 1', { annotations: [{ ...annotation, file: SECRET }] }],
    ['post summary', { phases: [{ ...phase, files: { ...phase.files, step_summary: `<b>${SECRET}</b>` } }] }],
    ['post argv', { phases: [{ ...phase, argv: ['node', `--key=${SECRET}`] }] }],
    ['post file output', { phases: [{ ...phase, files: { ...phase.files, output: `x<<E\n${SECRET}` } }] }],
  ])('is found as %s', (where, given) => {
    const places = findLeaksIn({ ...nothing, ...given }, [SECRET]).map((leak) => leak.where);
    expect(places.filter((place) => place !== 'log')).toEqual([where]);
  });

  test('is found across lines, but not in a command that masks it or in a masked value', () => {
    const half = SECRET.length / 2;
    const lines = [line(SECRET.slice(0, half)), line(SECRET.slice(half))];
    expect(findLeaksIn({ ...nothing, lines }, [SECRET])).toEqual([{ secret: 0, where: 'log' }]);
    const hidden = [
      line(`::add-mask::${SECRET}`, { command: 'add-mask', text: null }),
      line(`key: ${SECRET}`, { stream: 'runner', text: 'key: ***' }),
    ];
    expect(findLeaksIn({ ...nothing, lines: hidden, phases: [phase] }, [SECRET])).toEqual([]);
  });
});
