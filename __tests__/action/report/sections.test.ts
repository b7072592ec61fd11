import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterStored,
  encodeSection,
  hasSection,
  mergeSections,
  NO_SECTIONS,
  parseSections,
  redactVisible,
  type Sections,
} from '../../../src/action/report/sections.ts';
import type { CommentSection } from '../../../src/contract/comment-section.ts';

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('-->', '<!-- agent-deploy section v1 {} -->', '@octo-org/all', '--', '\n', '```', '#1'),
);
const section: fc.Arbitrary<CommentSection> = fc.record(
  {
    agent: fc.constantFrom('billing', 'support', 'search', 'a b', '@all'),
    version: fc.record({
      startedAt: fc.nat({ max: 3 }),
      run: fc.nat({ max: 2 }),
      attempt: fc.nat({ max: 2 }),
      step: fc.nat({ max: 2 }),
    }),
    kind: fc.constantFrom('started', 'deployed', 'failed'),
    reason: fc.constantFrom('', 'rolled-out', 'build-failed'),
    isPreview: fc.boolean(),
    message: text,
    log: fc.record({ kind: fc.constant('build'), lines: fc.array(text, { maxLength: 4 }) }),
    ids: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  },
  { requiredKeys: ['agent', 'version', 'kind', 'reason', 'isPreview', 'ids'] },
);
const unknown = fc.constantFrom(
  '<!-- agent-deploy section v2 {"agent":"x"} -->',
  '<!-- agent-deploy section v7 {} -->',
);
const sections: fc.Arbitrary<Sections> = fc
  .record({ known: fc.array(section, { maxLength: 5 }), unknown: fc.array(unknown, { maxLength: 3 }) })
  .map((given) => mergeSections(NO_SECTIONS, given));

const lines = ({ known, unknown: others }: Sections) => [...others, ...known.map(encodeSection)].toSorted();
const bodyOf = (given: Sections) => `<!-- agent-deploy:agents -->\n### x\n\n${lines(given).join('\n')}`;

describe('the sections of a comment', () => {
  test('are the same after they are stored and parsed', () => {
    fc.assert(
      fc.property(sections, (given) => {
        const body = bodyOf(given);
        expect(lines(parseSections(body))).toEqual(lines(given));
        expect(lines(parseSections(`${body.replaceAll('\n', '\r\n')}\r\n`))).toEqual(lines(given));
        for (const line of lines(given)) expect(line).not.toMatch(/[\n@#`]|<!--.*<|--.*--.*--/);
      }),
    );
  });

  test('are read only from the last lines, so a quoted text cannot forge sections', () => {
    fc.assert(
      fc.property(sections, section, text, (given, forged, quoted) => {
        const body = bodyOf(given).replace('### x', `${encodeSection(forged)}\n${quoted}\n### x`);
        expect(lines(parseSections(body))).toEqual(lines(given));
      }),
    );
  });

  test("stay readable, like the comment's mark, even if a secret is a common word", () => {
    fc.assert(
      fc.property(sections, fc.constantFrom('agent', 'version', 'n', 'deploy'), (given, secret) => {
        const body = bodyOf(given).replace('### x', `### ${secret}`);
        const redacted = redactVisible(body, (all) => all.replaceAll(secret, '***'));
        expect(lines(parseSections(redacted))).toEqual(lines(given));
        expect(redacted.startsWith('<!-- agent-deploy:agents -->\n### ***')).toBe(true);
      }),
    );
  });

  test('are read from an edited comment without an error, and invalid sections are ignored', () => {
    fc.assert(
      fc.property(sections, fc.nat(), fc.nat(), text, (given, from, length, replacement) => {
        const body = bodyOf(given);
        const start = from % body.length;
        const edited = body.slice(0, start) + replacement + body.slice(start + (length % 200));
        for (const one of parseSections(edited).known) {
          expect(lines(parseSections(encodeSection(one)))).toEqual([encodeSection(one)]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a field is missing', { reason: undefined }],
    ['a string is too long', { message: 'x'.repeat(1_501) }],
    ['a list is too long', { ids: Array.from({ length: 5 }, () => ['a', 'b']) }],
    ['the commit is not a commit SHA', { head: '](https://evil.example.org)' }],
    ['the outcome is not a word', { kind: 'a b' }],
  ])('are dropped if %s', (_what, change) => {
    const valid = { agent: 'a', version: { startedAt: 1, run: 1, attempt: 1, step: 1 }, kind: 'failed' };
    const whole = { ...valid, reason: 'x', isPreview: true, ids: [] };
    const line = (value: unknown) => `<!-- agent-deploy section v1 ${JSON.stringify(value)} -->`;
    expect(parseSections(line(whole)).known).toHaveLength(1);
    expect(parseSections(line({ ...whole, ...change })).known).toEqual([]);
  });
});

describe('the merge of two comments', () => {
  test('does not depend on the order or the number of merge steps', () => {
    fc.assert(
      fc.property(sections, sections, sections, (a, b, c) => {
        expect(lines(mergeSections(a, b))).toEqual(lines(mergeSections(b, a)));
        expect(lines(mergeSections(a, a))).toEqual(lines(a));
        expect(lines(mergeSections(mergeSections(a, b), c))).toEqual(
          lines(mergeSections(a, mergeSections(b, c))),
        );
        expect(lines(mergeSections(mergeSections(a, b), b))).toEqual(lines(mergeSections(a, b)));
      }),
      { numRuns: 300 },
    );
  });

  test('preserves the latest version of each section, and all sections of a newer action version', () => {
    fc.assert(
      fc.property(sections, sections, (a, b) => {
        const merged = mergeSections(a, b);
        for (const one of [...a.known, ...b.known]) expect(hasSection(merged, one)).toBe(true);
        for (const line of [...a.unknown, ...b.unknown]) expect(merged.unknown).toContain(line);
      }),
    );
  });

  test("never replaces a run's later attempt, even if the runner's clock is slow", () => {
    const of = (attempt: number, startedAt: number, step = 2): CommentSection => ({
      agent: 'billing',
      version: { startedAt, run: 4711, attempt, step },
      kind: 'deployed',
      reason: `attempt-${'x'.repeat(attempt)}`,
      isPreview: true,
      ids: [],
    });
    const stored = { known: [of(1, 1_000)], unknown: [] };
    const later = afterStored(of(2, 400), stored);
    expect(mergeSections(stored, { known: [later], unknown: [] }).known).toEqual([later]);
    const behind = { known: [later], unknown: [] };
    const late = afterStored(of(1, 1_000, 2), behind);
    expect(mergeSections(behind, { known: [late], unknown: [] }).known).toEqual([later]);
  });
});
