import { REGION_HOSTS, type Region } from '../../contract/dialect.ts';
import { isVisibleLine, LOCK_LIMITS } from '../../contract/deploy-lock.ts';
import { NAME_MAX } from '../../contract/limits.ts';
import {
  C_IDENTIFIER,
  DEPLOYMENT_NAME,
  DEPLOYMENT_NAME_RULE,
  DEPLOYMENT_TYPE,
  DNS_LABEL,
  HOSTED_DEPLOYMENT_TYPES,
} from '../../contract/patterns.ts';
import { GlobError, parsePathFilter } from '../paths/glob.ts';
import type { ApprovalRule } from './approval-rule.ts';
import { parseSecretValue } from './secrets.ts';
import { invalid, type Parsed, type Problem, quote, valid, type UnlocatedProblem } from './problem.ts';

/** Parses a boolean of YAML 1.2's core schema: true, True, TRUE, false, False or FALSE. */
export function parseBoolean(text: string): Parsed<boolean> {
  if (['true', 'True', 'TRUE'].includes(text)) return valid(true);
  if (['false', 'False', 'FALSE'].includes(text)) return valid(false);
  return invalid(`${quote(text)} is not a boolean`, 'Write true or false.');
}

/** Parses one of the allowed words. */
export function parseWord<const T extends string>(text: string, words: readonly T[]): Parsed<T> {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return valid(word);
  return invalid(`${quote(text)} is not one of ${words.join(', ')}`, 'Write one of these values.');
}

export const word =
  <const T extends string>(...words: T[]) =>
  (text: string): Parsed<T> =>
    parseWord(text, words);

export const duration = (min: string, max: string) => (text: string) => parseDuration(text, { min, max });

export const count = (min: number, max: number) => (text: string) => parseCount(text, { min, max });

/** Number of milliseconds in the units d, h, m, s and ms. */
const UNITS = [86_400_000, 3_600_000, 60_000, 1000, 1];
const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;

/**
 * Parses a duration such as `90` (seconds), `30m`, `1h30m`, `1d` or `500ms`, and returns milliseconds. The numbers in a
 * duration are whole, and each unit occurs at most once, larger units first. Refuses any string that is not a duration,
 * so a typing error does not become an unintended limit.
 */
export function parseDuration(text: string, bounds: { min: string; max: string }): Parsed<number> {
  const value = durationMs(text);
  if (value === undefined) {
    return invalid(`${quote(text)} is not a duration`, 'Write seconds (90) or units (30m, 1h30m, 45s).');
  }
  const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
  if (value < min || value > max) {
    return invalid(
      `${quote(text)} is out of range`,
      `Write a value between ${bounds.min} and ${bounds.max}.`,
    );
  }
  return valid(value);
}

function durationMs(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const match = DURATION.exec(text);
  if (text === '' || match === null || text.length > 30) return undefined;
  let total = 0;
  for (const [index, unit] of UNITS.entries()) {
    const digits = match[index + 1];
    if (digits !== undefined) total += Number(digits) * unit;
  }
  return total;
}

/** Parses a whole number within bounds. */
export function parseCount(text: string, bounds: { min: number; max: number }): Parsed<number> {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.min && value <= bounds.max) return valid(value);
  return invalid(
    `${quote(text)} is not an integer from ${bounds.min} to ${bounds.max}`,
    'Write digits only.',
  );
}

const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** Parses an ID of the service, which is a UUID of any version, and returns the ID in lower case. */
export function parseUuid(text: string): Parsed<string> {
  if (UUID.test(text)) return valid(text.toLowerCase());
  return invalid(
    `${quote(text)} is not a UUID`,
    'Copy the complete ID, such as 0f9e2d4c-1b3a-4c5d-8e7f-001122334455.',
  );
}

/** Parses a full commit SHA of 40 or 64 hexadecimal digits, and returns the SHA in lower case. */
export function parseCommit(text: string): Parsed<string> {
  if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return valid(text.toLowerCase());
  return invalid(
    `${quote(text)} is not a full commit SHA`,
    'Write all 40 digits, such as ${{ github.sha }}.',
  );
}

