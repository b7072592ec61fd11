import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installFakePython, installFakeUv } from '../../../../harness/fake-python/install.ts';
import type { FileTree } from '../../../../harness/git.ts';
import { openBuildFixture, type Workshop } from './fixture.ts';

// The fake programs are shell scripts, which do not run on Windows.
const onUnix = process.platform === 'win32' ? describe.skip : describe;

const AGENT = 'def graph(config):\n    return None\n';

onUnix('a build of Python graphs', () => {
  let workshop: Workshop;
  beforeEach(async () => {
    workshop = await openBuildFixture({ 'agent.py': AGENT, 'requirements.txt': 'langgraph\n' });
    await installFakePython(join(workshop.folder, 'bin'), { name: 'python3.12', version: '3.12.4' });
    await installFakeUv(join(workshop.folder, 'bin'));
  });
  afterEach(() => workshop.remove());

  /** Commits the configuration with these files, and builds it. */
  async function build(config: object, files: FileTree = {}, source: Record<string, string> = {}) {
    const whole = {
      dependencies: ['.'],
      graphs: { agent: './agent.py:graph' },
      python_version: '3.12',
      ...config,
    };
    await workshop.repository.commit({ ...files, 'langgraph.json': JSON.stringify(whole) });
    return workshop.build({ source });
  }
  const log = () => workshop.lines.join('\n');

  test('a Python build returns the interpreter and paths of the worker, and warns about ineffective configuration keys', async () => {
    const graphs = {
      agent: { path: './agent.py:graph', description: 'answers' },
      helper: 'pkg.helper:graph',
    };
    const artifact = await build({ graphs, image_distro: 'wolfi' }, { 'pkg/helper.py': AGENT });
    expect(artifact).toMatchObject({
      commitSha: await workshop.repository.head(),
      language: 'python',
      graphs: {
        agent: { module: './agent.py', exportName: 'graph', description: 'answers' },
        helper: { module: 'pkg.helper', exportName: 'graph' },
      },
      moduleKey: undefined,
      python: { key: expect.stringMatching(/./), runtime: { paths: [artifact.folder] } },
    });
    await access(artifact.python?.runtime.interpreter ?? '');
    expect(log()).toContain('the key "image_distro" is not supported without');
    expect(log()).not.toContain('requests Node');
    expect(log()).toContain('Prepared Python for agent, helper');
    expect(await workshop.installs()).toBe(0);
  });

  test('a Python build checks the graphs that a command created', async () => {
    const graphs = { agent: './made.py:graph' };
    const make = (name: string) => ({ build_command: `sed s/graph/${name}/ agent.py > made.py` });
    expect((await build({ graphs }, {}, make('graph'))).graphs).toEqual({
      agent: { module: './made.py', exportName: 'graph' },
    });
    await expect(build({ graphs }, { 'x.txt': '1' }, make('grpah'))).rejects.toThrow('Did you mean "grpah"?');
    await expect(build({ graphs }, { 'x.txt': '2' }, { build_command: 'true' })).rejects.toThrow(
      'the key "graphs.agent" points to "./made.py", which does not exist.',
    );
  });

  test('a Python build checks a graph before running commands, unless a command can create the graph', async () => {
    const outside = { graphs: { agent: '../made.py:graph' } };
    await expect(build(outside, {}, { install_command: 'echo it-ran' })).rejects.toThrow(
      'which is outside the repository',
    );
    expect(log()).not.toContain('it-ran');
  });

  // docs/agent-server/routes.md#user-interface-python
  test('a Python build bundles the user interface with separate packages, and reuses them next time', async () => {
    const files = {
      'ui.ts': `import { dep } from 'dep';\nexport default { card: () => dep };`,
      'package.json': '{"name":"ui"}',
      'package-lock.json': '{"name":"ui","lockfileVersion":3,"packages":{}}',
    };
    const artifact = await build({ ui: { agent: './ui.ts' } }, files);
    expect(artifact.ui?.['agent']?.files).toEqual(['entrypoint.js']);
    expect(artifact.moduleKey).toEqual(expect.stringMatching(/./));
    expect(artifact.python?.key).toBeDefined();
    expect(log()).toContain('Bundled the user interface of agent');
    await build({ ui: { agent: './ui.ts' } }, { 'x.txt': '1' });
    expect(await workshop.installs()).toBe(1);
    await expect(build({ ui: { agent: './gone.ts' } })).rejects.toThrow(
      'the key "ui.agent" points to "./gone.ts"',
    );
  });

  // docs/departures/graphs.md#emulator-command-graph-configuration
  test('a Python build does not check graphs if the configuration specifies a command to start instead', async () => {
    const artifact = await build({ emulator: { command: 'python3 server.py' }, python_version: '2.7' });
    expect(artifact).toMatchObject({ command: 'python3 server.py', graphs: {} });
    expect(artifact.python).toBeUndefined();
  });
});
