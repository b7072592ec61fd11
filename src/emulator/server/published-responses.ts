import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type * as z from 'zod';
import { isJsonObject } from '../../contract/json-safety.ts';
import type { ResponseCheck } from './response-check.ts';
import { components, describeResponses, describeSchemas, relink } from './openapi.ts';
import { NDJSON, type Route } from './route.ts';

type Json = Record<string, unknown>;

/**
 * Creates the check of responses against the descriptions that the emulator publishes. A route must declare the status
 * and content type, and the body must match its JSON Schema. Each route is described at its first response, and each
 * schema is compiled at its first use, because describing all routes at the start would take too long.
 */
export function createResponseCheck(): ResponseCheck {
  const { schemas, describe } = describeSchemas(components);
  // Validator that checks formats and patterns, and permits `x-` keywords and the additions of zod.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...relink({ components: { schemas } }), $id: 'published' });
  const describeOnce = memoizeByKey((schema: z.ZodType) => describe(schema));
  const responsesOf = memoizeByKey((route: Route) => relink(describeResponses(route, describeOnce)));
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = memoizeByKey((schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"published#/components/');
    // Each emulator in this process creates separate schemas, but equal schemas are compiled only once.
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json);
    compiled.set(text, known);
    return known;
  });

  return (route, { status, type, text }) => {
    const declared = valueAt(responsesOf(route), [String(status)]);
    if (declared === undefined) return `responded with ${status}, which its API description does not contain`;
    const content = valueAt(declared, ['content']);
    if (content === undefined) {
      return text === undefined
        ? undefined
        : `responded with ${status} and a body, but its API description has no body for this status`;
    }
    const media = type?.split(';')[0]?.trim().toLowerCase();
    const schema = media === undefined ? undefined : valueAt(content, [media, 'schema']);
    if (text === undefined || !isJsonObject(schema)) {
      return `responded with ${status} and ${media ?? 'no content type'}, which its API description does not contain`;
    }
    const values =
      media === 'application/json' ? [text] : media === NDJSON ? text.split('\n').slice(0, -1) : [];
    for (const value of values) {
      const wrong = describeMismatch(validatorOf(schema), value);
      if (wrong !== undefined)
        return `responded with ${status} and a body that does not match its schema: ${wrong}`;
    }
    return undefined;
  };
}

/** Wraps `make` in a function that calls `make` once for each object. */
function memoizeByKey<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let found: unknown = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Returns the position of an invalid value and the violated rule, but not the value, which might be secret. */
function describeMismatch(validate: ValidateFunction, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not valid JSON';
  }
  if (validate(value)) return undefined;
  return (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`).join('; ');
}
