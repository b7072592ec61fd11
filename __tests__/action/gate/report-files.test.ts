import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ComparedCase } from '../../../src/judgement/comparison.ts';
import { judge } from '../../../src/judgement/judge.ts';
import { toGateReport } from '../../../src/action/gate/report/json.ts';
import { escapeXml, junitReport } from '../../../src/action/gate/report/junit.ts';
import { comparisonPage } from '../../../src/action/gate/report/page.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from '../../../src/action/gate/report/page-style.ts';
import { comparisonSummary, intervalBar } from '../../../src/action/gate/report/summary.ts';
import { gateReportSchema } from '../../../src/contract/gate-report.ts';
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
const judged = (cases: readonly ComparedCase[]) => judge(cases, settings());
const history = {
  key: 'accuracy',
  runs: [
    { commit: '51f0aaaa', mean: 0.86 },
    { commit: '6601f04a', mean: 0.91 },
  ],
};

const bait = fc
  .array(
    fc.constantFrom(
      '@octocat',
      '<script>alert(1)</script>',
      '</details>',
      '</pre>',
      ']]>',
      '"',
      "'",
      '&amp;',
      '```',
      '| a |',
      '\u0000\u0008',
      '\ud800',
      '\u200b',
      '\n',
      'https://evil.example.org',
      '::error::x',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => all.join(' '));

/** Returns cases of every kind, with untrusted text at each place. */
function baitCases(name: string, text: string): ComparedCase[] {
  return [
    comparedCase(
      name,
      [passing(text)],
      [failing(`${text} ${text}`)],
      [repeat(4, passing(text)), repeat(4, failing(text))],
    ),
    comparedCase(`${name} 2`, [passing(text)], [errored(text)]),
    comparedCase(`${name} 3`, [answer({ scores: { [name]: 1 } })], [answer({ scores: { [name]: 0 } })]),
  ];
}

/**
 * Parses XML with the features that the reports use: elements and attributes. Throws if the XML is not well-formed.
 */
function parseXml(xml: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const decode = (text: string) =>
    text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) => {
      if (code === undefined) throw new Error(`unknown entity ${name}`);
      return String.fromCodePoint(Number(code));
    });
  const token = /<\?xml[^>]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|[^<]+/gy;
  let at = 0;
  for (const [whole, closed, name, attributes = '', end] of xml.matchAll(token)) {
    at += whole.length;
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`unexpected </${closed}>`);
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)];
      const element = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key!, decode(value!)])),
        text: '',
      };
      elements.push(element);
      if (end === '') open.push(element);
    } else if (!whole.startsWith('<')) {
      const last = open.at(-1);
      if (last !== undefined) last.text += decode(whole);
    }
  }
  if (at !== xml.length || open.length > 0) throw new Error(`not well-formed at ${xml.slice(at, at + 80)}`);
  return elements;
}

