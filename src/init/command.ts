import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeProblem, type Problem, withoutKeys } from '../action/inputs/problem.ts';
import { nearestInput } from '../action/inputs/reader.ts';
import { errorMessage } from '../os/errors.ts';
import { UntrustedRepositoryError } from '../git/repository.ts';
import { openRepository, writeWorkflows } from './disk.ts';
import { type InitPlan, type PlannedFile, planInit } from './plan.ts';
import { type InitReport, removeControlCharacters, renderReport } from './report.ts';

/** Dependencies of `init` that the process provides. */
export interface InitContext {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Writes the report, or with `--json` one line, to standard output. */
  print: (text: string) => void;
  /** Writes a line about a problem to standard error. */
  log: (line: string) => void;
  /** Version of this program, and its repository on GitHub. */
  release: { version: string; repository: string | undefined };
}

const INIT_USAGE = `usage: agent-deploy init [folder] [flags]

Reads a repository and writes the workflows that deploy its agents: on each push to the default branch, a preview for each
pull request, by hand with a rollback, and a nightly sweep of previews. Prints the secrets to set. Sends nothing.

  --check               compares existing workflows and writes nothing; the exit code is 1 if a workflow needs changes
  --dry-run             prints the workflows instead of writing them
  --force               replaces outdated workflows of an earlier run, including edits in them
  --config <file>       a graph configuration to deploy, repeatable (default: each langgraph.json)
  --name <name>         the name of the deployment, if there is only one agent
  --branch <name>       the branch whose pushes deploy (default: the default branch)
  --source <word>       git_host, or internal_source to deploy the checkout (default: git_host)
  --action <reference>  the action, such as owner/agent-deploy@v0
  --json                writes the result as one line of JSON to standard output`;

