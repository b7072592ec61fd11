// Tests an agent's user interface components in a browser with the official loader. React is installed from the
// registry.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from '@jest/globals';
import { graphConfig, plainAgent } from '../../harness/agents/fixtures.ts';
import { createRepository } from '../../harness/git.ts';
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

const AGENT = {
  ...plainAgent(),
  'langgraph.json': graphConfig(undefined, { ui: { agent: './src/ui.tsx' } }),
  'src/ui.tsx': `import { useState } from 'react';
import { useStreamContext } from '@langchain/langgraph-sdk/react-ui';
import './ui.css';

function Card({ city }: { city: string }) {
  const [count, setCount] = useState(0);
  const stream = useStreamContext() as unknown as { thread: string };
  return (
    <button className="card" onClick={() => setCount(count + 1)}>
      {city}, {stream.thread}: {count}
    </button>
  );
}
export default { card: Card };
`,
  'src/ui.css': '.card { color: rgb(1, 2, 3) }',
};

// docs/agent-server/routes.md#user-interface-page
test("the official loader shows an agent's component with the page's React, stream and styles", async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'user-interface-'));
  cleanup.add(() => rm(scratch, { recursive: true, force: true }));
  const packages = [`react@${REACT}`, `react-dom@${REACT}`];
  const modules = await installNpm(path.join(scratch, 'react'), packages);
  const pages = await servePage('user-interface.mjs', { folder: modules });
  cleanup.add(() => pages.close());
  const repository = await createRepository(AGENT);
  cleanup.add(() => repository.remove());
  const { emulator, deploy } = await startCloud({ runtime: 'process' });
  const { url } = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));

  const page = await browser.newPage();
  // The page's own server forwards these requests.
  await page.route(`${pages.origin}/ui/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}` }) });
  });
  await page.goto(`${pages.origin}/#${new URLSearchParams({ url, key: emulator.apiKey })}`);
  const card = page.locator('button.card');
  await card.filter({ hasText: 'Oslo, the thread of the page: 0' }).waitFor();
  await card.click();
  await card.filter({ hasText: 'the page: 1' }).waitFor();
  const host = `[...document.querySelectorAll('*')].find((one) => one.shadowRoot)`;
  const color = `getComputedStyle(${host}.shadowRoot.querySelector('.card')).color`;
  await page.waitForFunction(`${color} === 'rgb(1, 2, 3)'`);
});
