import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseSecrets } from '../../../src/action/inputs/secrets.ts';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { nameOf } from '../../../harness/start/deploy.ts';
import { parseStartOptions, readEnvSecrets, secretEntry } from '../../../harness/start/options.ts';
import { findMissingPrerequisite } from '../../../harness/start/python.ts';
import { renderMarkdown } from '../../../harness/start/terminal.ts';
import {
  changeEchoAgent,
  echoRepository,
  ownSource,
  pythonRepository,
} from '../../../harness/start/source.ts';

const made: FixtureRepository[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((repository) => repository.remove()));
});

describe('the command line of npm start', () => {
  test('without arguments starts the tour', () => {
    expect(parseStartOptions([])).toEqual({ kind: 'tour', dashboard: false });
    expect(parseStartOptions(['--dashboard'])).toEqual({ kind: 'tour', dashboard: true });
  });

  test('with --repo deploys the reader’s own agent', () => {
    expect(parseStartOptions(['--repo', '../mine', '--ref', 'topic', '--env-file', '.env'])).toEqual({
      kind: 'own',
      dashboard: false,
      repo: '../mine',
      ref: 'topic',
      config: 'langgraph.json',
      envFile: '.env',
      name: null,
    });
  });

  test.each([
    [['--ref', 'x'], '--ref requires --repo'],
    [['--repo', ''], '--repo is empty'],
    [['--rpeo', 'x'], "'--rpeo'"],
  ])('%j is rejected', (args, problem) => {
    expect(() => parseStartOptions(args)).toThrow(problem);
  });
});

describe('the secrets in an env file', () => {
  test('are passed to the action without loss, including multi-line values', () => {
    const secrets = readEnvSecrets('A=1\nKEY="-----BEGIN\nEND\n-----END"\n# c\nEMPTY=\nQ=\'a # b\'\n');
    expect(secrets.names.toSorted()).toEqual(['A', 'EMPTY', 'KEY', 'Q']);
    expect(parseSecrets(secrets.input, { selfHosted: false })).toEqual({
      ok: true,
      value: expect.arrayContaining([
        { name: 'A', value: '1' },
        { name: 'KEY', value: '-----BEGIN\nEND\n-----END' },
        { name: 'EMPTY', value: '' },
        { name: 'Q', value: 'a # b' },
      ]),
    });
  });

  test('are passed to the input unchanged, even with special characters', () => {
    const value = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\0\r]/.test(text) && (text === '' || text.trim() !== ''));
    fc.assert(
      fc.property(value, (text) => {
        expect(parseSecrets(secretEntry('NAME', text), { selfHosted: false })).toEqual({
          ok: true,
          value: [{ name: 'NAME', value: text }],
        });
      }),
    );
  });
});

test.each([
  [
    'Graph configuration langgraph.json: the key "graphs.agent" points to the Python module "./agent.py", but no Python 3.11 or newer was found. Tried: python3 (3.10.2, too old), python (not on PATH). Run `uv python install 3.11`, install Python 3.11 or newer in another way, or set the path of an interpreter with --python.',
    'no Python 3.11 or newer was found. Tried: python3 (3.10.2, too old), python (not on PATH)',
  ],
  [
    'Python packages cannot be installed: uv is not on PATH, and Python 3.12.3 (/usr/bin/python3) has no pip. Install uv or pip.',
    'uv is not on PATH, and Python 3.12.3 (/usr/bin/python3) has no pip',
  ],
  [
    'Resolving the Python packages with uv failed: error sending request. The package index could not be reached. Check the network connection.',
    'The package index could not be reached',
  ],
  ['The agent failed to start: ImportError: no module named agent', undefined],
])('a missing installation of Python is distinguished from an error: %s', (message, lacking) => {
  expect(findMissingPrerequisite({ outcome: 'failure', annotations: [{ level: 'error', message }] })).toBe(
    lacking,
  );
});

test('a job summary is readable without a browser', () => {
  const text = [
    '## Deployed `echo` :rocket:',
    '',
    '| Field | Value |',
    '| --- | :-: |',
    '| **URL** | [http://x](http://x) |',
    '| a \\| b | <code>y</code> |',
    '',
    '',
    '<details><summary>Log</summary>',
    '',
    '```',
    '| not | a table',
    '```',
    '</details>',
    '* [docs](http://d) &amp; more at <http://e>',
  ].join('\n');
  expect(renderMarkdown(text)).toEqual([
    'Deployed echo :rocket:',
    '======================',
    '',
    '  Field  Value',
    '  URL    http://x',
    '  a | b  y',
    '',
    'Log',
    '',
    '    | not | a table',
    '- docs (http://d) & more at http://e',
  ]);
});

