import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { capture } from './capture.ts';
import { type Page, renderPage } from './page.ts';

/**
 * Packages with GitHub's style sheet for Markdown, with a font, and with pictures of emoji, because the machine may
 * have none. The packages are installed outside the repository.
 */
const PACKAGES = ['github-markdown-css@5.9.0', '@twemoji/svg@15.0.0', '@fontsource/noto-sans@5.3.0'];
/** Address at which the page finds the files of the packages. */
const FILES = 'http://pictures.invalid/';
const FONTS = ['noto-sans/400.css', 'noto-sans/600.css', 'noto-sans/400-italic.css'];
const WIDTH = 820;
const HEIGHT = 900;
/** Number of the picture's pixels for each CSS pixel. */
const SCALE = 1.5;
/** Quality of the compression. Comments are long pictures of text, so they are compressed more than other pictures. */
const QUALITY = 76;
const THEMES = ['light', 'dark'] as const;

/** Draws Markdown as GitHub shows it, in light and dark mode, and returns the paths of the pictures in `folder`. */
export async function drawPages(pages: readonly Page[], folder: string, tools: string): Promise<string[]> {
  installPackages(tools);
  const browser = await launchChromium();
  try {
    const files: string[] = [];
    for (const theme of THEMES) {
      const styles = [
        `github-markdown-css/github-markdown-${theme}.css`,
        ...FONTS.map((file) => `@fontsource/${file}`),
      ].map((file) => new URL(file, FILES).href);
      for (const page of pages) {
        const file = path.join(folder, `${page.name}-${theme}.webp`);
        await writeFile(
          file,
          await drawPage(
            browser,
            renderPage(page, { theme, styles, emoji: new URL('@twemoji/svg/', FILES).href }),
            { theme, tools },
          ),
        );
        files.push(file);
      }
    }
    return files;
  } finally {
    await browser.close();
  }
}

function installPackages(tools: string): void {
  if (PACKAGES.every((name) => existsSync(path.join(tools, 'node_modules', name.replace(/@[\d.]+$/, '')))))
    return;
  mkdirSync(tools, { recursive: true });
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, ...PACKAGES], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

async function drawPage(
  browser: Browser,
  html: string,
  { theme, tools }: { theme: 'light' | 'dark'; tools: string },
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    deviceScaleFactor: SCALE,
    colorScheme: theme,
  });
  const page = await context.newPage();
  await page.route(`${FILES}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ path: path.join(tools, 'node_modules', pathname) });
  });
  await page.goto(FILES, { waitUntil: 'networkidle' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const clip = (await page.locator('.frame').boundingBox()) ?? undefined;
  const picture = await capture(page, SCALE, clip, QUALITY);
  await context.close();
  return picture;
}
