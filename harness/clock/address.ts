import type { ClockAddress } from './connection.ts';

/** The environment by which a preloaded clock finds its emulator. */
export const CLOCK_VARIABLES = {
  admin: 'VIRTUAL_CLOCK_ADMIN',
  key: 'VIRTUAL_CLOCK_KEY',
  /** The session that waits for it; empty for none. */
  parent: 'VIRTUAL_CLOCK_PARENT',
} as const;

/** That environment. */
export function clockEnvironment({ admin, key }: ClockAddress, parent = ''): Record<string, string> {
  return {
    [CLOCK_VARIABLES.admin]: admin,
    [CLOCK_VARIABLES.key]: key,
    [CLOCK_VARIABLES.parent]: parent,
  };
}