describe('the job summary of a comparison', () => {
  test("shows each score's interval as a bar, and earlier means as a chart", () => {
    const text = comparisonSummary(judged(worseComparison()), context(), history);
    expect(text).toMatch(/^## 🔴 The preview works, but its answers are worse than those of production\n/);
    expect(text).toContain('| ⬇️ worse | accuracy | 0.91 | 0.84 |');
    expect(text).toContain('26 cases of support');
    expect(text).toContain('x-axis ["51f0aaa", "6601f04", "this"]');
    expect(text).toMatch(/line \[0\.86, 0\.91, 0\.83\d+\]/);
    expect(text).toContain('<b>No result: 1 case</b>');
    expect(comparisonSummary(judged(worseComparison()), context(), undefined)).not.toContain('mermaid');
  });

  test('shows the time of each case, and the tokens of the case if they are known', () => {
    const text = comparisonSummary(judged(worseComparison()), context(), undefined);
    const { rows } = renderAsGitHub(text);
    expect(rows).toContainEqual(['Verdict', 'Case', 'Score', 'Time']);
    expect(rows).toContainEqual(['⬇️ worse', 'Iceland', '1.00 → 0.60', '100 ms → 100 ms']);
    expect(text).toContain('**Refund** (5/5 → 0/5; time: 100 ms → 100 ms)');
    const counted = comparedCase(
      'Order',
      [answer({ passed: true, output: 'a', tokens: 310 })],
      [answer({ passed: true, output: 'b', tokens: 900, latencyMs: 1_240 })],
    );
    const withTokens = renderAsGitHub(
      comparisonSummary(judged([counted, ...worseComparison()]), context(), undefined),
    );
    expect(withTokens.rows).toContainEqual(['Verdict', 'Case', 'Score', 'Time', 'Tokens']);
    expect(withTokens.rows).toContainEqual([
      '✏️ worded differently',
      'Order',
      '1.00 → 1.00',
      '100 ms → 1.2 s',
      '310 → 900',
    ]);
  });

  test.each([
    [{ value: -0.06, low: -0.1, high: -0.02 }, '├───●───┤·┆··········'],
    [{ value: 0.05, low: 0.02, high: 0.08 }, '··········┆·├──●──┤··'],
    [{ value: 0, low: -0.01, high: 0.01 }, '·········├●┤·········'],
    [{ value: 0.5, low: -Infinity, high: Infinity }, '├───────────────────●'],
  ])('draws the interval %j', (estimate, bar) => {
    expect(intervalBar(estimate, 0.1)).toBe(bar);
    expect(bar).toHaveLength(21);
  });

  test('contains no active markup from names or responses, and stays below its size limit', () => {
    fc.assert(
      fc.property(bait, bait, (name, text) => {
        const runs = { key: name, runs: [{ commit: text, mean: 0.5 }] };
        const rendered = renderAsGitHub(comparisonSummary(judged(baitCases(name, text)), context(), runs));
        expect(liveIn(rendered)).toEqual([]);
        expect(rendered.links).toEqual([]);
        expect(rendered.html.every((tag) => /^<\/?(details|summary|b)( open)?>$/.test(tag))).toBe(true);
      }),
      runs,
    );
    const long = '`|<@a '.repeat(2_000);
    const many = Array.from({ length: 1_000 }, (_, at) => baitCases(`${at} ${long}`, long)[at % 2]!);
    expect(comparisonSummary(judged(many), context(), history).length).toBeLessThanOrEqual(260_000);
  });
});

describe('the JUnit report of a comparison', () => {
  test('has a test for each case and reason, and a failure for each broken case and each reason', () => {
    const elements = parseXml(junitReport(judged(worseComparison()), context()));
    const suites = elements.filter(({ name }) => name === 'testsuite').map(({ attributes }) => attributes);
    expect(suites).toEqual([
      { name: 'cases', tests: '26', failures: '1', errors: '1', skipped: '0' },
      { name: 'gate', tests: '2', failures: '1', errors: '0' },
    ]);
    const failures = elements.filter(({ name }) => name === 'failure');
    expect(failures.map(({ attributes }) => attributes['message'])).toEqual([
      'Preview fails, Production passes (5/5 → 0/5)',
      'the score accuracy fell from 0.91 to 0.84',
    ]);
    expect(failures[0]!.text).toContain('+ I have refunded 160.00 EUR.');
    expect(elements.filter(({ name }) => name === 'error')).toHaveLength(1);
  });

  test('is well-formed even if names or responses contain markup', () => {
    fc.assert(
      fc.property(bait, fc.string({ unit: 'binary' }), (name, text) => {
        const elements = parseXml(junitReport(judged(baitCases(name, text)), context()));
        expect(elements.filter(({ name: tag }) => tag === 'testcase').length).toBeGreaterThanOrEqual(4);
      }),
      runs,
    );
    expect(escapeXml('\u0000\ud800<&"\'>\n')).toBe('\ufffd\ufffd&#60;&#38;&#34;&#39;&#62;\n');
  });
});

describe('report.json', () => {
  test('matches its schema, even without scores or with infinite intervals', () => {
    for (const cases of [
      worseComparison(),
      [],
      [comparedCase('a', [answer({ scores: { s: 1 } })], [answer({ scores: { s: 0 } })])],
      baitCases('a', 'b'),
    ]) {
      const report = toGateReport(judged(cases), context());
      const text = JSON.stringify(report);
      expect(gateReportSchema.parse(JSON.parse(text))).toEqual(report);
    }
    const report = toGateReport(judged(worseComparison()), context());
    expect(report).toMatchObject({ version: 1, verdict: 'worse', red: true, totals: { second_looks: 2 } });
    expect(report.scores[0]).toMatchObject({ key: 'accuracy', verdict: 'worse', cases_needed: null });
    expect(report.reasons).toEqual(['1 of 26 cases is broken', 'the score accuracy fell from 0.91 to 0.84']);
  });
});

describe('the page of a comparison', () => {
  test("permits only the page's own style, which the content security policy identifies by its hash", () => {
    const hash = createHash('sha256').update(PAGE_STYLE).digest('base64');
    expect(PAGE_STYLE_HASH).toBe(`sha256-${hash}`);
    const page = comparisonPage(judged(worseComparison()), context());
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).toContain(`<style>${PAGE_STYLE}</style>`);
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|<img|<link/);
    expect(page).toContain('<h1>The preview works, but its answers are worse than those of production</h1>');
    expect(page).toContain('<circle class="dot bad"');
    expect(page).toMatch(/<del>Refund[^<]*<\/del>/);
    expect(page).toContain('<ins>I have refunded');
    expect(page).toContain('<span class="number">5/5</span>');
    expect(page).toContain('<span>Time <span class="number">100 ms → 100 ms</span></span>');
  });

  // docs/security/pull-requests.md#gate-page-inert
  test('contains no HTML elements from names or responses', () => {
    fc.assert(
      fc.property(bait, bait, (name, text) => {
        const page = comparisonPage(judged(baitCases(name, text)), context());
        const body = page.slice(page.indexOf('<body>'), page.indexOf('</html>'));
        const names = new Set(parseXml(body).map(({ name: tag }) => tag));
        const own =
          'body main section header footer dl div dt dd h1 h2 h3 p span table thead tbody tr th td a details summary del ins svg rect path line circle'.split(
            ' ',
          );
        expect([...names].filter((tag) => !own.includes(tag))).toEqual([]);
      }),
      runs,
    );
  });
});

test('no report contains a secret', () => {
  const text = `The key is ${SECRET}, as asked.`;
  const cases = [
    ...baitCases(SECRET, text),
    comparedCase('fixed', [failing(text)], [passing(text)]),
    comparedCase('changed', [passing(text)], [passing(`${text} Bye.`)]),
  ];
  const judgement = judged(cases);
  const given = context({ dataset: { name: SECRET, version: SECRET } });
  const reports = [
    comparisonSummary(judgement, given, { key: SECRET, runs: [{ commit: SECRET, mean: 1 }] }),
    junitReport(judgement, given),
    JSON.stringify(toGateReport(judgement, given)),
    comparisonPage(judgement, given),
  ];
  for (const report of reports) {
    expect(report).toContain('***');
    expect(report).not.toContain(SECRET.slice(0, 12));
  }
});
