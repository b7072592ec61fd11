import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { until } from '../../harness/until.ts';
import { publishExperiments } from './experiments.ts';
import { type Scene, startScene, useAgent } from './scene.ts';

const BASE = '/_local/ui/';
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 1024, 390] as const;
const HEIGHT = 900;
/** Number of addresses that are visited, at most. */
const MAX_SCREENS = 60;

/**
 * Takes a picture of each screen of the dashboard in light and dark mode and at three widths, for review. Starts at the
 * home screen and the gallery of components, and follows the links of each screen; of addresses that differ only in an
 * ID or a number it opens the first. Returns the paths of the pictures in `folder`.
 */
export async function drawScreens(folder: string): Promise<string[]> {
  await using undo = new AsyncDisposableStack();
  const scene = await startScene({ sandbox: true });
  undo.defer(() => scene.stop());
  const runs = await useAgent(scene);
  const { before, after } = await publishExperiments(scene.emulator, 'order-agent');
  const browser = await launchChromium();
  undo.defer(() => browser.close());
  await mkdir(folder, { recursive: true });
  // The links of the screens lead to only one run, and to no failed one.
  const screens = await findScreens(browser, scene, [
    ['run-failed', `runs/${scene.orders.id}/${runs.failed}`],
    ['run-waiting', `runs/${scene.orders.id}/${runs.waiting}`],
    ['experiment', `experiments/${after}?baseline=${before}`],
  ]);
  const files: string[] = [];
  for (const theme of THEMES) {
    const page = await open(browser, scene, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const [name, address] of screens) {
        await show(page, address);
        const file = path.join(folder, `${name}-${width}-${theme}.png`);
        await writeFile(file, await page.screenshot({ fullPage: true }));
        files.push(file);
      }
    }
    await page.context().close();
  }
  return files;
}

/** Returns an address of each screen by the screen's name. */
async function findScreens(
  browser: Browser,
  scene: Scene,
  states: readonly (readonly [name: string, path: string])[],
): Promise<Map<string, string>> {
  const page = await open(browser, scene, 'light');
  const root = new URL(BASE, scene.emulator.urls.controlPlane).href;
  const found = new Map([
    ['home', root],
    ['gallery', `${root}gallery`],
    ...states.map(([name, place]) => [name, `${root}${place}`] as const),
  ]);
  for (const address of found.values()) {
    await show(page, address);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link): unknown => Reflect.get(link, 'href')));
    for (const link of links) {
      const name = nameOf(String(link), root);
      if (name !== undefined && !found.has(name) && found.size < MAX_SCREENS) found.set(name, String(link));
    }
  }
  await page.context().close();
  return found;
}

/** Returns the name of the screen at an address, without IDs, numbers and filters; `undefined` for foreign addresses. */
function nameOf(address: string, root: string): string | undefined {
  if (!address.startsWith(root)) return undefined;
  const { pathname } = new URL(address);
  const parts = pathname.slice(BASE.length).split('/');
  const named = parts.filter((part) => part !== '').map((part) => (/\d/.test(part) ? 'one' : part));
  return named.length === 0 ? 'home' : named.join('-');
}

/** Opens a screen and waits until it has loaded its data. */
async function show(page: Page, address: string): Promise<void> {
  const loading = new Set<Request>();
  const begin = (request: Request) => {
    // Live streams end only with the page.
    if (!new URL(request.url()).pathname.endsWith('/stream')) loading.add(request);
  };
  const end = (request: Request) => loading.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await until(async () => {
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      return loading.size === 0;
    }, `the data of ${address}`);
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

async function open(browser: Browser, scene: Scene, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(await scene.link());
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}
