import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ResponseCheck } from './response-check.ts';
import { documentPath } from './openapi.ts';
import { NDJSON } from './route.ts';

type Json = Record<string, unknown>;

/**
 * Creates the check of responses against a published OpenAPI document. The operation must declare the status and
 * content type, and the body must match its JSON Schema. Each schema is compiled on first use.
 */
export function responseCheckOf(document: Json): ResponseCheck {
  // Checks formats and patterns. Permits `x-` keywords and zod's additions.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'published' });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `published#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  return (route, { status, type, text }) => {
    const keys = ['paths', documentPath(route), route.method.toLowerCase(), 'responses', String(status)];
    const declared = valueAt(document, keys);
    if (declared === undefined) return `answered ${status}, which it does not declare`;
    const content = valueAt(declared, ['content']);
    if (content === undefined) {
      return text === undefined ? undefined : `answered ${status} with a body, and declares none`;
    }
    const media = type?.split(';')[0]?.trim().toLowerCase();
    if (media === undefined || text === undefined || valueAt(content, [media]) === undefined) {
      return `answered ${status} as ${media ?? 'nothing'}, which it does not declare`;
    }
    const place = [...keys, 'content', media, 'schema'];
    const values =
      media === 'application/json' ? [text] : media === NDJSON ? text.split('\n').slice(0, -1) : [];
    const validate = validator(place.map((key) => `/${escaped(key)}`).join(''));
    for (const value of values) {
      const wrong = describeMismatch(validate, value);
      if (wrong !== undefined) return `answered ${status} with a body its schema does not allow: ${wrong}`;
    }
    return undefined;
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

/** Escapes a key for the fragment of a JSON pointer. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Returns the position and rule of a mismatch, never the value, because a response may contain secrets. */
function describeMismatch(validate: ValidateFunction, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (validate(value)) return undefined;
  return (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`).join('; ');
}
