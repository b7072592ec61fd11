import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createRepository } from '../../../harness/git.ts';
import { deploymentName, findAgent } from '../../../src/emulator/dev/agent-folder.ts';
import { defaultDataFolder, openDevData, readStoredApiKey } from '../../../src/emulator/dev/data-folder.ts';
import { testFolder } from './support.ts';

const CONFIG = '{"graphs":{"agent":"./agent.ts:graph"}}';

describe('the search for the agent to run with `dev`', () => {
  test('finds the given folder if it is not in a checkout', async () => {
    await using folder = await testFolder({ 'my agent/langgraph.json': CONFIG });
    const root = path.join(folder.path, 'my agent');
    expect(await findAgent(root, 'langgraph.json')).toEqual({
      root,
      repository: undefined,
      configPath: 'langgraph.json',
      name: 'my-agent',
    });
  });

  test('finds a folder in a checkout, and the whole checkout is deployed', async () => {
    const repository = await createRepository({ 'agents/one/prod.json': CONFIG });
    try {
      const agent = await findAgent(path.join(repository.dir, 'agents/one'), 'prod.json');
      expect(agent).toMatchObject({
        root: repository.dir,
        configPath: 'agents/one/prod.json',
        name: 'one',
      });
    } finally {
      await repository.remove();
    }
  });

  // docs/dev.md#no-configuration
  test.each([
    ['no-such-folder', 'langgraph.json', /no-such-folder: the folder does not exist; specify the folder of/],
    ['empty', 'langgraph.json', /empty: langgraph\.json does not exist; specify the folder of the agent, or/],
    ['.', 'langgraph.json', /langgraph\.json does not exist; did you mean .*agents.support\?/],
    ['empty', '../agents/support/langgraph.json', /must be in the folder of the agent/],
  ])(
    "fails with a request for the agent's folder if the folder contains no agent: %s",
    async (folder, config, message) => {
      await using root = await testFolder({ 'agents/support/langgraph.json': CONFIG });
      await mkdir(path.join(root.path, 'empty'));
      await expect(findAgent(path.join(root.path, folder), config)).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringMatching(message),
      });
    },
  );
});

test.each([
  ['echo-agent', 'echo-agent'],
  ['My Agent (old)', 'My-Agent-old'],
  ['ünï_cödé', 'u-ni-co-de'],
  ['2048', 'agent'],
  ['-', 'agent'],
  [`a${'b'.repeat(80)}`, `a${'b'.repeat(62)}`],
])('a folder called %p is deployed under the name %p', (folder, name) => {
  expect(deploymentName(folder)).toBe(name);
});

describe('the data folder of a `dev` session', () => {
  const agent = { root: '/srv/agent', configPath: 'langgraph.json', name: 'agent', repository: undefined };

  // docs/dev.md#where-threads-are-kept
  test("is in the user's state folder, not in the checkout, and separate for each agent", () => {
    const place = (env: Record<string, string>, root = '/srv/agent') =>
      defaultDataFolder({ ...agent, root }, { env, platform: 'linux', home: '/home-of-me' });
    expect(place({})).toMatch(/^\/home-of-me\/\.local\/state\/agent-deploy\/dev\/agent-[0-9a-f]{12}$/);
    expect(place({ XDG_STATE_HOME: '/state' })).toMatch(/^\/state\/agent-deploy\/dev\/agent-/);
    expect(place({ XDG_STATE_HOME: 'relative' })).toBe(place({}));
    expect(place({}, '/srv/other/agent')).not.toBe(place({}));
  });

  test('contains the same API key in each session, unless the stored key is invalid', async () => {
    await using folder = await testFolder();
    const { realPath: data } = await openDevData(path.join(folder.path, 'data'), agent);
    const key = await readStoredApiKey(data);
    expect(key).toMatch(/^local_[\w-]{32}$/);
    expect(await readStoredApiKey(data)).toBe(key);
    await folder.write({ 'data/dev-api-key': 'local_short' });
    expect(await readStoredApiKey(data)).not.toBe('local_short');
  });

  // Windows does not have these file modes.
  const posix = process.platform === 'win32' ? test.skip : test;
  posix('is accessible only to its owner, even inside a folder that other users can access', async () => {
    await using folder = await testFolder({ 'open/revisions/r/.env': '', 'open/git/x': '' });
    const mode = async (name: string) => (await stat(path.join(folder.path, name))).mode & 0o777;
    for (const name of ['open', 'open/revisions', 'open/git']) {
      await chmod(path.join(folder.path, name), 0o755);
    }
    await openDevData(path.join(folder.path, 'open'), agent);
    await openDevData(path.join(folder.path, 'new', 'data'), agent);
    expect(await mode('open')).toBe(0o755);
    for (const name of ['open/revisions', 'open/git', 'new/data']) {
      expect([name, await mode(name)]).toEqual([name, 0o700]);
    }
  });

  test('is deleted if a session cannot start, unless it existed before', async () => {
    await using folder = await testFolder({ 'there/dev-api-key': 'local_kept' });
    const [made, there] = ['state/of/dev', 'there'].map((name) => path.join(folder.path, name));
    await (await openDevData(made ?? '', agent)).remove();
    await (await openDevData(there ?? '', agent)).remove();
    expect((await readdir(folder.path)).toSorted()).toEqual(['there']);
    expect(await readdir(there ?? '')).toEqual(['dev-api-key']);
  });

  test('is rejected if it contains the agent or cannot be created', async () => {
    await using folder = await testFolder({ 'agent/langgraph.json': CONFIG });
    const own = await findAgent(path.join(folder.path, 'agent'), 'langgraph.json');
    await expect(openDevData(folder.path, own)).rejects.toThrow('contains the agent itself');
    await expect(openDevData(own.root, own)).rejects.toThrow('contains the agent itself');
    const file = path.join(own.root, 'langgraph.json', 'data');
    await expect(openDevData(file, own)).rejects.toThrow('cannot be used');
  });
});
