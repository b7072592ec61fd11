import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Answer, type ComparedCase, mergeAttempts } from '../../../src/judgement/comparison.ts';
import { judge } from '../../../src/judgement/judge.ts';
import {
  type AttemptIdentity,
  digestCases,
  openReportFolder,
  readEarlierAnswers,
  readScoreHistory,
  writeReports,
} from '../../../src/action/gate/report/files.ts';
import { gateReportSchema } from '../../../src/contract/gate-report.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import {
  aloneCase,
  aloneContext,
  answer,
  comparedCase,
  context,
  errored,
  gateResult,
  passing,
  SECRET,
  settings,
  worseComparison,
} from './support.ts';

const redactor = createRedactor([SECRET]);
const redact = (text: string) => redactor.redact(text);
const identity: AttemptIdentity = {
  runId: '4711',
  attempt: 1,
  commit: '3ba1600',
  candidate: 'shop-pr-7',
  baselineRevision: 'r1',
  casesDigest: 'd'.repeat(64),
};
const second: AttemptIdentity = { ...identity, attempt: 2 };
const signingKey = 'key-of-the-workspace';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gate-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (
  cases: readonly ComparedCase[],
  { given = context(), isDefaultBranch = false, as = identity, to = folder } = {},
) => writeReports(to, gateResult(cases, given), { redact, identity: as, signingKey, isDefaultBranch });

const read = (cases: readonly ComparedCase[], as = second, key = signingKey) =>
  readEarlierAnswers(folder, as, { names: cases.map(({ name }) => name), signingKey: key, redact });

