import * as z from 'zod';
import { renderTemplate, type Scope } from './expressions.ts';

/** The manifest of a node action as the runner understands it. */
export interface ActionManifest {
  folder: string;
  inputs: Record<string, { default: string; deprecationMessage?: string | undefined }>;
  outputs: Record<string, unknown>;
  main: string;
  post: string | null;
  /** The condition as written; `always()` when there is none. */
  postIf: string;
}

const scalar = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const Manifest = z.object({
  inputs: z
    .record(z.string(), z.object({ default: scalar.default(''), deprecationMessage: scalar.optional() }))
    .default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  // Keys it does not know below `runs` are refused, as the runner does.
  runs: z.strictObject({
    using: z.enum(['node20', 'node24']),
    main: z.string(),
    post: z.string().optional(),
    'post-if': z.string().optional(),
  }),
});

/** Makes a manifest of a parsed action.yml. What else GitHub refuses in one is found by its validator. Throws. */
export function interpretManifest(document: unknown, folder: string): ActionManifest {
  const read = Manifest.safeParse(document);
  if (!read.success) throw new Error(z.prettifyError(read.error), { cause: read.error });
  const { runs, ...declared } = read.data;
  return {
    ...declared,
    folder,
    main: runs.main,
    post: runs.post ?? null,
    postIf: runs['post-if'] ?? 'always()',
  };
}

/** The inputs of a step as its action gets them, and what the runner says of them. */
interface StepInputs {
  /** By name, defaults filled in. */
  values: Record<string, string>;
  /** As INPUT_*: names in capitals, blanks as underscores, hyphens kept. */
  env: Record<string, string>;
  warnings: string[];
}

/**
 * Puts together the inputs of a step: every declared one (its default, or the empty text), and those that are not
 * declared, with a warning. `required` is not looked at: the runner leaves that to the action.
 * @param given what stands under `with:`, evaluated
 * @param scope what a default may look at
 */
export function stepInputs(
  manifest: ActionManifest,
  given: Readonly<Record<string, string>>,
  scope: Scope,
): StepInputs {
  const declared = new Map(Object.keys(manifest.inputs).map((name) => [name.toLowerCase(), name]));
  const values: Record<string, string> = {};
  const warnings: string[] = [];
  const unexpected: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const known = declared.get(name.toLowerCase());
    values[known ?? name] = value;
    if (known === undefined) unexpected.push(name);
    const deprecation = known === undefined ? null : manifest.inputs[known]?.deprecationMessage;
    if (deprecation) warnings.push(`Input '${name}' has been deprecated with message: ${deprecation}`);
  }
  for (const [name, input] of Object.entries(manifest.inputs))
    values[name] ??= renderTemplate(input.default, scope);
  if (unexpected.length > 0) {
    const list = (names: string[]) => `'${names.join("', '")}'`;
    warnings.push(
      `Unexpected input(s) ${list(unexpected)}, valid inputs are [${list(Object.keys(manifest.inputs))}]`,
    );
  }
  const env = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  );
  return { values, env, warnings };
}
