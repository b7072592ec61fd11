import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { createRepository } from '../../harness/git.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { startCloud } from '../emulator/admin/cloud.ts';
import { gitDeployment, newFolder } from '../emulator/server/plane.ts';
import { gatedAgent } from './support/agents.ts';
import { useChromium } from './support/chromium.ts';
import { servePage } from './support/pages.ts';

const browser = useChromium();
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Deploys an agent with this configuration, and returns the path of the file for which the agent waits. */
async function deployed(more: (origin: string) => Record<string, unknown> = () => ({})) {
  const pages = await servePage('chat.mjs');
  cleanup.add(() => pages.close());
  const gate = path.join(await newFolder(), 'gate');
  const repository = await createRepository(gatedAgent(gate, more(pages.origin)));
  cleanup.add(() => repository.remove());
  const { emulator, deploy, api } = await startCloud({ runtime: 'process' });
  const source = { repo_url: repository.url, install_command: rootModulesInstall() };
  const { url, revisionStatus } = await deploy(gitDeployment({ source_config: source }));
  expect(revisionStatus).toBe('DEPLOYED');
  const fragment = new URLSearchParams({ url, key: emulator.apiKey });
  return { gate, url, api, origin: pages.origin, address: `${pages.origin}/#${fragment}` };
}

/** Opens the page in a separate tab, and returns the lines that the page shows. */
async function open(address: string) {
  const page = await browser.newPage();
  await page.goto(address);
  return { page, send: (text: string) => send(page, text), lines: page.locator('#lines li') };
}
async function send(page: Page, text: string): Promise<void> {
  await page.locator('input').fill(text);
  await page.locator('button').click();
}

// docs/agent-server/routes.md#web-pages-client
test('a web page streams a run with the official client and continues its thread', async () => {
  const { gate, address } = await deployed();
  const { send, lines } = await open(address);
  await send('cats');
  await lines.filter({ hasText: 'think: about cats' }).waitFor();
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/^run [0-9a-f-]{36}$/),
    'think: about cats',
  ]);
  await writeFile(gate, '');
  await lines.filter({ hasText: 'messages: 3' }).waitFor();
  expect((await lines.allTextContents()).slice(2)).toEqual(['answer: done', 'messages: 3']);
  await send('dogs');
  await lines.filter({ hasText: 'messages: 6' }).waitFor();
  expect((await lines.allTextContents()).slice(4)).toEqual([
    expect.stringMatching(/^run /),
    'think: about dogs',
    'answer: done',
    'messages: 6',
  ]);
});

// docs/agent-server/routes.md#web-pages-settings
test('a web page can stream a run only from an origin that the graph configuration allows', async () => {
  const { gate, address, origin } = await deployed((page) => ({
    http: { cors: { allow_origins: [page], allow_methods: ['*'], allow_headers: ['x-api-key'] } },
  }));
  await writeFile(gate, '');
  const { send, lines } = await open(address);
  await send('cats');
  await lines.filter({ hasText: /messages|failed/ }).waitFor();
  // The page can read the run's ID only if content-location is among the exposed headers.
  expect(await lines.allTextContents()).toEqual(['think: about cats', 'answer: done', 'messages: 3']);

  const other = await open(address.replace(origin, origin.replace('127.0.0.1', 'localhost')));
  await other.send('cats');
  await other.lines.first().waitFor();
  expect(await other.lines.allTextContents()).toEqual([expect.stringContaining('Failed to fetch')]);
});