/** Parses a git ref and returns it in the service's form: the bare name of a branch, or `refs/tags/…` for a tag. */
export function parseRef(text: string): Parsed<string> {
  const ref = text.startsWith('refs/heads/') ? text.slice('refs/heads/'.length) : text;
  if (ref.startsWith('refs/pull/')) {
    return invalid(
      `${quote(text)} is the merge commit of a pull request, which is on no branch`,
      'Write the branch of the pull request, such as ${{ github.head_ref }}.',
    );
  }
  if (ref !== text && ref.startsWith('refs/')) {
    return invalid(
      `${quote(text)} is a branch whose name begins with refs/, so the service would interpret it as another ref`,
      'Rename the branch.',
    );
  }
  if (ref.startsWith('refs/') && !ref.startsWith('refs/tags/')) {
    return invalid(`${quote(text)} is neither a branch nor a tag`, 'Write a branch name or refs/tags/<tag>.');
  }
  // Refuses names that `git check-ref-format` refuses, and a leading dash, because a command would interpret the name
  // as an option.
  if (
    /^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) ||
    /(^|\/)\./.test(ref) ||
    ref === '' ||
    ref === 'refs/tags/'
  ) {
    return invalid(`${quote(text)} is not a valid git ref`, 'Write a branch name or refs/tags/<tag>.');
  }
  return valid(ref);
}

/** Parses an API key that is valid in a header. Problems never quote the key, because it is a secret. */
export function parseApiKey(text: string): Parsed<string> {
  if (/^[\x21-\x7e]+$/.test(text)) return valid(text);
  return invalid(
    'the key contains a space, a line break or another character that is not allowed in a key',
    'Copy it again.',
  );
}

/** Parses a token that is valid in a header. Problems never quote the token, because it is a secret. */
export function parseToken(text: string): Parsed<string> {
  if (/^[\x21-\x7e]+$/.test(text)) return valid(text);
  return invalid(
    'the token contains a space, a line break or another character that is not allowed in a token',
    'Copy it again.',
  );
}

/** Parses the name of a GitHub environment. */
export function parseEnvironment(text: string): Parsed<string> {
  if (text.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a valid environment name`,
    'Write a name such as production or staging/eu.',
  );
}

/** Parses a key that can be part of the hidden mark of a comment. */
export function parseCommentKey(text: string): Parsed<string> {
  if (/^[\w./-]{1,100}$/.test(text) && !text.includes('--')) return valid(text);
  return invalid(
    `${quote(text)} is not a valid name`,
    'Use letters, digits, dots, slashes, _ and single dashes.',
  );
}

/** Parses a deployment name that the service accepts. */
export function parseDeploymentName(text: string): Parsed<string> {
  const hint = 'Write a name such as my-agent or team-agent-2.';
  if (text.length > NAME_MAX) {
    return invalid(
      `${quote(text)} has ${text.length} characters`,
      `Use at most ${NAME_MAX} characters (21 on a self-hosted cluster).`,
    );
  }
  return DEPLOYMENT_NAME.test(text) ? valid(text) : invalid(`${quote(text)} ${DEPLOYMENT_NAME_RULE}`, hint);
}

/**
 * Parses a deployment type. Accepts every well-formed word, because the service might add types, and an unknown type
 * causes a warning (`unknownTypeWarning`).
 */
export function parseDeploymentType(text: string): Parsed<string> {
  if (DEPLOYMENT_TYPE.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a deployment type`,
    `Write ${HOSTED_DEPLOYMENT_TYPES.join(', ')}, or a newer type of the service: lowercase letters, digits, _ and -.`,
  );
}

/** Returns a warning for an unknown deployment type. An unknown type might be misspelled, or newer than this action. */
export function unknownTypeWarning(type: string | undefined): Problem[] {
  if (type === undefined || HOSTED_DEPLOYMENT_TYPES.some((known) => known === type)) return [];
  return [
    {
      path: 'deployment-type',
      message: `${quote(type)} is not a type that this version knows; it is sent unchanged`,
      hint: `The known types are ${HOSTED_DEPLOYMENT_TYPES.join(', ')}; the service checks any other.`,
    },
  ];
}

