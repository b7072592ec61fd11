/** Part of the build or the start that failed. */
export type CauseKind =
  | 'credentials'
  | 'package'
  | 'image'
  | 'memory'
  | 'disk'
  | 'module'
  | 'variable'
  | 'network';

/** A likely cause of a failed revision. `why` is a clause without a full stop, and `cure` is a sentence. */
export interface FailureCause {
  kind: CauseKind;
  /** Line of the log that shows the cause. */
  line: string;
  why: string;
  cure: string;
}

interface Sign {
  kind: CauseKind;
  /** Pattern of a log line, which may capture the name of a package, image, module or variable, or a URL. */
  line: RegExp;
  why: (name: string) => string;
  /** The remedy, or a function that returns the remedy for the name of an unset variable, or for an empty string. */
  cure: string | ((variable: string) => string);
  /** True if the sign counts only together with a line that contains the name of an unset variable. */
  needsVariable?: true;
}

/** Matches names that the message may contain. The log can contain any text, so all other names are left out. */
const NAME = /^[\w@.:/+~<>=!*,[\]-]{1,120}$/;

/** Maximum length in characters of the part of a line that is searched. */
const SEARCHED = 2_000;

/** Matches the lines in which npm and the emulator report a variable of `.npmrc` that is not set. */
const UNSET =
  /Failed to replace env in config: \$\{(\w{1,60})\}|settings of the registry use the variable (\w{1,60})/;
const GUIDE = "docs/private-packages.md of this action's repository describes the variables.";
const INDEX = `Set UV_INDEX_<NAME>_USERNAME and UV_INDEX_<NAME>_PASSWORD, or a URL with credentials in UV_DEFAULT_INDEX or PIP_INDEX_URL, in the input \`secrets\`. ${GUIDE}`;
const PIP_INDEX = `Set a URL with credentials in PIP_INDEX_URL or PIP_EXTRA_INDEX_URL in the input \`secrets\`. ${GUIDE}`;
const registryToken = (variable: string) =>
  variable === ''
    ? `Set the token that \`.npmrc\` uses, such as NPM_TOKEN, in the input \`secrets\`. ${GUIDE}`
    : `Add the variable ${variable} to the input \`secrets\`. ${GUIDE}`;
const REQUIREMENTS = "Correct the name or the version in the agent's requirements.";
const CONFLICT = 'Allow versions that fit together, or commit a lock file.';
const RAISE_MEMORY =
  'Raise the memory of the deployment in `resource-spec`, or let the step use less memory.';
const AGAIN = 'Run the workflow again. If the error stays, check the address and the network of the build.';

/** Appends the name to the noun, unless the name is empty. */
const named = (noun: string, name: string) => (name === '' ? noun : `${noun} ${name}`);
const refused = (host: string) =>
  `${named('the package index', host)} refused the credentials of the build, or got none`;
const missing = (name: string) =>
  name === '' ? 'a required package or version was not found' : `${name} was not found in the package index`;
const conflict = () => 'the required versions of the packages contradict one another';

/**
 * Signs of known causes in the logs of uv, pip, npm, pnpm, git, image builders, Python and Node. A sign comes before the
 * signs of its consequences: a refused index also makes pip report a missing package.
 */
