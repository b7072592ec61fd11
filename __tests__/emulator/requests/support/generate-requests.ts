import fc from 'fast-check';
import { MEANINGFUL } from './bodies.ts';
import { bodyBreaks, broken, headerBreak, oddParameter, queryBreak, textBreak } from './breaks.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { operationsOf } from './document.ts';
import { valueOf } from './values.ts';

/** A request without IDs of existing objects: `@kind:n` is the n-th object of that kind. */
export interface GeneratedRequest {
  operation: Operation;
  method: string;
  target: string;
  /** Headers in addition to the key and the content type. `null` removes a header. */
  headers: Record<string, string | null>;
  body: string | Buffer | undefined;
}

/** Kinds of the objects that parameters with these names identify. */
const KINDS: Record<string, string> = {
  deployment_id: 'deployment',
  revision_id: 'revision',
  listener_id: 'listener',
  integration_id: 'integration',
  thread_id: 'thread',
  run_id: 'run',
  project_id: 'deployment',
  provider_id: 'provider',
  auth_id: 'auth',
  session_id: 'session',
  assistant_id: 'assistant',
};

/** Generates valid and invalid requests for every operation of a document, except the emulator's own controls. */
export function generateRequests(document: ApiDocument): fc.Arbitrary<GeneratedRequest> {
  const operations = operationsOf(document).filter(({ path }) => !path.startsWith('/_local'));
  const each = operations.map((operation) => ({
    weight: takesUploads(operation) || MEANINGFUL[keyOf(operation)] !== undefined ? 5 : 2,
    arbitrary: wishOf(operation, document),
  }));
  return fc.oneof(...each);
}

const takesUploads = ({ path }: Operation) => path.endsWith('/uploads/{upload_id}');
const keyOf = ({ method, path }: Operation) => `${method} ${path}`;

function wishOf(operation: Operation, document: ApiDocument): fc.Arbitrary<GeneratedRequest> {
  const isPut = takesUploads(operation);
  const names = operation.parameters.filter((one) => one.in === 'path');
  const asked = operation.parameters.filter((one) => one.in === 'query');
  return fc
    .record({
      values: fc.tuple(...names.map((one) => pathValue(one, document))),
      query: fc
        .subarray(asked, { maxLength: Math.min(asked.length, 4) })
        .chain((some) => fc.tuple(...some.map((one) => queryPair(one, document)))),
      must: fc.tuple(...asked.filter(({ required }) => required).map((one) => queryPair(one, document))),
      extra: queryBreak,
      prefix: fc.constantFrom('', '', '', '/api-host'),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PURGE') },
      ),
      tail: fc.oneof(
        { weight: 30, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '%', ';a') },
      ),
      headers: headerBreak,
      body: bodyOf(operation, document),
      which: fc.tuple(fc.nat(4), fc.constantFrom('', '', 'x', '&limit=')).map((pair) => pair.join('')),
    })
    .map(({ values, query, must, extra, prefix, method, tail, headers, body, which }) => {
      const given = new Map(names.map(({ name }, index) => [name, values[index] ?? '']));
      const path = operation.path.replaceAll(/\{(.+?)\}/g, (_, name: string) => given.get(name) ?? 'x');
      const asks = [...new Set([...must, ...query]), extra].filter((one) => one !== '').join('&');
      return {
        operation,
        method,
        // The URL of an upload is known only from a response.
        target:
          isPut && tail === '' ? `@put:${which}` : `${prefix}${path}${tail}${asks === '' ? '' : `?${asks}`}`,
        headers,
        body,
      };
    });
}

function pathValue({ name, schema }: Parameter, document: ApiDocument): fc.Arbitrary<string> {
  const kind = KINDS[name];
  const valid = valueOf(schema, document).map((value) => encodeURIComponent(textOf(value).toWellFormed()));
  const known = kind === undefined ? valid : fc.nat(6).map((n) => `@${kind}:${n}`);
  return fc.oneof(
    { weight: 12, arbitrary: known },
    { weight: 1, arbitrary: valid },
    { weight: 2, arbitrary: oddParameter },
  );
}

/** Returns the string of a value in a URL, because some objects have no string. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function queryPair({ name, schema }: Parameter, document: ApiDocument): fc.Arbitrary<string> {
  const valid = valueOf(schema, document).map((value) => encodeURIComponent(textOf(value).toWellFormed()));
  const kind = KINDS[name.replace(/s$/, '')];
  const known = kind === undefined ? valid : fc.nat(6).map((n) => `@${kind}:${n}`);
  return fc
    .oneof(
      { weight: 6, arbitrary: known },
      { weight: 4, arbitrary: valid },
      { weight: 1, arbitrary: oddParameter },
    )
    .map((value) => `${name}=${value}`);
}

function bodyOf(operation: Operation, document: ApiDocument): fc.Arbitrary<string | Buffer | undefined> {
  const { body, raw } = operation;
  if (body === undefined && !raw) {
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('{}', '{', 'null') },
    );
  }
  if (body === undefined) return fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  const meaningful = MEANINGFUL[keyOf(operation)];
  const shaped = valueOf(body, document);
  const whole = meaningful === undefined ? shaped : fc.oneof({ weight: 5, arbitrary: meaningful }, shaped);
  return fc
    .tuple(whole, bodyBreaks, textBreak)
    .map(([value, breaks, change]) => change(JSON.stringify(broken(value, breaks)) ?? ''));
}
