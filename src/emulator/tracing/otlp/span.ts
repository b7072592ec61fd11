import type { AnyValue, KeyValue, OtlpSpan } from '../../../contract/otlp.ts';

/** Maximum number of attributes of a span or event that are read. */
const MAX_ATTRIBUTES = 200;
/** Maximum number of events of a span that are read. */
const MAX_EVENTS = 200;
/** Maximum number of levels of an attribute's value. Deeper values are omitted. */
const MAX_LEVELS = 20;
/** Maximum length of the name of an attribute, in characters. */
const MAX_KEY = 200;

export type Attributes = ReadonlyMap<string, unknown>;

interface SpanEvent {
  name: string;
  /** Time in epoch milliseconds of the machine's clock. */
  at: number;
  attributes: Attributes;
}

/** A span of an agent, with times in epoch milliseconds of the machine's clock. */
export interface Span {
  traceId: string;
  spanId: string;
  /** ID of the span that contains this span, or null for the first span of a trace. */
  parentSpanId: string | null;
  name: string;
  start: number;
  end: number;
  attributes: Attributes;
  events: readonly SpanEvent[];
  failed: boolean;
  /** Message of the span's status, or an empty string without a message. */
  statusMessage: string;
}

/** Converts a span of a request. A span that ends before its start has no duration. */
export function toSpan(span: OtlpSpan): Span {
  const start = toMilliseconds(span.startTimeUnixNano);
  const parent = span.parentSpanId ?? '';
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: /^0*$/.test(parent) ? null : parent,
    name: span.name ?? '',
    start,
    end: Math.max(start, toMilliseconds(span.endTimeUnixNano)),
    attributes: toAttributes(span.attributes),
    events: (span.events ?? []).slice(0, MAX_EVENTS).map((event) => ({
      name: event.name ?? '',
      at: toMilliseconds(event.timeUnixNano ?? 0n),
      attributes: toAttributes(event.attributes),
    })),
    failed: span.status?.code === 2,
    statusMessage: span.status?.message ?? '',
  };
}

/**
 * Converts nanoseconds to milliseconds with microseconds as a fraction. The nanoseconds since 1970 are too large for an
 * exact number.
 */
const toMilliseconds = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000;

function toAttributes(list: readonly KeyValue[] | null | undefined): Map<string, unknown> {
  return new Map(
    (list ?? [])
      .slice(0, MAX_ATTRIBUTES)
      .map(({ key, value }) => [(key ?? '').slice(0, MAX_KEY), toPlain(value, 0)] as const),
  );
}

function toPlain(value: AnyValue | null | undefined, level: number): unknown {
  if (value === null || value === undefined) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  const scalar = stringValue ?? boolValue ?? toNumber(intValue) ?? toDouble(doubleValue);
  if (scalar !== undefined) return scalar;
  if (typeof bytesValue === 'string') return `(${Math.floor((bytesValue.length * 3) / 4)} bytes)`;
  if (level >= MAX_LEVELS) return '…';
  if (arrayValue) return (arrayValue.values ?? []).map((one) => toPlain(one, level + 1));
  if (kvlistValue) {
    // A key named `__proto__` becomes an ordinary field.
    return Object.fromEntries(
      (kvlistValue.values ?? []).map((one) => [one.key ?? '', toPlain(one.value, level + 1)]),
    );
  }
  return null;
}

/** Converts a double. The JSON of a double can be an integer with many digits, or `-0`, which JSON writes as `0`. */
const toDouble = (value: AnyValue['doubleValue']): number | string | undefined =>
  value === null || value === undefined ? undefined : typeof value === 'string' ? value : Number(value) + 0;

/** Returns an integer as a number, or as a string if the integer is too large for a number. */
function toNumber(value: AnyValue['intValue']): number | string | undefined {
  if (value === null || value === undefined) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
