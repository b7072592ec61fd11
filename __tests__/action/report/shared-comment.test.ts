import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CommentSection } from '../../../src/contract/comment-section.ts';
import { parseSections } from '../../../src/action/report/sections.ts';
import { sharedCommentBody } from '../../../src/action/report/shared-comment.ts';
import { liveIn, renderAsGitHub } from '../support/github-markdown.ts';

const HEAD = '91be3f7'.padEnd(40, '0');
const OLD = '8d02c4e'.padEnd(40, '0');
const workflowRun = {
  codeHost: 'GitHub' as const,
  serverUrl: 'https://github.com',
  repository: 'acme/agents',
  runId: '5',
  attempt: '1',
  sha: undefined,
  docsUrl: (reason: string) => `https://github.com/acme/agent-deploy/blob/v1/docs/x.md#${reason}`,
};

function section(agent: string, more: Partial<CommentSection> = {}): CommentSection {
  return {
    agent,
    version: { startedAt: 1_000, run: 5, attempt: 1, step: 2 },
    kind: 'deployed',
    reason: 'rolled-out',
    isPreview: true,
    url: `https://preview.example.com/${agent}-pr-218`,
    responds: 'agent',
    head: HEAD,
    commit: HEAD,
    readyMs: 31_000,
    ids: [['revision', 'r1: DEPLOYED']],
    ...more,
  };
}
const failed = (agent: string, more: Partial<CommentSection> = {}) =>
  section(agent, {
    kind: 'failed',
    reason: 'build-failed',
    responds: undefined,
    readyMs: undefined,
    message: 'No solution found when resolving dependencies',
    ...more,
  });
const started = (agent: string, more: Partial<CommentSection> = {}) =>
  section(agent, {
    kind: 'started',
    reason: '',
    responds: undefined,
    readyMs: undefined,
    version: { startedAt: 1_000, run: 5, attempt: 1, step: 0 },
    ...more,
  });
const deleted = (agent: string) =>
  section(agent, { kind: 'torn-down', reason: 'deleted', responds: undefined, url: undefined });
const of = (known: readonly CommentSection[], unknown: readonly string[] = []) =>
  sharedCommentBody('agents', { known, unknown }, workflowRun);
const headline = (known: readonly CommentSection[]) => /### (.*)/.exec(of(known))?.[1];
const older = { run: 4, startedAt: 500, attempt: 1, step: 2 };

