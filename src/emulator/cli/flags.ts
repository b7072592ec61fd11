import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { ISOLATION_LEVELS } from '../../box/box.ts';
import { parseNetwork } from '../../credential-proxy/policy/network.ts';
import { errorCode } from '../../os/errors.ts';
import type { EmulatorOptions } from '../config.ts';

/** The parsed command line, with the seed file not yet read. */
type Command =
  | { kind: 'run'; options: EmulatorOptions; seedFile: string | undefined }
  | KeyringCommand
  | { kind: 'doctor' }
  | { kind: 'help' }
  | { kind: 'wrong'; message: string };

const PythonCommand = z.array(z.string().refine((part) => part.trim() !== '' && !part.includes('\0'))).min(1);

const FLAGS = {
  port: { type: 'string', default: '4400' },
  host: { type: 'string', default: '127.0.0.1' },
  'data-dir': { type: 'string' },
  'workspace-id': { type: 'string' },
  seed: { type: 'string' },
  runtime: { type: 'string', default: 'process' },
  clock: { type: 'string', default: 'real' },
  compat: { type: 'string', default: 'spec' },
  edition: { type: 'string', default: 'any' },
  'public-url': { type: 'string' },
  'instance-url': { type: 'string' },
  'max-builds': { type: 'string' },
  'random-seed': { type: 'string' },
  'health-timeout': { type: 'string' },
  'install-timeout': { type: 'string' },
  python: { type: 'string', multiple: true },
  'sandbox-isolation': { type: 'string', default: 'auto' },
  'sandbox-network': { type: 'string', multiple: true },
  'sandbox-roots': { type: 'string' },
  'push-changed-secrets': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const USAGE = `usage: npm run --silent emulator -- [flags]
       npm run --silent emulator -- keyring <rotate|status|prune> [--data-dir <folder>]

  --port <n>            port to listen on; 0 for any free one (4400)
  --host <address>      address to listen on (127.0.0.1); others need EMULATOR_API_KEY or EMULATOR_API_KEY_FILE
  --data-dir <folder>   where data is kept; absent: a temporary folder, removed at exit
  --workspace-id <uuid> the workspace the key opens
  --seed <file.yaml>    workspaces, keys, integrations, listeners, secrets
  --runtime <r>         process: really build and run; stub: only go through the stages (process)
  --clock <c>           real; virtual: time stands still while anything works, with --runtime stub (real)
  --compat <c>          spec or hosted (spec)
  --edition <e>         any, cloud or self-hosted (any)
  --public-url <url>    what clients reach this server by, where that is not the address it listens on:
                        behind a proxy, in a container, under a name
  --instance-url <url>  what other emulators on the same database reach this one by (its own address)
  --random-seed <n>     makes IDs and the chances of fault rules the same at every start
  --max-builds <n>      revisions it works on at once (as many as there are)
  --health-timeout <s>  seconds an agent may take to become healthy (60)
  --install-timeout <s> seconds one install of packages may take (600)
  --python <path>       a Python to try before those on PATH: a path, or a JSON list of a program and its first
                        arguments; may be given several times
  --sandbox-isolation <l> auto, namespaces, process or none (auto: the best there is, but secrets only
                        in namespaces; a level given by name holds secrets in any case)
  --sandbox-network <c> a private network (CIDR) that sandboxes may reach; may be given several times
  --sandbox-roots <f>   PEM file: what hosts that sandboxes reach may be signed with, besides the machine's roots
  --push-changed-secrets a changed workspace secret reaches its sandboxes at once, not at their next push

  EMULATOR_API_KEY      the API key; absent: a random one, shown in the ready line
  EMULATOR_API_KEY_FILE a file that holds the API key, which the ready line then leaves out
  EMULATOR_KEYRING_FILE the keys that secrets are sealed with
  EMULATOR_PYTHON       a Python as --python names it, tried after those
  EMULATOR_DATABASE_URL postgresql://…: keep the data there, not in the data folder; needs a keyring
                        by EMULATOR_KEYRING_FILE or in --data-dir

  keyring rotate        adds a new primary key; an emulator takes it up at its next start
  keyring status        tells which keys the data needs, also while an emulator runs
  keyring prune         removes keys that the data no longer needs, while no emulator runs

  doctor                tells how well this machine keeps sandboxes apart, and what to do for more
`;

/** Parses the command line. Never throws: a mistake is a message with its hint. */
export function readFlags(argv: readonly string[]): Command {
  if (argv[0] === 'doctor') {
    if (argv.length > 1) return { kind: 'wrong', message: 'doctor takes no flags' };
    return { kind: 'doctor' };
  }
  if (argv[0] === 'keyring') return readKeyringFlags(argv.slice(1));
  const parsed = parse(argv);
  if ('message' in parsed) return { kind: 'wrong', message: parsed.message };
  const { values } = parsed;
  if (values.help === true) return { kind: 'help' };
  try {
    return {
      kind: 'run',
      seedFile: values.seed,
      options: {
        port: port(values.port),
        host: nonEmpty(values.host, '--host'),
        dataDir: values['data-dir'] === undefined ? undefined : nonEmpty(values['data-dir'], '--data-dir'),
        workspaceId: values['workspace-id'] === undefined ? undefined : workspaceId(values['workspace-id']),
        runtime: oneOf('--runtime', values.runtime, ['process', 'stub']),
        compat: oneOf('--compat', values.compat, ['spec', 'hosted']),
        edition: oneOf('--edition', values.edition, ['any', 'cloud', 'self-hosted']),
        publicUrl: values['public-url'] === undefined ? undefined : publicUrl(values['public-url']),
        instanceUrl: values['instance-url'] === undefined ? undefined : instanceUrl(values['instance-url']),
        randomSeed: values['random-seed'] === undefined ? undefined : randomSeed(values['random-seed']),
        maxBuilds: values['max-builds'] === undefined ? undefined : maxBuilds(values['max-builds']),
        healthTimeoutMs: seconds('--health-timeout', values['health-timeout']),
        installTimeoutMs: seconds('--install-timeout', values['install-timeout']),
        pythons: (values.python ?? []).map((text) => pythonCommand('--python', text)),
        sandboxIsolation: oneOf('--sandbox-isolation', values['sandbox-isolation'], [
          'auto',
          ...ISOLATION_LEVELS,
        ]),
        sandboxNetworks: (values['sandbox-network'] ?? []).map(network),
        sandboxRootsFile:
          values['sandbox-roots'] === undefined
            ? undefined
            : nonEmpty(values['sandbox-roots'], '--sandbox-roots'),
        pushChangedSecrets: values['push-changed-secrets'] === true,
        clock: clock(values.clock, values.runtime),
      },
    };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

function readKeyringFlags([action, ...flags]: readonly string[]): Command {
  const known = KEYRING_ACTIONS.find((one) => one === action);
  if (known === undefined) {
    if (action === '--help' || action === '-h') return { kind: 'help' };
    return { kind: 'wrong', message: `keyring ${action ?? ''}: must be ${KEYRING_ACTIONS.join(', ')}` };
  }
  const parsed = parse(flags);
  if ('message' in parsed) return { kind: 'wrong', message: parsed.message };
  const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const other = given.find((name) => name !== 'data-dir' && name !== 'help');
  if (other !== undefined)
    return { kind: 'wrong', message: `keyring ${known} takes --data-dir only, no --${other}` };
  const { help, 'data-dir': dataDir } = parsed.values;
  if (help === true) return { kind: 'help' };
  if (dataDir === '') return { kind: 'wrong', message: '--data-dir: must not be empty' };
  return { kind: 'keyring', action: known, dataDir };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: FLAGS,
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
  } catch (error) {
    const message = String(error).replace(/^TypeError( \[\w+\])?: /, '');
    const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
    if (unknown === undefined) return { message };
    return { message: `unknown flag --${unknown}; did you mean --${nearest(unknown, Object.keys(FLAGS))}?` };
  }
}

/** The name with the smallest edit distance. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
}

function oneOf<const T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`${flag} ${value}: must be ${allowed.join(' or ')}`);
  return found;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new Error(`--port ${text}: must be a number from 0 to 65535, 0 for any free port`);
  }
  return value;
}

function nonEmpty(text: string, flag: string): string {
  if (text === '') throw new Error(`${flag}: must not be empty`);
  return text;
}

function workspaceId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new Error(`--workspace-id ${text}: must be a UUID`);
  }
  return text.toLowerCase();
}

function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw new Error(`--public-url ${text}: must be an http or https address without query and credentials`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function instanceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || url.username !== '' || `${url.origin}/` !== url.href) {
    throw new Error(`--instance-url ${text}: must be http://host:port, and no more`);
  }
  return url.origin;
}

function network(text: string): string {
  if (parseNetwork(text) === undefined) {
    throw new Error(`--sandbox-network ${text}: must be a network such as 10.0.0.0/8 or fd00::/8`);
  }
  return text;
}

function maxBuilds(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new Error(`--max-builds ${text}: must be a whole number from 1 to 9999`);
  }
  return Number(text);
}

function seconds(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new Error(`${flag} ${text}: must be a whole number of seconds from 1 to 9999`);
  }
  return Number(text) * 1000;
}

/** A path may contain blanks, so a command with arguments is a JSON list. */
function pythonCommand(name: string, text: string): string[] {
  const hint = `${name} ${text}: must be a path, or a JSON list such as ["py", "-3.12"]`;
  if (text.trim() === '' || text.includes('\0')) throw new Error(hint);
  if (!text.startsWith('[')) return [text];
  const list = PythonCommand.safeParse(parseJson(text));
  if (!list.success) throw new Error(hint);
  return list.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function randomSeed(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`--random-seed ${text}: must be a whole number`);
  }
  return value;
}

function clock(text: string, runtime: string): 'real' | 'virtual' {
  const mode = oneOf('--clock', text, ['real', 'virtual']);
  if (mode === 'virtual' && runtime !== 'stub') {
    throw new Error('--clock virtual: real builds and agents take real time; add --runtime stub');
  }
  return mode;
}

const KEYRING_ACTIONS = ['rotate', 'status', 'prune'] as const;

export interface KeyringCommand {
  kind: 'keyring';
  action: (typeof KEYRING_ACTIONS)[number];
  dataDir: string | undefined;
}

/** Settings of the environment: secrets are never passed by argv. */
interface EnvironmentSettings {
  apiKey: string | undefined;
  /** The file that holds the key, in place of `apiKey`. */
  apiKeyFile: string | undefined;
  keyringFile: string | undefined;
  databaseUrl: string | undefined;
  /** One more Python, tried after those of the flags. */
  python: string[] | undefined;
}

const NAMES = [
  'EMULATOR_API_KEY',
  'EMULATOR_API_KEY_FILE',
  'EMULATOR_KEYRING_FILE',
  'EMULATOR_DATABASE_URL',
  'EMULATOR_PYTHON',
] as const;

const API_KEY = /^[\x21-\x7e]{8,}$/;
const API_KEY_RULE = 'must be at least 8 visible ASCII characters without spaces';
/** A longer file is not read: it is no key, and may have no end. */
const API_KEY_FILE_MAX_BYTES = 4096;

/**
 * Reads the API key from a file, such as a mounted secret; one line end after it is not part of it.
 * @throws Error with the file and the hint; never with what the file holds.
 */
export async function readApiKeyFile(file: string): Promise<string> {
  const prefix = `EMULATOR_API_KEY_FILE ${file}`;
  const parts: string[] = [];
  try {
    const stream = createReadStream(file, { encoding: 'latin1', end: API_KEY_FILE_MAX_BYTES });
    for await (const part of stream) parts.push(String(part));
  } catch (cause) {
    throw new Error(
      `${prefix}: cannot be read (${errorCode(cause) ?? 'no reason given'}); name a file that this user may read and that holds the key alone`,
      { cause },
    );
  }
  const key = parts.join('').replace(/\r?\n$/, '');
  if (!API_KEY.test(key)) throw new Error(`${prefix}: must hold the key alone, which ${API_KEY_RULE}`);
  return key;
}

/**
 * Reads the emulator's variables and removes them from `env`, so that child processes do not inherit them. Throws for
 * an invalid value.
 */
export function readEnvironment(env: Record<string, string | undefined>): EnvironmentSettings {
  const taken = Object.fromEntries(NAMES.map((name) => [name, env[name] === '' ? undefined : env[name]]));
  for (const name of NAMES) delete env[name];
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new Error(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 would have the emulator trust any certificate where it sends secrets, such as to an identity provider; unset it, and name its CA in NODE_EXTRA_CA_CERTS',
    );
  }
  const databaseUrl = taken['EMULATOR_DATABASE_URL'];
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    // Not repeated: it may still hold a password.
    throw new Error(
      'EMULATOR_DATABASE_URL: must be of the form postgresql://user:password@host:port/database; unset it to keep the data in the data folder',
    );
  }
  const apiKey = taken['EMULATOR_API_KEY'];
  const apiKeyFile = taken['EMULATOR_API_KEY_FILE'];
  if (apiKey !== undefined && apiKeyFile !== undefined) {
    throw new Error('EMULATOR_API_KEY and EMULATOR_API_KEY_FILE: set one of them, not both');
  }
  if (apiKey !== undefined && !API_KEY.test(apiKey)) throw new Error(`EMULATOR_API_KEY: ${API_KEY_RULE}`);
  const python = taken['EMULATOR_PYTHON'];
  return {
    apiKey,
    apiKeyFile,
    keyringFile: taken['EMULATOR_KEYRING_FILE'],
    databaseUrl,
    python: python === undefined ? undefined : pythonCommand('EMULATOR_PYTHON', python),
  };
}
