import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { rootModulesInstall, shopAgent } from '../../harness/agents/fixtures.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, shopAgent, {
  change: { source_config: { install_command: rootModulesInstall() } },
});

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const threadOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the playground with one graph and sends a message. */
async function say(graph: string, text: string) {
  const tab = await agent().open('playground');
  await tab.open(`/playground/${agent().id}?assistant=${await agent().assistant(graph)}`);
  await composer(tab.page).fill(text);
  await button(tab.page, 'Send').click();
  return tab;
}

describe('a conversation with tools', () => {
  test('shows tool calls on one line, opens them as fields, and sends an answer with one click', async () => {
    const { page } = await say('shop', 'Refund my order');
    await page.getByText('Refund 160.00 EUR for SO-1042?', { exact: true }).waitFor();
    await page.locator('.page-head').getByText('Waiting for you').waitFor();
    const card = page.locator('.tool-call').first();
    await card.locator('summary').first().click();
    await card.getByText('shipped', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Wool socks' }).waitFor();
    await card
      .locator('summary .strong')
      .first()
      .evaluate((name) => (name.textContent = 'tool_'.repeat(40)));
    const [whole, state] = await Promise.all(
      [card, card.getByText('Answered')].map(async (part) => await part.boundingBox()),
    );
    expect((state?.x ?? 0) + (state?.width ?? 0)).toBeLessThan((whole?.x ?? 0) + (whole?.width ?? 0));
    await button(page, 'Yes').click();
    await page.getByText('Done: the money is on its way.', { exact: true }).first().waitFor();
  });

  test('shows the actions of a message between the message and the next message, above neither', async () => {
    const { page } = await say('shop', 'Refund my order');
    await page.getByText('Refund 160.00 EUR for SO-1042?', { exact: true }).waitFor();
    const messages = page.locator('.messages > .message');
    const count = await messages.count();
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count - 1; index += 1) {
      const message = messages.nth(index);
      await message.locator('.message-body').hover();
      const boxOf = async (one: Locator) => {
        const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
        return { top: y, bottom: y + height };
      };
      const actions = await boxOf(message.locator('.message-acts'));
      expect(actions.bottom).toBeGreaterThan(actions.top);
      expect(actions.top).toBeGreaterThanOrEqual((await boxOf(message.locator('.message-body'))).bottom);
      expect(actions.bottom).toBeLessThanOrEqual((await boxOf(messages.nth(index + 1))).top);
    }
  });

  test('shows the branches at an edited message, and switches between them', async () => {
    const { page, press } = await say('mirrored', 'first words');
    await button(page, 'Good answer').waitFor();
    const human = page.locator('.message.from-human').first();
    await human.hover();
    await human.getByRole('button', { name: 'Edit the message' }).click();
    await page.getByRole('textbox', { name: 'Edited message' }).fill('other words');
    await button(page, 'Send as a branch').click();
    await page.getByText('2 / 2').first().waitFor();
    await button(page, 'Previous branch').click();
    await human.getByText('first words', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await press(']');
    await human.getByText('other words', { exact: true }).waitFor();
  });

  test('sends files as content blocks, and rejects files above the limit with the reason', async () => {
    const { page } = await say('mirrored', 'hello');
    await page.getByText('You sent 0 files.').first().waitFor();
    const input = page.locator('input[type=file]');
    await input.setInputFiles([
      { name: '<b>note</b>.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') },
    ]);
    await page.getByText('<b>note</b>.txt').waitFor();
    await composer(page).fill('look');
    await button(page, 'Send').click();
    await page.getByText('You sent 1 files.').first().waitFor();
    await input.setInputFiles([
      { name: 'big', mimeType: 'text/plain', buffer: Buffer.alloc(9 * 1024 * 1024) },
    ]);
    await page.getByText(/is too large \(.*; the maximum is 8\.0 MB\)/).waitFor();
  });

  test('shows the beginning of a message of 5 MB in the chat and in the list, and the complete message on request', async () => {
    const { page, open } = await say('mirrored', 'long 5000000');
    await button(page, 'Show all 5,000,000 characters').click();
    const whole = page.getByRole('group', { name: 'Whole text' });
    await whole.waitFor();
    // The browser lays out only visible blocks, so the inner text would lack the other blocks.
    expect((await whole.textContent())?.length).toBeGreaterThan(100_000);
    const answer = (await whole.textContent())?.slice(0, 50) ?? '';
    await open('/threads');
    const row = page.getByRole('listitem').filter({ hasText: 'long 5000000' });
    await row.getByText(answer).waitFor();
  });
});

describe('agent output', () => {
  test('never runs as script in a message, tool call, file name, image or state', async () => {
    const tab = await say('mirrored', 'attack');
    const { page } = tab;
    await page.getByText('\\u202egnp.exe').first().waitFor();
    const thread = threadOf(page);
    const places = [
      `/playground/${agent().id}/${thread}?panel=state`,
      `/threads/${agent().id}/${thread}`,
      `/threads/${agent().id}/${thread}?tab=messages`,
      `/threads/${agent().id}/${thread}?tab=state`,
      '/threads',
    ];
    for (const place of places) {
      await tab.open(place);
      await page.getByText('attack').first().waitFor();
      for (const summary of await page.locator('main summary').all()) {
        if (await summary.isVisible()) await summary.click();
      }
      expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false);
      expect(await page.locator('main script, main iframe, main a[href^="javascript"]').count()).toBe(0);
      expect(await page.locator('main img:not([src^="data:image/"])').count()).toBe(0);
    }
  });
});

describe('the list of threads', () => {
  test('shows first messages and error reasons, and can be filtered and searched', async () => {
    const { page, open } = await say('shop', 'Cancel it, there is no order SO-0');
    await page.getByRole('region', { name: 'RangeError' }).waitFor();
    await open('/threads');
    await page.getByRole('link', { name: 'Cancel it, there is no order SO-0' }).waitFor();
    await page.getByText('RangeError: There is no order SO-0 in the shop').waitFor();
    await page.getByRole('button', { name: /^Failed/ }).click();
    await page.waitForURL(/state=failed/);
    await page.getByRole('searchbox', { name: 'Search threads' }).fill('zzz');
    await page.getByText('No thread matches').waitFor();
  });
});
