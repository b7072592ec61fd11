import { expect, test } from '@jest/globals';
import { threadMs } from '../../harness/hang-limit.ts';
import { namesOfEnvFile, findReads } from '../../src/agent-code/variable-reads.ts';
import { followImports } from '../../src/agent-code/sources.ts';
import { repositoryOf } from '../../src/cli/run-event.ts';
import { parseErrorBody } from '../../src/clients/failure.ts';
import { parseRetryAfter } from '../../src/clients/retry-after.ts';
import { parseAuthority, parseHost } from '../../src/credential-proxy/canonical/authority.ts';
import { canonicalPath } from '../../src/credential-proxy/canonical/path.ts';
import { lastOutput, withoutStackFrames } from '../../src/emulator/data-plane/build/failure-lines.ts';
import { classifyFetchFailure } from '../../src/emulator/data-plane/git/fetch.ts';
import { failureReason } from '../../src/emulator/data-plane/python/installer.ts';
import { hasStaticRequirements } from '../../src/emulator/data-plane/python/resolution-cache.ts';
import { describeStack } from '../../src/emulator/data-plane/worker/failures.ts';
import { httpSettings } from '../../src/emulator/data-plane/workload/http-settings.ts';
import { affectsServer } from '../../src/emulator/server/agent-app.ts';
import { nameOfRemote } from '../../src/init/disk.ts';
import { escapeCommands } from '../../src/action/host/runner-host.ts';
import { quote } from '../../src/action/inputs/problem.ts';
import { dockerIgnore } from '../../src/action/pack/docker-ignore.ts';
import { containsSecret } from '../../src/action/pack/exclusions.ts';
import { gitIgnore, parseGitIgnore } from '../../src/action/pack/git-ignore.ts';
import { packableLinks } from '../../src/action/pack/symbolic-links.ts';
import { parseGlob, matches, GlobError } from '../../src/action/paths/glob.ts';
import { cell, inertLines } from '../../src/action/report/markdown.ts';
import { isRedactedValue } from '../../src/action/plan/hidden-value.ts';
import { containsToken, includedFiles } from '../../src/action/sandbox/checkout-tokens.ts';
import { globMatcher } from '../../src/contract/glob.ts';
import { isSameJson, parseExactJson, stringifyExactJson } from '../../src/contract/exact-json.ts';
import { ANSWER_JSON_LIMITS, findJsonExcess } from '../../src/contract/json-safety.ts';
import { parseRepositoryUrl, redactCredentials } from '../../src/emulator/data-plane/git/names.ts';
import {
  localPath,
  logicalLines,
  parseRequirements,
} from '../../src/emulator/data-plane/python/resolution.ts';
import { createJournalRedactor } from '../../src/emulator/server/journal-redactor.ts';
import { parseGraphConfig } from '../../src/graph-config/parse.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { embeddedSecrets } from '../../src/redaction/secret-parts.ts';

/** Maximum ratio of the times for an input of twice the size. */
const MAX_RATIO = 2.5;
/** Minimum time in milliseconds for a ratio, because shorter times are too uncertain. */
const MIN_MS = 40;
/** Maximum length in characters of an input; a parser that is still fast at this length passes. */
const MAX_LENGTH = 1 << 17;
const HOUR_MS = 3_600_000;

const redactor = createRedactor([
  'hunter2-secret-value',
  'https://user:p4ssw0rd-x@example.com/x?token=abcd1234efgh',
]);
const journal = createJournalRedactor();
journal.addSecrets(['hunter2-secret-value']);
const ignoreErrors = (work: () => unknown) => {
  try {
    work();
  } catch {
    // An error of the parser does not matter, because the test measures only the time.
  }
};

