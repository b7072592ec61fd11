import { parseBoolean, parseLines, parsePaths } from '../action/inputs/parsers.ts';
import type { Problem } from '../action/inputs/problem.ts';
import { nearestInput } from '../action/inputs/reader.ts';
import { type InputSpec, INPUTS, VERIFY_INPUTS } from '../action/inputs/registry.ts';
import { type EngineVerb, isVerifyVerb } from './verbs.ts';

/**
 * Syntax of a flag. A `switch` has no value: `--name` sets true, and `--no-name` sets false. A flag of kind `lines` can
 * be repeated, and adds one line to the value each time. The value of a `secret` is read only from a file or a
 * variable, because every program on the machine can read command lines.
 */
type FlagKind = 'text' | 'switch' | 'lines' | 'secret';

/** Inputs whose values are secret or can contain secrets, such as a header. */
const SECRET_INPUTS: readonly string[] = ['api-key', 'github-token', 'secrets', 'proxy-config'];

/** Flags of the command line that are not inputs of the action. */
const OWN_FLAGS: Readonly<Record<string, FlagKind>> = {
  json: 'switch',
  dotenv: 'text',
  workspace: 'text',
  help: 'switch',
};

/**
 * Returns the inputs of a verb, which are the flags of the verb. `action` is not a flag, because the name of the verb
 * replaces this input.
 */
export function inputsOf(verb: EngineVerb): Readonly<Record<string, InputSpec>> {
  if (isVerifyVerb(verb)) return VERIFY_INPUTS;
  const { action: _action, ...inputs } = INPUTS;
  return inputs;
}

/** Returns the syntax of an input's flag. */
export function kindOf(name: string, { parse }: InputSpec): FlagKind {
  if (SECRET_INPUTS.includes(name)) return 'secret';
  if (parse === parseBoolean) return 'switch';
  return parse === parsePaths || parse === parseLines ? 'lines' : 'text';
}

/** Arguments of a verb after parsing. */
export interface Flags {
  /** Values of inputs as written on the command line, keyed by name. */
  inputs: Record<string, string>;
  /** Inputs whose values must be read from files. The file `-` means standard input. */
  files: { input: string; file: string }[];
  json: boolean;
  /** Path of the file for the outputs as `NAME=value`. */
  dotenv: string | undefined;
  workspace: string | undefined;
  help: boolean;
  /** Arguments without a flag, at most the number that the verb accepts. */
  operands: string[];
  /** Unknown flags as the user wrote them. */
  unknown: string[];
  /**
   * Problems with the arguments, except unknown flags. A problem never contains a value, because the value might be a
   * misplaced secret.
   */
  problems: Problem[];
}

/**
 * Parses the arguments after a verb. `operands` is the maximum number of arguments without a flag. Never throws,
 * because problems with arguments are reported together with problems with inputs.
 */
