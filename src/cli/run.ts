import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { readPlainText, WRITTEN_MAX_BYTES } from '../os/plain-file.ts';
import type { Clock } from '../clients/clock.ts';
import { fieldOf, parseJson } from '../contract/json-safety.ts';
import type { RunEvent } from '../action/event.ts';
import { gitLabAccess } from '../action/gitlab/access.ts';
import { NO_REPOSITORY, noBranchMessage, type Problem } from '../action/inputs/problem.ts';
import { type ActionDefinition, DEPLOY_ACTION, runMain, VERIFY_ACTION } from '../action/main.ts';
import type { RunSignals } from '../action/pipeline.ts';
import { errorMessage } from '../os/errors.ts';
import { UntrustedRepositoryError, type Repository } from '../git/repository.ts';
import {
  findBuiltCommit,
  missingRef,
  missingRepository,
  uncommittedNotice,
  unpushedProblems,
} from './checkout-advice.ts';
import { findTop, findUncommitted, readCheckout } from './checkout.ts';
import { createCommandLineHost, type LogView } from './command-line-host.ts';
import { findDotenvTarget, writeDotenv } from './dotenv.ts';
import { engineEnvironment } from './environment.ts';
import { EVALUATE_OPERANDS, withEvaluateOperands } from './evaluate.ts';
import { type Flags, inputsOf, parseFlags, unknownFlagProblems } from './flags.ts';
import { MANIFESTS, PROGRAMS } from './installation.ts';
import { type Checkout, CHECKOUT_EVENT, detectCi, runEventOf } from './run-event.ts';
import { readSecretFiles } from './secret-files.ts';
import { type EngineVerb, isVerifyVerb } from './verbs.ts';

/** Dependencies of the command line that the process provides. */
export interface CommandLineContext extends RunSignals {
  clock: Clock;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Writes results to standard output. */
  print: (text: string) => void;
  /**
   * Reads standard input until its end. Rejects if standard input is a terminal or has more than `limit` characters, or
   * if the signal aborts.
   */
  readInput: (limit: number, signal: AbortSignal) => Promise<string>;
  view: LogView;
}

/** Runs a verb of the action. Returns the same exit code as the action for the same outcome. */
export async function runEngineVerb(
  verb: EngineVerb,
  argv: readonly string[],
  context: CommandLineContext,
): Promise<0 | 1> {
  const { env, view, print } = context;
  const inputs = inputsOf(verb);
  const flags =
    verb === 'evaluate'
      ? withEvaluateOperands(parseFlags(argv, inputs, { operands: EVALUATE_OPERANDS }))
      : parseFlags(argv, inputs);
  if (flags.help) {
    print(await (await import('./help.ts')).usageOf(verb));
    return 0;
  }
  const problems = [...flags.problems, ...(await unknownFlagProblems(flags.unknown, inputs))];
  const fromFiles = await readSecretFiles(flags.files, context, problems);
  const place = await findRunLocation(verb, flags, context, problems);
  const dotenv =
    flags.dotenv === undefined
      ? undefined
      : await findDotenvTarget(flags.dotenv, { cwd: context.cwd, workspace: place.workspace });
  if (dotenv?.ok === false) problems.push(dotenv.problem);
  const engineEnv = engineEnvironment(env, {
    verb,
    inputs,
    flags,
    fromFiles,
    ci: place.ci,
    event: place.event,
    workspace: place.workspace,
    release: await readRelease(),
  });
  const { host, outputs } = createCommandLineHost(engineEnv, place.event, view);
  if (place.checkout !== undefined) {
    problems.push(...(await adviseOnCheckout(verb, place, engineEnv, context)));
  }
  const code = await runMain({
    clock: context.clock,
    signal: context.signal,
    crash: context.crash,
    definition: withProblems(isVerifyVerb(verb) ? VERIFY_ACTION : DEPLOY_ACTION, problems, place.checkout),
    host,
    connect: async (options) => (await import('../action/connect.ts')).connectHttp(options),
    codeHost: place.ci === 'gitlab' ? gitLabAccess(env) : undefined,
    resolveRef: async (...args) =>
      (await import('../action/git/resolve-ref.ts')).createResolveRef(engineEnv, (line) => host.log(line))(
        ...args,
      ),
    packSource: async (...args) =>
      (await import('../action/pack/pack.ts')).createPackSource(engineEnv)(...args),
    loadMachine: async () =>
      (await import('../action/sandbox/machine.ts')).createMachine(engineEnv, PROGRAMS),
    findNeededVariables: async (agent) =>
      (await import('../action/pack/code-reader.ts')).createFindNeededVariables(
        engineEnv,
        context.signal,
      )(agent),
  });
  if (flags.json) print(`${outputs.get('result') ?? ''}\n`);
  if (dotenv?.ok !== true) return code;
  try {
    writeDotenv(dotenv.file, outputs);
    return code;
  } catch (error) {
    host.log(`--dotenv: ${JSON.stringify(dotenv.file)} could not be written: ${errorMessage(error)}`);
    return 1;
  }
}