/** All functions that parse untrusted text of unlimited length. */
const PARSERS: Record<string, (text: string) => unknown> = {
  'the redactor': (text) => redactor.redact(text),
  'the search for secrets in a value': (text) => embeddedSecrets(text, 'SOME_PASSWORD'),
  'the redactor of the journal': (text) => journal.redactText(text),
  'the escape of workflow commands': escapeCommands,
  'a quoted value': quote,
  'a redacted value': isRedactedValue,
  'the search for secrets in a file': containsSecret,
  'the search for tokens in a git configuration': (text) => [
    containsToken(text),
    includedFiles(text, '/x/config'),
  ],
  'a .dockerignore': (text) => dockerIgnore(text.split('\n'))('a/b/c'),
  'a path of a .dockerignore': (text) => dockerIgnore(['**/*a*b*c/?x', '*', '!a/**'])(text),
  'a .gitignore': (text) => gitIgnore([parseGitIgnore('', text.split('\n'))])('a/b/c', false),
  'a path of a .gitignore': (text) =>
    gitIgnore([parseGitIgnore('', ['**/*a*b*c/?x', '!a/**/b'])])(text, false),
  'a path pattern': (text) => {
    try {
      return matches(parseGlob('**/*a*b*c/**/x'), text);
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      return undefined;
    }
  },
  'a pattern of a fault rule': globMatcher('**/*a*b*c/**/x'),
  'the address of a repository': (text) => parseRepositoryUrl(text, { local: true }),
  "the redaction of git's output": redactCredentials,
  'Python requirements': (text) => ignoreErrors(() => parseRequirements(text, '/x')),
  'untrusted text in a report': inertLines,
  'a graph configuration': (text) => parseGraphConfig(text),
  'a graph': (text) =>
    parseGraphConfig(JSON.stringify({ dependencies: [text], graphs: { a: text }, env: text })),
  'a dotenv file': namesOfEnvFile,
  'the variables that Python code reads': (text) => findReads(text, 'python'),
  'the variables that TypeScript code reads': (text) => findReads(text, 'typescript'),
  'the imports of Python code': (text) => importsOf('agent.py', text),
  'the imports of TypeScript code': (text) => importsOf('agent.ts', text),
  'the URL of a remote': (text) => [nameOfRemote(text), repositoryOf(text)],
  'a template in a webhook header': (text) =>
    ignoreErrors(() =>
      httpSettings(
        { language: 'javascript', modules: {}, sections: { webhooks: { headers: { name: text } } } },
        {},
      ),
    ),
  "an application's cookie": (text) => affectsServer(['set-cookie', text], { path: '/d/one', isBelow: true }),
  'the pyproject.toml of a project': hasStaticRequirements,
  'a logical line of requirements': (text) => [logicalLines(text), localPath(text, '/x')],
  'the output of an installer': (text) => [
    withoutStackFrames(text.split('\n')),
    lastOutput(text.split('\n')),
    failureReason(text.split('\n')),
  ],
  'the output of git': classifyFetchFailure,
  'the stack of an error': (text) => {
    const failure = new Error('failed');
    failure.stack = `Error: failed\n    at ${text}`;
    return describeStack(failure, '/x', false);
  },
  'text in Markdown': (text) => [cell(text), inertLines(text)],
  'the body of an error response': (text) => parseErrorBody(500, text, (shown) => shown),
  'a Retry-After header': (text) => parseRetryAfter(text, 0),
  'a host name of the proxy': (text) => [parseAuthority(text, 443), parseHost(text)],
  'a path of the proxy': (text) => canonicalPath(`/${text}`),
};

/** Returns the modules that a module with this text imports. */
function importsOf(path: string, text: string): Promise<unknown> {
  const read = (file: string) => Promise.resolve(file === path ? text : undefined);
  const roots = { files: new Set([path]), python: [''], folder: '', packages: new Map<string, string>() };
  return followImports([path], { read, ...roots });
}

const UNITS = [
  ...' \t\n\ra0A-_./\\=:;,"\'@%&<>()[]{}#+*~^$!?|`'.split(''),
  '\u001b',
  '\u001b[',
  'é',
  '\u200b',
  'a ',
  ' a',
  'a=',
  'a:',
  'a-',
  'a/',
  'ab ',
  'a1',
  'a= ',
  'a={',
  'a=[',
  'a="',
  ' -a ',
  '\n ',
  ' \n',
  '\r\n',
  '://',
  'a://',
  'a:a@',
  '%25',
  '%2525',
  '\\x61',
  '\\101',
  '&#97;',
  '&#97',
  '%u0061',
  '\\61 ',
  '""',
  "''",
  '[a]',
  '**',
  '*a',
  '--',
  '::',
  '00 ',
  '00:',
  'password=',
  'token: ',
  'https://a:b@c ',
  '-----BEGIN A-----',
  '<a>',
  '<a ',
  '&a=',
  'Bearer a ',
  'machine a ',
  'YWFhYWFhYWE=',
  '${{',
  'dynamic=[',
  'at a (',
  'repository ',
];
const PREFIXES = ['', 'password=', '"', 'from ', 'path=', '${{'];
const SUFFIXES = ['', '!\n'];

