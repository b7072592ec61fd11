import { describe, expect, test } from '@jest/globals';
import { logDashboard, servesDashboard } from '../../../src/emulator/cli/dashboard.ts';
import { readRunFlags } from '../../../src/emulator/cli/run.ts';

// docs/security/emulator.md#dashboard-is-for-people
describe('the dashboard is served', () => {
  const person = { isTerminal: true, env: {} };

  test.each([
    ['in a terminal', {}, person, true],
    ['where no person sees the link', {}, { ...person, isTerminal: false }, false],
    ['in CI', {}, { ...person, env: { CI: 'true' } }, false],
    ['in a terminal where CI is off', {}, { ...person, env: { CI: 'false' } }, true],
    ['where other machines reach it', { host: '0.0.0.0' }, person, false],
    ['behind a public URL', { publicUrl: 'https://emulator.example' }, person, false],
    ['where a flag asks for it', { dashboard: true, host: '0.0.0.0' }, { isTerminal: false, env: {} }, true],
    ['where a flag turns it off', { dashboard: false }, person, false],
  ])('%s: %j %j -> %s', (_, options, where, served) => {
    expect(servesDashboard(options, where)).toBe(served);
  });

  test('or not, but the flags for both are refused together', () => {
    expect(readRunFlags(['--dashboard']).options.dashboard).toBe(true);
    expect(readRunFlags(['--no-dashboard']).options.dashboard).toBe(false);
    expect(readRunFlags([]).options.dashboard).toBeUndefined();
    expect(() => readRunFlags(['--dashboard', '--no-dashboard'])).toThrow('use only one of them');
  });
});

describe('the log contains', () => {
  const lines = (link: string | undefined, host?: string) => {
    const logged: string[] = [];
    logDashboard({ dashboardLink: () => link }, { host }, (line) => void logged.push(line));
    return logged;
  };

  test('the link and the URL at which programs use the same API, and nothing without a dashboard', () => {
    expect(lines('http://127.0.0.1:4400/_local/ui/#x')).toEqual([
      'emulator: dashboard on http://127.0.0.1:4400/_local/ui/#x (signs in once, within ten minutes)',
      "emulator: programs use the same API under /_local with the emulator's key: http://127.0.0.1:4400/openapi.json",
    ]);
    expect(lines(undefined)).toEqual([]);
  });

  test('a warning if the dashboard is reached without encryption', () => {
    expect(lines('http://10.0.0.1:4400/_local/ui/#x', '0.0.0.0').at(-1)).toContain('not encrypted');
  });
});