/** Parses a repository URL that the service can fetch. Refuses credentials, because logs contain the URL. */
export function parseRepoUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  const httpLike = url !== null && /^https?:$/.test(url.protocol);
  const scpPassword = /^[^/\\\s:]*:[^/\\\s]*@/.test(text);
  if (scpPassword || (url !== null && (url.password !== '' || (httpLike && url.username !== '')))) {
    return invalid(
      'the URL contains credentials',
      'Remove the credentials; the git integration of the workspace grants access.',
    );
  }
  if (httpLike && (url.search !== '' || url.hash !== '')) {
    return invalid('the URL contains a query or a fragment', 'Remove the part from ? or # on.');
  }
  if (/^-|^[a-z]+::|\s/i.test(text)) {
    return invalid('the value is not the URL of a repository', 'Such as https://github.com/owner/name.');
  }
  return valid(text);
}

/** Parses a path inside the repository, written with forward slashes. */
export function parseRepoPath(text: string): Parsed<string> {
  if (/^[/\\]|^[A-Za-z]:|\\/.test(text) || text.split('/').includes('..')) {
    return invalid(
      `${quote(text)} is not a path inside the repository`,
      'Write a path such as langgraph.json or agents/a.json.',
    );
  }
  return valid(text.replace(/^(\.\/)+/, ''));
}

/** Parses the path of a folder below the checkout, written with forward slashes. */
export function parseFolder(text: string): Parsed<string> {
  const path = parseRepoPath(text);
  if (!path.ok) return path;
  const parts = path.value.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && parts[0] !== '.git' && !text.includes('\0')
    ? valid(parts.join('/'))
    : invalid(`${quote(text)} is not a folder below the checkout`, 'Write a path such as reports/gate.');
}

const IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;

/** Parses an image reference with a tag or, preferably, a digest. */
export function parseImageUri(text: string): Parsed<string> {
  if (/^[a-z]+:\/\//i.test(text) || !IMAGE.test(text)) {
    return invalid(
      `${quote(text)} is not an image reference`,
      'Write a reference such as registry.example.org/team/agent:1.2 or …@sha256:….',
    );
  }
  return valid(text);
}

export function parseNamespace(text: string): Parsed<string> {
  if (DNS_LABEL.test(text)) return valid(text);
  return invalid(`${quote(text)} is not a valid namespace`, 'Use lowercase letters, digits and dashes.');
}

/** Parses an http or https URL. Refuses credentials, because the URL appears in logs and outputs. */
export function parseHttpUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (url !== null && (url.username !== '' || url.password !== '')) {
    return invalid('the URL contains credentials', 'Give it without.');
  }
  if (url !== null && /^https?:$/.test(url.protocol)) return valid(text);
  return invalid(`${quote(text)} is not an http(s) URL`, 'Such as https://agent.example.org.');
}

/** Parses a version or tag, which is one word. */
export function parseVersion(text: string): Parsed<string> {
  return /^[\w.+-]+$/.test(text)
    ? valid(text)
    : invalid(`${quote(text)} is not a valid version`, 'Such as 0.7.');
}

export const parseText = (text: string): Parsed<string> => valid(text);

/** Parses a list with one item per line. Skips empty lines and lines that start with `#`. */
export function parseLines(text: string): Parsed<string[]> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0
    ? valid(lines)
    : invalid('all lines are blank or comments', 'Write one entry per line.');
}

const RULE_FORMS = 'Write `review`, `label: <name>` or `environment: <name>`, one per line.';