test.each([
  ['https://github.com/o/My_Agent.git', 'my-agent'],
  ['../agents/42-answers/', 'answers'],
  ['git@host:o/echo', 'echo'],
  ['---', 'agent'],
])('the deployment of %s has the name %s', (repo, name) => {
  expect(nameOf(repo)).toBe(name);
});

describe('the source that npm start deploys', () => {
  const own = (repo: string, ref: string | null = null, config = 'langgraph.json') =>
    ownSource({ kind: 'own', dashboard: false, repo, ref, config, envFile: null, name: null });

  test("is a folder's current branch, with a note about uncommitted changes", async () => {
    const repository = await createRepository({ 'langgraph.json': '{}' });
    made.push(repository);
    const clean = await own(repository.dir);
    expect(clean).toMatchObject({ ref: 'refs/heads/main', commit: await repository.head(), remark: null });
    await repository.git('rm', '--quiet', '--cached', 'langgraph.json');
    expect((await own(repository.dir)).remark).toMatch(/only committed files are deployed/);
  });

  test('includes the configuration, even below the root of the repository', async () => {
    const repository = await createRepository({ 'agents/shop/langgraph.json': '{}', 'other.json': '{}' });
    made.push(repository);
    const folder = path.join(repository.dir, 'agents', 'shop');
    expect(await own(folder)).toMatchObject({ config: 'agents/shop/langgraph.json' });
    expect(await own(folder, null, 'other.json')).toMatchObject({ config: 'other.json' });
  });

  test('is found in a folder whose git configuration names programs, without starting them', async () => {
    const repository = await createRepository({ 'langgraph.json': '{}' });
    made.push(repository);
    const marker = path.join(repository.origin, 'fired');
    await repository.git('config', 'core.fsmonitor', `touch ${marker}; false`);
    expect(await own(repository.dir)).toMatchObject({ ref: 'refs/heads/main', remark: null });
    expect(existsSync(marker)).toBe(false);
    await repository.git('status');
    expect(existsSync(marker)).toBe(true);
  });

  test('is found by the URL of a repository, with the default branch or with an annotated tag', async () => {
    const repository = await createRepository({ 'langgraph.json': '{}' });
    made.push(repository);
    const tag = await repository.tag('v1', { annotated: true });
    expect(await own(repository.url)).toMatchObject({ ref: 'refs/heads/main' });
    expect(await own(repository.url, 'v1')).toMatchObject({ ref: 'refs/tags/v1', commit: tag.commit });
  });

  test('is rejected with a message if it cannot be deployed', async () => {
    const repository = await createRepository({ f: 'x' });
    made.push(repository);
    await expect(own(repository.dir)).rejects.toThrow(/main of .* does not contain langgraph\.json/);
    await expect(own(repository.url, 'gone')).rejects.toThrow(/has no branch or tag gone/);
    await expect(own('/nonexistent/folder')).rejects.toThrow(/cannot be read/);
    await expect(own('--upload-pack=x')).rejects.toThrow(/neither a folder nor a git URL/);
    await repository.git('checkout', '--quiet', '--detach');
    await expect(own(repository.dir)).rejects.toThrow(/has no branch checked out/);
  });
});

test.each([
  { makeRepository: echoRepository, file: 'src/agent.ts', holds: ['langgraph.json', 'package-lock.json'] },
  {
    makeRepository: pythonRepository,
    file: 'src/echo_agent/reply.py',
    holds: ['langgraph.json', 'pyproject.toml'],
  },
])('the example with $file is a repository with two versions', async ({ makeRepository, file, holds }) => {
  const repository = await makeRepository();
  made.push(repository);
  const files = (await repository.git('ls-files')).split('\n');
  expect(files).toEqual(expect.arrayContaining(holds));
  expect(files.some((name) => name.includes('node_modules'))).toBe(false);
  await changeEchoAgent(repository);
  const shown = await repository.git('show', '--stat', '--format=%s', 'HEAD');
  expect(shown).toContain('Answer as v2');
  expect(shown).toContain(file);
});
