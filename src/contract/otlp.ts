import * as z from 'zod';
import { maxItems } from './primitives.ts';

/** Maximum size of a request with spans in bytes, before and after decompression. */
export const SPANS_MAX_BYTES = 16 * 1024 * 1024;
export const SPANS_PER_REQUEST_MAX = 10_000;
/** Maximum number of resources in one request, and maximum number of scopes of one resource. */
const GROUPS_MAX = 10_000;

/** Unsigned integer of 64 bits. In JSON, the integer is a decimal string or a number. */
const uint64 = z
  .union([z.string().regex(/^\d{1,20}$/, 'must be a decimal number'), z.int().min(0), z.bigint().min(0n)])
  .transform((value) => BigInt(value));
const int64 = z.union([z.string().regex(/^-?\d{1,20}$/, 'must be a decimal number'), z.int(), z.bigint()]);
const enumNumber = z.int().nullish();
const traceId = z
  .string()
  .regex(/^(?!0+$)[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits that are not all zero')
  .toLowerCase();
const spanId = z
  .string()
  .regex(/^(?!0+$)[0-9a-f]{16}$/i, 'must be 16 hexadecimal digits that are not all zero')
  .toLowerCase();
const parentSpanId = z
  .string()
  .regex(/^([0-9a-f]{16})?$/i, 'must be empty or 16 hexadecimal digits')
  .toLowerCase();

/** Value of an attribute. At most one field of the value is set. */
export interface AnyValue {
  stringValue?: string | null | undefined;
  boolValue?: boolean | null | undefined;
  intValue?: string | number | bigint | null | undefined;
  /** A number, or one of the strings `NaN`, `Infinity` and `-Infinity`. */
  doubleValue?: number | bigint | string | null | undefined;
  arrayValue?: { values?: AnyValue[] | null | undefined } | null | undefined;
  kvlistValue?: { values?: KeyValue[] | null | undefined } | null | undefined;
  bytesValue?: string | null | undefined;
}
export interface KeyValue {
  key?: string | null | undefined;
  value?: AnyValue | null | undefined;
}

const AnyValue: z.ZodType<AnyValue> = z.object({
  stringValue: z.string().nullish(),
  boolValue: z.boolean().nullish(),
  intValue: int64.nullish(),
  doubleValue: z.union([z.number(), z.bigint(), z.enum(['NaN', 'Infinity', '-Infinity'])]).nullish(),
  get arrayValue() {
    return z.object({ values: z.array(AnyValue).nullish() }).nullish();
  },
  get kvlistValue() {
    return z.object({ values: z.array(KeyValue).nullish() }).nullish();
  },
  bytesValue: z.string().nullish(),
});
const KeyValue: z.ZodType<KeyValue> = z.object({
  key: z.string().nullish(),
  get value() {
    return AnyValue.nullish();
  },
});
const attributes = z.array(KeyValue).nullish();

const SpanEvent = z.object({ timeUnixNano: uint64.nullish(), name: z.string().nullish(), attributes });

/** A span in the OTLP JSON format. The schema omits fields that the emulator does not use. */
export const OtlpSpan = z.object({
  traceId,
  spanId,
  parentSpanId: parentSpanId.nullish(),
  name: z.string().nullish(),
  startTimeUnixNano: uint64,
  endTimeUnixNano: uint64,
  attributes,
  events: z.array(SpanEvent).nullish(),
  /** `code` is 0 (unset), 1 (ok) or 2 (error). */
  status: z.object({ message: z.string().nullish(), code: enumNumber }).nullish(),
});
export type OtlpSpan = z.infer<typeof OtlpSpan>;

/** Body of POST /_local/otlp/v1/traces in JSON. */
export const ExportTraceRequest = z.object({
  resourceSpans: maxItems(
    GROUPS_MAX,
    z.array(
      z.object({
        scopeSpans: maxItems(
          GROUPS_MAX,
          z.array(z.object({ spans: maxItems(SPANS_PER_REQUEST_MAX, z.array(OtlpSpan)).nullish() })),
        ).nullish(),
      }),
    ),
  ).nullish(),
});
export type ExportTraceRequest = z.infer<typeof ExportTraceRequest>;

/** Response of POST /_local/otlp/v1/traces in JSON. `partialSuccess` is absent if all spans were stored. */
export const ExportTraceResponse = z.object({
  partialSuccess: z.object({ rejectedSpans: z.string(), errorMessage: z.string() }).optional(),
});
export type ExportTraceResponse = z.infer<typeof ExportTraceResponse>;

/** Error of an OTLP request: the number of a gRPC status, and a message. */
export const OtlpError = z.object({ code: z.int(), message: z.string() });
export type OtlpError = z.infer<typeof OtlpError>;
