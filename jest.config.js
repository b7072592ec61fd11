export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/jest-strip-types.cjs' },
  // The same examples in every run of `npm test`; `npm run test:deep` draws new ones.
  setupFiles: ['<rootDir>/scripts/jest-seed.mjs'],
  // Emulators and agents are processes of their own: two suites at a time is what two cores carry.
  maxWorkers: 2,
  testTimeout: 30_000,
};