/** Reports problems with the arguments together with problems with the inputs. */
function withProblems(
  definition: ActionDefinition,
  problems: readonly Problem[],
  checkout: Checkout | undefined,
): ActionDefinition {
  return {
    ...definition,
    readInputs: async (env, event) => {
      const parsed = await definition.readInputs(env, event);
      if (parsed.ok && problems.length === 0) return parsed;
      const { display, policy, warnings } = parsed;
      const more = parsed.ok ? [] : parsed.problems.map((problem) => withOwnHint(problem, checkout));
      return { ok: false, display, policy, warnings, problems: [...problems, ...more] };
    },
  };
}

/**
 * Replaces hints of the action, which describe a workflow, with hints for the command line about a missing key, branch
 * or repository.
 */
function withOwnHint(problem: Problem, checkout: Checkout | undefined): Problem {
  if (problem.path === 'repo-url' && problem.message === NO_REPOSITORY)
    return { ...problem, ...missingRepository(checkout) };
  if (problem.path === 'ref' && problem.message === noBranchMessage(CHECKOUT_EVENT))
    return { ...problem, ...missingRef(checkout) };
  if (problem.path !== 'api-key' || !problem.message.includes('missing')) return problem;
  return { ...problem, hint: 'Set this variable, or write the key to a file and specify --api-key-file.' };
}

/** Verbs that deploy a commit or need the repository. */
const NEEDS_CHECKOUT: readonly EngineVerb[] = ['deploy', 'plan', 'preview', 'teardown', 'sweep'];

interface RunLocation {
  ci: ReturnType<typeof detectCi>;
  event: RunEvent | undefined;
  workspace: string;
  /** State of the checkout, or `undefined` if a CI determines the event of the run. */
  checkout: Checkout | undefined;
  repository: (Repository & { top: string }) | undefined;
}

/** Determines the event of the run from the CI's variables or, without a CI, from the checkout. */
async function findRunLocation(
  verb: EngineVerb,
  { workspace }: Flags,
  { env, cwd, signal }: CommandLineContext,
  problems: Problem[],
): Promise<RunLocation> {
  const ci = detectCi(env);
  const folder = path.resolve(cwd, workspace ?? '.');
  const repository = await findTop(folder, env).catch((error: unknown) => {
    const hint = error instanceof UntrustedRepositoryError ? error.hint : 'Name a folder.';
    problems.push({ path: '--workspace', message: errorMessage(error), hint });
    return undefined;
  });
  const top = workspace === undefined ? repository?.top : await realpath(folder).catch(() => folder);
  if (ci === 'github') {
    const ofJob = workspace === undefined ? env['GITHUB_WORKSPACE'] : undefined;
    return { ci, event: undefined, workspace: ofJob ?? top ?? folder, checkout: undefined, repository };
  }
  const isKnown = ci === 'gitlab' || (ci === 'jenkins' && Boolean(env['GIT_URL'] && env['GIT_COMMIT']));
  const checkout =
    repository === undefined || isKnown || !NEEDS_CHECKOUT.includes(verb)
      ? undefined
      : await readCheckout(repository, env, signal);
  const event = runEventOf(ci, env, checkout);
  return { ci, event, workspace: top ?? folder, checkout: ci === 'none' ? checkout : undefined, repository };
}

/**
 * Compares the checkout with the commit that the service would build. Prints a line about uncommitted files. Returns
 * the problems that prevent the run.
 */
async function adviseOnCheckout(
  verb: EngineVerb,
  { event, checkout, repository }: RunLocation,
  env: Readonly<Record<string, string | undefined>>,
  context: CommandLineContext,
): Promise<Problem[]> {
  if (checkout === undefined || repository === undefined) return [];
  const built = findBuiltCommit(verb, env, { event, checkout, top: repository.top });
  if (built === undefined) return [];
  const problems = built === 'origin' ? unpushedProblems(checkout) : [];
  if (problems.length > 0) return problems;
  const notice = uncommittedNotice(
    await findUncommitted(repository, context.env, context.signal),
    checkout.commit,
  );
  if (notice !== undefined) context.view.print(notice);
  return [];
}

/** Returns the version and the repository of this program from its manifest. */
export async function readRelease(): Promise<{ version: string; repository: string | undefined }> {
  const manifest = parseJson(
    await readPlainText(MANIFESTS.own, { maxBytes: WRITTEN_MAX_BYTES }).catch(() => '{}'),
  );
  const version = fieldOf(manifest, 'version');
  const url = fieldOf(fieldOf(manifest, 'repository'), 'url');
  const repository = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(
    typeof url === 'string' ? url : '',
  )?.[1];
  return { version: typeof version === 'string' ? version : '0.0.0', repository };
}
