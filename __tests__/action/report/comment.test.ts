import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  COMMENT_MAX,
  commentBody,
  type CommentContent,
  commentMark,
} from '../../../src/action/report/comment.ts';

const facts = (over: Partial<CommentContent> = {}): CommentContent => ({
  key: 'my-agent',
  name: 'my-agent',
  icon: '✅',
  status: 'deployed',
  reason: undefined,
  message: undefined,
  url: undefined,
  serverUrl: 'https://github.com',
  commit: undefined,
  revision: undefined,
  tookMs: undefined,
  timeline: [],
  checks: undefined,
  run: undefined,
  log: undefined,
  ...over,
});

describe('a comment', () => {
  test('has no line for what is not known', () => {
    expect(commentBody(facts())).toBe(
      '<!-- agent-deploy:my-agent -->\n### ✅ my-agent: deployed\n\n|  |  |\n| --- | --- |\n| Status | deployed |',
    );
  });

  test('is never longer than GitHub takes, begins with its mark, and holds no other', () => {
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
        // The fence that opens is closed once, at the end.
        const fence = /^(`{3,})text$/m.exec(body)?.[1];
        if (fence !== undefined) {
          expect(body.split('\n').filter((line) => line.startsWith(fence))).toEqual([`${fence}text`, fence]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('mentions no user', () => {
    const body = commentBody(facts({ name: '@octocat', message: 'by @octo-org/all' }));
    expect(body).not.toContain('@');
  });
});
