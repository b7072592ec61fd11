import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { createRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

describe('the printed dashboard link', () => {
  // docs/security/emulator.md#dashboard-link-signs-in-once
  test('opens the runs and signs in, without the token in any request URL, cookie or history entry', async () => {
    const { emulator, link } = await dashboard.spawn();
    const tab = await dashboard.signIn(link);
    await tab.heading('Runs');
    // The placeholder of the page and the page itself are never both visible.
    expect(await tab.page.locator('header').count()).toBe(1);
    const token = new URL(link).hash.slice(1);
    expect(tab.page.url()).toBe(`${emulator.urls.controlPlane}/_local/ui/`);
    expect(tab.requests.filter((url) => url.includes(token) && !url.endsWith(`#${token}`))).toEqual([]);
    expect(await tab.page.evaluate('document.cookie + location.hash')).toBe('');
    await tab.page.goBack();
    expect(tab.page.url()).toBe('about:blank');
    await tab.page.goForward();
    await tab.heading('Runs');
    await tab.page.reload();
    await tab.heading('Runs');
  });
});

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs `npm start` with an agent, at most until the end of the test. */
async function start(...flags: string[]) {
  const repository = await createRepository(plainAgent());
  dashboard.defer(() => repository.remove());
  const program = [path.join(ROOT, 'scripts/run.mjs'), path.join(ROOT, 'harness/start/main.ts')];
  const child = spawn(
    process.execPath,
    [...program, '--repo', repository.dir, '--name', 'own-agent', ...flags],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
  dashboard.defer(async () => {
    child.kill();
    await ended;
  });
  return {
    output: () => output,
    ended: async (): Promise<unknown> => ((await ended) as unknown[])[0],
    stop: () => child.kill('SIGINT'),
    isRunning: () => child.exitCode === null,
  };
}

describe('npm start', () => {
  test('with --dashboard prints a link that signs in, and runs until Ctrl-C', async () => {
    const run = await start('--dashboard');
    const link = await until(() => /Dashboard: (http\S+)/.exec(run.output())?.[1]);
    await until(() => run.output().includes('until Ctrl-C'));
    const tab = await dashboard.signIn(link);
    await tab.open('/deployments');
    await tab.text('own-agent');
    expect(run.isRunning()).toBe(true);
    tab.allow(/net::ERR_/);
    run.stop();
    expect(await run.ended()).toBe(0);
  });

  test('without --dashboard prints no link and exits with code 0', async () => {
    const run = await start();
    expect(await run.ended()).toBe(0);
    expect(run.output()).toContain('Your agent responds at its URL');
    expect(run.output()).not.toContain('/_local/ui/');
  });
});
