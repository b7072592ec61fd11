import { parseArgs, parseEnv } from 'node:util';

/** The parsed command line of `npm start`. */
export type StartOptions =
  | { kind: 'help' }
  | { kind: 'tour'; dashboard: boolean }
  | {
      kind: 'own';
      /** True to keep the emulator's dashboard open until the user stops it. */
      dashboard: boolean;
      repo: string;
      ref: string | null;
      config: string;
      envFile: string | null;
      name: string | null;
    };

export const USAGE = `npm start                       deploys examples/echo-agent and examples/python-agent, with the built action
npm start -- --repo <path or git URL> [options]
                                deploys your own agent the same way
  --ref <branch or tag>         what to deploy (default: the branch you are on, or the repository's default)
  --config <path>               the graph configuration (default: langgraph.json)
  --env-file <path>             secrets for the deployment, one NAME=value per line; values are never shown
  --name <text>                 the deployment's name (default: the repository's name)
  --dashboard                   shows a link to the emulator's page, and stays until Ctrl-C; also without --repo
  --help                        this text`;

/** Parses the command line. Throws with a sentence for the user if the command line is invalid. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      repo: { type: 'string' },
      ref: { type: 'string' },
      config: { type: 'string' },
      'env-file': { type: 'string' },
      name: { type: 'string' },
      dashboard: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return { kind: 'help' };
  if (values.repo === undefined) {
    const lonely = (['ref', 'config', 'env-file', 'name'] as const).find(
      (name) => values[name] !== undefined,
    );
    if (lonely !== undefined)
      throw new Error(`--${lonely} requires --repo: specify the repository to deploy`);
    return { kind: 'tour', dashboard: values.dashboard };
  }
  if (values.repo === '') throw new Error('--repo is empty: specify a folder or a git URL');
  return {
    kind: 'own',
    dashboard: values.dashboard,
    repo: values.repo,
    ref: values.ref ?? null,
    config: values.config ?? 'langgraph.json',
    envFile: values['env-file'] ?? null,
    name: values.name ?? null,
  };
}

/** Secrets from an env file, in the format of the action's `secrets` input. */
interface EnvSecrets {
  names: string[];
  values: string[];
  /** `NAME=value` lines, and `NAME<<MARK` blocks for multiline values. */
  input: string;
}

/** Parses the content of an env file (the grammar of Node's own `--env-file`). */
export function readEnvSecrets(text: string): EnvSecrets {
  const entries = Object.entries(parseEnv(text)).map(([name, value]): [string, string] => [
    name,
    value ?? '',
  ]);
  return {
    names: entries.map(([name]) => name),
    values: entries.map(([, value]) => value).filter((value) => value !== ''),
    input: entries.map(([name, value]) => secretEntry(name, value)).join('\n'),
  };
}

/**
 * Returns one secret in the format of the action's `secrets` input. A multiline value gets a mark that the value does
 * not contain.
 */
export function secretEntry(name: string, value: string): string {
  if (value === '') return `${name}=""`;
  if (!value.includes('\n') && value !== '""') return `${name}=${value}`;
  const lines = new Set(value.split('\n'));
  let mark = 'END';
  while (lines.has(mark)) mark += '_';
  return `${name}<<${mark}\n${value}\n${mark}`;
}
