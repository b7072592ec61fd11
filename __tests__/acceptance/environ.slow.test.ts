import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureDist } from '../../harness/dist.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { AGENT, commitTree, makeTree } from '../action/support/checkout.ts';
import { programOf } from '../emulator/data-plane/workload/programs.ts';
import { environSearch, type EnvironSearch } from './support/environ-search.ts';
import { runSandbox, startUpstream, type Upstream } from './support/sandbox.ts';
import { useTestEnvironment } from './support/environment.ts';

const API_KEY = `key-${randomBytes(12).toString('hex')}`;
/** Secret in the environment of a job, which workflows pass to every step. */
const JOB_SECRET = `job-${randomBytes(12).toString('hex')}`;

const folder = mkdtempSync(path.join(tmpdir(), 'agent-deploy-environ-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks that every search read the environments of other processes, and that no environment contained the secret. */
function expectNothingFound(searches: readonly EnvironSearch[]): void {
  expect(searches.length).toBeGreaterThan(0);
  expect(searches.flatMap(({ found }) => found)).toEqual([]);
  for (const { searched } of searches) expect(searched).toBeGreaterThan(1);
}

describe('a program that a deploy starts', () => {
  const world = useTestEnvironment({ runtime: 'stub', apiKey: API_KEY });

  // docs/security/secrets.md#program-deploy-starts-finds
  test.each([
    ['git, which lists the files of a checkout', { source: 'internal_source', 'dry-run': 'true' }, 'planned'],
    [
      'git, which resolves a ref',
      { ref: 'release', 'repo-url': 'https://127.0.0.1:9/acme/agent' },
      'deployed',
    ],
  ])(
    '(%s) finds no API key in its own environment or the environment of another readable process',
    async (_what, given, outcome) => {
      const search = environSearch(mkdtempSync(path.join(folder, 'git-')), [API_KEY, JOB_SECRET]);
      const bin = mkdtempSync(path.join(folder, 'bin-'));
      const real = (process.env['PATH'] ?? '').replaceAll("'", '');
      writeFileSync(path.join(bin, 'git'), `#!/bin/sh\n'${search.command}'\nPATH='${real}' exec git "$@"\n`);
      chmodSync(path.join(bin, 'git'), 0o755);
      const workspace = makeTree(AGENT);
      commitTree(workspace);
      const inputs = { 'deployment-name': world.name(), ...given };
      const env = { PATH: `${bin}${path.delimiter}${real}`, JOB_SECRET, LANGSMITH_API_KEY: API_KEY };
      const run = await world.deploy({ workspace, inputs, env });
      expect(run.outputs).toMatchObject({ outcome });
      expectNothingFound(search.results());
    },
  );
});

describe('a command on the runner', () => {
  let upstream: Upstream;
  beforeAll(async () => {
    await ensureDist();
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());

  // docs/security/secrets.md#command-sandbox-action-without
  test('finds neither the secrets of its proxy rules nor the job’s secrets in the environment of any process', async () => {
    const key = `key-${randomBytes(12).toString('hex')}`;
    const search = environSearch(mkdtempSync(path.join(folder, 'run-')), [key, JOB_SECRET]);
    const inputs = { ...upstream.inputs('process'), run: search.command };
    const run = await runSandbox({ inputs, env: { MODEL_KEY: key, JOB_SECRET } }, [key]);
    expect(run.outputs).toMatchObject({ 'reason-code': 'command-passed' });
    expectNothingFound(search.results());
  });
});

describe('a build or an agent of the emulator', () => {
  // docs/security/secrets.md#builds-agents-emulator-find
  test('finds no API key of the emulator, no CI variable and no secret of another agent in any environment', async () => {
    const apiKey = `key-${randomBytes(12).toString('hex')}`;
    const secret = `secret-${randomBytes(12).toString('hex')}`;
    const search = environSearch(mkdtempSync(path.join(folder, 'agent-')), [apiKey, secret, JOB_SECRET]);
    const other = await createRepository(plainAgent());
    const searching = await createRepository(
      programOf('node server.mjs', {
        'server.mjs': `import { execSync } from 'node:child_process';
import { createServer } from 'node:http';
execSync(${JSON.stringify(search.command)});
createServer((_, answer) => answer.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1');
`,
      }),
    );
    const emulator = await startEmulator({ runtime: 'process', apiKey, env: { JOB_SECRET } });
    try {
      const secrets = [{ name: 'AGENT_SECRET', value: secret }];
      await deployAgent(emulator, other, { name: 'other', secrets });
      await deployAgent(emulator, searching, { name: 'searching', installCommand: search.command });
      const searches = search.results();
      // The install step and the agent each made one search.
      expect(searches).toHaveLength(2);
      expectNothingFound(searches);
    } finally {
      await emulator.stop();
      await Promise.all([other.remove(), searching.remove()]);
    }
  });
});
