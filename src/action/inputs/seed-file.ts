import * as z from 'zod';
import { SEED_LIMITS, SEED_MAX_BYTES } from '../../contract/seed-limits.ts';
import { RESERVED_ROOTS, type Seed } from '../seed/seed.ts';
import { invalid, type Parsed } from './problem.ts';
import { findUnsafe } from './unsafe-json.ts';
import { jsonMapping, parseYaml, refuse, stated, validateYaml, type YamlPath } from './yaml.ts';

const NAME_MAX = 200;
const KEY_MAX = 1_000;
const LABELS_MAX = 20;
/** Maximum lifetime of an item in minutes: a thousand years. */
const TTL_MAX = 525_960_000;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Creates the schema of a string on one line without control characters. */
const oneLine = (max: number) =>
  z.string({ error: 'the value is not a string' }).superRefine((value, context) => {
    if (value === '') refuse(context, 'the value is empty', 'Write a value.');
    else if (CONTROL.test(value))
      refuse(context, 'the value contains a control character', 'Write it on one line.');
    else if (value.length > max)
      refuse(context, `the value has more than ${max} characters`, 'Write a shorter value.');
  });

const Label = oneLine(NAME_MAX).superRefine((value, context) => {
  if (value.includes('.'))
    refuse(context, 'the label contains a period', 'Write each label as a separate entry.');
});
const Namespace = z
  .array(Label)
  .min(1)
  .max(LABELS_MAX)
  .superRefine(([root = ''], context) => {
    if (RESERVED_ROOTS.includes(root))
      refuse(context, `the namespace ${root} is reserved`, 'Choose another first label.', [0]);
  });

const required = jsonMapping.superRefine((value, context) => {
  if (value === undefined) refuse(context, 'the value is missing', 'Write a mapping.');
});

const Item = z.strictObject({
  namespace: Namespace,
  key: oneLine(KEY_MAX),
  value: required.transform((value) => ({ ...value })),
  index: stated(z.union([z.literal(false), z.array(oneLine(500)).min(1).max(100)]).optional()),
  ttl: stated(z.number().positive().max(TTL_MAX).optional()),
});

const shared = {
  config: jsonMapping,
  context: jsonMapping,
  metadata: jsonMapping,
};

const Assistant = z
  .strictObject({
    name: oneLine(NAME_MAX),
    graph: oneLine(NAME_MAX),
    description: stated(z.string().max(KEY_MAX).optional()),
    ...shared,
  })
  .transform(({ name, graph, description, config, context, metadata }) => ({
    key: name,
    name,
    graph,
    description,
    config,
    context,
    metadata,
    isOptional: false,
  }));

const Thread = z
  .strictObject({
    name: oneLine(NAME_MAX),
    graph: oneLine(NAME_MAX),
    values: jsonMapping,
    'as-node': stated(oneLine(NAME_MAX).optional()),
    metadata: jsonMapping,
  })
  .transform(({ name, graph, values, metadata, 'as-node': asNode }) => ({
    name,
    graph,
    values,
    asNode,
    metadata,
  }));

const Cron = z
  .strictObject({
    name: oneLine(NAME_MAX),
    assistant: oneLine(NAME_MAX),
    schedule: oneLine(NAME_MAX),
    timezone: stated(oneLine(100).optional()),
    'end-time': stated(z.iso.datetime({ offset: true }).optional()),
    input: jsonMapping,
    ...shared,
  })
  .transform(
    ({ name, assistant, schedule, timezone, input, config, context, metadata, 'end-time': endTime }) => ({
      name,
      assistant,
      schedule,
      timezone,
      endTime,
      input,
      config,
      context,
      metadata,
    }),
  );

/** Creates the schema of a list whose entries differ in the value of `idOf`. */
function distinct<S extends z.ZodType>(
  entry: S,
  { max, idOf, about }: { max: number; idOf: (one: z.output<S>) => string; about: YamlPath },
) {
  return z
    .array(entry)
    .superRefine((entries, context) => {
      if (entries.length > max) {
        refuse(context, `the list has more than ${max.toLocaleString('en')} entries`, 'Remove entries.');
        return;
      }
      const seen = new Set<string>();
      for (const [index, one] of entries.entries()) {
        const id = idOf(one);
        if (seen.has(id))
          refuse(context, 'another entry has the same value', 'Keep one entry.', [index, ...about]);
        seen.add(id);
      }
    })
    .optional();
}

const byName = (one: { name: string }) => one.name;
const SeedFile = z
  .strictObject({
    store: distinct(Item, {
      max: SEED_LIMITS.items,
      idOf: ({ namespace, key }) => JSON.stringify([namespace, key]),
      about: ['key'],
    }),
    assistants: distinct(Assistant, { max: SEED_LIMITS.assistants, idOf: byName, about: ['name'] }),
    threads: distinct(Thread, { max: SEED_LIMITS.threads, idOf: byName, about: ['name'] }),
    crons: distinct(Cron, { max: SEED_LIMITS.crons, idOf: byName, about: ['name'] }),
  })
  .transform(({ store = [], assistants = [], threads = [], crons = [] }, context): Seed => {
    const seed = { items: store, assistants, threads, crons };
    if (Object.values(seed).every((entries) => entries.length === 0))
      refuse(context, 'the file contains no data', 'Write store, assistants, threads or crons.');
    return seed;
  });

/**
 * Parses a file with the data of previews, as YAML or JSON. Returns the data, or problems with their lines. `isSecret`
 * returns whether a string contains a secret of the run.
 */
export function parseSeedFile(text: string, isSecret: (text: string) => boolean): Parsed<Seed> {
  const yaml = parseYaml(text);
  if (!yaml.ok) return yaml;
  const parsed = validateYaml(yaml.value, SeedFile, { check: (value) => findUnsafe(value, isSecret) });
  if (parsed.ok && Buffer.byteLength(JSON.stringify(parsed.value)) > SEED_MAX_BYTES) {
    return invalid(
      `the data has more than ${SEED_MAX_BYTES.toLocaleString('en')} bytes as JSON`,
      'Remove entries.',
    );
  }
  return parsed;
}
