import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchChromium } from '../../harness/chromium.ts';
import { animate } from './animation.ts';
import { capture } from './capture.ts';

const SIZE = { width: 900, height: 560 };
const SCALE = 1.5;
const FRAME_MS = 3_500;

const COLORS = {
  light: { page: '#f6f8fa', text: '#1f2328', quiet: '#59636e', line: '#d1d9e0', accent: '#0969da' },
  dark: { page: '#0d1117', text: '#f0f6fc', quiet: '#9198a1', line: '#3d444d', accent: '#4493f8' },
};

/** A step of the tour, with its title and a picture of docs/images or lines of a terminal. */
type Step = { title: string } & ({ picture: string } | { terminal: string });

const STEPS: readonly Step[] = [
  {
    title: 'Push',
    terminal:
      '$ git switch -c friendlier-greeting\n$ git commit -am "Greet by name"\n$ git push -u origin friendlier-greeting\n\nremote: Create a pull request for friendlier-greeting by visiting:\nremote:   https://github.com/acme/support-agent/pull/new/friendlier-greeting',
  },
  { title: 'Preview', picture: 'comment' },
  { title: 'Failed build', picture: 'comment-failed' },
  { title: 'Reason', picture: 'dashboard-log' },
  { title: 'Each run', picture: 'dashboard-run' },
];

/**
 * Draws the tour as an animation in light and dark mode from other pictures in `folder`, and returns the paths of the
 * animations.
 */
export async function drawTour(folder: string): Promise<string[]> {
  const browser = await launchChromium();
  try {
    const files: string[] = [];
    for (const theme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: SCALE });
      const page = await context.newPage();
      const frames = [];
      for (const step of STEPS) {
        await page.setContent(renderStep(step, theme, folder), { waitUntil: 'load' });
        frames.push({ picture: await capture(page, SCALE), durationMs: FRAME_MS });
      }
      await context.close();
      const file = path.join(folder, `tour-${theme}.webp`);
      await writeFile(file, animate(frames, { width: SIZE.width * SCALE, height: SIZE.height * SCALE }));
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
  }
}

function renderStep(step: Step, theme: 'light' | 'dark', folder: string): string {
  const { page, text, quiet, line, accent } = COLORS[theme];
  const tabs = STEPS.map(
    ({ title }, index) =>
      `<li class="${title === step.title ? 'current' : ''}"><b>${index + 1}</b> ${title}</li>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; background: ${page}; color: ${text}; font: 15px "Noto Sans", system-ui, sans-serif; }
  ol { display: flex; gap: 28px; margin: 0; padding: 14px 24px; list-style: none; border-bottom: 1px solid ${line}; color: ${quiet}; }
  li.current { color: ${text}; font-weight: 600; }
  li b { display: inline-block; width: 22px; line-height: 22px; text-align: center; border-radius: 50%; border: 1px solid ${line}; font-size: 12px; }
  li.current b { background: ${accent}; border-color: ${accent}; color: #ffffff; }
  main { height: 508px; overflow: hidden; display: flex; justify-content: center; align-items: flex-start; }
  img { width: 860px; margin-top: 10px; }
  pre { width: 800px; margin: 60px 0 0; padding: 24px; border: 1px solid ${line}; border-radius: 8px; font: 15px/1.6 monospace; }
</style>
<ol>${tabs.join('')}</ol>
<main>${'terminal' in step ? `<pre>${step.terminal}</pre>` : `<img alt="" src="${toDataUrl(path.join(folder, `${step.picture}-${theme}.webp`))}">`}</main>`;
}

const toDataUrl = (file: string) => `data:image/webp;base64,${readFileSync(file).toString('base64')}`;
