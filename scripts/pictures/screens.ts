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
/** Maximum number of visited URLs. */
const MAX_SCREENS = 60;

/** A dialog or the palette: its screen, and the key or the buttons that open it. */
interface Overlay {
  name: string;
  screen: string;
  key?: string;
  buttons?: readonly string[];
}

const OVERLAYS: readonly Overlay[] = [
  { name: 'palette', screen: 'home', key: 'Control+k' },
  { name: 'keys', screen: 'home', key: '?' },
  { name: 'filters', screen: 'home', buttons: ['More filters'] },
  { name: 'deploy', screen: 'deployments', key: 'd' },
  { name: 'delete', screen: 'revisions', buttons: ['More', 'Delete…'] },
  { name: 'request-edit', screen: 'requests-one', key: 'Shift+R' },
  { name: 'replay-edit', screen: 'run-failed', buttons: ['More ways to replay', 'Edited input…'] },
];

/**
 * Takes a picture of each screen and dialog of the dashboard in light and dark mode and at three widths, for review.
 * Starts at the home screen and the gallery of components, and follows the links of each screen. If the addresses of
 * several links differ only in an ID or a number, only the first link is followed. Returns the paths of the pictures in
 * `folder`.
 */
export async function drawScreens(folder: string): Promise<string[]> {
  await using undo = new AsyncDisposableStack();
  const scene = await startScene({ sandbox: true });
  undo.defer(() => scene.stop());
  const runs = await useAgent(scene);
  const { before, after } = await publishExperiments(scene.emulator, 'order-agent');
  const { seeded } = scene;
  await seeded.pushRewritten('Answer with the order number');
  const { support } = seeded;
  const browser = await launchChromium();
  undo.defer(() => browser.close());
  await mkdir(folder, { recursive: true });
  // The links of the screens lead to only one run, and not to a failed run.
  const screens = await findScreens(browser, scene, [
    ['run-failed', `runs/${scene.orders.id}/${runs.failed}`],
    ['run-waiting', `runs/${scene.orders.id}/${runs.waiting}`],
    ['revisions', `deployments/${support.id}?from=${support.revisions[0]}&to=${support.revisions[2]}`],
    ['revisions-rewritten', `deployments/${support.id}`],
    ['experiment', `experiments/${after}?baseline=${before}`],
  ]);
  const files: string[] = [];
  for (const theme of THEMES) {
    const page = await open(browser, scene, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const draw = async (name: string, fullPage: boolean) => {
        const file = path.join(folder, `${name}-${width}-${theme}.png`);
        await writeFile(file, await page.screenshot({ fullPage }));
        files.push(file);
      };
      for (const [name, address] of screens) {
        await show(page, address);
        await draw(name, true);
      }
      for (const overlay of OVERLAYS) {
        const address = screens.get(overlay.screen);
        if (address === undefined) throw new Error(`pictures: no screen is named ${overlay.screen}`);
        await show(page, address);
        await openOverlay(page, overlay);
        await draw(`dialog-${overlay.name}`, false);
      }
    }
    await page.context().close();
  }
  return files;
}

/** Opens a dialog or the palette, and waits until it is visible. */
async function openOverlay(page: Page, { key, buttons = [] }: Overlay): Promise<void> {
  if (key !== undefined) await page.keyboard.press(key);
  for (const name of buttons) {
    const button = page.getByRole('button', { name, exact: true });
    await button
      .or(page.getByRole('menuitem', { name, exact: true }))
      .first()
      .click();
  }
  await page.getByRole('dialog').first().waitFor();
}

/** Returns a URL of each screen, by the screen's name. */
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

/** Returns the name of the screen at a URL, without IDs, numbers and filters, or `undefined` for foreign URLs. */
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
    // Live streams end only when the page is closed.
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
