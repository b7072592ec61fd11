import type { SnapshotProblem } from '../../ports/store-snapshot.ts';

/** So many problems are told at once. */
const TOLD = 20;

/** A snapshot that cannot be taken as it is. Messages name places and never hold a value. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly problems: readonly SnapshotProblem[];

  constructor(problems: readonly SnapshotProblem[], options: { cause?: unknown } = {}) {
    const told = problems.slice(0, TOLD);
    const more = problems.length - told.length;
    super(
      [
        ...told.map(({ path, message }) => `${path.join('.')}: ${message}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('; '),
      options,
    );
    this.problems = more > 0 ? [...told, { path: [], message: `and ${more} more problems` }] : told;
  }
}
