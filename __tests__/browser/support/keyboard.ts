import type { Page } from 'playwright-core';

/** Maximum number of keys after which an element counts as unreachable. */
const MAX_KEYS = 200;

/** Returns the name of the focused element: its label, or else its text. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
  return (label ?? element.textContent).trim();
})()`;

/** Presses a key until an element with this name has the focus. */
export async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let count = 0; count < MAX_KEYS; count += 1) {
    await page.keyboard.press(key);
    if (name.test(await page.evaluate<string>(FOCUSED))) return;
  }
  throw new Error(`${MAX_KEYS} times ${key} did not reach ${name}`);
}
