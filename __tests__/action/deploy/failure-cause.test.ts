import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findCause, mostInformativeLine } from '../../../src/action/deploy/failure-cause.ts';

const causeOf = (log: string) => findCause(log.split('\n'));
const why = (log: string) => causeOf(log)?.why;

// The logs are outputs of the named programs.
describe('the likely cause of a failed build', () => {
  test.each([
    [
      'uv',
      `error: No solution found when resolving dependencies
  cause: Because private-thing was not found in the package registry and you require private-thing, we can conclude that your requirements are unsatisfiable.

hint: An index URL (https://packages.acme.example/simple) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)`,
    ],
    [
      'uv, while it downloads',
      'Caused by: HTTP status client error (403 Forbidden) for url (https://packages.acme.example/simple/x-1.0.tar.gz)',
    ],
    [
      'pip',
      `WARNING: 401 Error, Credentials not correct for https://packages.acme.example/simple/private-thing/
ERROR: Could not find a version that satisfies the requirement private-thing (from versions: none)
ERROR: No matching distribution found for private-thing`,
    ],
    [
      'npm',
      `npm error code E401
npm error 401 Unauthorized - GET https://packages.acme.example/@acme%2ftools
npm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-30T08_46_20_643Z-debug-0.log`,
    ],
  ])('is the refusal of a package index, not the missing package that %s reports after it', (_, log) => {
    expect(causeOf(log)).toMatchObject({
      kind: 'credentials',
      why: 'the package index packages.acme.example refused the credentials of the build, or got none',
    });
  });

  // docs/private-packages.md
  test.each([
    [
      'hint: An index URL (https://a.example/simple) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)',
      'UV_INDEX_<NAME>_USERNAME and UV_INDEX_<NAME>_PASSWORD',
    ],
    ['WARNING: 401 Error, Credentials not correct for https://a.example/simple/x/', 'PIP_EXTRA_INDEX_URL'],
    ['npm error code E401', 'Set the token that `.npmrc` uses, such as NPM_TOKEN, in the input `secrets`.'],
    [
      'npm warn Failed to replace env in config: ${ACME_TOKEN}\nnpm error code E401',
      'Add the variable ACME_TOKEN to the input `secrets`.',
    ],
    [
      'npm warn Failed to replace env in config: ${ACME_TOKEN}\nnpm error code E404',
      'Add the variable ACME_TOKEN to the input `secrets`.',
    ],
    [
      "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
      'GIT_CONFIG_KEY_0',
    ],
    [
      'Usage Error: Environment variable not found (NPM_TOKEN) in /deps/.yarnrc.yml',
      'Add the variable to the input',
    ],
  ])('contains the variable to set for %j', (log, variable) => {
    expect(causeOf(log)?.cure).toContain(variable);
  });

  test('is the missing package if npm reports it and no variable is unset', () => {
    expect(causeOf('npm error code E404')).toMatchObject({ kind: 'package' });
  });

  test('does not contain the user and the password in the URL of an index', () => {
    const log = `hint: An index URL (https://ci:hunter2@packages.acme.example/simple) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)`;
    expect(why(log)).toBe(
      'the package index packages.acme.example refused the credentials of the build, or got none',
    );
  });

  test.each([
    [
      'npm error code E401\nnpm error Incorrect or missing password.',
      'the package index refused the credentials of the build, or got none',
    ],
    [
      "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
      'the git server github.com refused the credentials of the build, or got none',
    ],
    [
      'git@github.com: Permission denied (publickey).',
      'a git server refused the SSH key of the build, or got none',
    ],
    [
      'ERROR: pull access denied for acme/base, repository does not exist or may require authorization',
      'the registry of the image acme/base refused the credentials, or got none',
    ],
  ])('is a refusal of credentials: %s', (log, expected) => {
    expect(causeOf(log)).toMatchObject({ kind: 'credentials', why: expected });
  });

  test.each([
    [
      'cause: Because there is no version of httpx==99.0 and you require httpx==99.0, we can conclude that your requirements are unsatisfiable.',
      'httpx==99.0 was not found in the package index',
    ],
    [
      'ERROR: Could not find a version that satisfies the requirement httpx==99.0 (from versions: 0.6.7)\nERROR: No matching distribution found for httpx==99.0',
      'httpx==99.0 was not found in the package index',
    ],
    [
      'npm error code ETARGET\nnpm error notarget No matching version found for zod@99.\nnpm error notarget In most cases you or one of your dependencies are requesting a package version',
      'zod@99 was not found in the package index',
    ],
    [
      "npm error code E404\nnpm error 404  The requested resource 'acme-tools@*' could not be found or you do not have permission to access it.",
      'acme-tools@* was not found in the package index',
    ],
    [
      'error: No solution found when resolving dependencies\n  cause: Because httpx==0.27.0 depends on httpcore==1.* and you require httpx==0.27.0, we can conclude that you require httpcore==1.*.',
      'the required versions of the packages contradict one another',
    ],
    [
      'ERROR: ResolutionImpossible: for help visit the documentation',
      'the required versions of the packages contradict one another',
    ],
    [
      'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree',
      'the required versions of the packages contradict one another',
    ],
    [
      'npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.',
      'the lock file does not fit the list of dependencies',
    ],
    ['ERROR: Failed building wheel for psycopg2', 'the package psycopg2 could not be compiled'],
  ])('is a package: %s', (log, expected) => {
    expect(causeOf(log)).toMatchObject({ kind: 'package', why: expected });
  });

  test.each([
    [
      'image',
      'Error response from daemon: manifest for acme/base:9 not found: manifest unknown',
      'the image acme/base:9 does not exist in its registry',
    ],
    [
      'image',
      'ERROR: failed to resolve source metadata for docker.io/acme/base:9: docker.io/acme/base:9: not found',
      'the image docker.io/acme/base:9 does not exist in its registry',
    ],
    [
      'image',
      'toomanyrequests: You have reached your pull rate limit.',
      'the registry of a base image limits anonymous downloads',
    ],
    [
      'memory',
      'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
      'the memory was exhausted',
    ],
    ['disk', "OSError: [Errno 28] No space left on device: '/deps'", 'the disk of the build is full'],
    [
      'module',
      "ModuleNotFoundError: No module named 'langchain_openai'",
      'the code imports langchain_openai, which is not installed',
    ],
    [
      'module',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /deps/agent.mjs",
      'the code imports zod, which is not installed',
    ],
    ['variable', "KeyError: 'DATABASE_URL'", 'the environment variable DATABASE_URL is not set'],
    [
      'variable',
      'openai.OpenAIError: The api_key client option must be set either by passing api_key to the client or by setting the OPENAI_API_KEY environment variable',
      'the environment variable OPENAI_API_KEY is not set',
    ],
    [
      'variable',
      'Error: Missing environment variable: TAVILY_API_KEY',
      'the environment variable TAVILY_API_KEY is not set',
    ],
    [
      'network',
      "fatal: unable to access 'https://git.acme.example/a.git/': Could not resolve host: git.acme.example",
      'the name of the server git.acme.example could not be resolved',
    ],
    ['network', 'npm error network read ECONNRESET', 'a connection to another server failed'],
  ])('is the %s: %s', (kind, log, expected) => {
    expect(causeOf(log)).toMatchObject({ kind, why: expected });
  });

  test('is unknown if no line shows a known cause', () => {
    expect(causeOf('npm error missing script: build')).toBeUndefined();
    expect(causeOf('ValueError: the graph has no entry point')).toBeUndefined();
    expect(findCause([])).toBeUndefined();
  });

  test('is taken from the last line with the same sign, and contains this line', () => {
    const log = "ModuleNotFoundError: No module named 'first'\n  ModuleNotFoundError: No module named 'last'";
    expect(causeOf(log)).toMatchObject({
      line: "ModuleNotFoundError: No module named 'last'",
      why: 'the code imports last, which is not installed',
    });
  });

  test('never repeats a name with other characters than those of names', () => {
    expect(why("ModuleNotFoundError: No module named '<img/src=x>@everyone`'")).toBe(
      'the code imports a module, which is not installed',
    );
  });

  test('contains a line of the log, for every log', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 500, unit: 'binary' }), { maxLength: 20 }), (lines) => {
        const cause = findCause(lines);
        if (cause !== undefined) expect(lines.map((line) => line.trim())).toContain(cause.line);
      }),
    );
  });
});

describe('the most informative line of a log', () => {
  test('is the last line with an error, without the lines in which npm points to its own log', () => {
    const log = `npm error code ELIFECYCLE
npm error command sh -c node build.mjs
npm error
npm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-30T08_46_20_643Z-debug-0.log`;
    expect(mostInformativeLine(log.split('\n'))).toBe('npm error command sh -c node build.mjs');
  });

  test('is the last line with text if no line contains an error', () => {
    expect(mostInformativeLine(['Step 1', 'Step 2', ''])).toBe('Step 2');
    expect(mostInformativeLine(['', ' '])).toBeUndefined();
  });
});
