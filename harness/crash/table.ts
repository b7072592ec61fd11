import type { Sweep } from './sweep.ts';

const COLUMNS = [
  'scenario',
  'struck at',
  'attempts',
  'struck',
  'places',
  'gone within',
  'took',
  'wrong',
] as const;

/** What sweeps came to, a line for each, under a line that says what stands where. */
export function tableOf(sweeps: readonly Sweep[]): string {
  const rows = sweeps.map((sweep) => [
    sweep.scenario,
    sweep.how,
    String(sweep.attempts),
    String(sweep.struck),
    String(sweep.places.size),
    `${Math.round(sweep.orphansMs)} ms`,
    `${Math.round(sweep.tookMs / 1_000)} s`,
    String(sweep.failures.length),
  ]);
  const all = [[...COLUMNS], ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line that says how far a sweep has come. */
export function progressOf({ scenario, how, attempts, failures, tookMs }: Sweep): string {
  return `${scenario}, ${how}: ${attempts} attempts in ${Math.round(tookMs / 1_000)} s, ${failures.length} with something wrong`;
}

/** How to make each failed attempt again, and what was wrong. */
export function failuresOf({ failures }: Sweep): string {
  return failures
    .slice(0, 10)
    .map(({ attempt, findings }) => [attempt, ...findings.map((finding) => `  ${finding}`)].join('\n'))
    .join('\n');
}
