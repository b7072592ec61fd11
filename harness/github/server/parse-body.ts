import type * as z from 'zod';
import { ApiError, invalidRequest } from './answer.ts';

/**
 * Reads a request's body with the operation's schema. Throws what GitHub answers: 400 for what is no JSON object, 422
 * with a reason for each field of the wrong shape. No body counts as an empty object.
 */
export function parseBody(schema: z.ZodType, text: string): unknown {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Body should be a JSON object');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidRequest(read.error.issues.map((issue) => reason(issue, value)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'Problems parsing JSON');
  }
}

const EXPECTED: Record<string, string> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** One line in the manner of GitHub's validator. */
function reason(issue: z.core.$ZodIssue, body: object): string {
  const value = at(body, issue.path);
  const field = issue.path.map(String).join('/properties/');
  if (value === undefined) return `"${String(issue.path.at(-1))}" wasn't supplied.`;
  const shown = value === null ? 'nil' : JSON.stringify(value);
  if (issue.code === 'invalid_type') {
    return `For 'properties/${field}', ${shown} is not ${EXPECTED[issue.expected] ?? issue.expected}.`;
  }
  if (issue.code === 'invalid_value') {
    return `For 'properties/${field}', ${shown} is not a member of ${JSON.stringify(issue.values)}.`;
  }
  return `For 'properties/${field}', no subschema in "anyOf" matched.`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  }
  return found;
}
