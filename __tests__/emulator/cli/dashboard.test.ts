import { describe, expect, test } from '@jest/globals';
import { logDashboard, servesDashboard } from '../../../src/emulator/cli/dashboard.ts';
import { readRunFlags } from '../../../src/emulator/cli/run.ts';

// docs/security/emulator.md#dashboard-is-for-people
describe('the decision to serve the dashboard', () => {
  const person = { isTerminal: true, env: {} };

  test.each([
    ['in a terminal', {}, person, true],
    ['not in a terminal', {}, { ...person, isTerminal: false }, false],
    ['in CI', {}, { ...person, env: { CI: 'true' } }, false],
    ['in a terminal with CI set to false', {}, { ...person, env: { CI: 'false' } }, true],
    ['for an address that other machines reach', { host: '0.0.0.0' }, person, false],
    ['behind a public URL', { publicUrl: 'https://emulator.example' }, person, false],
    [
      'with the flag that enables it',
      { dashboard: true, host: '0.0.0.0' },
      { isTerminal: false, env: {} },
      true,
    ],
    ['with the flag that disables it', { dashboard: false }, person, false],
  ])('depends on the flags and the terminal (%s): %j %j -> %s', (_, options, where, served) => {
    expect(servesDashboard(options, where)).toBe(served);
  });

  test('fails if the flags both enable and disable the dashboard', () => {
    expect(readRunFlags(['--dashboard']).options.dashboard).toBe(true);
    expect(readRunFlags(['--no-dashboard']).options.dashboard).toBe(false);
    expect(readRunFlags([]).options.dashboard).toBeUndefined();
    expect(() => readRunFlags(['--dashboard', '--no-dashboard'])).toThrow('use only one of them');
  });
});

describe('the startup log about the dashboard', () => {
  const lines = (link: string | undefined, host?: string) => {
    const logged: string[] = [];
    logDashboard({ dashboardLink: () => link }, { host }, (line) => void logged.push(line));
    return logged;
  };

  test('contains the link and the API URL for programs, or nothing without a dashboard', () => {
    expect(lines('http://127.0.0.1:4400/_local/ui/#x')).toEqual([
      'emulator: dashboard on http://127.0.0.1:4400/_local/ui/#x (signs in once, within ten minutes)',
      "emulator: programs use the same API under /_local with the emulator's key: http://127.0.0.1:4400/openapi.json",
    ]);
    expect(lines(undefined)).toEqual([]);
  });

  test('contains a warning if the dashboard is reachable from other machines without encryption', () => {
    expect(lines('http://10.0.0.1:4400/_local/ui/#x', '0.0.0.0').at(-1)).toContain('not encrypted');
  });
});
