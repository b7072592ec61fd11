import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../action/text.ts';
import { checkAgent, renderCheck } from '../graph-config/check.ts';
import { printable } from '../init/report.ts';
import { openCheckout } from '../os/checkout-reader.ts';
import { findTop } from './checkout.ts';
import type { CommandLineContext } from './run.ts';

/** What `agent-deploy check --help` prints. */
const CHECK_USAGE = `usage: agent-deploy check [folder] [flags]

Reads the graph configuration of a folder and the files that it names, and prints what would be built, and what is wrong.
Starts no program and sends nothing. The exit code is 1 when the build would fail.

  --config <file>           the graph configuration, relative to the folder (langgraph.json)
  --install-command <line>  the install command of the deployment: it can make files that are not there
  --build-command <line>    the build command of the deployment, likewise
  --json                    one line of JSON on standard output
`;

const FLAGS = {
  config: { type: 'string' },
  'install-command': { type: 'string' },
  'build-command': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Carries out `agent-deploy check`. Gives the exit code. */
export async function check(
  argv: readonly string[],
  { cwd, print, view }: Pick<CommandLineContext, 'cwd' | 'print' | 'view'>,
): Promise<0 | 1> {
  const fail = (line: string): 1 => {
    view.print(printable(line));
    return 1;
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    // Node says in a second sentence how to write what is not a flag.
    const what =
      errorMessage(error)
        .replace(/^\w*Error(?: \[\w+\])?: /, '')
        .split('. ', 1)[0] ?? '';
    return fail(`check: ${what}. \`agent-deploy check --help\` lists the flags.`);
  }
  const { values: flags, positionals } = parsed;
  if (flags.help === true) {
    print(CHECK_USAGE);
    return 0;
  }
  const [given = '.', extra] = positionals;
  if (extra !== undefined) return fail(`check: ${extra}: only one folder can be given. Leave it out.`);
  let folder: string;
  try {
    folder = await realpath(path.resolve(cwd, given));
  } catch {
    return fail(`check: ${given}: there is no such folder. Name the one that holds the agent.`);
  }
  const top = (await findTop(folder))?.top ?? folder;
  const configPath = path.relative(top, path.join(folder, flags.config ?? 'langgraph.json'));
  const report = await checkAgent({
    reader: await openCheckout(top),
    configPath: configPath.split(path.sep).join('/'),
    rootName: path.basename(top),
    installCommand: flags['install-command'],
    buildCommand: flags['build-command'],
  });
  print(flags.json === true ? `${JSON.stringify(report)}\n` : printable(renderCheck(report)));
  return report.problems.length === 0 ? 0 : 1;
}

const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true });
