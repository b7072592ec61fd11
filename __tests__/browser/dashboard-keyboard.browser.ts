import { describe, test } from '@jest/globals';
import { pressUntil } from './support/keyboard.ts';
import { useSeededDashboard } from './support/seeded.ts';

const dashboard = useSeededDashboard();

/** Opens the first screen; the tests use only the keyboard. */
async function openHome() {
  const tab = await dashboard.openAt('/');
  await tab.heading('Runs');
  return tab;
}

describe('with only the keyboard', () => {
  test('a user can find the reason of a failed build', async () => {
    const { page, press } = await openHome();
    await press('g', 'd');
    await page.getByRole('link', { name: /^First error of revision 2 of invoice-agent/ }).waitFor();
    await pressUntil(page, 'j', /^invoice-agent$/);
    await pressUntil(page, 'Tab', /^First error of revision 2 of invoice-agent/);
    await press('Enter');
    const chosen = page.locator('.log-line[aria-current]');
    await chosen.filter({ hasText: 'no matching version of invoice-templates@^4' }).waitFor();
  });

  test('a user can compare the code of two revisions', async () => {
    const { page, press } = await openHome();
    await press('g', 'd');
    await page.getByRole('region', { name: 'support-agent', exact: true }).waitFor();
    await pressUntil(page, 'j', /^support-agent$/);
    await press('Enter');
    await page.getByRole('checkbox', { name: 'Compare revision 1' }).waitFor();
    await pressUntil(page, 'Tab', /^Compare revision 1$/);
    await press('Space');
    await page
      .getByRole('region', { name: /agent\.ts$/ })
      .getByText(/graph v1/)
      .waitFor();
  });

  test('a user can find a failed request and send it again', async () => {
    const { page, press, text } = await openHome();
    await press('g', 'q');
    await page.getByRole('button', { name: /^5xx/ }).waitFor();
    await pressUntil(page, 'Tab', /^5xx/);
    await press('Enter');
    await page.getByRole('list', { name: 'Requests, 1 request', exact: true }).waitFor();
    await press('j');
    await page.getByRole('region', { name: /^Request / }).waitFor();
    await page.getByRole('button', { name: /^Send again/ }).waitFor();
    await press('r');
    await text('Replay of');
  });

  test('a user can add a fault rule and see the first response that the rule changed', async () => {
    const { api, open } = await dashboard.start();
    const { page, press, text, heading } = await open();
    await heading('Runs');
    await press('g', 'f');
    await heading('Add a rule');
    await pressUntil(page, 'Tab', /^Too many requests/);
    await press('Enter');
    await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await pressUntil(page, 'Tab', /^Add$/);
    await press('Enter');
    await text('1 fault rule is on');
    await api('GET', '/v2/deployments');
    await page.locator('.rule-row').filter({ hasText: 'changed 1 response' }).waitFor();
  });
});
