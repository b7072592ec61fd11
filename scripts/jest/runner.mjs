// Runs one suite in a worker of jest: jest-circus runs the tests, and Node loads the modules. Jest itself would load
// every module again for each suite, in a VM context of the suite, which takes most of the time of a short suite. This
// runner loads the modules of `src`, `harness` and `node_modules` once per worker. Files below `__tests__` are loaded
// again for each suite, because they register hooks when they are imported.
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const require = createRequire(import.meta.url);
const circus = path.join(path.dirname(require.resolve('jest-circus')), 'jestAdapterInit.js');
const testsUrl = pathToFileURL(path.resolve(import.meta.dirname, '../../__tests__')).href;

/** URL parameter of modules below `__tests__` that contains the path of the suite. */
const SUITE = 'suite';
const GLOBALS = 'jest-globals:';
const NAMES = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
];

/** Exports of `@jest/globals` that a suite imports, by suite. */
const globalsOf = new Map();
const shared = Symbol.for('agent-deploy.jest-globals');
globalThis[shared] = globalsOf;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const suite = context.parentURL?.startsWith(testsUrl)
      ? new URL(context.parentURL).searchParams.get(SUITE)
      : null;
    if (specifier === '@jest/globals' && suite !== null) {
      return { url: `${GLOBALS}${suite}`, format: 'module', shortCircuit: true };
    }
    const resolved = nextResolve(specifier, context);
    if (suite === null || !resolved.url.startsWith(testsUrl)) return resolved;
    const url = new URL(resolved.url);
    url.searchParams.set(SUITE, suite);
    return { ...resolved, url: url.href };
  },
  load(url, context, nextLoad) {
    if (!url.startsWith(GLOBALS)) return nextLoad(url, context);
    const suite = JSON.stringify(url.slice(GLOBALS.length));
    const source = `export const { ${NAMES.join(', ')} } = globalThis[Symbol.for('${shared.description}')].get(${suite});`;
    return { source, format: 'module', shortCircuit: true };
  },
});

/** Returns the functions of the object `jest` that suites use. */
function jestObject({ moduleMocker, fakeTimersModern: timers }) {
  return {
    fn: (implementation) => moduleMocker.fn(implementation),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    replaceProperty: moduleMocker.replaceProperty.bind(moduleMocker),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (config) => timers.useFakeTimers(config),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  };
}

/**
 * All runs of `npm test` use the same examples of properties. `npm run test:deep` draws new examples, and many more.
 */
function configureProperties() {
  const { DEEP_SEED, DEEP_RUNS } = process.env;
  fc.configureGlobal({
    seed: Number(DEEP_SEED ?? 1),
    ...(DEEP_RUNS === undefined ? {} : { numRuns: Number(DEEP_RUNS) }),
  });
}

/** Runs a suite. @returns The result of the suite in jest's format. */
export default async function runSuite(globalConfig, config, environment, runtime, testPath) {
  configureProperties();
  // The module of jest-circus contains the state of a suite, so each suite loads its own copy.
  delete require.cache[circus];
  const { initialize, runAndTransformResultsToJestFormat } = require(circus);
  // The path is part of the module's key in Node's compile cache, and must therefore be the same in every run.
  const suite = path.relative(config.rootDir, testPath);
  await initialize({
    config,
    environment,
    globalConfig,
    localRequire: require,
    parentProcess: process,
    runtime,
    setGlobalsForRuntime: (globals) => {
      globalsOf.set(suite, { ...globals, jest: jestObject(environment) });
    },
    testPath,
  });
  try {
    const url = pathToFileURL(testPath);
    url.searchParams.set(SUITE, suite);
    await import(url.href);
    const now = Date.now();
    return await runAndTransformResultsToJestFormat({
      config,
      globalConfig,
      setupAfterEnvPerfStats: { setupAfterEnvStart: now, setupAfterEnvEnd: now },
      testPath,
    });
  } finally {
    globalsOf.delete(suite);
  }
}