/** Parses the ways in which people approve a commit of a fork, one per line. */
export function parseForkApproval(text: string): Parsed<ApprovalRule[]> {
  const lines = parseLines(text);
  if (!lines.ok) return invalid('the input lists no way to approve a commit', RULE_FORMS);
  const rules: ApprovalRule[] = [];
  for (const line of lines.value) {
    const [, by, name] = /^(label|environment)\s*:\s*(\S.*)$/.exec(line) ?? [];
    if (line === 'review') rules.push({ by: 'review' });
    else if ((by === 'label' || by === 'environment') && name !== undefined) rules.push({ by, name });
    else return invalid(`${quote(line)} is not a way to approve a commit`, RULE_FORMS);
  }
  return valid(rules);
}

const SEED_FORMS =
  'Write `inherited`, or the path of a .yml, .yaml or .json file in the checkout, one per line.';

/** Parses the sources of a preview's data: `inherited`, at most one file, or both, one per line. */
export function parsePreviewSeed(text: string): Parsed<{ inherited: boolean; file: string | undefined }> {
  const lines = parseLines(text);
  if (!lines.ok) return invalid('the input lists no data', SEED_FORMS);
  const files: string[] = [];
  for (const line of lines.value) {
    if (line === 'inherited') continue;
    if (!/\.(?:ya?ml|json)$/i.test(line)) {
      return invalid(`${quote(line)} is neither \`inherited\` nor a file of data`, SEED_FORMS);
    }
    const file = parseRepoPath(line);
    if (!file.ok) return file;
    files.push(file.value);
  }
  const inherited = lines.value.length - files.length;
  if (inherited > 1 || files.length > 1) {
    return invalid(
      'the input lists more than one file, or the word inherited twice',
      'Write all data to one file.',
    );
  }
  return valid({ inherited: inherited === 1, file: files[0] });
}

/** Parses the name of a label on GitHub. */
export function parseLabel(text: string): Parsed<string> {
  const name = text.trim();
  if (name !== '' && Array.from(name).length <= 50 && !/[\x00-\x1f\x7f]/.test(name)) return valid(name);
  return invalid(
    `${quote(text)} is not one label of at most 50 characters`,
    'Write the name of one label, such as keep-preview.',
  );
}

const PLACEHOLDERS: readonly string[] = ['number', 'repo', 'owner', 'branch', 'name'];

/** Parses the template of preview names. Requires `{number}`, because pull requests would otherwise share a preview. */
export function parseNameTemplate(text: string): Parsed<string> {
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const strange = used.find((name) => !PLACEHOLDERS.includes(name));
  if (strange !== undefined) {
    return invalid(`the placeholder {${strange}} does not exist`, `Use {${PLACEHOLDERS.join('}, {')}}.`);
  }
  if (!used.includes('number')) {
    return invalid(
      `${quote(text)} lacks {number}, so all pull requests would share one preview`,
      'Add {number}, for example {repo}-pr-{number}.',
    );
  }
  if (!/^[A-Za-z0-9-]*$/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) {
    return invalid(
      `${quote(text)} contains characters that are not allowed in a name`,
      'Use letters, digits, dashes and placeholders.',
    );
  }
  return valid(text);
}

export type Target = { by: 'name'; name: string } | { by: 'id'; id: string };

/** Parses the ID or name of a deployment. */
export function parseTarget(text: string): Parsed<Target> {
  const id = parseUuid(text);
  if (id.ok) return valid({ by: 'id', id: id.value });
  const name = parseDeploymentName(text);
  return name.ok ? valid({ by: 'name', name: name.value }) : name;
}

/** Deployment, or agent at a URL, to compare with; `none` disables the comparison. */
export type CompareWith =
  | { kind: 'deployment'; target: Target }
  | { kind: 'url'; url: string }
  | { kind: 'none' };

/** Parses the deployment to compare with: its ID, name or URL, or `none`. `readGate` validates the URL. */
export function parseCompareWith(text: string): Parsed<CompareWith> {
  if (text === 'none') return valid({ kind: 'none' });
  if (/^https?:/i.test(text)) return valid({ kind: 'url', url: text });
  const target = parseTarget(text);
  return target.ok ? valid({ kind: 'deployment', target: target.value }) : target;
}

