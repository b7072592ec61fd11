import * as z from 'zod';
import { checkTemplate, renderTemplate, type Scope } from './expressions.ts';

/** An action's manifest as the runner understands it. */
export interface ActionManifest {
  folder: string;
  name: string;
  inputs: Record<string, { default: string; deprecationMessage: string | null }>;
  /** Name → what a composite action makes of it. */
  outputs: Record<string, { value: string | null }>;
  runs: NodeRuns | CompositeRuns;
}
export interface NodeRuns {
  kind: 'node';
  using: string;
  main: string;
  pre: string | null;
  post: string | null;
  /** The condition as written; `always()` when there is none. */
  postIf: string;
}
export interface CompositeRuns {
  kind: 'composite';
  steps: unknown[];
}

const JAVASCRIPT = ['node12', 'node16', 'node20', 'node24'];
const NODE_KEYS = ['using', 'main', 'pre', 'pre-if', 'post', 'post-if'];

const scalar = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
/** A text in which no expression may stand. */
const plain = scalar.refine((text) => !text.includes('${{'), {
  error: 'A template expression is not allowed in this context',
});
const filled = plain.refine((text) => text !== '', { error: "Unexpected value ''" });

const Manifest = z.looseObject({
  name: plain.optional(),
  description: plain.optional(),
  inputs: z
    .record(z.string(), z.looseObject({ default: scalar.optional(), deprecationMessage: scalar.optional() }))
    .optional(),
  outputs: z
    .record(z.string(), z.strictObject({ description: plain.optional(), value: scalar.optional() }))
    .optional(),
  runs: z.looseObject({ using: filled.optional() }),
});

const NodeManifest = z.object({
  using: filled,
  main: filled.optional(),
  pre: filled.optional(),
  'pre-if': filled.optional(),
  post: filled.optional(),
  'post-if': filled.optional(),
});

/**
 * Makes a manifest of a parsed action.yml. Throws with the first thing the runner would refuse. Keys it does not know
 * are passed over at the top and below an input, and refused below `runs` and an output, as the runner does.
 */
export function interpretManifest(document: unknown, folder: string): ActionManifest {
  const { name, inputs = {}, outputs = {}, runs } = read(Manifest, document);
  for (const [input, metadata] of Object.entries(inputs)) {
    try {
      checkTemplate(metadata.default ?? '', {
        contexts: ['github', 'strategy', 'matrix', 'job', 'runner'],
        functions: { hashFiles: { least: 1, most: 255 } },
      });
    } catch (cause) {
      throw new Error(`default of input '${input}': ${cause instanceof Error ? cause.message : ''}`, {
        cause,
      });
    }
  }
  return {
    folder,
    name: name ?? '',
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([input, metadata]) => [
        input,
        { default: metadata.default ?? '', deprecationMessage: metadata.deprecationMessage ?? null },
      ]),
    ),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([output, { value }]) => [output, { value: value ?? null }]),
    ),
    runs: runsOf(runs),
  };
}

function runsOf(runs: Record<string, unknown> & { using?: string | undefined }): NodeRuns | CompositeRuns {
  const { using } = runs;
  if (using === undefined) {
    throw new Error(
      "Missing 'using' value. 'using' requires 'composite', 'docker', 'node12', 'node16', 'node20' or 'node24'.",
    );
  }
  const kind = using.toLowerCase();
  if (kind === 'docker') {
    throw new Error('an action in a container cannot be run by this harness: give it a stand-in');
  }
  if (kind === 'composite') {
    onlyKeys(runs, ['using', 'steps']);
    if (!Array.isArray(runs['steps'])) {
      throw new Error('You are using a composite action but there are no steps provided in action.yml.');
    }
    return { kind: 'composite', steps: runs['steps'] };
  }
  if (!JAVASCRIPT.includes(kind)) {
    throw new Error(
      `'using: ${using}' is not supported, use 'docker', 'node12', 'node16', 'node20' or 'node24' instead.`,
    );
  }
  onlyKeys(runs, NODE_KEYS);
  const node = read(NodeManifest, runs);
  if (node.main === undefined) {
    throw new Error(
      'You are using a JavaScript Action but there is not an entry JavaScript file provided in action.yml.',
    );
  }
  return {
    kind: 'node',
    using,
    main: node.main,
    pre: node.pre ?? null,
    post: node.post ?? null,
    postIf: node['post-if'] ?? 'always()',
  };
}

function onlyKeys(runs: Record<string, unknown>, known: readonly string[]): void {
  const stranger = Object.keys(runs).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new Error(`Unexpected value '${stranger}'`);
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  const problem =
    issue?.code === 'unrecognized_keys'
      ? `Unexpected value '${issue.keys[0] ?? ''}'`
      : (issue?.message ?? '');
  throw new Error(where === '' ? problem : `${where}: ${problem}`, { cause: result.error });
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
