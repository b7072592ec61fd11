// Tests a chat interface in a browser with the React hooks of the official clients. React is installed from the
// registry.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { createRepository } from '../../harness/git.ts';
import { gatedAgent } from '../browser/support/agents.ts';
import { useChromium } from '../browser/support/chromium.ts';
import { servePage } from '../browser/support/pages.ts';
import { startCloud } from '../emulator/admin/cloud.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { gitDeployment } from '../emulator/server/plane.ts';
import { installNpm } from './support/installs.ts';

const REACT = '19.3.1';

const browser = useChromium();
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** The hook of the pinned client, and the hook of the streaming protocol. */
const HOOKS = [
  { name: '@langchain/langgraph-sdk/react', packages: [] },
  { name: '@langchain/react', packages: ['@langchain/react@1.1.0', '@langchain/core@1.2.13'] },
];

// docs/clients.md#chat-interface
test.each(HOOKS)(
  'a chat page with $name streams messages, and shows the thread after a reload',
  async ({ name, packages }) => {
    const scratch = await mkdtemp(path.join(tmpdir(), 'chat-interface-'));
    cleanup.add(() => rm(scratch, { recursive: true, force: true }));
    const modules = await installNpm(path.join(scratch, 'react'), [
      `react@${REACT}`,
      `react-dom@${REACT}`,
      ...packages,
    ]);
    const pages = await servePage('chat-interface.mjs', { folder: modules, alias: { 'react-hook': name } });
    cleanup.add(() => pages.close());
    const gate = path.join(scratch, 'gate');
    const repository = await createRepository(gatedAgent(gate));
    cleanup.add(() => repository.remove());
    const { emulator, deploy } = await startCloud({ runtime: 'process' });
    const source = { repo_url: repository.url, install_command: rootModulesInstall() };
    const { url } = await deploy(gitDeployment({ source_config: source }));

    const page = await browser.newPage();
    await page.goto(`${pages.origin}/#${new URLSearchParams({ url, key: emulator.apiKey })}`);
    const lines = page.locator('#lines li');
    const idle = page.locator('output').filter({ hasText: 'idle' });
    await page.locator('input').fill('cats');
    await page.locator('button').click();
    await lines.filter({ hasText: 'ai: about cats' }).waitFor();
    expect(await page.locator('output').textContent()).toBe('busy');
    await writeFile(gate, '');
    await idle.waitFor();
    const whole = ['human: cats', 'ai: about cats', 'ai: done'];
    expect(await lines.allTextContents()).toEqual(whole);

    await page.reload();
    await lines.filter({ hasText: 'done' }).waitFor();
    expect(await lines.allTextContents()).toEqual(whole);
    await page.locator('input').fill('dogs');
    await page.locator('button').click();
    await lines.nth(5).waitFor();
    expect((await lines.allTextContents()).slice(3)).toEqual(['human: dogs', 'ai: about dogs', 'ai: done']);
  },
);