export type RollbackTo =
  | { kind: 'previous' }
  | { kind: 'revision'; id: string }
  | { kind: 'ref'; ref: string };

/** Parses the target of a rollback: `previous`, a revision ID, or a ref. */
export function parseRollbackTo(text: string): Parsed<RollbackTo> {
  if (text === 'previous') return valid({ kind: 'previous' });
  const id = parseUuid(text);
  if (id.ok) return valid({ kind: 'revision', id: id.value });
  const ref = parseRef(text);
  return ref.ok ? valid({ kind: 'ref', ref: ref.value }) : ref;
}

/** Parses the reason of a lock: one line of visible text, because people read the reason in logs and comments. */
export function parseLockReason(text: string): Parsed<string> {
  const reason = text.trim();
  const { reason: max } = LOCK_LIMITS;
  if (reason !== '' && reason.length <= max && isVisibleLine(reason)) return valid(reason);
  return invalid(
    `${quote(text)} is not a valid reason`,
    `Write one line of at most ${max} visible characters.`,
  );
}

/** Parses a plan's fingerprint, in the format of the output `plan-id`. */
export function parsePlanId(text: string): Parsed<string> {
  if (/^[0-9a-f]{64}$/.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a plan ID`,
    'Write the complete output plan-id of the run that created the plan.',
  );
}

/** Parses the feedback key of a verification, where `none` disables feedback. */
export function parseFeedbackKey(text: string): Parsed<{ key: string | undefined }> {
  if (text === 'none') return valid({ key: undefined });
  if (/^[A-Za-z0-9_.-]{1,100}$/.test(text)) return valid({ key: text });
  return invalid(
    `${quote(text)} is not a valid feedback key`,
    'Use letters, digits, dots, _ and dashes; `none` submits no feedback.',
  );
}

/**
 * Parses globs, one per line. Refuses a glob that cannot match any file, because such a glob would prevent every
 * deployment.
 */
export function parsePaths(text: string): Parsed<string[]> {
  const lines = parseLines(text);
  if (!lines.ok) return lines;
  if (lines.value.every((line) => line.startsWith('!'))) {
    return invalid('all lines are exclusions, so no file is included', 'Begin with an inclusion such as **.');
  }
  for (const line of lines.value) {
    const path = line.replace(/^!/, '');
    if (/^\.{0,2}\//.test(path) || path === '') {
      return invalid(
        `${quote(line)} matches no file, because paths are relative to the root of the repository`,
        'Remove the prefix, for example agents/billing/**.',
      );
    }
    if (path.endsWith('/')) {
      return invalid(
        `${quote(line)} matches no file, because it ends in a slash`,
        `Write ${quote(`${line}**`)}.`,
      );
    }
  }
  try {
    parsePathFilter(lines.value);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    return invalid(`a pattern is invalid: ${error.message}`, 'Use the pattern syntax of on.push.paths.');
  }
  return lines;
}

/** Parses the name or ID of a sandbox template or snapshot, with or without a tag. */
export function parseTemplate(text: string): Parsed<string> {
  if (/^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a valid name of a template or snapshot`,
    'Copy the name from the service, such as default or tools:v2.',
  );
}

/** Parses the name or absolute path of a shell. */
export function parseShell(text: string): Parsed<string> {
  if (/^(\/[\w./-]+|[\w.-]+)$/.test(text) && !text.split('/').includes('..')) return valid(text);
  return invalid(`${quote(text)} is not a valid shell`, 'Write a shell such as bash or sh.');
}

/** Parses a path in the format of the operating system. */
export function parsePath(text: string): Parsed<string> {
  return text.includes('\0') ? invalid('the value contains a NUL character', 'Write a path.') : valid(text);
}

/** Parses networks in CIDR notation, one per line or separated by commas. */
export function parseNetworks(text: string): Parsed<string[]> {
  const networks = text.split(/[\s,]+/).filter((part) => part !== '');
  const wrong = networks.filter((network) => !/^[0-9A-Fa-f.:]+\/\d{1,3}$/.test(network));
  if (wrong.length === 0) return valid(networks);
  return invalid(
    `not a valid network: ${wrong.map(quote).join(', ')}`,
    'Write a network as address/bits, such as 10.1.2.0/24 or 10.1.2.3/32.',
  );
}

