import { type CommandLineContext, readRelease, runEngineVerb } from './run.ts';
import { ENGINE_VERBS } from './verbs.ts';

/** Function that runs a verb which the action does not have, and returns the exit code. */
type OwnVerb = (argv: readonly string[], context: CommandLineContext) => Promise<0 | 1>;
const OWN_VERBS: Readonly<Record<string, () => Promise<OwnVerb>>> = {
  check: async () => (await import('./check.ts')).check,
  explain: async () => (await import('./explain.ts')).explain,
  init: async () => (await import('./init.ts')).init,
};

/** Runs a command line and returns the exit code. `argv` does not include the program's name. */
export async function runCommandLine(argv: readonly string[], context: CommandLineContext): Promise<0 | 1> {
  const [verb = '', ...rest] = argv;
  const ofEngine = ENGINE_VERBS.find((candidate) => candidate === verb);
  if (ofEngine !== undefined) return runEngineVerb(ofEngine, rest, context);
  if (Object.hasOwn(OWN_VERBS, verb)) return (await OWN_VERBS[verb]?.())?.(rest, context) ?? 1;
  if (verb === '--version') {
    context.print(`${(await readRelease()).version}\n`);
    return 0;
  }
  const { usage } = await import('./help.ts');
  if (verb === '--help' || verb === '-h' || verb === 'help') {
    context.print(usage());
    return 0;
  }
  const { nearestInput } = await import('../action/inputs/reader.ts');
  const verbs = [...ENGINE_VERBS, ...Object.keys(OWN_VERBS)];
  const nearest = verb.startsWith('-') ? undefined : await nearestInput(verb, verbs);
  const mistake =
    verb === '' || verb.startsWith('-')
      ? 'The first argument must be a verb.'
      : `This verb does not exist.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
  for (const line of `${mistake}\n\n${usage()}`.trimEnd().split('\n')) context.view.print(line);
  return 1;
}
