import type * as z from 'zod';
import { formatChoices } from './findings.ts';
import type { ValidationError } from './error-bodies.ts';
import { ERRORS_MAX } from './limits.ts';

/** Part of a request that contains an error, which is the first entry of the error's `loc`. */
export type RequestPart = 'body' | 'query' | 'path';

type Issue = z.core.$ZodIssue;

/**
 * Converts the errors of a failed parse to the service's format. Returns at most ERRORS_MAX errors. `input`
 * distinguishes a missing field from a field of the wrong type, and never appears in messages.
 */
export function toValidationErrors(error: z.ZodError, part: RequestPart, input: unknown): ValidationError[] {
  return error.issues
    .slice(0, ERRORS_MAX)
    .flatMap((issue) => describe(issue, part, input))
    .slice(0, ERRORS_MAX);
}

function describe(issue: Issue, part: RequestPart, input: unknown): ValidationError[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const at = (type: string, msg: string, more: (string | number)[] = []): ValidationError[] => [
    { loc: [part, ...path, ...more], msg, type },
  ];
  switch (issue.code) {
    case 'invalid_type':
      return at(...wrongType(issue.expected, valueAt(input, path), part));
    case 'invalid_value':
      return missingAt(input, path)
        ? at(...MISSING)
        : at('enum', `Input should be ${formatChoices(issue.values)}`);
    case 'invalid_format':
      return at(...wrongFormat(issue));
    case 'too_small':
      return at(...tooSmall(issue));
    case 'too_big':
      return at(...tooBig(issue));
    case 'not_multiple_of':
      return at('multiple_of', `Input should be a multiple of ${issue.divisor}`);
    case 'unrecognized_keys':
      return issue.keys.flatMap((key) => at('extra_forbidden', 'Extra inputs are not permitted', [key]));
    case 'invalid_key':
      return at('value_error', 'Input should have valid keys');
    case 'invalid_union':
      return describeUnion(issue, part, input);
    case 'invalid_element':
      return at('value_error', 'Input should have valid elements');
    case 'custom':
      return at('value_error', issue.message);
  }
}

/**
 * Returns the errors of the union branch with the fewest errors, among the branches with errors inside the value. If no
 * such branch exists, returns an error about the whole value.
 */
function describeUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  part: RequestPart,
  input: unknown,
): ValidationError[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const deepest = issue.errors
    .filter((branch) => branch.some((inner) => inner.path.length > 0))
    .toSorted((a, b) => a.length - b.length)[0];
  if (deepest) {
    return deepest.flatMap((inner) =>
      describe({ ...inner, path: [...issue.path, ...inner.path] }, part, input),
    );
  }
  const [type, msg] = missingAt(input, path)
    ? MISSING
    : ([
        'union_error',
        issue.message === 'Invalid input' ? 'Input should match one of the allowed forms' : issue.message,
      ] as const);
  return [{ loc: [part, ...path], msg, type }];
}

type ErrorText = readonly [type: string, msg: string];
const MISSING: ErrorText = ['missing', 'Field required'];

const WRONG_TYPE: Record<string, ErrorText> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['float_type', 'Input should be a valid number'],
  int: ['int_type', 'Input should be a valid integer'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
  record: ['dict_type', 'Input should be a valid dictionary'],
};

/** Errors for values in queries and paths, which arrive as strings and cannot be parsed. */
const UNPARSABLE: Record<string, ErrorText> = {
  number: ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
  int: ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
  boolean: ['bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
};

function wrongType(expected: string, value: unknown, part: RequestPart): ErrorText {
  if (value === undefined) return MISSING;
  const unparsable = part !== 'body' && typeof value === 'string' ? UNPARSABLE[expected] : undefined;
  return unparsable ?? WRONG_TYPE[expected] ?? ['value_error', 'Input has the wrong type'];
}

function wrongFormat(issue: Extract<Issue, { code: 'invalid_format' }>): ErrorText {
  switch (issue.format) {
    case 'uuid':
    case 'guid':
      return ['uuid_parsing', 'Input should be a valid UUID'];
    case 'datetime':
      return ['datetime_from_date_parsing', 'Input should be a valid datetime'];
    case 'url':
      return ['url_parsing', 'Input should be a valid URL'];
    case 'regex':
      return [
        'string_pattern_mismatch',
        // The default message of the library is replaced, because it contains the pattern.
        issue.message.startsWith('Invalid string') ? 'Input has the wrong form' : issue.message,
      ];
    default:
      return ['value_error', `Input should be a valid ${issue.format}`];
  }
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): ErrorText {
  const { origin, minimum, inclusive } = issue;
  if (origin === 'string') return ['string_too_short', `String should have at least ${minimum} characters`];
  if (origin === 'array' || origin === 'set') {
    return ['too_short', `List should have at least ${minimum} items`];
  }
  return inclusive === false
    ? ['greater_than', `Input should be greater than ${minimum}`]
    : ['greater_than_equal', `Input should be greater than or equal to ${minimum}`];
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): ErrorText {
  const { origin, maximum, inclusive } = issue;
  if (origin === 'string') return ['string_too_long', `String should have at most ${maximum} characters`];
  if (origin === 'array' || origin === 'set') {
    return ['too_long', `List should have at most ${maximum} items`];
  }
  return inclusive === false
    ? ['less_than', `Input should be less than ${maximum}`]
    : ['less_than_equal', `Input should be less than or equal to ${maximum}`];
}

function missingAt(input: unknown, path: readonly PropertyKey[]): boolean {
  return valueAt(input, path) === undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
