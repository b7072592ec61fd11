import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import * as z from 'zod';
import { launchChromium } from '../../harness/chromium.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import { publishExperiments } from './experiments.ts';
import { answerQuestion, linkTo, startLockedRun, startScene, useAgent } from './scene.ts';
import { OVERLAYS, type ScreenState, showStreamedAnswer } from './screen-states.ts';

const BASE = '/_local/ui/';
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 1024, 390] as const;
const HEIGHT = 900;
/** Maximum height of a picture. */
const MAX_HEIGHT = 2_400;
/** Maximum number of visited URLs of an emulator. */
const MAX_SCREENS = 60;

/** An emulator whose screens are drawn. */
interface Subject {
  emulator: EmulatorHandle;
  /** Beginning of the names of the pictures. */
  prefix: string;
  /** Names and paths of screens. */
  screens: readonly (readonly [name: string, path: string])[];
  /** True to follow the links of the screens to further screens. */
  followsLinks?: boolean;
  states?: readonly ScreenState[];
  /** Names of screens that are drawn again after the connection was lost, for which the emulator is stopped. */
  disconnected?: readonly string[];
}

type Draw = (subject: Subject) => Promise<void>;

/** The emulators whose screens are drawn, by the word that selects them on the command line. */
const GROUPS = { empty: drawEmpty, clock: drawClocks, used: drawUsed } as const satisfies Record<
  string,
  (draw: Draw) => Promise<void>
>;

/** Words that select a part of the screens. */
export const SCREEN_GROUPS: readonly string[] = Object.keys(GROUPS);

/**
 * Takes a picture of each screen and dialog of the dashboard in light and dark mode and at three widths, for review:
 * of an empty emulator, of emulators with a changed clock, and of an emulator with data. `group` selects one of these.
 * Starts at the home screen and the gallery of components, and follows the links of each screen. If the addresses of
 * several links differ only in an ID or a number, only the first link is followed. Returns the paths of the pictures in
 * `folder`.
 */
export async function drawScreens(folder: string, group?: string): Promise<string[]> {
  await using undo = new AsyncDisposableStack();
  const browser = await launchChromium();
  undo.defer(() => browser.close());
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [name, work] of Object.entries(GROUPS)) {
    if (group === undefined || group === name) {
      await work(async (subject) => void files.push(...(await drawSubject(browser, subject, folder))));
    }
  }
  return files;
}

/** Draws the screens of an emulator without deployments. */
async function drawEmpty(draw: Draw): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const emulator = await startEmulator({ flags: ['--dashboard'] });
  undo.defer(() => emulator.stop());
  await draw({
    emulator,
    prefix: 'empty-',
    screens: [
      ['home', ''],
      ['unknown', 'no/such/page'],
      ['no-deployment', 'deployments/00000000-0000-4000-8000-000000000000'],
      ['no-run', 'runs/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000001'],
    ],
    followsLinks: true,
  });
}

/** Draws the notices about a virtual clock, a clock that was moved forward and a clock with an offset. */
async function drawClocks(draw: Draw): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const screens = [
    ['home', ''],
    ['clock', 'clock'],
  ] as const;
  const virtual = await startEmulator({ runtime: 'stub', clock: 'virtual', flags: ['--dashboard'] });
  undo.defer(() => virtual.stop());
  await virtual.clock.advance(26 * 60 * 60 * 1_000);
  await virtual.setFaults([{ match: { path: '/v2/deployments' }, effect: { status: 503 } }]);
  await draw({ emulator: virtual, prefix: 'virtual-', screens, disconnected: ['home'] });
  const real = await startEmulator({ flags: ['--dashboard'] });
  undo.defer(() => real.stop());
  await real.clock.advance(26 * 60 * 60 * 1_000);
  await draw({ emulator: real, prefix: 'moved-', screens });
  await real.clock.skew(-90 * 60 * 1_000);
  await draw({ emulator: real, prefix: 'skewed-', screens });
}

