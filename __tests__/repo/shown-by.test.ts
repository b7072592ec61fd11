import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { EXIT_WITHIN_MS } from '../../harness/crash/attempt.ts';
import { RETAINED_REVISIONS } from '../../harness/crash/invariants.ts';
import { citationsIn, shownRows, withoutAnchor } from './support/shown-by.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Pages whose tables contain claims, each with the number of columns and the minimum number of rows. */
const PAGES = [
  { page: 'docs/security.md', columns: 2, least: 10, others: true },
  { page: 'docs/security/secrets.md', columns: 2, least: 35 },
  { page: 'docs/security/checkouts.md', columns: 2, least: 50 },
  { page: 'docs/security/pull-requests.md', columns: 2, least: 40 },
  { page: 'docs/security/emulator.md', columns: 2, least: 40 },
  { page: 'docs/security/forks.md', columns: 2, least: 9 },
  { page: 'docs/data.md', columns: 2, least: 1 },
  // Other tables on these two pages describe runs and log lines.
  { page: 'docs/agent-server.md', columns: 2, least: 5, others: true },
  { page: 'docs/agent-server/limits.md', columns: 2, least: 20, others: true },
  { page: 'docs/agent-server/routes.md', columns: 2, least: 20, others: true },
  { page: 'docs/migration.md', columns: 3, least: 11, others: true },
  { page: 'docs/credential-proxy.md', columns: 3, least: 80 },
  { page: 'docs/credential-proxy/process.md', columns: 3, least: 35 },
  // Another table on this page describes fields.
  { page: 'docs/credential-proxy/placeholders.md', columns: 3, least: 15, others: true },
  { page: 'docs/credential-proxy/budgets.md', columns: 3, least: 10 },
  // Another table on this page describes fields.
  { page: 'docs/credential-proxy/signing.md', columns: 3, least: 25, others: true },
  { page: 'docs/boxes.md', columns: 3, least: 10 },
  // Other tables on this page describe screens and keys.
  { page: 'docs/dashboard.md', columns: 3, least: 12, others: true },
  { page: 'docs/crash-safety.md', columns: 3, least: 21, others: true },
  { page: 'docs/kubernetes.md', columns: 3, least: 50, others: true },
  { page: 'docs/kubernetes/chart.md', columns: 3, least: 10, others: true },
  { page: 'docs/kubernetes/backup.md', columns: 3, least: 2 },
  { page: 'docs/kubernetes/upgrades.md', columns: 3, least: 10 },
  { page: 'docs/kubernetes/scale.md', columns: 3, least: 6 },
  { page: 'docs/kubernetes/images.md', columns: 3, least: 9, others: true },
  { page: 'docs/kubernetes/logs.md', columns: 3, least: 6, others: true },
  { page: 'docs/kubernetes/tls.md', columns: 3, least: 6, others: true },
  { page: 'docs/kubernetes/pods.md', columns: 3, least: 9 },
  { page: 'docs/kubernetes/tenants.md', columns: 3, least: 11, others: true },
  { page: 'docs/kubernetes/keys.md', columns: 3, least: 8, others: true },
  { page: 'docs/kubernetes/guarantees.md', columns: 3, least: 40, others: true },
  { page: 'docs/kubernetes/monitoring.md', columns: 3, least: 7, others: true },
  { page: 'docs/conformance.md', columns: 3, least: 50, named: true },
  { page: 'docs/departures.md', columns: 4, least: 100, others: true, named: true },
  { page: 'docs/departures/graphs.md', columns: 4, least: 35, named: true },
  { page: 'docs/departures/agent-server.md', columns: 4, least: 60, named: true },
  { page: 'docs/departures/sandboxes.md', columns: 4, least: 30, named: true },
];

describe.each(PAGES)(
  'the table of documented guarantees in $page',
  ({ page, columns, least, others, named }) => {
    const all = shownRows(page);
    const rows = others === true ? all.filter(({ cells }) => cells.length === columns) : all;

    test('has no empty cell', () => {
      expect(rows.length).toBeGreaterThanOrEqual(least);
      expect(rows.filter(({ cells }) => cells.length !== columns || cells.includes(''))).toEqual([]);
    });

    test('names each test only once', () => {
      const places = named === true ? rows.map(({ cells }) => withoutAnchor(cells[0])) : [];
      expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    });

    test.each(rows.map((row) => [row.citation, row] as const))(
      'has a test that cites the guarantee: %s',
      (_claim, { file, citation }) => {
        expect(file).toMatch(/\.(test|network|deep|browser|cluster)\.ts$/);
        expect(citationsIn(file)).toContain(citation);
      },
    );
  },
);

test('each rule in the API documentation is cited by a test, a claim or the code', () => {
  const pages = globSync(['docs/api.md', 'docs/api/*.md'], { cwd: ROOT });
  const rules = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/<a id="([^"]+)">/g), ([, id = '']) => `${path.basename(page)}#${id}`),
  );
  const files = globSync(['{src,__tests__}/**/*.ts', 'docs/**/*.md'], { cwd: ROOT });
  const cited = new Set(
    files.flatMap((file) =>
      Array.from(
        read(file).matchAll(/\bapi(?:\/([\w-]+))?\.md#([\w-]+)/g),
        ([, page = 'api', id]) => `${page}.md#${id}`,
      ),
    ),
  );
  expect(rules.length).toBeGreaterThan(80);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});

test('the documented numbers about crashes and leases match the code', () => {
  const crashes = read('docs/crash-safety.md');
  expect(crashes).toContain(`within **${EXIT_WITHIN_MS / 1_000} seconds**`);
  expect(crashes).toContain(`the last **${RETAINED_REVISIONS}** deployed`);
  const lease = /leaseMs \?\? (\d+)_000,/.exec(read('src/emulator/config.ts'))?.[1];
  expect(read('docs/kubernetes.md')).toContain(`A lease of ${lease} seconds`);
});
