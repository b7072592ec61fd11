import {
  create,
  createFileRegistry,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonObject,
  type JsonValue,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { fieldOf, isJsonObject } from '../../../contract/json-safety.ts';
import type { ExportTraceResponse, OtlpError } from '../../../contract/otlp.ts';

/** Field of a message: name, number, type and, for a list, `list`. A type that begins with `.` is a message. */
type FieldRow = readonly [name: string, number: number, type: string, list?: 'list'];

/**
 * OTLP messages that the emulator reads and writes, with their published names and numbers. Unknown fields of a
 * message are skipped. `ScopeSpans` declares its spans as bytes, because spans are first counted and then decoded one
 * by one.
 */
const MESSAGES: Readonly<Record<string, readonly FieldRow[]>> = {
  ExportTraceServiceRequest: [['resource_spans', 1, '.ResourceSpans', 'list']],
  ResourceSpans: [['scope_spans', 2, '.ScopeSpans', 'list']],
  ScopeSpans: [['spans', 2, 'BYTES', 'list']],
  Span: [
    ['trace_id', 1, 'BYTES'],
    ['span_id', 2, 'BYTES'],
    ['parent_span_id', 4, 'BYTES'],
    ['name', 5, 'STRING'],
    ['start_time_unix_nano', 7, 'FIXED64'],
    ['end_time_unix_nano', 8, 'FIXED64'],
    ['attributes', 9, '.KeyValue', 'list'],
    ['events', 11, '.Event', 'list'],
    ['status', 15, '.SpanStatus'],
  ],
  Event: [
    ['time_unix_nano', 1, 'FIXED64'],
    ['name', 2, 'STRING'],
    ['attributes', 3, '.KeyValue', 'list'],
  ],
  SpanStatus: [
    ['message', 2, 'STRING'],
    ['code', 3, 'INT32'],
  ],
  KeyValue: [
    ['key', 1, 'STRING'],
    ['value', 2, '.AnyValue'],
  ],
  AnyValue: [
    ['string_value', 1, 'STRING'],
    ['bool_value', 2, 'BOOL'],
    ['int_value', 3, 'INT64'],
    ['double_value', 4, 'DOUBLE'],
    ['array_value', 5, '.ArrayValue'],
    ['kvlist_value', 6, '.KeyValueList'],
    ['bytes_value', 7, 'BYTES'],
  ],
  ArrayValue: [['values', 1, '.AnyValue', 'list']],
  KeyValueList: [['values', 1, '.KeyValue', 'list']],
  ExportTraceServiceResponse: [['partial_success', 1, '.ExportTracePartialSuccess']],
  ExportTracePartialSuccess: [
    ['rejected_spans', 1, 'INT64'],
    ['error_message', 2, 'STRING'],
  ],
  /** `google.rpc.Status`, the body of errors. */
  Status: [
    ['code', 1, 'INT32'],
    ['message', 2, 'STRING'],
  ],
};
/** Names of messages where a sender sets exactly one field. The field is present even with its default value. */
const ONE_OF: ReadonlySet<string> = new Set(['AnyValue']);

function describeMessage([name, fields]: [string, readonly FieldRow[]]): JsonObject {
  const isOneOf = ONE_OF.has(name);
  return {
    name,
    field: fields.map(([fieldName, number, type, list]) => ({
      name: fieldName,
      jsonName: fieldName.replaceAll(/_[a-z]/g, (part) => part.slice(1).toUpperCase()),
      number,
      label: list === undefined ? 'LABEL_OPTIONAL' : 'LABEL_REPEATED',
      ...(type.startsWith('.') ? { type: 'TYPE_MESSAGE', typeName: type } : { type: `TYPE_${type}` }),
      ...(isOneOf && { oneofIndex: 0 }),
    })),
    ...(isOneOf && { oneofDecl: [{ name: 'value' }] }),
  };
}

/** Decodes OTLP requests, and encodes responses. */
export interface OtlpProtobuf {
  /** Returns the encoded spans of an encoded request. @throws Error if the bytes are not a request. */
  splitRequest(bytes: Uint8Array): Uint8Array[];
  /** Decodes a span to its JSON form. @throws Error for invalid bytes, and for values with more than 100 levels. */
  decodeSpan(bytes: Uint8Array): JsonObject;
  encodeResponse(response: ExportTraceResponse): Uint8Array;
  encodeError(error: OtlpError): Uint8Array;
}

/** Creates the decoder and encoder. Call the function only once, because it takes a few milliseconds. */
export function createOtlpProtobuf(): OtlpProtobuf {
  const file = fromJson(FileDescriptorProtoSchema, {
    name: 'otlp.proto',
    syntax: 'proto3',
    messageType: Object.entries(MESSAGES).map(describeMessage),
  });
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [file] }));
  const describe = (name: string): DescMessage => {
    const found = registry.getMessage(name);
    if (found === undefined) throw new Error(`the message ${name} is not described`);
    return found;
  };
  const [request, span] = [describe('ExportTraceServiceRequest'), describe('Span')];
  const encode = (name: string, json: JsonObject): Uint8Array => {
    const desc = describe(name);
    return toBinary(desc, fromJson(desc, json));
  };
  return {
    splitRequest: (bytes) =>
      listOf(fromBinary(request, bytes, OPTIONS), 'resourceSpans')
        .flatMap((resource) => listOf(resource, 'scopeSpans'))
        .flatMap((scope) => listOf(scope, 'spans'))
        .filter((one) => one instanceof Uint8Array),
    decodeSpan(bytes) {
      const decoded = toJson(span, fromBinary(span, bytes, OPTIONS), { alwaysEmitImplicit: true });
      return isMessage(decoded) ? withHexIds(decoded) : {};
    },
    encodeResponse: ({ partialSuccess }) =>
      encode('ExportTraceServiceResponse', partialSuccess ? { partialSuccess } : {}),
    encodeError: (error) => encode('Status', { ...error }),
  };
}

const OPTIONS = { readUnknownFields: false };

const isMessage = (value: JsonValue): value is JsonObject => isJsonObject(value);

function listOf(message: unknown, field: string): unknown[] {
  const found = fieldOf(message, field);
  return Array.isArray(found) ? found : [];
}

/** Converts a span's IDs from base64 to hexadecimal, as in OTLP JSON, where other bytes are in base64. */
function withHexIds(span: JsonObject): JsonObject {
  const ids: JsonObject = {};
  for (const name of ['traceId', 'spanId', 'parentSpanId']) {
    const id = span[name];
    if (typeof id === 'string') ids[name] = Buffer.from(id, 'base64').toString('hex');
  }
  return { ...span, ...ids };
}
