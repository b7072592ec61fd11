import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { INFERENCES, SCENARIOS } from '../../../harness/live/inferences.ts';
import { UNCHECKED } from '../../../harness/live/unchecked.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Returns the anchors of a page: explicit IDs, and GitHub's anchors of headings. */
function anchorsOf(page: string): Set<string> {
  const text = read(page);
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
  return new Set([...ids, ...headings]);
}

const pages = new Map(globSync('docs/**/*.md', { cwd: root }).map((page) => [page, anchorsOf(page)]));
const isAnchor = (doc: string): boolean => {
  const [page = '', anchor = ''] = doc.split('#');
  return pages.get(page)?.has(anchor) === true;
};

/**
 * Returns the rows of the departures about behavior that the service's description does not contain, except the rows
 * about graphs and about the emulator's own API.
 */
function inferredRows(page: string): string[] {
  const [text = ''] = read(page)
    .split('## The emulator’s own API')
    .flatMap((part) => part.split("## The emulator's own API"));
  return [...text.matchAll(/^\| <a id="([^"]+)"><\/a>.*? \| (.*?) \| /gm)].flatMap(
    ([, id, description = '']) =>
      /does not (document|specify|contain)/.test(description) ? [`${page}#${id}`] : [],
  );
}

const PAGES = ['docs/departures.md', 'docs/departures/sandboxes.md', 'docs/departures/agent-server.md'];
const unchecked = UNCHECKED.flatMap(({ page, anchors }) => anchors.map((anchor) => `${page}#${anchor}`));

test('every inference has its own ID, a scenario, and an anchor that exists in the documentation', () => {
  const ids = INFERENCES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(INFERENCES.filter(({ doc }) => !isAnchor(doc)).map(({ doc }) => doc)).toEqual([]);
  const scenarios = new Set<string>(SCENARIOS.map(({ id }) => id));
  expect(INFERENCES.filter(({ scenario }) => !scenarios.has(scenario))).toEqual([]);
});

test('every behavior that the description of the service does not contain is checked, or has a reason', () => {
  const rows = PAGES.flatMap(inferredRows);
  expect(rows.length).toBeGreaterThan(100);
  const known = new Set([...INFERENCES.map(({ doc }) => doc), ...unchecked]);
  expect(rows.filter((row) => !known.has(row))).toEqual([]);
});

test('a reason belongs to an existing statement that the live tier does not check', () => {
  expect(unchecked.filter((doc) => !isAnchor(doc))).toEqual([]);
  expect(new Set(unchecked).size).toBe(unchecked.length);
  const checked = new Set(INFERENCES.map(({ doc }) => doc));
  expect(unchecked.filter((doc) => checked.has(doc))).toEqual([]);
});
