import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../../harness/git.ts';
import { startCloud } from '../admin/cloud.ts';
import { hasPython, nodeServer, programOf } from '../data-plane/workload/programs.ts';
import { gitDeployment } from '../server/plane.ts';
import { Cleanup, ROOT } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Starts an emulator, and deploys this repository. */
async function deployed(files: FileTree) {
  const repository = await createRepository(files);
  cleanup.add(() => repository.remove());
  const { emulator, api, deploy, revise } = await startCloud({ runtime: 'process' });
  const body = gitDeployment({
    source_config: { repo_url: repository.url },
    secrets: [{ name: 'GREETING', value: 'hello' }],
  });
  const deployment = await deploy(body);
  /** Deploys another version of the repository. */
  const update = async (next: FileTree) => {
    await repository.commit(next);
    return (await revise(deployment, { repo_ref: 'main' })).status;
  };
  const { id, url, revisionStatus: status } = deployment;
  return { emulator, api, status, url, id, update };
}

describe('a deployed program with its own server', () => {
  // docs/departures/graphs.md#emulator-command-graph-configuration
  test('gets every request of its deployment unchanged, except for the API key', async () => {
    const { api, status, url, id, emulator } = await deployed(
      programOf('node server.mjs', { 'server.mjs': nodeServer('v1') }),
    );
    expect(status).toBe('DEPLOYED');
    const target = '/threads/x/runs?limit=1&a=%20b';
    const body = { input: { say: 'a secret of the caller' } };
    for (const base of [url, `/d/${id}`]) {
      const { status: code, body: answer, headers } = await api('POST', base + target, body);
      expect([code, headers.get('x-version')]).toEqual([201, 'v1']);
      expect(answer).toMatchObject({
        url: target,
        body: JSON.stringify(body),
        key: null,
        env: { greeting: 'hello' },
      });
    }
    expect((await api('GET', `${url}/threads`, undefined, { 'x-api-key': null })).status).toBe(401);
    expect((await api('GET', `${url}/ok`, undefined, { 'x-api-key': null })).body).toMatchObject({
      ok: true,
    });
    expect(JSON.stringify(emulator.journal.after(0))).not.toContain('a secret of the caller');
  });

  test('is replaced by its next version without ending open streams of the previous version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'program-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const gate = join(folder, 'gate');
    const { url, emulator, update, api } = await deployed(
      programOf('node server.mjs', { 'server.mjs': nodeServer('v1') }),
    );
    const stream = await fetch(`${url}/wait?file=${encodeURIComponent(gate)}`, {
      headers: { 'x-api-key': emulator.apiKey },
    });
    const asked: string[] = [];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) asked.push((await api('GET', `${url}/who`)).body.version);
    })();
    expect(await update({ 'server.mjs': nodeServer('v2') })).toBe('DEPLOYED');
    over.abort();
    await asking;
    expect((await api('GET', `${url}/who`)).body.version).toBe('v2');
    // No client was refused, and no client got the old version after the new version.
    expect(asked.filter((version) => version !== 'v1' && version !== 'v2')).toEqual([]);
    expect(asked.toSorted()).toEqual(asked);
    await writeFile(gate, '');
    expect(await stream.text()).toBe('event: begun\ndata: v1\n\nevent: done\ndata: v1\n\n');
  });

  test('can replace the graphs of an earlier revision, and can be replaced by graphs', async () => {
    const { url, api, update } = await deployed(plainAgent());
    const version = async () => (await api('GET', `${url}/threads/count`)).body.version;
    expect(await version()).toBeUndefined();
    const program = programOf('node server.mjs', { 'server.mjs': nodeServer('v2') });
    expect(await update(program)).toBe('DEPLOYED');
    expect(await version()).toBe('v2');
    expect(await update(plainAgent())).toBe('DEPLOYED');
    expect(await version()).toBeUndefined();
    expect((await api('POST', `${url}/threads`, {})).status).toBe(200);
  });

  // Only Node is tested if this machine has no Python.
  const languages = hasPython ? ['python3', 'node'] : ['node'];
  test.each(languages)('can be written in any language, such as %s', async (language) => {
    const file = (name: string) => readFile(join(ROOT, 'examples/command-agent', name), 'utf8');
    const names = ['langgraph.json', 'server.py', 'echo.py', 'graph.py', 'requirements.txt'];
    const python = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await file(name)] as const)),
    );
    const node = programOf('node server.mjs', { 'server.mjs': nodeServer('v1') });
    const { api, status, url } = await deployed(language === 'node' ? node : python);
    expect(status).toBe('DEPLOYED');
    const messages = [{ type: 'human', content: 'hi' }];
    const { body } = await api('POST', `${url}/runs/wait`, { input: { messages } });
    const reported = { type: 'ai', content: 'echo v1: hi (GREETING: yes)' };
    expect(body).toMatchObject(
      language === 'node' ? { version: 'v1' } : { messages: [...messages, reported] },
    );
  });
});
