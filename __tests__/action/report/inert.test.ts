import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LINEAR_LIMIT_MS, threadMs } from '../../../harness/hang-limit.ts';
import { outcome } from '../../../src/action/outcome.ts';
import {
  COMMENT_MAX,
  commentBody,
  type CommentContent,
  commentMark,
} from '../../../src/action/report/comment.ts';
import { agentAddress, cell, fenced, inertLines, table } from '../../../src/action/report/markdown.ts';
import { summaryOf } from '../../../src/action/report/summary.ts';
import { createRunRecord, type RunRecord } from '../../../src/action/run-record.ts';
import { liveIn, renderAsGitHub } from '../support/github-markdown.ts';

/** Strings that GitHub or GitLab would convert to mentions, references or links. */
const BAIT = [
  '@octocat',
  '@octo-org/all-users',
  '&#64;octocat',
  '&commat;octocat',
  '#1',
  '&#35;1',
  'GH-1',
  'gh-22',
  'octo-org/private#7',
  'octo-org/private@deadbeef',
  'deadbeefcafe',
  'effaced',
  '0123456789abcdef0123456789abcdef01234567',
  'user@example.org',
  'https://evil.example.org/x?y=1#z',
  'http://github.com/octo-org/private/issues/7',
  'ftp://evil.example.org',
  'www.evil.example.org',
  'mailto:user@example.org',
  'TICKET-12',
  ':tada:',
  '@all',
  '!12',
  'group/project!12',
  '~label',
  '~"two words"',
  '%12',
  '%"v 1"',
  '%{project_name}',
  '&12',
  'group&12',
  '&38;12',
  '$12',
  '^alert#1',
  '*iteration:1',
  '[vulnerability:1]',
  '[[page]]',
  '[TOC]',
  '[[_TOC_]]',
  '{+ added +}',
  '[- removed -]',
  '>>>',
  '/close',
  '/merge',
  '$x$',
  '1.',
  '[x](https://evil.example.org)',
  '![x](https://evil.example.org)',
  '[x]: https://evil.example.org',
  '[^1]',
  '<a href="https://evil.example.org">',
  '<https://evil.example.org>',
  '<!--',
  '-->',
  '</details>',
  '**b**',
  '_b_',
  '~~b~~',
  '|',
  '\\|',
  '\\',
  '`',
  '``',
  '```',
  '`'.repeat(90),
  '# x',
  '- x',
  '> x',
  '---',
  '\r',
  '\n',
  '\u001b[31m',
  '\u202e',
  '\u0000',
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...BAIT) },
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.stringMatching(/^[a-zA-Z0-9@#:/._-]{0,12}$/),
  fc.constantFrom(
    'the',
    'revision',
    'is',
    '(see',
    'it)',
    '✅',
    '5.0s',
    '2',
    'deployed:',
    '"quoted"',
    'my-agent',
  ),
);
const untrusted = fc
  .array(fc.tuple(word, fc.constantFrom('', ' ', ' ', '\t')), { maxLength: 8 })
  .map((parts) => parts.flat().join(''));

/** Returns the text that a reader should see. */
const seen = (text: string) =>
  text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const shown = (text: string) => text.replaceAll('\u200b', '').replaceAll('ˋ', '`').trim();

describe('untrusted text in a report', () => {
  test.each(BAIT)('(example %#) is rendered as plain text', (bait) => {
    for (const text of [bait, `by ${bait}, again`, `(${bait})`, `x${bait}`]) {
      const rendered = renderAsGitHub(cell(text));
      expect(liveIn(rendered)).toEqual([]);
      expect([rendered.links, rendered.html]).toEqual([[], []]);
    }
  });

  // docs/security/pull-requests.md#shown-whole-lines-headings
  test('is shown completely and as plain text in lines and tables, without mentions, references or markup', () => {
    fc.assert(
      fc.property(untrusted, untrusted, (one, other) => {
        const line = renderAsGitHub(cell(one));
        expect(liveIn(line)).toEqual([]);
        expect([...line.kinds].filter((kind) => !/^(paragraph|code_inline)/.test(kind))).toEqual([]);
        expect(shown(line.text)).toBe(seen(one.replaceAll('\u200b', '')));
        const rows = renderAsGitHub(table(['a', 'b'], [[one, other]]));
        expect(liveIn(rows)).toEqual([]);
        expect(rows.rows).toHaveLength(2);
        expect(rows.rows[1]?.map(shown)).toEqual(
          [one, other].map((text) => seen(text.replaceAll('\u200b', ''))),
        );
        expect([rows.links, rows.html]).toEqual([[], []]);
        const heading = renderAsGitHub(`### ✅ ${cell(one)}: deployed`);
        expect([liveIn(heading), heading.links, heading.html]).toEqual([[], [], []]);
      }),
      { numRuns: 300 },
    );
  });

  // docs/security/pull-requests.md#text-comment-summary-mentions
  test('stays plain text at any position and length in the whole comment and summary', () => {
    const long = fc
      .tuple(untrusted, fc.constantFrom(1, 1, 1, 3000))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(
        untrusted,
        long,
        untrusted,
        fc.array(long, { maxLength: 4 }),
        (name, message, status, lines) => {
          const comment = renderAsGitHub(commentWith({ name, message, status, lines }));
          expect(liveIn(comment)).toEqual([]);
          expect(comment.links).toEqual(['https://github.com/octo-org/a/actions/runs/1']);
          expect(new Set(comment.html)).toEqual(
            new Set(
              ['<!-- agent-deploy:k -->', '<br>', '<sub>', '</sub>', ...DETAILS].filter((tag) =>
                comment.html.includes(tag),
              ),
            ),
          );
          const summary = renderAsGitHub(summaryWith({ name, message, status, lines }));
          expect(liveIn(summary)).toEqual([]);
          expect(summary.links).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('in a log stays in its code block, regardless of backticks', () => {
    for (const ticks of [3, 15, 16, 79, 80, 255, 256, 300, 70_000]) {
      const block = fenced(['`'.repeat(ticks), '@octocat #1', '`'.repeat(ticks)]);
      expect(block.split('\n')[0]?.length).toBeLessThan(80);
      const rendered = renderAsGitHub(`${block}\n`);
      expect([rendered.searched, [...rendered.kinds]]).toEqual([[], ['fence']]);
    }
  });

  test('of a message loses its backticks, so the service cannot format it as code', () => {
    expect(inertLines('Set `force: true`, or `comment: false`.')).toBe(
      'Set ˋforce: trueˋ, or ˋcomment: falseˋ.',
    );
  });

  test('shows numbers with signs and units, fractions and times of day without markup', () => {
    for (const text of [
      '30m 00s.',
      '−0.74 to +1.74',
      '2/5 → 4/5',
      'at 09:03 UTC',
      '95 % interval',
      'code 1.',
    ]) {
      expect(cell(text)).toBe(text);
    }
    // At the start of a line, a number with a dot would begin a list.
    expect(cell('1. first')).toBe('`1`. first');
  });

  test('is processed in time proportional to its length', () => {
    const started = threadMs();
    for (const unit of ['.', '"', 'a.', "'a", '`', '@', '-a', 'é']) inertLines(unit.repeat(200_000));
    expect(threadMs() - started).toBeLessThan(LINEAR_LIMIT_MS);
  });
});

describe('the address of an agent', () => {
  // docs/security/pull-requests.md#links-those-run-commit
  test.each([
    ['https://my-agent.example.org/', '<https://my-agent.example.org/>'],
    ['https://my-agent.example.org/a|b', '<https://my-agent.example.org/a%7Cb>'],
    // GitHub would show the URL as an issue reference, and add a mention to that issue.
    ['https://github.com/octo-org/private/issues/7', '`https://github.com/octo-org/private/issues/7`'],
    ['https://x.github.com/', '`https://x.github.com/`'],
    ['https://git.example.org/o/r/pull/7', '`https://git.example.org/o/r/pull/7`'],
    ['https://github.com@evil.example.org/', '`https://github.com`&#64;&#8203;`evil.example.org/`'],
    ['javascript:alert(1)', undefined],
    [`https://x.example.org/${'a'.repeat(3000)}`, undefined],
  ])('(example %#) is shown as a link, as plain text, or not at all', (url, markdown) => {
    expect(agentAddress(url, 'https://git.example.org')).toBe(markdown);
  });
});

const DETAILS = ['<details>', '<details open>', '</details>', '<summary>', '</summary>'];

interface Text {
  name: string;
  message: string;
  status: string;
  lines: string[];
}

/** Returns the content of a comment about which only the name and the status are known. */
function facts(over: Partial<CommentContent> = {}): CommentContent {
  return {
    codeHost: 'GitHub',
    key: 'my-agent',
    name: 'my-agent',
    headline: { icon: '🟢', text: 'my-agent is deployed' },
    result: undefined,
    message: undefined,
    emphasis: 'alert',
    url: undefined,
    responds: 'agent',
    serverUrl: 'https://github.com',
    commit: undefined,
    notes: [],
    ids: [],
    timeline: [],
    checks: undefined,
    seeded: undefined,
    previews: [],
    run: undefined,
    isPreview: false,
    log: undefined,
    gate: undefined,
    ...over,
  };
}

/** Returns a comment with this text at every place for untrusted text. */
const commentWith = ({ name, message, status, lines }: Text): string =>
  commentBody({
    ...facts({ key: 'k', name, message, notes: [status], checks: name, seeded: name }),
    headline: { icon: '🟢', text: `${name}: ${status}` },
    result: { kind: status, code: name, docs: undefined },
    commit: { sha: status, link: `https://github.com/octo-org/a/commit/${status}`, subject: message },
    previews: [status, name].map((sha) => ({
      commit: { sha, link: `https://github.com/octo-org/a/commit/${sha}` },
      url: `https://github.com/${message}`,
      age: name,
    })),
    ids: [['revision', `${name}: ${status}`]],
    timeline: [{ status, startMs: 0, endMs: 1000 }],
    run: { link: 'https://github.com/octo-org/a/actions/runs/1', attempt: '1', isOver: true },
    log: { kind: 'build', lines },
  });

function summaryWith({ name, message, status, lines }: Text): string {
  const record: RunRecord = {
    ...createRunRecord(0),
    deployment: { id: name, name, url: undefined },
    revision: { id: name, status, commit: status },
    head: { commit: status.toLowerCase(), subject: message },
    timeline: [{ status, startMs: 0, endMs: 1000 }],
    swept: [{ name, id: name, of: name, why: 'too-old', did: 'left' }],
    plan: {
      kind: 'patch',
      body: {},
      originOnly: false,
      changes: [{ field: name, from: message, to: status, revision: true }],
    },
    logTail: { kind: 'build', lines },
  };
  return summaryOf(outcome('failed', 'build-failed', message), 'fine', record, { now: 0, help: '' });
}

test('the table of previews in a comment has at most ten rows, and states the number of further previews', () => {
  const previews = Array.from({ length: 500 }, (_, at) => ({
    commit: { sha: 'abcdef0', link: 'https://github.com/acme/agents/commit/abcdef0' },
    url: `https://agent-${at}.example.org/${'x'.repeat(1_000)}`,
    age: 'under 1h',
  }));
  const body = commentBody(facts({ previews }));
  expect(body.match(/talk to it/g)).toHaveLength(10);
  expect(body).toContain('… and 490 more previews');
  expect(body.length).toBeLessThan(COMMENT_MAX);
});

describe('the message of the commit', () => {
  const sha = 'b'.repeat(40);
  const link = `https://github.com/acme/agents/commit/${sha}`;

  test("follows the commit's short SHA in the comment and in the summary", () => {
    expect(commentBody(facts({ commit: { sha, link, subject: 'Answer briefly' } }))).toContain(
      `[\`bbbbbbb\`](${link}) Answer briefly`,
    );
    const record = { ...createRunRecord(0), commit: sha, head: { commit: sha, subject: 'Answer briefly' } };
    const context = { now: 0, help: '', commitUrl: () => link };
    expect(summaryOf(outcome('deployed', 'rolled-out', ''), 'fine', record, context)).toContain(
      `[\`bbbbbbb\`](<${link}>) Answer briefly`,
    );
  });

  test('is not shown next to the SHA of another commit', () => {
    const record = { ...createRunRecord(0), commit: sha, head: { commit: 'c'.repeat(40), subject: 'Other' } };
    expect(
      summaryOf(outcome('deployed', 'rolled-out', ''), 'fine', record, { now: 0, help: '' }),
    ).not.toContain('Other');
  });

  test('is truncated to the length of a line', () => {
    const body = commentBody(facts({ commit: { sha, link, subject: 'a long message '.repeat(20) } }));
    expect(body).toMatch(/\) (a long message ){4}a long mess…$/m);
  });
});

describe('a comment on a pull request', () => {
  test('has no line for facts that are unknown', () => {
    expect(commentBody(facts())).toBe(
      '<!-- agent-deploy:my-agent -->\n### 🟢 my-agent is deployed\n\n`my-agent`',
    );
  });

  test('lists the durations of the phases in words, without phases that took no time', () => {
    const body = commentBody(
      facts({
        timeline: [
          { status: 'AWAITING_BUILD', startMs: 0, endMs: 10 },
          { status: 'AWAITING_DATABASE', startMs: 10, endMs: 410 },
          { status: 'BUILDING', startMs: 410, endMs: 24_410 },
          { status: 'DEPLOYED', startMs: 24_410, endMs: 24_410 },
        ],
      }),
    );
    expect(body).toContain('| phases | awaiting database 0.4 s · building 24 s |');
  });

  test("is within GitHub's size limit, and contains only its own mark", () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('<!--', '-->', '```', '@all', '\u001b[31m', '|', '</details>'),
    );
    const long = fc.array(text, { maxLength: 40 }).map((parts) => parts.join('').repeat(40));
    fc.assert(
      fc.property(text, long, fc.array(long, { maxLength: 30 }), text, (name, message, lines, url) => {
        const body = commentBody(facts({ name, message, url, key: name, log: { kind: 'build', lines } }));
        expect(body.length).toBeLessThanOrEqual(COMMENT_MAX);
        expect(body.startsWith(`${commentMark(name)}\n### `)).toBe(true);
        expect(body.match(/<!--/g)).toHaveLength(1);
        // The opening fence is closed once, at the end of the block.
        const fence = /^(`{3,})text$/m.exec(body)?.[1];
        if (fence !== undefined) {
          expect(body.split('\n').filter((line) => line.startsWith(fence))).toEqual([`${fence}text`, fence]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('mentions no GitHub user', () => {
    const body = commentBody(facts({ name: '@octocat', message: 'by @octo-org/all' }));
    expect(body).not.toContain('@');
  });
});
