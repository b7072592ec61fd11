import { describe, expect, test } from '@jest/globals';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

describe('the printed link', () => {
  test('opens the deployments signed in, and leaves the token in no request, no cookie and no history', async () => {
    const { emulator, link } = await dashboard.spawn();
    const tab = await dashboard.signIn(link);
    await tab.heading('Deployments');
    const token = new URL(link).hash.slice(1);
    expect(tab.page.url()).toBe(`${emulator.urls.controlPlane}/_local/ui/`);
    expect(tab.requests.filter((url) => url.includes(token) && !url.endsWith(`#${token}`))).toEqual([]);
    expect(await tab.page.evaluate('document.cookie + location.hash')).toBe('');
    await tab.page.goBack();
    expect(tab.page.url()).toBe('about:blank');
    await tab.page.goForward();
    await tab.heading('Deployments');
    await tab.page.reload();
    await tab.heading('Deployments');
  });
});
