import { DetailError, HTTPValidationError, NestedError, type ValidationError } from '../contract/errors.ts';
import { describeValidationErrors } from '../contract/findings.ts';

/** What an error answer says, taken out of its body: never the body itself. */
export interface ErrorDetails {
  /** One line for people; null when the body says nothing that can be shown. */
  detail: string | null;
  /** The fields a 422 complains about. */
  fields: ValidationError[];
  /** Which of its three meanings a 403 has (facts: service §1.1). */
  forbidden: Forbidden | null;
}
export type Forbidden = 'needs-workspace' | 'not-enabled' | 'no-access';

const MAX_DETAIL = 500;

/**
 * Reads an error body in any of the shapes the service uses (facts: service §1.8, §3.5): `{detail: text}`,
 * `{detail: [{loc, msg, type}]}`, `{detail: {error, message}}`, an agent server's `{message}` or `{error}`, and text
 * that is no JSON, of which nothing is shown. Whatever is shown has gone through `redact` and is at most 500 characters.
 */
export function parseErrorBody(status: number, body: string, redact: (text: string) => string): ErrorDetails {
  const json = parseJson(body);
  const { text, fields } = readJson(json);
  return {
    detail: text === null ? null : oneLine(redact(text)),
    fields: fields.map((field) => ({ ...field, msg: oneLine(redact(field.msg)) })),
    forbidden: status === 403 ? forbidden(text ?? body) : null,
  };
}

function readJson(json: unknown): { text: string | null; fields: ValidationError[] } {
  const detail = DetailError.safeParse(json);
  if (detail.success) return { text: detail.data.detail, fields: [] };
  const validation = HTTPValidationError.safeParse(json);
  if (validation.success) {
    return { text: describeValidationErrors(validation.data.detail) || null, fields: validation.data.detail };
  }
  const nested = NestedError.safeParse(json);
  if (nested.success) {
    const { error, message } = nested.data.detail;
    return { text: `${error}: ${message}`, fields: [] };
  }
  return { text: plainMessage(json), fields: [] };
}

/** Agent servers put the text in `message` or `error`, the latter sometimes one level down (facts: service §4.5). */
function plainMessage(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  for (const key of ['message', 'error']) {
    const value: unknown = Reflect.get(json, key);
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) {
      const inner: unknown = Reflect.get(value, 'message');
      if (typeof inner === 'string') return inner;
    }
  }
  return null;
}

function forbidden(text: string): Forbidden {
  if (/requires workspace specification/i.test(text)) return 'needs-workspace';
  return /not enabled/i.test(text) ? 'not-enabled' : 'no-access';
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Control characters could start a workflow command or colour a terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}…` : line;
}
