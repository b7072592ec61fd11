import { describe, expect, test } from '@jest/globals';
import { storm } from '../emulator/requests/support/storm.ts';

// Sends 100,000 generated requests to emulators of every mode, one after another (STORM_REQUESTS sets another number).
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const requests = Number(process.env['STORM_REQUESTS'] ?? 100_000);
const HOURS_MS = 3_600_000;

const modes = (['spec', 'hosted'] as const).flatMap((compat) =>
  (['any', 'cloud', 'self-hosted'] as const).map((edition) => ({ compat, edition })),
);

describe('generated valid and invalid requests', () => {
  test.each(modes.map((mode, index) => ({ ...mode, index, count: Math.ceil(requests / modes.length) })))(
    'cause no 5xx and no partial change with --compat $compat --edition $edition ($count requests)',
    async ({ compat, edition, index, count }) => {
      const found = await storm({ compat, edition }, count, seed + index * 1_000_003);
      const statuses = [...found.statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '));
      process.stderr.write(
        `${compat} ${edition}: ${found.requests} requests to ${found.asked.size} operations, ${found.succeeded.size} of them done; ${statuses.join(', ')}\nnever done: ${[...found.asked].filter((one) => !found.succeeded.has(one)).join(', ')}\n`,
      );
      expect([...found.findings].map((one) => one.join('\n'))).toEqual([]);
      expect(found.requests).toBe(count);
    },
    HOURS_MS,
  );
});
