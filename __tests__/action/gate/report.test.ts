import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ComparedCase } from '../../../src/judgement/comparison.ts';
import { judge } from '../../../src/judgement/judge.ts';
import { comparisonSection } from '../../../src/action/gate/report/comment.ts';
import { type ReportContext, revealInvisible } from '../../../src/action/gate/report/texts.ts';
import { liveIn, renderAsGitHub } from '../support/github-markdown.ts';
import {
  answer,
  comparedCase,
  context,
  errored,
  failing,
  passing,
  repeat,
  SECRET,
  settings,
  worseComparison,
} from './support.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const whole = (cases: readonly ComparedCase[], changes: Partial<ReportContext> = {}, max?: number) => {
  const { heading, callout, body } = comparisonSection(judge(cases, settings()), context(changes), max);
  return [heading, callout, body].join('\n\n');
};

const NO_BREAK = '\u00a0';

describe('the section of a comment on a pull request', () => {
  test('begins with the verdict and the reasons, and lists the worst scores and cases first', () => {
    const text = whole(worseComparison());
    expect(text).toContain('### 🔴 The preview works, but its answers are worse than those of production');
    expect(text).toContain(
      '> **1 of 26 cases is broken**, and **the score `accuracy` fell from 0.91 to 0.84**, more than chance and the margin explain.',
    );
    const { rows } = renderAsGitHub(text);
    expect(rows[0]).toEqual(['Score', 'Production', 'Preview', 'Difference', 'Verdict']);
    expect(rows[1]).toEqual([
      'accuracy',
      '0.91',
      '0.84',
      expect.stringMatching(/^−0.08 \(−0.11 to −0.04\)$/),
      '⬇️ worse',
    ]);
    expect(rows.map(([verdict, name]) => `${verdict} ${name}`).slice(-5)).toEqual([
      '⬇️ worse Iceland',
      '〰️ flaky Danish',
      '⚠️ errored Parcel',
      '⬆️ fixed Jackets',
      '✏️ worded differently Words',
    ]);
    expect(text).toContain('**Broken: Refund**. Production passed 5 of 5 times, the preview 0 of 5.');
    expect(text).toContain(
      '```diff\n- Refund 160.00 EUR? Please confirm.\n+ I have refunded 160.00 EUR.\n```',
    );
    expect(text).toContain(
      '<b>1 case worse</b> · 1 flaky · 1 without a result · 1 better · 1 worded differently · 20 same',
    );
    expect(text).toContain('| Here | no answer within 60 s |');
    expect(text).toContain('2 cases were run again on both sides.');
    expect(text).toContain(
      'Production served commit [`6601f04`](<https://github.com/acme/shop-agent/commit/6601f04aaaa>).',
    );
  });

  test('shows the time and the tokens of each listed case, except for unknown values', () => {
    const [slow, quick] = [
      { latencyMs: 3_400, tokens: 1_900 },
      { latencyMs: 1_240, tokens: 310 },
    ];
    const cases = [
      ...worseComparison(),
      comparedCase(
        'Costly',
        [answer({ scores: { accuracy: 1 }, ...quick })],
        [answer({ scores: { accuracy: 0.2 }, ...slow })],
      ),
      comparedCase('Half', [answer({ scores: { accuracy: 1 }, ...quick })], [errored()]),
    ];
    const { rows } = renderAsGitHub(whole(cases));
    const head = rows.findIndex(([, name]) => name === 'Case');
    expect(rows[head]?.at(-1)).toBe('Time, tokens');
    const costs = new Map(rows.slice(head + 1).map((row) => [row[1], row.at(-1)]));
    expect(costs.get('Iceland')).toBe('100 ms → 100 ms'.replaceAll(' ', NO_BREAK));
    expect(whole(cases)).toContain(
      '| 1.2 s → 3.4 s<br>310 → 1,900 tokens |'.replaceAll(/(?<!\|) (?!\|)/g, NO_BREAK),
    );
    expect(whole(cases)).toContain('| 1.2 s → –<br>310 → – tokens |'.replaceAll(/(?<!\|) (?!\|)/g, NO_BREAK));
    expect(whole(cases)).toContain('the preview 0 of 5. Time: 100 ms → 100 ms.');
  });

  test('lists at most 50 cases whose responses are only worded differently, after all other cases', () => {
    const reworded = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        comparedCase(`Words ${at}`, [passing('Hello')], [passing('Hi')]),
      );
    const bothFail = comparedCase('Both fail', [failing('Hello')], [failing('Hi')]);
    const { rows } = renderAsGitHub(whole([...reworded(3), bothFail, ...worseComparison()]));
    expect(rows.map(([verdict, name]) => `${verdict} ${name}`).slice(-6)).toEqual([
      '⬆️ fixed Jackets',
      '✏️ worded differently Both fail',
      '✏️ worded differently Words 0',
      '✏️ worded differently Words 1',
      '✏️ worded differently Words 2',
      '✏️ worded differently Words',
    ]);
    const many = whole(reworded(80));
    expect(many.match(/worded differently \|/g)).toHaveLength(50);
    expect(many).toContain('… and 30 more');
  });

  test('marks the words that differ between two responses, even far from the beginning', () => {
    const long = 'The order is complete, and it left our warehouse in Bergen early this morning by train. ';
    const cases = [
      comparedCase('Short', [passing('It costs 20 EUR today')], [passing('It costs 30 EUR today')]),
      comparedCase(
        'Long',
        [passing(`${long}It arrives on Monday.`)],
        [passing(`${long}It arrives on Friday.`)],
      ),
      comparedCase('Whole', [passing('Hello.')], [passing('Goodbye to you.')]),
    ];
    const text = whole(cases);
    expect(text).toContain('| It costs <b>20</b> EUR today | It costs <b>30</b> EUR today |');
    expect(text).toMatch(
      /\| … [a-z .]*It arrives on <b>Monday<\/b>\. \| … [a-z .]*It arrives on <b>Friday<\/b>\. \|/,
    );
    expect(text).toContain('| Hello. | Goodbye to you. |');
  });

  test('shows the paths where responses without a text differ, without generated IDs', () => {
    const state = (total: number, id: string) =>
      answer({ passed: true, output: { order: { id, total }, messages: [] } });
    const failed = (total: number, id: string) =>
      answer({ passed: false, output: { order: { id, total }, messages: [] } });
    const ids = ['5f0e7c1a-0000-4000-8000-000000000001', '5f0e7c1a-0000-4000-8000-000000000002'] as const;
    const cases = [
      comparedCase(
        'Broken',
        [state(42, ids[0])],
        [failed(41, ids[1])],
        [repeat(4, state(42, ids[0])), repeat(4, failed(41, ids[1]))],
      ),
      comparedCase('Reworded', [state(7, ids[0])], [state(8, ids[1])]),
    ];
    const text = whole(cases);
    expect(text).toContain('```diff\n- $.order.total: 42\n+ $.order.total: 41\n```');
    expect(text).not.toContain(ids[0]);
    const row = renderAsGitHub(text).rows.find(([, name]) => name === 'Reworded');
    expect(row?.slice(2, 4)).toEqual(['$.order.total: 7', '$.order.total: 8']);
  });

  test('shows the paths where responses with the same text differ', () => {
    const said = (total: number, ...more: string[]) => ({
      total,
      messages: [{ type: 'ai', content: 'Done.' }],
      ...Object.fromEntries(more.map((name) => [name, SECRET])),
    });
    const text = whole([
      comparedCase(
        'Broken',
        [answer({ passed: true, output: said(42, 'note') })],
        [answer({ passed: false, output: said(41, 'memo') })],
        [
          repeat(4, answer({ passed: true, output: said(42, 'note') })),
          repeat(4, answer({ passed: false, output: said(41, 'memo') })),
        ],
      ),
    ]);
    expect(text).toContain('- $.total: 42\n- $.note: "***"\n+ $.total: 41\n+ $.memo: "***"\n');
  });

  test('shows the errors of each deployment in the column of the deployment', () => {
    const long = (line: string) => `The score command exited with code 1. The end of its stderr:\n${line}`;
    const { rows } = renderAsGitHub(
      whole([
        ...worseComparison(),
        comparedCase('Scores', [errored(long('TypeError: old'))], [errored(long('TypeError: new'))]),
      ]),
    );
    const cellsOf = (name: string) => rows.find((row) => row[1] === name)?.slice(2, 4);
    expect(cellsOf('Scores')).toEqual([
      'The score command exited with code 1. The end of its stderr: TypeError: old',
      'The score command exited with code 1. The end of its stderr: TypeError: new',
    ]);
    expect(cellsOf('Parcel')).toEqual(['Here', 'no answer within 60 s']);
  });

  test('of an inconclusive comparison begins with the most frequent error, as inert text without secrets', () => {
    const why = `The score command exited with code 1. The end of its stderr:\n@team ${SECRET} <b>`;
    const cases = [
      ...Array.from({ length: 8 }, (_, at) =>
        comparedCase(`Fine ${at}`, [passing('Hello')], [passing('Hello')]),
      ),
      comparedCase('Rare', [passing('Hello')], [errored('no answer within 60 s')]),
      comparedCase('One', [errored(why)], [errored(why)]),
      comparedCase('Two', [errored(why)], [passing('Hello')]),
    ];
    const { callout } = comparisonSection(judge(cases, settings()), context());
    const { text } = renderAsGitHub(callout);
    expect(text).toContain('2 cases have this error: The score command exited with code 1.');
    expect(text).not.toContain('no answer within 60 s');
    expect(callout).toContain('&#64;&#8203;');
    expect(callout).not.toContain(SECRET);
    expect(callout).not.toContain('<b>');
  });

  test('shows the question of each listed case as inert text without secrets', () => {
    const named = worseComparison();
    const unnamed = named.map((one) => ({
      ...one,
      name: one.name === 'Refund' ? 'case 7' : one.name === 'Iceland' ? 'example 0f9e2d4c' : one.name,
    }));
    const question = `@team *Refund* ${SECRET}?`;
    const questions = new Map([
      ['Refund', question],
      ['case 7', question],
      ['Iceland', 'How long?'],
      ['example 0f9e2d4c', 'How long?'],
    ]);
    const texts = [named, unnamed].map((cases) => whole(cases, { questions }));
    expect(texts[0]).toMatch(
      /\*\*Broken: Refund\*\*\. Production passed 5 of 5 times.*\n\nQuestion: .*Refund.*\?\n\n```diff/,
    );
    expect(texts[0]).toContain('| Iceland<br><sub>How long?</sub> |');
    expect(texts[1]).toMatch(/\*\*Broken: case 7: .*Refund.*\?\*\*\. Production passed 5 of 5 times/);
    expect(texts[1]).not.toContain('Question:');
    expect(texts[1]).toMatch(/\| example .*: How long\? \|/);
    for (const text of texts) {
      expect(text).not.toContain(SECRET);
      expect(liveIn(renderAsGitHub(text))).toEqual([]);
    }
    const same = new Map([['Refund', 'Refund']]);
    expect(whole(named, { questions: same })).not.toContain('Question:');
  });

  test('of a green comparison has no callout, and states how many cases an unclear score needs', () => {
    const cases = Array.from({ length: 12 }, (_, at) =>
      comparedCase(
        `${at}`,
        [answer({ scores: { brevity: 0.5 } })],
        [answer({ scores: { brevity: at % 2 === 0 ? 0.65 : 0.35 } })],
      ),
    );
    const { heading, callout, body } = comparisonSection(judge(cases, settings()), context());
    expect(heading).toBe('### 🟢 The preview is ready, and nothing is known to be worse');
    expect(callout).toBe('');
    expect(body).toContain(
      '*Unclear* does not block. About 61 cases would show a drop of 0.05 in `brevity`.',
    );
  });

  // docs/security/pull-requests.md#gate-comment-size
  test('stays below 60,000 characters even with 1,000 cases and very long names and responses', () => {
    for (const filler of ['x', '@a ', '`', '| <b>', '日本', '```\n', `${'@'.repeat(400)}\n`]) {
      const long = filler.repeat(5_000 / filler.length);
      const manyScores = (key: string) =>
        Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at} ${key}`, 0.5]));
      const cases = Array.from({ length: 1_000 }, (_, at) => {
        const scores = at === 0 ? manyScores(long) : {};
        const [before, after] = [
          answer({ passed: true, output: `${long}${at}`, scores }),
          answer({ passed: false, output: `${at}${long}`, scores }),
        ];
        return comparedCase(
          `${long}${at}`,
          [before],
          [after],
          [repeat(5, before), at % 2 === 0 ? repeat(5, after) : [before, ...repeat(4, after)]],
        );
      });
      const text = whole(cases);
      expect(text.length).toBeLessThan(60_000);
      expect(text).toContain('and 4');
      expect(text.endsWith('</details>')).toBe(true);
    }
  });

  // docs/security/pull-requests.md#gate-texts-inert
  test('contains no active markup from a case, a response, a score or a dataset', () => {
    const bait = fc.constantFrom(
      '@octocat',
      '#1',
      'GH-1',
      '<script>alert(1)</script>',
      '</details>',
      '<!-- agent-deploy comment -->',
      '::error::x',
      '```',
      '~~~',
      '| a | b |',
      '[a](https://evil.example.org)',
      '![a](https://evil.example.org/x.png)',
      'https://evil.example.org',
      '\n# Title\n',
      '\u200b@\u200boctocat',
      '\u202e',
      ':tada:',
      'deadbeefcafe',
    );
    const text = fc.array(bait, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, text, text, (name, one, other, why) => {
        const cases = [
          comparedCase(
            name,
            [passing(one)],
            [failing(other)],
            [repeat(4, passing(one)), repeat(4, failing(other))],
          ),
          comparedCase(`${name} 2`, [passing(one)], [errored(why)]),
          comparedCase(
            `${name} 3`,
            [answer({ scores: { [name]: 1 }, tokens: 310 })],
            [answer({ scores: { [name]: 0 }, output: other })],
          ),
          comparedCase(`${name} 4`, [passing(`${one} ${other}`)], [passing(`${one} ${why}`)]),
        ];
        const rendered = renderAsGitHub(whole(cases, { dataset: { name: one, version: other } }));
        // The first line of a callout is GitHub's own markup.
        expect(liveIn(rendered)).toEqual([]);
        expect(rendered.links.every((link) => /^https:\/\/(smith\.example|github)\.com\//.test(link))).toBe(
          true,
        );
        expect(new Set(rendered.html.map((tag) => tag.replace(/[</>]/g, '')))).toEqual(
          new Set(['details', 'summary', 'b', 'br']),
        );
        expect(rendered.kinds.has('image')).toBe(false);
      }),
      runs,
    );
  });

  // docs/security/pull-requests.md#gate-reports-secrets
  test('contains no secret, even where a response is truncated', () => {
    const long = 'word '.repeat(15);
    for (let shift = 0; shift < 40; shift += 3) {
      const text = `${'x'.repeat(shift)} ${long} ${SECRET} ${long}`;
      const cases = [
        comparedCase(
          SECRET,
          [passing(text)],
          [failing(`${text}!`)],
          [repeat(4, passing(text)), repeat(4, failing(`${text}!`))],
        ),
        comparedCase('b', [failing(text)], [passing(text)]),
        comparedCase('c', [errored(text)], [passing(text)]),
      ];
      const shown = whole(cases);
      expect(shown).toContain('***');
      for (let length = 8; length <= SECRET.length; length += 1) {
        expect(shown).not.toContain(SECRET.slice(0, length));
      }
    }
  });

  // docs/security/pull-requests.md#gate-invisible-characters
  test('shows invisible characters as code points, except where a script or an emoji needs them', () => {
    expect(revealInvisible('a\u200bb\u{e0041}\u00ad')).toBe('a‹U+200B›b‹U+E0041›‹U+00AD›');
    expect(revealInvisible('a\u200db')).toBe('a‹U+200D›b');
    expect(revealInvisible('a\u202eb\u2066c\u200ed')).toBe('a‹U+202E›b‹U+2066›c‹U+200E›d');
    expect(revealInvisible('שלום\u200fשלום')).toBe('שלום\u200fשלום');
    expect(revealInvisible('می\u200cخواهم 👩\u200d💻')).toBe('می\u200cخواهم 👩\u200d💻');
  });
});