/**
 * Parses environment variables for a command: one `NAME=VALUE` per line, with an empty value as `NAME=""`. Skips
 * empty lines and lines that start with `#`.
 */
export function parseCommandEnv(text: string): Parsed<Record<string, string>> {
  const found = new Map<string, string>();
  const problems: UnlocatedProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    // Does not quote the text before "=", because the text might be part of a secret value.
    if (!C_IDENTIFIER.test(name)) {
      problems.push({ message: `line ${index + 1} is not NAME=VALUE`, hint: 'Write one variable per line.' });
      continue;
    }
    const read = parseSecretValue(name, line.slice(equals + 1), index + 1);
    if (read.ok) found.set(name, read.value);
    else problems.push(...read.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : valid(Object.fromEntries(found));
}

/** Flags of the emulator that the action sets itself or from other inputs. */
const SET_FLAGS = [
  'port',
  'host',
  'data-dir',
  'seed',
  'faults',
  'runtime',
  'compat',
  'edition',
  'clock',
  'workspace-id',
  'journal-file',
  'parent-pid',
  'help',
];

/**
 * Parses additional flags of the emulator, one per line, with the value after a space or `=`, and returns command-line
 * arguments.
 */
export function parseEmulatorFlags(text: string): Parsed<string[]> {
  const lines = parseLines(text);
  if (!lines.ok) return lines;
  const problems: UnlocatedProblem[] = [];
  const found = lines.value.flatMap((line) => {
    const [, name, value] = /^--([a-z][a-z-]*)(?:[ \t=]\s*(\S.*))?$/.exec(line) ?? [];
    if (name === undefined) {
      problems.push({
        message: `${quote(line)} is not a flag`,
        hint: 'Write one flag per line, such as --max-builds 2.',
      });
      return [];
    }
    if (SET_FLAGS.includes(name)) {
      problems.push({
        message: `--${name} is set by the action`,
        hint: 'Remove the flag; use the input with that name if it exists.',
      });
    }
    return value === undefined ? [`--${name}`] : [`--${name}=${value}`];
  });
  return problems.length > 0 ? { ok: false, problems } : valid(found);
}

/** Parses the time limit of an agent's run, and returns milliseconds. */
export function parseTimeLimit(text: string): Parsed<number> {
  return parseDuration(text, { min: '100ms', max: '1h' });
}

const MAX_NAME_LENGTH = 100;

/** Parses a name that fits on one line, such as the name of a check or an assistant. */
export function parseName(text: string): Parsed<string> {
  const name = text.trim();
  const sound = name !== '' && name.length <= MAX_NAME_LENGTH && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
  if (sound) return valid(name);
  return invalid(
    `${quote(text)} is not a valid name`,
    `Write one line of at most ${MAX_NAME_LENGTH} characters.`,
  );
}

/**
 * Matches a prefix of at most 30 characters, which leaves room in the 63 characters of a DNS label for the rest of the
 * name.
 */
const PREFIX = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/;

/** Parses the prefix for the names of sandboxes. */
export function parseSandboxPrefix(text: string): Parsed<string> {
  if (PREFIX.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a valid prefix for the name of a sandbox`,
    'Use at most 30 lowercase letters, digits and dashes; begin with a letter and do not end with a dash.',
  );
}

const REGIONS = Object.keys(REGION_HOSTS) as Region[];

/** Parses the name of a region, and returns the base URL of the region's control plane. */
export function parseRegion(text: string): Parsed<string> {
  const region = REGIONS.find((name) => name === text);
  if (region !== undefined) return valid(REGION_HOSTS[region]);
  return invalid(
    `${quote(text)} is not one of ${REGIONS.join(', ')}`,
    'Write one of these values, or set control-plane-url.',
  );
}
