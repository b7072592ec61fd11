import type { EmulatorOptions } from '../config.ts';
import type { Emulator } from '../index.ts';
import type { Log } from '../ports/context.ts';
import { isLoopback } from '../server/server-origins.ts';

/**
 * Decides whether to serve the dashboard. Without a flag, the dashboard is served only if the user sees the link in a
 * terminal and only this machine can reach the emulator. In CI, the dashboard is not served, because the CI log would
 * store the link.
 */
export function servesDashboard(
  { dashboard, host = '127.0.0.1', publicUrl }: Pick<EmulatorOptions, 'dashboard' | 'host' | 'publicUrl'>,
  { isTerminal, env }: { isTerminal: boolean; env: Readonly<Record<string, string | undefined>> },
): boolean {
  const isCi = env['CI'] !== undefined && !['', '0', 'false'].includes(env['CI']);
  return dashboard ?? (isTerminal && !isCi && publicUrl === undefined && isLoopback(host));
}

/**
 * Logs the link to the dashboard if the emulator serves the dashboard. The token in the link is valid for one sign-in.
 */
export function logDashboard(
  emulator: Pick<Emulator, 'dashboardLink'>,
  { host = '127.0.0.1' }: Pick<EmulatorOptions, 'host'>,
  log: Log,
): void {
  const link = emulator.dashboardLink();
  if (link === undefined) return;
  log(`emulator: dashboard on ${link} (signs in once, within ten minutes)`, { level: 'info' });
  const description = new URL('/openapi.json', link).href;
  log(`emulator: programs use the same API under /_local with the emulator's key: ${description}`, {
    level: 'info',
  });
  if (isLoopback(host)) return;
  log(
    `emulator: --dashboard on --host ${host} is not encrypted, so programs between the browser and the emulator can read its session. Prefer a tunnel to 127.0.0.1`,
    { level: 'warning' },
  );
}
