// Before every suite: what properties draw. `npm test` decides whether a change may land, so it draws the same examples
// each time; `npm run test:deep` gives a new seed, and many more runs to properties without a number of their own.
import fc from 'fast-check';

const { DEEP_SEED, DEEP_RUNS } = process.env;
fc.configureGlobal({
  seed: Number(DEEP_SEED ?? 1),
  ...(DEEP_RUNS === undefined ? {} : { numRuns: Number(DEEP_RUNS) }),
});
