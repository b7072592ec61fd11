import type { Page } from 'playwright-core';

/** Quality of the compression of a picture, from 0 to 100. */
const QUALITY = 82;

/** Part of a page in CSS pixels. */
interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Takes a picture of the visible page, or of a part of the page, as WebP, which is half as large as PNG. The library
 * itself cannot write WebP. `scale` is the number of the picture's pixels for each CSS pixel.
 */
export async function capture(page: Page, scale: number, part?: Clip, quality = QUALITY): Promise<Buffer> {
  const size = page.viewportSize();
  if (size === null) throw new Error('The page has no fixed viewport, so its picture has no size.');
  const session = await page.context().newCDPSession(page);
  // Chromium resets the page's own scale after a capture in a second session, so each capture specifies its scale.
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y: 0, ...size, ...part, scale },
    captureBeyondViewport: part !== undefined,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
