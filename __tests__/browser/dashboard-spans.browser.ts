import { expect, test } from '@jest/globals';
import { HOSTILE_SPAN, spanAgent } from '../emulator/tracing/span-agent.ts';
import { useAgent } from './support/agent-screens.ts';
import { accessibilityViolations } from './support/axe.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, spanAgent());

// docs/local-controls/spans.md#text
test("a run shows its agent's spans below the active node, with hostile names as plain text", async () => {
  await agent().call('POST', `/threads/${await agent().thread()}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'send spans' }] },
  });
  const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '');
  await tab.page.getByRole('link', { name: 'send spans' }).first().click();
  await tab.heading('send spans');
  const tree = await tab.seen('tree', /Steps of the run/);
  await tree.getByRole('treeitem', { name: /Model call gpt-4o/ }).waitFor();
  const names = await tree
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('.cut')?.textContent}`),
    );
  expect(names).toEqual([
    '1 agent',
    '2 plan',
    '2 answer',
    // The page marks the invisible character that reverses the text.
    expect.stringMatching(/^3 <img src=x onerror=alert\(1\)>.*span$/),
    '4 gpt-4o',
  ]);
  expect(HOSTILE_SPAN).toContain('onerror');
  const failure = await tab.seen('region', /RateLimitError in gpt-4o, and the run continued/);
  await failure.getByText('slow <b>down</b>').waitFor();
  await tree.getByRole('treeitem', { name: /Span <img/ }).click();
  const pane = await tab.seen('region', 'Chosen step');
  await pane.getByText('<script>alert(1)</script>').first().waitFor();
  expect(await tab.page.locator('main img, main script').count()).toBe(0);
  expect(await accessibilityViolations(tab.page)).toEqual([]);
});
