import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { type DashboardTab, useDashboard } from './support/dashboard.ts';
import { startRelay } from './support/relay.ts';

const dashboard = useDashboard();

/** The browser's error about a broken connection and an unused port. */
const CUT = /net::ERR_/;
/** The browser's error about a session of an ended process. */
const ENDED = /status of 401/;

const STALE = 'Not connected since';

/** Returns the queries of the requests that a tab shows, in order. */
const shownQueries = (tab: DashboardTab): Promise<string[]> =>
  tab.page.evaluate(
    `[...document.querySelectorAll('.request-list [role=listitem]')].map((row) => row.querySelector(".row-link").textContent.split("name=")[1]).reverse()`,
  );

/** Waits until a tab shows exactly these queries. */
const untilShown = (tab: DashboardTab, queries: readonly string[]): Promise<boolean> =>
  until(
    async () => (await shownQueries(tab)).join() === queries.join(),
    `rows ${queries.join()} of a tab`,
    20_000,
  );

describe('the dashboard after a crash and restart of the emulator', () => {
  test('reports the restart, and resumes after any tab has signed in', async () => {
    const first = await dashboard.spawn();
    const tab = await dashboard.signIn(first.link);
    tab.allow(CUT);
    tab.allow(ENDED);
    await tab.open('/requests');
    await tab.heading('Requests');
    const list = (name: string) => `/v2/deployments?name=${name}`;
    await first.emulator.api('GET', list('a'));
    await first.emulator.api('GET', list('b'));
    await untilShown(tab, ['a', 'b']);

    await first.emulator.kill();
    await tab.text(STALE);
    // The earlier rows are still visible.
    expect(await shownQueries(tab)).toEqual(['a', 'b']);

    const port = Number(new URL(first.link).port);
    const second = await dashboard.spawn({ port });
    await second.emulator.api('GET', list('c'));
    await tab.text('The session has ended');

    const other = await tab.newTab(second.link);
    await other.heading('Runs');
    await untilShown(tab, ['c']);
    expect(new URL(tab.page.url()).pathname).toBe('/_local/ui/requests');
    await second.emulator.api('GET', list('d'));
    await untilShown(tab, ['c', 'd']);
    expect(await tab.page.getByText(STALE).count()).toBe(0);
  });

  test('signs in with the new link in a tab whose session has ended', async () => {
    const first = await dashboard.spawn();
    const tab = await dashboard.signIn(first.link);
    tab.allow(CUT);
    tab.allow(ENDED);
    await first.emulator.kill();
    await tab.text(STALE);
    const second = await dashboard.spawn({ port: Number(new URL(first.link).port) });
    await tab.text('The session has ended');
    await tab.page.goto(second.link);
    await tab.heading('Runs');
    expect(new URL(tab.page.url()).hash).toBe('');
  });
});

test('a tab stays signed in when its emulator is killed and started again with the same data folder', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'restart-'));
  dashboard.defer(() => rm(dataDir, { recursive: true, force: true }));
  const first = await dashboard.spawn({ dataDir });
  const tab = await dashboard.signIn(first.link);
  tab.allow(CUT);
  await tab.open('/requests');
  await tab.heading('Requests');
  await first.emulator.kill();
  await tab.text(STALE);
  const second = await dashboard.spawn({ dataDir, port: Number(new URL(first.link).port) });
  await second.emulator.api('GET', '/v2/deployments?name=again');
  await untilShown(tab, ['again']);
  expect(await tab.page.getByText(STALE).count()).toBe(0);
});

describe('a broken connection', () => {
  /** Starts an emulator that the browser reaches through a relay. */
  const startBehindRelay = async () => {
    const relay = await startRelay();
    dashboard.defer(() => relay.close());
    const plane = await dashboard.start({ publicUrl: `http://127.0.0.1:${relay.port}` });
    relay.leadTo(plane.emulator.port);
    const tab = await plane.open();
    tab.allow(CUT);
    return { ...plane, relay, tab };
  };

  test('is restored without missing or duplicate rows', async () => {
    const { relay, tab, api } = await startBehindRelay();
    await tab.open('/requests');
    await api('GET', '/v2/deployments?name=a');
    await untilShown(tab, ['a']);
    const expected = ['a'];
    for (const round of ['b', 'c', 'd']) {
      relay.cut();
      await tab.text(STALE);
      for (let count = 0; count < 3; count += 1) {
        await api('GET', `/v2/deployments?name=${round}${count}`);
        expected.push(`${round}${count}`);
      }
      relay.mend();
      await untilShown(tab, expected);
      await tab.page.getByText(STALE).waitFor({ state: 'detached' });
    }
  });

  test('does not hide deployments that were created or deleted during the interruption', async () => {
    const { relay, tab, api, deploy } = await startBehindRelay();
    const old = await deploy({ name: 'old-agent' });
    await tab.open('/deployments');
    await tab.text('old-agent');
    relay.cut();
    await tab.text(STALE);
    await deploy({ name: 'new-agent' });
    await api('DELETE', old.path);
    relay.mend();
    await tab.text('new-agent');
    await tab.page.getByText('old-agent').first().waitFor({ state: 'detached' });
  });
});

test('a reset empties every list, and later rows appear only once', async () => {
  const { emulator, api, open } = await dashboard.start();
  const tab = await open();
  await tab.open('/requests');
  await api('GET', '/v2/deployments?name=a');
  await untilShown(tab, ['a']);
  await emulator.reset();
  await api('GET', '/v2/deployments?name=b');
  await untilShown(tab, ['b']);
});

test('a 401 response of an agent is shown without ending the session', async () => {
  const { emulator, deploy, open } = await dashboard.start();
  const { id } = await deploy({ name: 'agent' });
  const tab = await open();
  tab.allow(/status of 401/);
  await tab.open(`/deployments/${id}`);
  emulator.faults.set({ rules: [{ match: { method: 'POST' }, then: { status: 401 } }] });
  await (await tab.seen('button', 'Deploy again')).click();
  await tab.text(/401/);
  await tab.page.reload();
  await tab.heading('agent');
});
