import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, type OutcomeKind, REASONS, severityOf } from '../../src/action/outcome.ts';
import { troubleshootingLink } from '../../src/action/report/links.ts';
import { anchorsOf } from '../../scripts/words/judge.ts';
import { readTroubleshooting } from '../action/support/troubleshooting.ts';

const { text, sections } = readTroubleshooting();
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = REASONS;

describe('the page of troubles', () => {
  test('has a section for every reason code, and none without, grouped and in order', () => {
    const told = sections.map(({ outcome, reason }) => `${outcome}/${reason}`);
    const known = Object.entries(REASONS).flatMap(([kind, reasons]) =>
      Object.keys(reasons).map((reason) => `${kind}/${reason}`),
    );
    expect(told.toSorted()).toEqual(known.toSorted());
    const groups = [...new Set(sections.map(({ outcome }) => outcome))];
    expect(groups).toEqual(Object.keys(REASONS));
  });

  test('gives every code the anchor that errors link to, once', () => {
    const anchors = anchorsOf(text);
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
    for (const { reason } of sections) {
      const [, anchor = ''] = troubleshootingLink({}, reason).split('#');
      expect(anchors).toContain(anchor);
    }
  });

  test.each(sections)('$outcome/$reason says what it means, why, and what to do', (section) => {
    const { outcome, reason, paragraphs } = section;
    const [meaning, ...rest] = paragraphs;
    expect(meaning).toBe(meanings[outcome]?.[reason]);
    expect(rest.join(' ').length).toBeGreaterThan(rest[0] === 'Nothing to do.' ? 10 : 30);
    if (severityOf(outcome as OutcomeKind, DEFAULT_POLICY) === 'fine') return;
    expect(rest[0]).toMatch(/^\*\*Why\.\*\* .{20}/);
    expect(rest[1]).toMatch(/^\*\*What to do\.\*\* .{20}/);
  });
});
