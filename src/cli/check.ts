import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { describeProblem, type Problem } from '../action/inputs/problem.ts';
import { createInputReader, type RawInputs } from '../action/inputs/reader.ts';
import { INPUTS, variableOf } from '../action/inputs/registry.ts';
import { type CheckReport, checkAgent, renderCheck } from '../graph-config/check.ts';
import { openCheckout } from '../os/checkout-reader.ts';
import { UntrustedRepositoryError } from '../git/repository.ts';
import { findTop } from './checkout.ts';
import { toPlainText } from './command-line-host.ts';
import { inputVariables } from './environment.ts';
import { type Flags, parseFlags, unknownFlagProblems } from './flags.ts';
import type { CommandLineContext } from './run.ts';

const CHECK_USAGE = `usage: agent-deploy check [folder] [flags]

Validates the graph configuration of a folder and the files that it names, and prints what a build would do.
Starts no program and sends nothing. The exit code is 1 when the build would fail. Flags and variables are those of deploy:

  --graph-config-path FILE  path of the graph configuration in the checkout (default: langgraph.json of the folder)
  --source-path FOLDER      the folder to pack, with internal_source: files outside of it are not available
  --install-command LINE    the install command of the deployment, which can create missing files
  --build-command LINE      the build command of the deployment, which can create missing files
  --workspace FOLDER        the folder that paths are relative to (default: the top of the checkout)
  --json                    writes the report as one line of JSON to standard output`;

/** Inputs of a deployment that affect its build. */
const CHECK_INPUTS = {
  'source-path': INPUTS['source-path'],
  'graph-config-path': INPUTS['graph-config-path'],
  'install-command': INPUTS['install-command'],
  'build-command': INPUTS['build-command'],
};

/** Runs `agent-deploy check` and returns the exit code. */
export async function check(
  argv: readonly string[],
  { cwd, env, print, view }: Pick<CommandLineContext, 'cwd' | 'env' | 'print' | 'view'>,
): Promise<0 | 1> {
  const flags = parseFlags(argv, CHECK_INPUTS, { operands: 1 });
  if (flags.help) {
    print(CHECK_USAGE);
    return 0;
  }
  const problems = [...flags.problems, ...(await unknownFlagProblems(flags.unknown, CHECK_INPUTS))];
  const given = Object.entries(flags.inputs).map(([name, text]): [string, string] => [
    variableOf(name),
    text,
  ]);
  const inputs = { ...inputVariables(env, CHECK_INPUTS), ...Object.fromEntries(given) };
  const reader = createInputReader(inputs, CHECK_INPUTS);
  const request = {
    installCommand: reader.read('install-command'),
    buildCommand: reader.read('build-command'),
    sourcePath: reader.read('source-path'),
    graphConfigPath: reader.read('graph-config-path'),
  };
  const place = await findConfiguration(flags, reader.raw, request, { cwd, env }, problems);
  problems.push(...reader.problems);
  if (problems.length > 0 || place === undefined) {
    for (const problem of problems) view.print(toPlainText(describeProblem(problem)));
    if (flags.json) {
      print(
        `${JSON.stringify({ schema_version: 1, outcome: 'failed', problems: problems.map(describeProblem) })}\n`,
      );
    }
    return 1;
  }
  const report = await checkAgent({
    reader: await openCheckout(place.root),
    configPath: place.configPath,
    rootName: path.basename(place.root),
    installCommand: request.installCommand,
    buildCommand: request.buildCommand,
  });
  print(flags.json ? `${JSON.stringify(jsonOf(report))}\n` : toPlainText(renderCheck(report)));
  return report.problems.length === 0 ? 0 : 1;
}

/** Returns the folder to build, and the path of the graph configuration relative to the folder. */
async function findConfiguration(
  { operands: [operand], workspace }: Flags,
  raw: RawInputs,
  { sourcePath, graphConfigPath }: { sourcePath: string | undefined; graphConfigPath: string | undefined },
  { cwd, env }: Pick<CommandLineContext, 'cwd' | 'env'>,
  problems: Problem[],
): Promise<{ root: string; configPath: string } | undefined> {
  const open = async (named: string | undefined, folder: string) => {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) return real;
    const hint = 'Specify the folder that contains the agent.';
    problems.push({ path: named ?? folder, message: 'the folder does not exist', hint });
    return undefined;
  };
  const folder = await open(operand ?? workspace, path.resolve(cwd, workspace ?? '.', operand ?? '.'));
  if (folder === undefined) return undefined;
  const repository = await findTop(folder, env).catch((error: unknown) => {
    if (!(error instanceof UntrustedRepositoryError)) throw error;
    problems.push({ path: operand ?? folder, message: error.message, hint: error.hint });
    return undefined;
  });
  const top = workspace === undefined ? (repository?.top ?? folder) : path.resolve(cwd, workspace);
  const root = await open(sourcePath, path.join(top, sourcePath ?? '.'));
  if (root === undefined) return undefined;
  if (raw['graph-config-path'] !== undefined || raw['source-path'] !== undefined) {
    if (operand !== undefined) {
      const message =
        'it cannot be combined with graph-config-path or source-path, which also locate the agent';
      problems.push({ path: operand, message, hint: 'Specify only one of them.' });
    }
    return { root, configPath: graphConfigPath ?? 'langgraph.json' };
  }
  const configPath = path.relative(root, path.join(folder, 'langgraph.json'));
  return { root, configPath: configPath.split(path.sep).join('/') };
}

/**
 * Returns the report as a JSON value for programs. A new field does not change `schema_version`, but any other change
 * requires a new version.
 */
function jsonOf({ configPath, problems, warnings, emulatorOnly, build }: CheckReport): unknown {
  return {
    schema_version: 1,
    outcome: problems.length === 0 ? 'passed' : 'failed',
    graph_config_path: configPath,
    problems,
    warnings,
    emulator_only: emulatorOnly,
    build: build && {
      language: build.language,
      graphs: build.graphs.map(({ id, module, exportName, description }) => ({
        id,
        module,
        export: exportName,
        description: description ?? null,
      })),
      command: build.command ?? null,
      named: build.named,
      packages: build.packages ?? null,
      env: build.env,
    },
  };
}