test('a note on GitLab has the same content as the comment on GitHub, with the terms and links of GitLab', () => {
  const known = [section('a'), failed('b'), started('c'), deleted('d')];
  const onGitLab = { ...workflowRun, codeHost: 'GitLab' as const, serverUrl: 'https://gitlab.example.org' };
  const note = sharedCommentBody('agents', { known, unknown: [] }, onGitLab);
  const server = 'https://gitlab.example.org/acme/agents/-';
  const expected = of(known)
    .replaceAll('https://github.com/acme/agents/commit/', `${server}/commit/`)
    .replaceAll('https://github.com/acme/agents/actions/runs/5/attempts/1', `${server}/pipelines/5`)
    .replaceAll('| workflow run | [attempt 1]', '| pipeline | [5]')
    .replaceAll('[Workflow run]', '[Pipeline]')
    .replaceAll('pull request', 'merge request');
  expect(note).toBe(expected);
  expect(note).not.toMatch(/github\.com\/acme\/agents\//);
});

describe('the headline of a comment about several agents', () => {
  test.each<[string, CommentSection[]]>([
    ['🟢 All 3 previews are ready', ['a', 'b', 'c'].map((name) => section(name))],
    ['🟢 Both previews are ready', [section('a'), section('b')]],
    ['🔴 2 of 3 previews are ready, 1 failed', [section('a'), failed('b'), section('c')]],
    ['🔴 1 of 3 previews is ready, 1 failed, 1 is being built', [section('a'), failed('b'), started('c')]],
    ['🔵 0 of 2 previews are ready, 2 are being built', [started('a'), started('b')]],
    [
      '⚪ 1 of 2 previews is ready, 1 was cancelled',
      [section('a'), section('b', { kind: 'cancelled', reason: 'signal' })],
    ],
    [
      '🟡 1 of 2 previews is ready, 1 needs attention',
      [section('a'), section('b', { kind: 'timed-out', reason: 'deadline' })],
    ],
    ['🟢 1 preview is ready, 2 were deleted', [section('a'), deleted('b'), deleted('c')]],
    ['⚪ Both previews were deleted', [deleted('a'), deleted('b')]],
    ['🟢 Both agents are deployed', [section('a', { isPreview: false }), section('b', { isPreview: false })]],
    [
      '⚪ 1 of 2 previews is ready, 1 was not deployed',
      [section('a'), section('b', { kind: 'of-a-newer-version', reason: 'new' })],
    ],
  ])('is %j', (expected, known) => {
    expect(headline(known)).toBe(expected);
  });

  test('counts a job that has not reported since an earlier run, with the commit that its preview serves', () => {
    const known = [section('a'), section('b', { head: OLD, commit: OLD, version: older })];
    expect(headline(known)).toBe('⚪ 1 of 2 previews is ready, 1 has not reported');
    expect(of(known)).toContain(
      `| ⚪ **b** | has not reported for [\`91be3f7\`](https://github.com/acme/agents/commit/${HEAD}) · [\`8d02c4e\`](https://github.com/acme/agents/commit/${OLD}) answers: [talk to it](<https://preview.example.com/b-pr-218>) | 31 s |`,
    );
    expect(of(known)).toContain('<sub>Newest commit [`91be3f7`]');
  });

  test.each([
    ['the next commit', { head: OLD, version: { ...older, step: 0 } }],
    ['the next attempt of its run', { version: { startedAt: 1, run: 5, attempt: 0, step: 0 } }],
  ])('states that a started job did not report if %s has a result', (_when, more) => {
    const known = [section('a'), started('b', more)];
    expect(headline(known)).toBe('🟡 1 of 2 previews is ready, 1 did not report');
    expect(headline([section('a'), started('b')])).toBe('🔵 1 of 2 previews is ready, 1 is being built');
  });
});

describe('the comment about several agents', () => {
  const scores = [
    { key: 'brevity', baseline: '0.74', candidate: '0.82', verdict: 'better' as const },
    { key: 'grounded', baseline: '0.95', candidate: '0.96', verdict: 'same' as const },
  ];
  const gate = { cases: 40, broken: 0, baseline: 'production', sentence: 'All is well.', scores };
  const whole = of([
    section('review-digest', { readyMs: 58_000, gate: { ...gate, verdict: 'better' } }),
    failed('translator', { log: { kind: 'build', lines: ['error: No solution found'] } }),
    section('shop-assistant', {
      gate: { ...gate, cases: 50, verdict: 'same', scores: scores.slice(1) },
    }),
  ]);

  test('contains the reason of a red gate only once', () => {
    const sentence = '1 of 40 cases is broken.';
    const red = (message: string) =>
      of([
        section('a'),
        failed('b', { reason: 'gate-worse', message, gate: { ...gate, verdict: 'worse', sentence } }),
      ]).split('<!-- agent-deploy section')[0] ?? '';
    expect(red(`Compared b: ${sentence}`).split(sentence)).toHaveLength(2);
    expect(red('The gate failed.').split(sentence)).toHaveLength(2);
  });

  test("is a table with the worst agent first, the gate's result and the duration", () => {
    const { rows } = renderAsGitHub(whole);
    expect(rows.slice(0, 4).map((cells) => cells.slice(0, 4))).toEqual([
      ['Agent', 'Preview', 'Against production', 'Ready in'],
      ['🔴 translator', 'could not be built', 'not asked', '–'],
      ['🟢 review-digest', 'talk to it', '⬆️ better · 40 cases', '58 s'],
      ['🟢 shop-assistant', 'talk to it', '🟰 same · 50 cases', '31 s'],
    ]);
  });

  test("has one collapsible part per agent, and only the failed agent's part is open", () => {
    expect(whole.match(/<summary>.*<\/summary>/g)).toEqual([
      '<summary>🔴 <b>translator</b> · end of the build log</summary>',
      '<summary>🟢 <b>review-digest</b> · 1 score better, 1 same, no case broken</summary>',
      '<summary>🟢 <b>shop-assistant</b> · 1 score same, no case broken</summary>',
    ]);
    expect(whole.match(/<details open>/g)).toHaveLength(1);
    expect(whole).toContain('```text\nerror: No solution found\n```');
    expect(whole).toContain(
      '**What to do:** [see `build-failed`](https://github.com/acme/agent-deploy/blob/v1/docs/x.md#build-failed)',
    );
    expect(whole).toContain('| brevity | `0.74` | **`0.82`** | ⬆️ better |'.replaceAll('`', ''));
    expect(whole).toContain('<sub>All for [`91be3f7`]');
  });

  test('has no column for the gate if no gate ran', () => {
    expect(of([section('a'), section('b')])).toContain('| Agent | Preview | Ready in |');
  });

  test('stores the sections of each agent and of newer action versions for the next run', () => {
    const unknown = ['<!-- agent-deploy section v2 {"agent":"new"} -->'];
    const body = of([section('a'), failed('b')], unknown);
    expect(parseSections(body)).toEqual({ known: [section('a'), failed('b')], unknown });
    expect(body).toContain('1 more agent, reported by a newer version of the action');
  });

  // docs/security/pull-requests.md#stored-sections-inert
  test('shows stored texts of every kind as plain text', () => {
    const bait = fc.constantFrom(
      '@octo-org/all',
      '</details><img src=x>',
      '<!--',
      '-->',
      '```',
      'https://evil.example.org',
      '#1 GH-2',
      '[x](https://evil.example.org)',
      '|',
      '::error::x',
      '\n# x\n',
      'deadbeefcafe',
    );
    const text = fc
      .array(fc.oneof(bait, fc.string({ maxLength: 8 })), { maxLength: 6 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, text, text, (name, message, line, key) => {
        const agent = name.slice(0, 200) || 'x';
        const hostile = failed(agent, {
          message,
          responds: 'previous',
          checks: key.slice(0, 200),
          seeded: key.slice(0, 200),
          previews: Array.from({ length: 10 }, () => ({
            commit: 'abcdef0',
            url: `https://preview.example.com/${message}`,
            createdAt: 1,
          })),
          log: { kind: key.slice(0, 200), lines: line.split('\n') },
          gate: {
            ...gate,
            verdict: 'worse',
            sentence: message,
            baseline: key.slice(0, 200),
            scores: [
              { key: key.slice(0, 200), baseline: line.slice(0, 200), candidate: '1', verdict: 'worse' },
            ],
          },
          ids: [[key.slice(0, 200), line.slice(0, 200)]],
        });
        const rendered = renderAsGitHub(of([hostile, section('b')]));
        expect(liveIn(rendered)).toEqual([]);
        expect(
          rendered.links.every((link) => /^https:\/\/(github\.com\/acme|preview\.example\.com)\//.test(link)),
        ).toBe(true);
        const tags = /^<(!--.*--|\/?(?:details|summary|sub|br|b|code)(?: open)?)>$/s;
        expect(rendered.html.filter((tag) => !tags.test(tag))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a long comment about several agents', () => {
  const long = (agent: string, more: Partial<CommentSection>) => ({
    ...failed(agent, {
      message: '<@x> '.repeat(300).slice(0, 1_500),
      log: { kind: 'build', lines: Array.from({ length: 30 }, (_, at) => `${at} ${'`x'.repeat(40)}`) },
    }),
    ...more,
  });
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      long(
        `agent-${String(at).padStart(3, '0')}`,
        at % 3 === 0 ? {} : { kind: 'deployed', reason: 'rolled-out' },
      ),
    );

  // docs/security/pull-requests.md#shared-comment-size
  test.each([2, 25, 60])(
    'stays below 60,000 characters with %d agents, and has a row for each agent',
    (count) => {
      const body = of(many(count));
      expect(body.length).toBeLessThan(60_000);
      expect(parseSections(body).known).toHaveLength(count);
      expect(body.match(/^\| [🔴🟢]/gmu)).toHaveLength(count);
    },
  );

  test('omits the details of the successful agents first', () => {
    const body = of(many(9));
    expect(body.match(/<summary>🔴/gu)).toHaveLength(3);
    const { known } = parseSections(body);
    const lengthOf = ({ log }: CommentSection) => log?.lines.length ?? 0;
    const [worst, best] = [0, 8].map((at) => lengthOf(known[at] ?? section('x')));
    expect(worst).toBeGreaterThan(best ?? 0);
  });

  test('has room for the sections of hundreds of agents, even of agents without a row', () => {
    const body = of(many(180));
    expect(body.length).toBeLessThan(60_000);
    expect(body).toMatch(/… and \d+ more/);
    expect(parseSections(body).known.length).toBeGreaterThan(100);
  });
});
