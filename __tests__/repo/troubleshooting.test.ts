import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, type OutcomeKind, REASONS, severityOf } from '../../src/action/outcome.ts';
import { troubleshootingLink } from '../../src/action/report/links.ts';
import { anchorsOf } from '../../scripts/words/check.ts';
import { readTroubleshooting, readTroubleshootingIndex } from '../action/support/troubleshooting.ts';

const sections = readTroubleshooting();
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = REASONS;
const known = Object.entries(REASONS).flatMap(([outcome, reasons]) =>
  Object.keys(reasons).map((reason) => `${outcome}/${reason}`),
);

describe('the troubleshooting pages', () => {
  test('have exactly one section for each reason code, in order below the outcome', () => {
    const explained = sections.map(({ outcome, reason }) => `${outcome}/${reason}`);
    expect(explained.toSorted()).toEqual(known.toSorted());
    for (const page of new Set(sections.map((section) => section.page))) {
      const onPage = sections.filter((section) => section.page === page);
      const order = onPage.map(({ outcome, reason }) => known.indexOf(`${outcome}/${reason}`));
      expect({ page, order }).toEqual({ page, order: order.toSorted((a, b) => a - b) });
    }
  });

  test('contain each anchor once, and describe each reason code in the section that messages link to', () => {
    for (const { page, text, reason } of sections) {
      const anchors = anchorsOf(text);
      expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
      expect(anchors).toContain(reason);
      expect(troubleshootingLink({}, reason)).toBe(`${page}#${reason}`);
    }
  });

  test('have an index by outcome with the anchor, the link and the meaning of each reason code', () => {
    const { groups, rows } = readTroubleshootingIndex();
    expect(groups).toEqual(Object.keys(REASONS));
    expect(rows).toEqual(
      known.map((name) => {
        const section = sections.find(({ outcome, reason }) => `${outcome}/${reason}` === name);
        const { outcome = '', reason = '', page = '' } = section ?? {};
        const link = `${page.replace('docs/', '')}#${reason}`;
        return {
          outcome,
          cells: [`<a id="${reason}"></a>[\`${reason}\`](${link})`, meanings[outcome]?.[reason]],
        };
      }),
    );
  });

  test.each(sections)('describe meaning, cause and remedy of the reason code $outcome/$reason', (section) => {
    const { outcome, reason, paragraphs } = section;
    const [meaning, ...rest] = paragraphs;
    expect(meaning).toBe(meanings[outcome]?.[reason]);
    expect(rest.join(' ').length).toBeGreaterThan(rest[0] === 'You need to do nothing.' ? 10 : 30);
    if (severityOf(outcome as OutcomeKind, DEFAULT_POLICY) === 'fine') return;
    expect(rest[0]).toMatch(/^\*\*Why\.\*\* .{20}/);
    expect(rest[1]).toMatch(/^\*\*What to do\.\*\* .{20}/);
  });
});
