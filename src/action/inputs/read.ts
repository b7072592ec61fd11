import type { RunEvent } from '../event.ts';
import { chooseVerb } from '../verb.ts';
import type { Policy } from '../outcome.ts';
import { type InputReader, createInputReader } from './collector.ts';
import { readCommon, readPolicy } from './common.ts';
import type { Problem } from './problem.ts';
import { readRaw } from './raw.ts';
import { INPUT_NAMES } from './registry.ts';
import { parseBoolean } from './scalars.ts';
import type { Display, Settings } from './settings.ts';
import { unknownTypeWarning } from './texts.ts';
import { unknownInputProblem, unknownInputs } from './unknown.ts';
import { readVerbSettings } from './verb-settings.ts';

/** What the inputs came to: settings, or everything that is wrong with them. */
export type ParsedInputs = { display: Display; policy: Policy; warnings: Problem[] } & (
  | { ok: true; settings: Settings }
  | { ok: false; problems: readonly Problem[] }
);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every input that counts for the verb, before any request is sent (issue: bad input). All problems are
 * collected. Schemas and the YAML parser are loaded only when an input needs them, so that a missing input ends the step
 * at once.
 */
export async function readInputs(env: Env, event: RunEvent): Promise<ParsedInputs> {
  const raw = readRaw(env);
  const collector = createInputReader(raw);
  const display = readDisplay(collector);
  const policy = readPolicy(collector);
  const warnings = await checkUnknownInputs(env, collector, INPUT_NAMES);
  const occasion = { event: event.name, action: event.action, rollbackTo: raw['rollback-to'] !== undefined };
  const verb = collector.read('action', (text) => chooseVerb(text, occasion));
  const common = readCommon(collector, raw, env, policy);
  // A misspelt verb keeps nobody from learning what else is wrong.
  const own = await readVerbSettings({ collector, raw, event }, verb ?? 'deploy');
  const told = { display, policy, warnings };
  if (collector.problems.length > 0 || !verb || !common || !own) {
    return { ok: false, ...told, problems: collector.problems };
  }
  const settings: Settings = { ...common, ...own };
  if (settings.rerun && isForced(raw.force)) {
    // There it vouches for a name, which a re-run needs as much as the first attempt.
    if (settings.verb === 'teardown' || settings.verb === 'sweep') settings.force = true;
    else warnings.push(UNFORCED);
  }
  if (settings.verb === 'plan') settings.dryRun = true;
  if ('wanted' in settings) warnings.push(...unknownTypeWarning(settings.wanted.deploymentType));
  return { ok: true, ...told, settings };
}

/** What was forced in the first attempt would be done twice. */
const UNFORCED: Problem = {
  input: 'force',
  problem: 'it counts in the first attempt of a run only, so that a re-run does nothing twice',
  cure: 'Start a new run to force again.',
};

function isForced(text: string | undefined): boolean {
  const forced = parseBoolean(text ?? '');
  return forced.ok && forced.value;
}

/** How to show a result when the other inputs do not count. */
export function displayOf(env: Env): Display {
  return readDisplay(createInputReader(readRaw(env)));
}

/** How the result is shown, whatever else is wrong. */
export function readDisplay(collector: InputReader): Display {
  return {
    summary: collector.read('summary', parseBoolean) ?? true,
    annotations: collector.read('annotations', parseBoolean) ?? true,
  };
}

/** An unknown input is an error, or with `strict-inputs: false` a warning: the variable may come from elsewhere. */
export async function checkUnknownInputs(
  env: Env,
  collector: InputReader,
  names: readonly string[],
): Promise<Problem[]> {
  const strict = collector.read('strict-inputs', parseBoolean) ?? true;
  const warnings: Problem[] = [];
  for (const input of unknownInputs(env, names)) {
    const found = await unknownInputProblem(input, names);
    if (found.ok) continue;
    for (const { problem, cure } of found.problems) {
      if (strict) collector.addProblem(input, problem, cure);
      else warnings.push({ input, problem, cure });
    }
  }
  return warnings;
}