/** Draws the screens of an emulator with deployments, runs and all other data. */
async function drawUsed(draw: Draw): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const scene = await startScene({ sandbox: true });
  undo.defer(() => scene.stop());
  const runs = await useAgent(scene);
  const answered = await answerQuestion(scene);
  const { before, after } = await publishExperiments(scene.emulator, 'order-agent');
  const { emulator, orders, seeded } = scene;
  await seeded.pushRewritten('Answer with the order number');
  const locked = await startLockedRun(scene);
  undo.defer(() => locked.end());
  const { support } = seeded;
  await draw({
    emulator,
    prefix: '',
    // The links of the screens lead to only one run and one thread.
    screens: [
      ['home', ''],
      ['gallery', 'gallery'],
      ['run-failed', `runs/${orders.id}/${runs.failed}`],
      ['run-waiting', `runs/${orders.id}/${runs.waiting}`],
      ['run-running', `runs/${orders.id}/${locked.run}`],
      ['thread-answered', `threads/${orders.id}/${answered.thread}?step=${answered.step}`],
      ['revisions', `deployments/${support.id}?from=${support.revisions[0]}&to=${support.revisions[2]}`],
      ['revisions-rewritten', `deployments/${support.id}`],
      ['experiment', `experiments/${after}?baseline=${before}`],
    ],
    followsLinks: true,
    states: [...OVERLAYS, showStreamedAnswer('run-running')],
    disconnected: ['home', 'run-failed'],
  });
}

async function drawSubject(browser: Browser, subject: Subject, folder: string): Promise<string[]> {
  const screens = await findScreens(browser, subject);
  const addressOf = (screen: string): string => {
    const address = screens.get(screen);
    if (address === undefined) throw new Error(`pictures: no screen is named ${screen}`);
    return address;
  };
  const files: string[] = [];
  const draw = async (page: Page, name: string, theme: string, fullPage = true) => {
    const width = page.viewportSize()?.width;
    const file = path.join(folder, `${subject.prefix}${name}-${width}-${theme}.png`);
    await writeFile(file, await takePicture(page, fullPage));
    files.push(file);
  };
  for (const theme of THEMES) {
    const page = await open(browser, subject, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const [name, address] of screens) {
        await show(page, address);
        await draw(page, name, theme);
      }
      for (const { name, screen, prepare, fullPage = false } of subject.states ?? []) {
        await show(page, addressOf(screen));
        await prepare(page);
        await draw(page, name, theme, fullPage);
      }
    }
    await page.context().close();
  }
  await drawDisconnected(browser, subject, addressOf, draw);
  return files;
}

/** Opens screens, stops the emulator, and draws the screens after they have reported the lost connection. */
async function drawDisconnected(
  browser: Browser,
  subject: Subject,
  addressOf: (screen: string) => string,
  draw: (page: Page, name: string, theme: string) => Promise<void>,
): Promise<void> {
  const opened: { page: Page; name: string; theme: string }[] = [];
  for (const name of subject.disconnected ?? []) {
    for (const theme of THEMES) {
      const page = await open(browser, subject, theme);
      await show(page, addressOf(name));
      opened.push({ page, name, theme });
    }
  }
  if (opened.length === 0) return;
  await subject.emulator.stop();
  for (const { page, name, theme } of opened) {
    await page.getByText(/^Not connected since/).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await draw(page, `${name}-not-connected`, theme);
    }
    await page.context().close();
  }
}

/** Takes a picture of the window, or of the whole page up to a maximum height. */
async function takePicture(page: Page, fullPage: boolean): Promise<Buffer> {
  if (!fullPage) return page.screenshot();
  const [width, height] = z
    .tuple([z.number(), z.number()])
    .parse(
      await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]'),
    );
  // Long lists contain only the rows in the window.
  return page.screenshot({
    fullPage,
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
  });
}

/** Returns a URL of each screen, by the screen's name. */
async function findScreens(browser: Browser, subject: Subject): Promise<Map<string, string>> {
  const root = new URL(BASE, subject.emulator.urls.controlPlane).href;
  const found = new Map(subject.screens.map(([name, place]) => [name, `${root}${place}`]));
  if (!subject.followsLinks) return found;
  const page = await open(browser, subject, 'light');
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

async function open(browser: Browser, { emulator }: Subject, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(await linkTo(emulator));
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}
