import type { Page } from 'playwright-core';

/** A state of an open screen that an action or the progress of a run causes, such as a dialog. */
export interface ScreenState {
  name: string;
  /** Name of the screen that has the state. */
  screen: string;
  /** Brings the open screen into the state, and waits until the state is visible. */
  prepare: (page: Page) => Promise<void>;
  /** True for a picture of the whole screen instead of the window. */
  fullPage?: boolean;
}

/** A dialog or the palette: its screen, and the key or the buttons that open it. */
interface Overlay {
  name: string;
  screen: string;
  key?: string;
  buttons?: readonly string[];
}

const DIALOGS: readonly Overlay[] = [
  { name: 'palette', screen: 'home', key: 'Control+k' },
  { name: 'keys', screen: 'home', key: '?' },
  { name: 'filters', screen: 'home', buttons: ['More filters'] },
  { name: 'deploy', screen: 'deployments', key: 'd' },
  { name: 'delete', screen: 'revisions', buttons: ['More', 'Delete…'] },
  { name: 'request-edit', screen: 'requests-one', buttons: ['Edit and send'] },
  { name: 'replay-edit', screen: 'run-failed', buttons: ['More ways to replay', 'Edited input…'] },
];

/** The dialogs and the palette. */
export const OVERLAYS: readonly ScreenState[] = DIALOGS.map((overlay) => ({
  name: `dialog-${overlay.name}`,
  screen: overlay.screen,
  prepare: (page) => openOverlay(page, overlay),
}));

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

/** A running run whose chosen step streams its answer. */
export const showStreamedAnswer = (screen: string): ScreenState => ({
  name: `${screen}-streams`,
  screen,
  fullPage: true,
  prepare: (page) =>
    page
      .getByRole('region', { name: 'Chosen step' })
      .locator('[aria-busy=true]')
      .filter({ hasText: 'arrives on Thursday.' })
      .waitFor(),
});