const SIGNS: readonly Sign[] = [
  {
    kind: 'credentials',
    line: /An index URL \((\S+)\) could not be queried .*\((?:401|403)\b/,
    why: refused,
    cure: INDEX,
  },
  {
    kind: 'credentials',
    line: /HTTP status client error \((?:401|403)\b[^)]*\) for url \((\S+)\)/,
    why: refused,
    cure: INDEX,
  },
  {
    kind: 'credentials',
    line: /(?:401|403) Error, Credentials not correct for (\S+)/,
    why: refused,
    cure: PIP_INDEX,
  },
  { kind: 'credentials', line: /HTTP error (?:401|403) while getting (\S+)/, why: refused, cure: PIP_INDEX },
  {
    kind: 'credentials',
    line: /npm (?:error|ERR!) (?:401|403) \w+ - [A-Z]+ (\S+)/,
    why: refused,
    cure: registryToken,
  },
  {
    kind: 'credentials',
    line: /npm (?:error|ERR!) code E40[13]\b|\bERR_PNPM_FETCH_40[13]\b/,
    why: refused,
    cure: registryToken,
  },
  {
    // A registry reports a private package as missing if the request has no token.
    kind: 'credentials',
    line: /npm (?:error|ERR!) code E404\b|\bERR_PNPM_FETCH_404\b/,
    why: refused,
    cure: registryToken,
    needsVariable: true,
  },
  {
    kind: 'credentials',
    line: /could not read (?:Username|Password) for '(\S+)'|Authentication failed for '(\S+)'/,
    why: (host) => `${named('the git server', host)} refused the credentials of the build, or got none`,
    cure: `Set GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0 in the input \`secrets\`. ${GUIDE}`,
  },
  {
    kind: 'credentials',
    line: /Permission denied \(publickey\)/,
    why: () => 'a git server refused the SSH key of the build, or got none',
    cure: 'Use an HTTPS address with credentials for the git dependency.',
  },
  {
    kind: 'credentials',
    line: /pull access denied for (\S+?),|denied: requested access to the resource|unauthorized: authentication required/,
    why: (name) => `${named('the registry of the image', name)} refused the credentials, or got none`,
    cure: 'Check the name of the image and the credentials of its registry.',
  },
  {
    kind: 'image',
    line: /manifest for (\S+) not found|failed to resolve source metadata for (\S+?):? .*not found|\bmanifest unknown\b/,
    why: (name) => `${named('the image', name)} does not exist in its registry`,
    cure: 'Correct the name, tag or digest of the image.',
  },
  {
    kind: 'image',
    line: /\btoomanyrequests\b|reached your (?:unauthenticated )?pull rate limit/,
    why: () => 'the registry of a base image limits anonymous downloads',
    cure: 'Run the workflow again later, or use a base image of a registry without this limit.',
  },
  {
    kind: 'package',
    line: /Because there (?:is|are) no versions? of (\S+)/,
    why: missing,
    cure: REQUIREMENTS,
  },
  {
    kind: 'package',
    line: /Because (\S+) was not found in the package registry/,
    why: missing,
    cure: REQUIREMENTS,
  },
  { kind: 'package', line: /No matching distribution found for (\S+)/, why: missing, cure: REQUIREMENTS },
  {
    kind: 'package',
    line: /No matching version found for ([^\s,]+?)\.?(?:\s|$)/,
    why: missing,
    cure: REQUIREMENTS,
  },
  {
    kind: 'package',
    line: /\b404\b.* '(\S+)' (?:could not be found|is not in this registry)/,
    why: missing,
    cure: REQUIREMENTS,
  },
  {
    kind: 'package',
    line: /npm (?:error|ERR!) code E404\b|\bERR_PNPM_FETCH_404\b/,
    why: missing,
    cure: REQUIREMENTS,
  },
  {
    kind: 'package',
    line: /ResolutionImpossible|\bERESOLVE\b|No solution found when resolving/,
    why: conflict,
    cure: CONFLICT,
  },
  {
    kind: 'package',
    line: /`npm ci` can only install packages when|\bERR_PNPM_OUTDATED_LOCKFILE\b|lockfile at `uv\.lock` needs to be updated/,
    why: () => 'the lock file does not fit the list of dependencies',
    cure: 'Update the lock file with your package manager, and commit it.',
  },
  {
    kind: 'package',
    line: /Failed (?:building wheel for|to build) `?([^\s`]+)/,
    why: (name) => `the package ${name === '' ? 'that needs a compiler' : name} could not be compiled`,
    cure: 'Require a version of the package that has a wheel for the Python version of the agent.',
  },
  {
    kind: 'memory',
    line: /JavaScript heap out of memory|\bOOMKilled\b|\bexit code:? 137\b|\bMemoryError\b/,
    why: () => 'the memory was exhausted',
    cure: RAISE_MEMORY,
  },
  {
    kind: 'disk',
    line: /No space left on device|\bENOSPC\b/,
    why: () => 'the disk of the build is full',
    cure: 'Remove large files and packages that the agent does not need.',
  },
  {
    kind: 'module',
    line: /No module named '([^\s']+)'|Cannot find (?:package|module) '([^\s']+)'/,
    why: (name) => `the code imports ${name === '' ? 'a module' : name}, which is not installed`,
    cure: 'Add the package to the dependencies of the agent, or correct the import.',
  },
  {
    kind: 'variable',
    line: /KeyError: '([A-Z][A-Z0-9_]{2,60})'|Environment variable not found \(([A-Z][A-Z0-9_]{2,60})\)|\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,60}) (?:environment variable )?(?:is|was) (?:not set|missing|required|missing or empty)|environment variable:? [`'"]?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,60})|setting the ([A-Z][A-Z0-9_]{2,60}) environment variable/,
    why: (name) => `the environment variable ${name} is not set`,
    cure: 'Add the variable to the input `secrets`.',
  },
  {
    kind: 'network',
    line: /Could not resolve host:? (\S+)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+)|Temporary failure in name resolution/,
    why: (name) => `the name of ${name === '' ? 'a server' : `the server ${name}`} could not be resolved`,
    cure: AGAIN,
  },
  {
    kind: 'network',
    line: /\b(?:ETIMEDOUT|ECONNRESET|ECONNREFUSED)\b|Connection (?:timed out|reset by peer|refused)|Read timed out/,
    why: () => 'a connection to another server failed',
    cure: AGAIN,
  },
];

/**
 * Returns the likely cause of a failed build or start, or `undefined` if the lines contain no sign of a known cause.
 * @param lines Last lines of the log, and the service's message, already redacted.
 */
export function findCause(lines: readonly string[]): FailureCause | undefined {
  const newestFirst = lines.toReversed();
  const unset = UNSET.exec(newestFirst.find((text) => UNSET.test(text)) ?? '');
  const variable = unset?.[1] ?? unset?.[2] ?? '';
  for (const { kind, line, why, cure, needsVariable } of SIGNS) {
    if (needsVariable && variable === '') continue;
    for (const text of newestFirst) {
      const match = line.exec(text.slice(0, SEARCHED));
      if (match === null) continue;
      const captured = match.slice(1).find((group) => group !== undefined) ?? '';
      const name = nameOf(captured);
      // The remedy of an unset variable is useless without the name of the variable.
      if (name === '' && kind === 'variable') continue;
      return {
        kind,
        line: text.trim(),
        why: why(name),
        cure: typeof cure === 'string' ? cure : cure(variable),
      };
    }
  }
  return undefined;
}

/** Matches lines in which npm only points to a file with its whole log, and lines without text. */
const SAYS_NOTHING =
  /^\s*$|npm (?:error|ERR!)\s*$|A complete log of this run|For a full report see|-(?:debug-\d+\.log|report\.txt)$/;

/** Returns the last line that contains an error, or else the last line that says something. */
export function mostInformativeLine(lines: readonly string[]): string | undefined {
  const spoken = lines.filter((line) => !SAYS_NOTHING.test(line));
  return (
    spoken.findLast((line) => /error|fail|missing|not found|cannot/i.test(line)) ?? spoken.at(-1)
  )?.trim();
}

/**
 * Returns the captured name, or only the host of a captured URL, because the URL can contain a password. Returns an
 * empty string if the text contains characters that names do not have.
 */
function nameOf(captured: string): string {
  const name = captured.includes('://') ? (URL.parse(captured)?.host ?? '') : captured;
  return NAME.test(name) ? name : '';
}
