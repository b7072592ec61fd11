// Preloaded by `npm run test:deep`: every property without a number of runs of its own gets many more, under one seed.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: Number(process.env.DEEP_RUNS), seed: Number(process.env.DEEP_SEED) });
