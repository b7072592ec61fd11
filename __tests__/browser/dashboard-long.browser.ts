import { expect, test } from '@jest/globals';
import { manyStepsAgent } from '../../harness/agents/many-steps.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

// docs/dashboard.md#long-lists

const STEPS = 10_000;
/** Number of steps of a run besides the tool calls: the graph and its node. */
const OUTER = 2;
/** Maximum number of rows in the document. */
const ROWS = 80;

const dashboard = useDashboard();
const agent = useAgent(dashboard, manyStepsAgent());

async function openPlace(place: string) {
  const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '');
  await tab.open(place);
  return tab;
}

test('the screen of a run with 10,000 steps renders only the visible rows, but every step can be reached', async () => {
  const { call, thread, id } = agent();
  const threadId = await thread();
  await call('POST', `/threads/${threadId}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: String(STEPS - OUTER) }] },
  });
  const [run] = await call('GET', `/threads/${threadId}/runs`);
  const tab = await openPlace(`/runs/${id}/${run.run_id}`);
  const { page, press } = tab;
  const tree = await tab.seen('tree', `Steps of the run, ${STEPS}`);
  const rows = tree.getByRole('treeitem');
  expect(await rows.count()).toBeLessThan(ROWS);
  // Steps in the middle and at the end become visible by scrolling, and can be chosen.
  for (const share of [0.5, 1]) {
    await page.evaluate(`scrollTo(0, ${share} * document.documentElement.scrollHeight)`);
    await page.waitForFunction(`scrollY > ${share / 2} * document.documentElement.scrollHeight`);
    await rows.last().click();
    await page.getByRole('treeitem', { selected: true }).waitFor();
    expect(await rows.count()).toBeLessThan(ROWS);
  }
  const pane = await tab.seen('region', 'Chosen step');
  await pane
    .getByText(String(STEPS - OUTER), { exact: true })
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get('step')).toBe(String(STEPS));
  await press('ArrowUp');
  await pane
    .getByText(String(STEPS - OUTER - 1), { exact: true })
    .first()
    .waitFor();
  // The URL of a step opens the step.
  await tab.open(`/runs/${id}/${run.run_id}?step=5002`);
  await tab.seen('treeitem', /count_parcel/);
  await page
    .getByRole('region', { name: 'Chosen step' })
    .getByText('5000', { exact: true })
    .first()
    .waitFor();
  await page.getByRole('treeitem', { selected: true }).waitFor();
});

test('the screen of a thread with 10,000 steps renders only the visible rows, but every step can be reached', async () => {
  const { call, thread, id } = agent();
  const threadId = await thread();
  await call('POST', `/threads/${threadId}/runs/wait`, {
    assistant_id: 'agent',
    input: { rounds: STEPS },
    config: { recursion_limit: STEPS + 10 },
  });
  const { page } = await openPlace(`/threads/${id}/${threadId}`);
  const steps = page.getByRole('list', { name: 'Steps, newest first' }).getByRole('link');
  await page.getByText(/10,0\d\d rows/).waitFor();
  expect(await steps.count()).toBeLessThan(ROWS);
  for (const number of [5, 5_000]) {
    await page.getByRole('spinbutton', { name: 'Go to step' }).fill(String(number));
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: `Step ${number}`, exact: true }).waitFor();
    expect(await steps.count()).toBeLessThan(ROWS);
  }
});
