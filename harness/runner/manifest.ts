import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { interpolate, type ExpressionContext } from './expressions.ts';

const scalar = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));

const Manifest = z.looseObject({
  name: z.string().optional(),
  inputs: z
    .record(
      z.string(),
      z
        .looseObject({
          default: scalar.optional(),
          required: z.boolean().optional(),
          deprecationMessage: z.string().optional(),
        })
        .nullable(),
    )
    .nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  runs: z.looseObject({
    using: z.string(),
    main: z.string().optional(),
    post: z.string().optional(),
    'post-if': scalar.optional(),
  }),
});

/** An action.yml as the runner understands it. */
export interface ActionManifest {
  folder: string;
  using: string;
  inputs: Record<string, { default: string; deprecationMessage: string | null }>;
  outputs: string[];
  main: string;
  post: string | null;
  postIf: string | undefined;
}

const JAVASCRIPT = new Set(['node12', 'node16', 'node20', 'node24']);

/**
 * Reads an action.yml. Throws what stops the runner before the step: no such file, not YAML, an unknown `using`, no
 * `main`, or an entry file that is not there.
 */
export async function loadManifest(actionYml: string): Promise<ActionManifest> {
  const fail = (problem: string, cause?: unknown): never => {
    throw new Error(`${actionYml}: ${problem}`, { cause });
  };
  const text = await readFile(actionYml, 'utf8').catch((cause: unknown) =>
    fail("Can't find action.yml. Did you forget to build or check out the action?", cause),
  );
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    return fail('not valid YAML', cause);
  }
  const read = Manifest.safeParse(document);
  if (!read.success) return fail(`not an action manifest: ${z.prettifyError(read.error)}`);
  const { inputs, outputs, runs } = read.data;
  if (!JAVASCRIPT.has(runs.using)) fail(`'using: ${runs.using}' is not supported, use 'node24' instead.`);
  const main = runs.main ?? '';
  if (main === '') {
    fail(
      'You are using a JavaScript Action but there is not an entry JavaScript file provided in action.yml.',
    );
  }
  const folder = path.dirname(path.resolve(actionYml));
  for (const entry of [main, runs.post].filter((file) => file !== undefined)) {
    const there = await stat(path.join(folder, entry)).catch(() => null);
    if (!there?.isFile()) fail(`File '${entry}' not found: build the action first.`);
  }
  return {
    folder,
    using: runs.using,
    inputs: Object.fromEntries(
      Object.entries(inputs ?? {}).map(([name, input]) => [
        name,
        { default: input?.default ?? '', deprecationMessage: input?.deprecationMessage ?? null },
      ]),
    ),
    outputs: Object.keys(outputs ?? {}),
    main,
    post: runs.post ?? null,
    postIf: runs['post-if'],
  };
}

/**
 * The INPUT_* environment the runner makes: every declared input (its default, or the empty string), names in capitals,
 * blanks as underscores, hyphens kept; given names that are not declared are passed on too.
 */
export function inputEnvironment(
  manifest: ActionManifest,
  given: Record<string, string>,
  context: ExpressionContext,
): { env: Record<string, string>; warnings: string[] } {
  const env: Record<string, string> = {};
  const warnings: string[] = [];
  const key = (name: string) => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
  const declared = new Map(Object.keys(manifest.inputs).map((name) => [name.toLowerCase(), name]));
  for (const [name, input] of Object.entries(manifest.inputs)) {
    env[key(name)] = interpolate(input.default, context);
  }
  const unexpected: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const known = declared.get(name.toLowerCase());
    env[key(known ?? name)] = value;
    if (known === undefined) unexpected.push(name);
    const deprecation = known === undefined ? null : manifest.inputs[known]?.deprecationMessage;
    if (deprecation) warnings.push(`Input '${name}' has been deprecated with message: ${deprecation}`);
  }
  if (unexpected.length > 0) {
    const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
    warnings.push(
      `Unexpected input(s) ${list(unexpected)}, valid inputs are [${list(Object.keys(manifest.inputs))}]`,
    );
  }
  return { env, warnings };
}
