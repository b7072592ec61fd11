import { expect, test } from '@jest/globals';
import { accessibilityViolations } from './support/axe.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const VIEWS = ['light', 'dark'].flatMap((colorScheme) =>
  [1440, 1024, 390].map((width) => ({
    colorScheme: colorScheme === 'light' ? ('light' as const) : ('dark' as const),
    viewport: { width, height: 900 },
  })),
);

test.each(VIEWS)('every component of the dashboard is accessible in every state: %j', async (view) => {
  const { open } = await dashboard.start();
  const tab = await open(view);
  await tab.open('/gallery');
  await tab.heading('Components and states');
  expect(await accessibilityViolations(tab.page)).toEqual([]);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await tab.page.evaluate(overflow)).toBe(0);
});

test('data-theme on the root element overrides the color scheme of the system', async () => {
  const { open } = await dashboard.start();
  const { page } = await open({ colorScheme: 'light' });
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  expect(await background()).toBe('rgb(245, 245, 242)');
  await page.evaluate("document.documentElement.dataset.theme = 'dark'");
  expect(await background()).toBe('rgb(15, 16, 18)');
});

test('a dialog traps the focus, and returns it to the button that opened the dialog', async () => {
  const { open } = await dashboard.start();
  const tab = await open();
  const { page } = tab;
  await tab.open('/gallery');
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the rule' });
  await dialog.waitFor();
  await tab.press('Tab', 'Tab', 'Tab');
  expect(await page.evaluate("document.activeElement.closest('dialog, body').tagName")).toMatch(
    /DIALOG|BODY/,
  );
  await tab.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Open a dialog');
});

test("the arrow keys select menu entries, and Escape returns the focus to the menu's button", async () => {
  const { open } = await dashboard.start();
  const tab = await open();
  const { page } = tab;
  await tab.open('/gallery');
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem', { name: 'Open the log' }).waitFor();
  await tab.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Delete');
  await tab.press('Escape');
  expect(await page.evaluate('document.activeElement.title')).toBe('More acts');
});

test('an opened menu has the focus as soon as its entries are in the page', async () => {
  const { open } = await dashboard.start();
  const tab = await open();
  await tab.open('/gallery');
  await tab.page.getByRole('button', { name: 'More acts' }).waitFor();
  const focused = await tab.page.evaluate(`new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=menuitem]') === null) return;
      observer.disconnect();
      resolve(document.activeElement.textContent);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.querySelector('[aria-label="More acts"]').click();
  })`);
  expect(focused).toBe('Open the log');
});

test('the palette finds screens by name, and opens the chosen screen', async () => {
  const { open, deploy } = await dashboard.start();
  await deploy({ name: 'findable-agent' });
  const tab = await open();
  const { page } = tab;
  await tab.open('/deployments');
  await tab.text('findable-agent');
  await tab.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.type('findable');
  await palette
    .getByRole('option', { name: /findable-agent/ })
    .first()
    .waitFor();
  await tab.press('Control+a');
  await page.keyboard.type('snaps');
  await tab.press('Enter');
  await tab.heading('Snapshots');
});

test('the keys that open the palette also close it, and the focus returns to the previous element', async () => {
  const { open } = await dashboard.start();
  const tab = await open();
  const { page } = tab;
  await tab.open('/deployments');
  await tab.heading('Deployments');
  await page.getByRole('link', { name: 'Requests' }).first().focus();
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await tab.press('Control+k');
  await palette.waitFor();
  await tab.press('Control+k');
  await palette.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.getAttribute("href")')).toMatch(/requests$/);
});