describe("the folder of the gate's reports", () => {
  test('contains the four report files and no temporary file', async () => {
    const files = await write(worseComparison());
    expect(files).toEqual(['report.json', 'junit.xml', 'report.html', 'answers.json']);
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    const report: unknown = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
    expect(gateReportSchema.parse(report)).toMatchObject({ verdict: 'worse', compared: true });
    expect(await readFile(path.join(folder, 'junit.xml'), 'utf8')).toContain('<testsuites>');
    expect(await readFile(path.join(folder, 'report.html'), 'utf8')).toContain('<!doctype html>');
  });

  test('contains no secret', async () => {
    const text = `The key is ${SECRET}, as asked.`;
    const state = { messages: [{ type: 'ai', content: text }], [SECRET]: 1 };
    await write([
      comparedCase(
        SECRET,
        [passing(text)],
        [answer({ passed: true, output: state, scores: { [SECRET]: 1 } })],
      ),
      comparedCase('lost', [errored(text)], [passing('a')]),
    ]);
    for (const file of await readdir(folder)) {
      const content = await readFile(path.join(folder, file), 'utf8');
      expect(content).toContain('***');
      expect(content).not.toContain(SECRET.slice(0, 12));
    }
  });

  test("is created below the checkout, or else in the runner's temporary folder", async () => {
    const env = { GITHUB_WORKSPACE: folder, RUNNER_TEMP: tmpdir() };
    expect(await openReportFolder('out/reports', env)).toBe(path.join(folder, 'out', 'reports'));
    expect(await openReportFolder('./out/reports/', env)).toBe(path.join(folder, 'out', 'reports'));
    const own = await openReportFolder(undefined, env);
    expect(path.dirname(own)).toBe(tmpdir());
    await rm(own, { recursive: true });
  });

  test.each(['..', '../x', 'a/../../x', '/tmp/x', 'a\0b'])(
    'is rejected outside of the checkout: %j',
    async (name) => {
      await expect(openReportFolder(name, { GITHUB_WORKSPACE: folder })).rejects.toThrow(
        'must be a folder below',
      );
    },
  );

  // docs/security/pull-requests.md#gate-report-folder
  test('is rejected if its path contains a link, because a link could lead out of the checkout', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'gate-outside-'));
    await symlink(outside, path.join(folder, 'out'));
    await writeFile(path.join(folder, 'file'), '');
    for (const name of ['out', 'out/reports', 'file']) {
      await expect(openReportFolder(name, { GITHUB_WORKSPACE: folder })).rejects.toThrow(
        'must be a folder of the repository, but is a link or a file',
      );
    }
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });

  test('gets new files in place of links, and no temporary file remains after an error', async () => {
    const victim = path.join(folder, 'victim');
    const to = path.join(folder, 'out');
    await mkdir(to);
    await writeFile(victim, 'untouched');
    await symlink(victim, path.join(to, 'report.json'));
    await symlink(victim, path.join(to, 'answers.json'));
    await write(worseComparison(), { to });
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    await rm(path.join(to, 'junit.xml'));
    await mkdir(path.join(to, 'junit.xml'));
    await expect(write(worseComparison(), { to })).rejects.toThrow();
    expect((await readdir(to)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the responses of an earlier attempt', () => {
  test('are added to the responses of this attempt, so the verdict is based on both attempts', async () => {
    const cases = worseComparison();
    await write(cases);
    const earlier = await read(cases);
    if (earlier.kind !== 'found') throw new Error(JSON.stringify(earlier));
    expect(earlier.attempt).toBe(1);
    const { verdict, counts, scores } = judge(cases, settings());
    expect(judge(earlier.cases, settings())).toMatchObject({ verdict, counts, scores });
    const { totals } = judge(mergeAttempts(earlier.cases, cases), settings());
    expect(totals.answers).toBe(2 * judge(cases, settings()).totals.answers);
  });

  test('are the same after they are written and read', async () => {
    const run = { threadId: 't', runId: undefined, startedAt: 1, endedAt: 2, comments: new Map() };
    const one: fc.Arbitrary<Answer> = fc.oneof(
      fc
        .record({
          passed: fc.constantFrom(true, false, undefined),
          score: fc.double({ noNaN: true, noDefaultInfinity: true }),
          output: fc.json(),
        })
        .map(({ passed, score, output }) => ({
          ...answer({ passed, scores: { s: score }, output: JSON.parse(output) }),
          run,
        })),
      fc
        .string({ maxLength: 50 })
        .map((why) => ({ kind: 'errored' as const, why: `x${why}`, run: undefined })),
    );
    const side = fc.array(one, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(side, { maxLength: 4 }), async (all) => {
        const cases = all.map((answers, at) => aloneCase(`${at}`, answers));
        await write(cases, { given: aloneContext() });
        const earlier = await read(cases);
        if (earlier.kind !== 'found') throw new Error(JSON.stringify(earlier));
        const facts = (given: readonly ComparedCase[]) =>
          given.map(({ name, candidate: { first } }) => [
            name,
            first.map((each) =>
              each.kind === 'errored'
                ? 'errored'
                : [each.passed, [...each.scores.values()].map((n) => n + 0), each.run],
            ),
          ]);
        expect(facts(earlier.cases)).toEqual(facts(cases));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['another workflow run wrote them', { runId: '4712' }],
    ['attempt 1 wrote them, and this is attempt 1', { attempt: 1 }],
    ['they are for another commit', { commit: 'other' }],
    ['they are for another commit', { commit: undefined }],
    ['they are from another deployment', { candidate: 'shop' }],
    ['the deployment to compare with has another revision now', { baselineRevision: 'r2' }],
    ['the cases differ', { casesDigest: 'e'.repeat(64) }],
  ])('are not added to the responses of this attempt if %s', async (why, changes) => {
    const cases = worseComparison();
    await write(cases);
    expect(await read(cases, { ...second, ...changes })).toEqual({
      kind: 'refused',
      why: `The answers in answers.json are not added to the answers of this attempt: ${why}.`,
    });
  });

  // docs/security/pull-requests.md#gate-attempts-signed
  test('are not added to the responses of this attempt if another program wrote or changed the file', async () => {
    const cases = [aloneCase('a', [answer({ passed: false })])];
    await write(cases, { given: aloneContext() });
    const file = path.join(folder, 'answers.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"passed":false', '"passed":true'));
    const refused = { kind: 'refused', why: expect.stringContaining('was changed') };
    expect(await read(cases)).toEqual(refused);
    await writeFile(file, text);
    expect(await read(cases, second, 'another key')).toEqual(refused);
    expect(await read(cases)).toMatchObject({ kind: 'found' });
  });

  test('are not added if the file is invalid or is a link out of the folder', async () => {
    const file = path.join(folder, 'answers.json');
    expect(await read([])).toEqual({ kind: 'none' });
    const outside = path.join(tmpdir(), `gate-secret-${process.pid}.json`);
    await writeFile(outside, '{"a": "secret of another folder"}');
    try {
      for (const [content, why] of [
        ['', 'the file is not JSON'],
        ['[]', 'the file does not have the format'],
        ['{"content":{"version":2},"signature":""}', 'the file does not have the format'],
        ['{"__proto__":{"content":1}}', 'the file does not have the format'],
        [undefined, 'the file leads out of its folder'],
      ] as const) {
        await rm(file, { force: true });
        await (content === undefined ? symlink(outside, file) : writeFile(file, content));
        const result = await read([]);
        expect(result).toEqual({ kind: 'refused', why: expect.stringContaining(why) });
        expect(JSON.stringify(result)).not.toContain('secret of another folder');
      }
    } finally {
      await rm(outside);
    }
    await rm(file);
    await mkdir(file);
    expect(await read([])).toMatchObject({ kind: 'refused' });
  });
});

describe('the digest of the cases', () => {
  const one = { name: 'a', input: { q: 1 }, location: { file: 'cases.yml', line: 3 } };
  const digest = (...cases: object[]) => digestCases(cases as Parameters<typeof digestCases>[0]);

  test('depends on the cases and their order, but not on their line in a file', () => {
    expect(digest(one)).toBe(digest({ ...one, location: { file: 'cases.yml', line: 4 } }));
    expect(digest(one)).not.toBe(digest({ ...one, input: { q: 2 } }));
    expect(digest(one, { name: 'b' })).not.toBe(digest({ name: 'b' }, one));
    expect(digest(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("depends on an example's attachments, but not on the signatures in their URLs", () => {
    const withFile = (url: string) => ({
      ...one,
      exampleId: 'example',
      config: { configurable: { attachments: { photo: { presigned_url: url, mime_type: 'image/png' } } } },
    });
    const first = withFile('https://files.example.org/photo-1?expires=1&signature=a#x');
    expect(digest(first)).toBe(digest(withFile('https://files.example.org/photo-1?expires=2&signature=b')));
    expect(digest(first)).not.toBe(
      digest(withFile('https://files.example.org/photo-2?expires=1&signature=a')),
    );
    expect(digest(first)).not.toBe(digest(withFile('not a URL?a')));
    // The URL of a case that is not an example was written by the user.
    const { exampleId: _, ...own } = first;
    expect(digest(own)).not.toBe(
      digest({ ...withFile('https://files.example.org/photo-1'), exampleId: undefined }),
    );
  });
});

describe('the history of a score', () => {
  const at = (sha: string) => {
    const given = context();
    const commit = { sha, link: `https://github.com/acme/shop-agent/commit/${sha}` };
    return { ...given, sides: { ...given.sides, candidate: { ...given.sides.candidate, commit } } };
  };
  const cases = worseComparison();
  const judgement = judge(cases, settings());

  test('has the means of earlier runs on the default branch, and later reports contain these means too', async () => {
    expect(await readScoreHistory(folder, judgement)).toBeUndefined();
    await write(cases, { given: at('aaaaaaa'), isDefaultBranch: true });
    await write(cases, { given: at('bbbbbbb'), isDefaultBranch: true });
    await write(cases, { given: at('bbbbbbb'), isDefaultBranch: true });
    await write(cases, { given: at('ccccccc') });
    expect(await readScoreHistory(folder, judgement)).toEqual({
      key: 'accuracy',
      runs: [
        { commit: 'aaaaaaa', mean: expect.closeTo(0.838, 3) },
        { commit: 'bbbbbbb', mean: expect.closeTo(0.838, 3) },
      ],
    });
  });

  test('ignores a report that is not valid', async () => {
    await writeFile(path.join(folder, 'report.json'), '{"history": [{"commit": 1}]}');
    expect(await readScoreHistory(folder, judgement)).toBeUndefined();
    await write(cases, { given: at('aaaaaaa'), isDefaultBranch: true });
    expect((await readScoreHistory(folder, judgement))?.runs).toHaveLength(1);
  });
});
