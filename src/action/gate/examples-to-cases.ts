import type { DatasetExample } from '../../clients/evaluation.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import { EXPECT_SUCCESS, toInput, UNSET } from '../inputs/cases.ts';
import { parseName } from '../inputs/parsers.ts';
import { invalid, type Parsed, quote, valid } from '../inputs/problem.ts';
import type { Check, CheckDefaults, DatasetQuery, Expectation } from '../inputs/settings.ts';

/** Number of characters of an example's ID that a generated name contains. */
const SHORT_ID_LENGTH = 8;

/**
 * Converts the examples of a dataset to checks, in the order of the examples. The input of a check's run is either the
 * example's inputs, or a user message with the example's field `query.message`. The reference of a check is the
 * example's outputs. An example's attachments are passed in the configuration of the run.
 * @param examples Examples with unique IDs.
 * @param defaults Values of the fields that all checks share.
 * @param expect Expectation of all checks, or `undefined` if the runs must only succeed.
 * @returns The checks with unique names, or a problem if the inputs of an example have no string at `query.message`.
 */
export function toChecks(
  examples: readonly DatasetExample[],
  query: Pick<DatasetQuery, 'message'>,
  defaults: CheckDefaults,
  expect: Expectation = EXPECT_SUCCESS,
): Parsed<Check[]> {
  const names = nameExamples(examples);
  const checks: Check[] = [];
  for (const one of examples) {
    const name = names.get(one.id) ?? longName(one);
    const input = inputOf(one, query.message);
    if (input === undefined) {
      return invalid(
        `the inputs of the example ${one.id} have no string in the field ${quote(query.message ?? '')}`,
        'Set `message` to a field that contains a string in every example, or omit `message` to send the inputs unchanged.',
      );
    }
    checks.push({
      ...UNSET,
      ...defaults,
      config: withAttachments(defaults.config, one),
      name,
      input,
      command: undefined,
      expect,
      reference: one.outputs,
      exampleId: one.id,
    });
  }
  return valid(checks);
}

/** Returns the input of an example's run, or `undefined` if the field of the message is not a string. */
function inputOf({ inputs }: DatasetExample, message: string | undefined): unknown {
  if (message === undefined) return inputs;
  const text = Object.hasOwn(inputs, message) ? inputs[message] : undefined;
  return typeof text === 'string' ? toInput(text) : undefined;
}

function withAttachments(config: CheckDefaults['config'], { attachments }: DatasetExample): Check['config'] {
  if (attachments.length === 0) return config;
  const configurable = config?.['configurable'];
  return {
    ...config,
    configurable: {
      ...(isJsonObject(configurable) && configurable),
      attachments: Object.fromEntries(
        attachments.map(({ name, presignedUrl, mimeType }) => [
          name,
          { presigned_url: presignedUrl, mime_type: mimeType },
        ]),
      ),
    },
  };
}

const shortName = ({ id }: DatasetExample) => `example ${id.slice(0, SHORT_ID_LENGTH)}`;
const longName = ({ id }: DatasetExample) => `example ${id}`;

/**
 * Returns a unique name for each example, keyed by the example's ID. An example keeps its own name if the name is valid
 * and no other example has the name. An example without a valid and unique name gets a name with the beginning of its
 * ID. If the beginning of the ID is not unique, the name contains the whole ID.
 */
function nameExamples(examples: readonly DatasetExample[]): Map<string, string> {
  const own = examples.map((one) => [one, validName(one.name)] as const);
  const count = countBy(own.map(([, name]) => name));
  const isNamed = (name: string | undefined): name is string => name !== undefined && count.get(name) === 1;
  const short = countBy(own.flatMap(([one, name]) => (isNamed(name) ? [] : [shortName(one)])));
  return new Map(
    own.map(([one, name]) => {
      if (isNamed(name)) return [one.id, name];
      return [one.id, short.get(shortName(one)) === 1 ? shortName(one) : longName(one)];
    }),
  );
}

function validName(name: string | undefined): string | undefined {
  const parsed = parseName(name ?? '');
  // An example's own name in the form of a generated name could equal the generated name of another example.
  return parsed.ok && !/^example [0-9a-f-]+$/.test(parsed.value) ? parsed.value : undefined;
}

function countBy<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