/**
 * Returns the shortest time of several attempts, in milliseconds of processor time, because garbage collection can
 * only make a time longer.
 */
async function leastTimeOf(work: () => unknown, attempts = 5): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const start = threadMs();
    await work();
    least = Math.min(least, threadMs() - start);
  }
  return least;
}

/**
 * Returns the ratio of the times for twice the size. A ratio above the limit must recur at the next size, because work
 * that is not linear shows such a ratio at every size.
 * @param prepare Returns a function that works on an input of the given size.
 */
async function ratioOf(prepare: (size: number) => () => unknown, size: number): Promise<number> {
  const once = await leastTimeOf(prepare(size));
  const twice = await leastTimeOf(prepare(size * 2));
  if (twice / once <= MAX_RATIO) return twice / once;
  return Math.min(twice / once, (await leastTimeOf(prepare(size * 4))) / twice);
}

// docs/security/checkouts.md#linear-parsers
test.each(Object.entries(PARSERS))(
  'parsing a string of double length takes at most 2.5 times as long: %s',
  async (_, parse) => {
    const slow: string[] = [];
    for (const unit of UNITS) {
      for (const prefix of PREFIXES) {
        for (const suffix of SUFFIXES) {
          const make = (length: number) => prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix;
          const prepare = (length: number) => {
            const text = make(length);
            return () => parse(text);
          };
          let length = 1 << 11;
          while (length < MAX_LENGTH && (await leastTimeOf(prepare(length), 2)) < MIN_MS) length *= 4;
          if (length >= MAX_LENGTH) continue;
          const ratio = await ratioOf(prepare, length);
          if (ratio > MAX_RATIO)
            slow.push(`${JSON.stringify([prefix, unit, suffix])}: ${ratio.toFixed(1)} at ${length}`);
        }
      }
    }
    expect(slow).toEqual([]);
  },
  HOUR_MS,
);

/** JSON with this many values, in shapes that a parser might visit repeatedly. */
const JSON_SHAPES: Record<string, (count: number) => string> = {
  'large integers': (count) => `[${'12345678901234567891,'.repeat(count)}0]`,
  'large integers after a string': (count) => `["a",${'-1234567890123456789,'.repeat(count)}0]`,
  'large integers between strings': (count) => `[${'12345678901234567,"a\\\\",'.repeat(count)}0]`,
  'large integers below a key': (count) => `[${'{"a":12345678901234567891},'.repeat(count)}0]`,
  'digits in a string': (count) => `["${'1234567890123456,'.repeat(count)}"]`,
  'strings of backslashes': (count) => `[${'"\\\\\\\\",'.repeat(count)}0]`,
  'empty lists': (count) => `[${'[],'.repeat(count)}0]`,
};

// docs/security/checkouts.md#linear-parsers
test.each(Object.entries(JSON_SHAPES))(
  'reading and writing twice as much JSON takes at most 2.5 times as long: %s',
  async (_, shape) => {
    const prepare = (count: number) => {
      const text = shape(count);
      return () => {
        const value = parseExactJson(text);
        return [
          findJsonExcess(text, ANSWER_JSON_LIMITS),
          isSameJson(value, parseExactJson(text)),
          stringifyExactJson(value),
        ];
      };
    };
    let count = 20_000;
    while ((await leastTimeOf(prepare(count), 2)) < MIN_MS) count *= 2;
    expect(await ratioOf(prepare, count)).toBeLessThanOrEqual(MAX_RATIO);
  },
  HOUR_MS,
);

test(
  'parsing twice as many symbolic links takes at most 2.5 times as long, for each arrangement of the links',
  async () => {
    const chain = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        path: `l${at}`,
        target: at === 0 ? 'file' : `l${at - 1}`,
      }));
    const orders: Record<string, (count: number) => { path: string; target: string }[]> = {
      forwards: chain,
      backwards: (count) => chain(count).toReversed(),
      'as folders': (count) =>
        chain(count).map(({ path, target }) => ({ path: `${path}/x/y`, target: `../../${target}/x/y` })),
      'to nothing': (count) => chain(count).map(({ path }) => ({ path, target: 'none' })),
    };
    for (const [name, make] of Object.entries(orders)) {
      const prepare = (count: number) => {
        const links = make(count);
        return () => packableLinks(['file'], links);
      };
      const ratio = await ratioOf(prepare, 100_000);
      expect([name, ratio <= MAX_RATIO]).toEqual([name, true]);
    }
  },
  HOUR_MS,
);
