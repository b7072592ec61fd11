import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { capture } from './capture.ts';
import { until } from '../../harness/until.ts';
import { type Scene, startScene, useAgent } from './scene.ts';

const WIDTH = 1280;
const HEIGHT = 700;
/** Number of the picture's pixels for each CSS pixel. */
const SCALE = 1.5;

/** A picture of a screen, and the user's actions before it is taken. */
interface Shot {
  name: string;
  place: string;
  /** Height of the picture in pixels, by default the common height. */
  height?: number;
  prepare: (page: Page) => Promise<unknown>;
}

const shots = ({ seeded, orders }: Scene): Shot[] => [
  {
    name: 'dashboard-runs',
    place: 'runs',
    prepare: (page) =>
      page.getByText('Nightly digest').or(page.getByText('Do you ship to Iceland?')).first().waitFor(),
  },
  {
    name: 'dashboard-run',
    place: 'runs',
    height: 860,
    prepare: async (page) => {
      await page.getByText('Cancel everything I ordered').first().click();
      await page.getByText('connection pool exhausted').first().waitFor();
      await page.getByText('check_stock').first().waitFor();
    },
  },
  {
    name: 'dashboard-deployments',
    place: 'deployments',
    prepare: (page) => page.getByText('keeps serving').first().waitFor(),
  },
  {
    name: 'dashboard-log',
    place: `deployments/${seeded.invoices.id}/logs?revision=${seeded.invoices.revisions.at(-1)}`,
    prepare: (page) => page.getByText('ended with exit code 1').first().waitFor(),
  },
  {
    name: 'dashboard-playground',
    place: `playground/${orders.id}`,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Where is my order SO-1042?');
      const send = page.getByRole('button', { name: 'Send', exact: true });
      // The button is enabled once the schema of the graph is known.
      await until(() => send.isEnabled(), 'the schema of the graph');
      await send.click();
      await page.getByRole('button', { name: 'Good answer', exact: true }).waitFor();
      const threads = page.getByRole('list', { name: 'Threads of the agent' });
      await threads.getByText('Running').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'dashboard-request',
    place: `requests/${seeded.faultedRequest}?surface=control-plane&method=GET`,
    prepare: (page) => page.getByText('503').last().waitFor(),
  },
];

/** Script that replaces the addresses of this machine in the page with realistic host names. */
const SHOW_HOSTS = `{
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    node.data = node.data
      .replaceAll(/http:\\/\\/127\\.0\\.0\\.1:\\d+(?=\\/acme\\/)/g, 'https://github.com')
      .replaceAll(/http:\\/\\/127\\.0\\.0\\.1:\\d+/g, 'https://agents.example.com');
  }
}`;

/**
 * Takes the pictures of the dashboard in light and dark mode, from an emulator that has built and run agents, and
 * returns the paths of the pictures in `folder`.
 */
export async function drawDashboard(folder: string): Promise<string[]> {
  await using undo = new AsyncDisposableStack();
  const scene = await startScene();
  undo.defer(() => scene.stop());
  await useAgent(scene);
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
      await writeFile(file, await capture(page, SCALE));
      files.push(file);
    }
    await page.context().close();
  }
  return files;
}

async function open(browser: Browser, scene: Scene, theme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    deviceScaleFactor: SCALE,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(await scene.link());
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}