const FLAGS = {
  check: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  config: { type: 'string', multiple: true },
  name: { type: 'string' },
  branch: { type: 'string' },
  source: { type: 'string' },
  action: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const LIST_FLAGS = 'Run `agent-deploy init --help` to list all flags.';
const SOURCES = ['git_host', 'internal_source'] as const;

/** Runs `agent-deploy init` and returns the exit code. If problems exist, prints the problems and writes no files. */
export async function runInit(argv: readonly string[], context: InitContext): Promise<0 | 1> {
  const parsed = await readArguments(argv);
  if ('problem' in parsed) return fail([parsed.problem], argv.includes('--json'), context);
  const { flags, folder } = parsed;
  if (flags.help === true) {
    context.print(INIT_USAGE);
    return 0;
  }
  const json = flags.json === true;
  const given = path.resolve(context.cwd, folder);
  let repository: Awaited<ReturnType<typeof openRepository>>;
  try {
    repository = await openRepository(given, context.env, context.signal);
    await repository.files();
  } catch (error) {
    const problem =
      error instanceof UntrustedRepositoryError
        ? { path: folder, message: error.message, hint: error.hint }
        : {
            path: folder,
            message: `the folder cannot be read (${reasonOf(error)})`,
            hint: 'Specify the folder of a repository.',
          };
    return fail([problem], json, context);
  }
  const { release } = context;
  const result = await planInit(repository, {
    configs: flags.config,
    name: flags.name,
    branch: flags.branch,
    source: SOURCES.find((word) => word === flags.source),
    action: flags.action,
    ownAction: release.repository && `${release.repository}@v${release.version.split('.', 1)[0]}`,
  });
  if (!result.ok) return fail(result.problems, json, context);
  return finish(result.plan, repository.root, flags, context);
}

type Flags = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

/** Returns the message of an error from Node on one line, without the name of the error's class. */
const reasonOf = (error: unknown): string =>
  errorMessage(error)
    .replace(/^\w*Error(?: \[\w+\])?: /, '')
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ');

async function readArguments(
  argv: readonly string[],
): Promise<{ flags: Flags; folder: string } | { problem: Problem }> {
  const refuse = (where: string, message: string, hint: string) => ({
    problem: { path: where, message, hint },
  });
  try {
    const { values: flags, positionals } = parseArgs({
      args: [...argv],
      options: FLAGS,
      allowPositionals: true,
    });
    const [folder = '.', extra] = positionals;
    if (extra !== undefined) return refuse(extra, 'only one folder is allowed', 'Remove the other folders.');
    const { source } = flags;
    if (source !== undefined && !SOURCES.some((word) => word === source)) {
      return refuse(
        '--source',
        `${JSON.stringify(source)} is not one of ${SOURCES.join(', ')}`,
        'Use one of these values.',
      );
    }
    if (flags.check === true && (flags.force === true || flags['dry-run'] === true)) {
      return refuse(
        '--check',
        '--check writes nothing, so it cannot be combined with --force or --dry-run',
        'Specify only one of them.',
      );
    }
    return { flags, folder };
  } catch (error) {
    const reason = reasonOf(error).replace(/\.? To specify.*$/, '');
    const [, unknown] = /^Unknown option '--?([\w-]+)/.exec(reason) ?? [];
    if (unknown === undefined) return refuse('init', reason, LIST_FLAGS);
    const near = await nearestInput(unknown, Object.keys(FLAGS));
    const hint = near === undefined ? LIST_FLAGS : `Did you mean --${near}?`;
    return refuse(`--${unknown}`, 'the flag does not exist', hint);
  }
}

async function finish(
  plan: InitPlan,
  root: string,
  flags: Flags,
  { print, log }: InitContext,
): Promise<0 | 1> {
  const outdated = plan.files.filter(({ state }) => state === 'outdated');
  const isRefused =
    flags.check !== true && flags['dry-run'] !== true && flags.force !== true && outdated.length > 0;
  const written: PlannedFile[] = [];
  if (flags.check !== true && flags['dry-run'] !== true && !isRefused) {
    written.push(...plan.files.filter(({ state }) => state === 'new' || state === 'outdated'));
    try {
      await writeWorkflows(root, written);
    } catch (error) {
      const hint = 'Make it a writable folder.';
      return fail([{ path: '.github/workflows', message: reasonOf(error), hint }], flags.json === true, {
        print,
        log,
      });
    }
  }
  const mode = flags.check === true ? 'check' : flags['dry-run'] === true ? 'dry-run' : 'write';
  const report: InitReport = { mode, plan, written: written.map((file) => file.path), isRefused };
  if (flags.json === true) print(`${JSON.stringify(jsonOf(report))}\n`);
  else print(renderReport(report));
  return isRefused || (mode === 'check' && plan.differences.length > 0) ? 1 : 0;
}

function jsonOf({ mode, plan, written, isRefused }: InitReport): unknown {
  const isWrong = isRefused || (mode === 'check' && plan.differences.length > 0);
  return {
    schema_version: 1,
    outcome: isWrong ? 'failed' : mode === 'write' && written.length > 0 ? 'written' : 'unchanged',
    agents: plan.agents.map((agent) => ({
      deployment_name: agent.name,
      graph_config_path: agent.configPath,
      languages: agent.languages,
      paths: agent.paths,
      cases: agent.cases ?? null,
      variables: agent.variables.map(({ name, foundIn, isNeeded, kind }) => ({
        name,
        found_in: foundIn,
        needed: isNeeded,
        kind,
      })),
    })),
    branch: plan.branch.name,
    source: plan.source,
    files: plan.files.map((file) => ({ path: file.path, state: file.state, text: file.text })),
    written,
    secrets: plan.secrets,
    variables: plan.variables,
    problems: mode === 'check' || isRefused ? plan.differences : [],
    notes: plan.notes,
  };
}

function fail(
  problems: readonly Problem[],
  json: boolean,
  { print, log }: Pick<InitContext, 'print' | 'log'>,
): 1 {
  const shown = problems.map(withoutKeys);
  for (const problem of shown) log(removeControlCharacters(describeProblem(problem)));
  if (json) print(`${JSON.stringify({ schema_version: 1, outcome: 'failed', problems: shown })}\n`);
  return 1;
}