export function parseFlags(
  argv: readonly string[],
  inputs: Readonly<Record<string, InputSpec>>,
  { operands: most = 0 }: { operands?: number } = {},
): Flags {
  const kinds = new Map(Object.entries(inputs).map(([name, spec]) => [name, kindOf(name, spec)]));
  for (const [name, kind] of Object.entries(OWN_FLAGS)) kinds.set(name, kind);
  const given = new Map<string, string>();
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  const report = (path: string, message: string, hint: string) => void problems.push({ path, message, hint });
  const put = (flag: string, target: Map<string, string>, name: string, text: string) => {
    const earlier = target.get(name);
    if (earlier === undefined) target.set(name, text);
    else if (kinds.get(name) === 'lines') target.set(name, `${earlier}\n${text}`);
    else report(flag, 'the flag occurs twice', 'Remove one occurrence.');
  };
  const unknown: string[] = [];
  const operands: string[] = [];
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '-h') {
      given.set('help', 'true');
      continue;
    }
    if (!argument.startsWith('-') && operands.length < most) {
      operands.push(argument);
      continue;
    }
    if (!/^--./.test(argument)) {
      const place = argv.length - rest.length;
      report(
        'arguments',
        `the value at position ${place} does not belong to a flag`,
        'Write each value directly after its flag.',
      );
      continue;
    }
    const equals = argument.indexOf('=');
    const written = equals === -1 ? argument.slice(2) : argument.slice(2, equals);
    const inline = equals === -1 ? undefined : argument.slice(equals + 1);
    const flag = `--${written}`;
    const value = () => {
      const text = inline ?? (rest[0]?.startsWith('--') === true ? undefined : rest.shift());
      if (text === undefined) report(flag, 'the value is missing', `Write ${flag}=VALUE.`);
      return text;
    };
    const kind = kinds.get(written);
    const fileOf = written.endsWith('-file') ? written.slice(0, -'-file'.length) : '';
    const negated = written.startsWith('no-') ? written.slice('no-'.length) : '';
    if (kind === 'switch') {
      const isWord = inline === undefined && /^(?:true|false)$/i.test(rest[0] ?? '');
      put(flag, given, written, inline ?? (isWord ? (rest.shift() ?? '') : 'true'));
    } else if (kind === 'secret') {
      // The misplaced secret is stored, so the secret is masked everywhere.
      const text = value();
      if (text !== undefined) given.set(written, text);
      report(
        flag,
        'secrets are not accepted as arguments, because other programs on this machine can read them',
        `Write the secret to a file and specify --${written}-file, or set the variable ${variableOfInput(written)}.`,
      );
    } else if (kind !== undefined) {
      const text = value();
      if (text !== undefined) put(flag, given, written, text);
    } else if (kinds.get(fileOf) === 'secret') {
      const file = value();
      if (file !== undefined) put(flag, files, fileOf, file);
    } else if (kinds.get(negated) === 'switch') {
      if (inline !== undefined) {
        report(flag, 'the flag does not take a value', `Write --${negated}=VALUE to set a value.`);
      }
      put(flag, given, negated, 'false');
    } else {
      unknown.push(written);
      // The argument after an unknown flag counts as the value of the flag and not as an operand.
      if (inline === undefined && rest[0]?.startsWith('--') === false) rest.shift();
    }
  }
  const isOn = (name: string) => {
    const text = given.get(name);
    if (text === undefined) return false;
    const parsed = parseBoolean(text);
    if (!parsed.ok) for (const problem of parsed.problems) problems.push({ path: `--${name}`, ...problem });
    return parsed.ok && parsed.value;
  };
  return {
    inputs: Object.fromEntries([...given].filter(([name]) => !Object.hasOwn(OWN_FLAGS, name))),
    files: [...files].map(([input, file]) => ({ input, file })),
    json: isOn('json'),
    dotenv: given.get('dotenv'),
    workspace: given.get('workspace'),
    help: isOn('help'),
    operands,
    unknown,
    problems,
  };
}

/** Returns a problem for each unknown flag with the most similar known flag. */
export async function unknownFlagProblems(
  unknown: readonly string[],
  inputs: Readonly<Record<string, InputSpec>>,
): Promise<Problem[]> {
  const names = [...Object.keys(inputs), ...Object.keys(OWN_FLAGS)];
  return Promise.all(
    unknown.map(async (name) => {
      const nearest = await nearestInput(name, names);
      const hint =
        nearest === undefined ? 'Run with --help to list all flags.' : `Did you mean --${nearest}?`;
      return { path: `--${name}`, message: 'the flag does not exist', hint };
    }),
  );
}

/**
 * Returns the name of the environment variable of an input: the prefix of this program, and the input's name in
 * capitals with underscores.
 */
export function variableOfInput(name: string): string {
  return `${VARIABLE_PREFIX}${name.replaceAll('-', '_').toUpperCase()}`;
}

export const VARIABLE_PREFIX = 'AGENT_DEPLOY_';
