import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { capture } from './capture.ts';
import { type Scene, startScene } from './scene.ts';

const WIDTH = 1280;
const HEIGHT = 700;

/** A picture of a screen, and the actions of the user before it is taken. */
interface Shot {
  name: string;
  place: string;
  /** Height of the picture in pixels. Default: the common height. */
  height?: number;
  prepare: (page: Page) => Promise<unknown>;
}

const shots = ({ seeded, orders }: Scene): Shot[] => [
  {
    name: 'dashboard-overview',
    place: '',
    height: 800,
    prepare: (page) => page.getByRole('heading', { name: 'Revisions' }).waitFor(),
  },
  {
    name: 'dashboard-log',
    place: `deployments/${seeded.invoices.id}/logs?revision=${seeded.invoices.revisions.at(-1)}`,
    prepare: (page) => page.getByText('ended with exit code 1').first().waitFor(),
  },
  {
    name: 'dashboard-playground',
    place: `deployments/${orders.id}/playground`,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'messages' }).fill('Where is my order SO-1042?');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('arrives on Thursday').first().waitFor();
    },
  },
  {
    name: 'dashboard-request',
    place: `requests/${seeded.faultedRequest}?surface=control-plane&method=GET`,
    prepare: (page) => page.getByText('Injected by a fault rule').last().waitFor(),
  },
];

/** Script that replaces the addresses of this machine in the page's texts with realistic host names. */
const SHOW_HOSTS = `{
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    node.data = node.data
      .replaceAll(/http:\\/\\/127\\.0\\.0\\.1:\\d+(?=\\/acme\\/)/g, 'https://github.com')
      .replaceAll(/http:\\/\\/127\\.0\\.0\\.1:\\d+/g, 'https://agents.example.com');
  }
}`;

/**
 * Takes the pictures of the dashboard in light and dark mode, from an emulator that has built and run agents. Returns
 * their paths in `folder`.
 */
export async function drawDashboard(folder: string): Promise<string[]> {
  await using undo = new AsyncDisposableStack();
  const scene = await startScene();
  undo.defer(() => scene.stop());
  const browser = await launchChromium();
  undo.defer(() => browser.close());
  const files: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    const page = await open(browser, scene, theme);
    for (const { name, place, height = HEIGHT, prepare } of shots(scene)) {
      await page.setViewportSize({ width: WIDTH, height });
      await page.goto(new URL(`/_local/ui/${place}`, scene.emulator.urls.controlPlane).href);
      await page.locator('h1').waitFor();
      await prepare(page);
      const file = path.join(folder, `${name}-${theme}.webp`);
      await page.evaluate(SHOW_HOSTS);
      await writeFile(file, await capture(page));
      files.push(file);
    }
    await page.context().close();
  }
  return files;
}

async function open(browser: Browser, scene: Scene, theme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(await scene.link());
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}
