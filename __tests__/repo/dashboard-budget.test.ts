import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { decodeHTMLStrict } from '../../scripts/dashboard/html-entities.ts';
import { budgetProblems, buildDashboard, PAGE_BUDGET } from '../../scripts/dashboard/build.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

test('a page above its size budget is rejected with the part that exceeds it and the difference', () => {
  expect(budgetProblems({ firstScreen: 40, whole: 80 }, { firstScreen: 40, whole: 80 })).toEqual([]);
  expect(budgetProblems({ firstScreen: 40.06, whole: 91 }, { firstScreen: 40, whole: 80 })).toEqual([
    expect.stringMatching(/^The first screen of the dashboard is 40\.1 KB compressed, of 40 KB: load what/),
    expect.stringMatching(/^The whole page of the dashboard is 91\.0 KB compressed, of 80 KB: /),
  ]);
});

test('numeric and common entities in Markdown are decoded', () => {
  expect(
    decodeHTMLStrict('&lt;b&gt; &#8364;&#x20AC;&euro; &nbsp;|&hellip; &zwnj; &#0; &#xD800; & &amp'),
  ).toBe('<b> €€€ \u00a0|… &zwnj; \ufffd \ufffd & &amp');
});

// docs/dashboard.md#small
test('the files that the build writes for the dashboard are within the size budget', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dashboard-budget-'));
  try {
    const { firstScreen, whole } = await buildDashboard(root, folder);
    expect(firstScreen).toBeLessThanOrEqual(PAGE_BUDGET.firstScreen);
    expect(whole).toBeLessThanOrEqual(PAGE_BUDGET.whole);
    expect(firstScreen).toBeLessThan(whole);
    const names = await readdir(folder);
    expect(names).toEqual(
      expect.arrayContaining(['index.html', expect.stringMatching(/^dashboard-\w+\.js$/)]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
