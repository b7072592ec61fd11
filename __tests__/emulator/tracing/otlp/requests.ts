import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { AnyValue, KeyValue } from '../../../../src/contract/otlp.ts';

/** A span in OTLP's JSON, with the fields that the emulator reads. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: KeyValue[];
  events?: { timeUnixNano: string; name: string; attributes: KeyValue[] }[];
  status?: { code: number; message?: string };
}

/** Returns a request in OTLP's JSON. */
export const jsonRequest = (spans: readonly SentSpan[]) => ({
  resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'test' }, spans }] }],
});

/**
 * Encodes a request in protobuf with the published numbers of the fields. The encoder shares no code with the decoder,
 * so that the tests detect a wrong number in the decoder.
 */
export function protobufRequest(spans: readonly SentSpan[]): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  message(writer, 1, (resourceSpans) => {
    message(resourceSpans, 1, (resource) => attributes(resource, 1, [text('service.name', 'agent')]));
    message(resourceSpans, 2, (scopeSpans) => {
      message(scopeSpans, 1, (scope) => scope.tag(1, 2).string('test'));
      for (const span of spans) message(scopeSpans, 2, (one) => writeSpan(one, span));
    });
    resourceSpans.tag(3, 2).string('https://schema.test');
  });
  return new Uint8Array(writer.finish());
}

export const text = (key: string, stringValue: string): KeyValue => ({ key, value: { stringValue } });
export const count = (key: string, intValue: number): KeyValue => ({
  key,
  value: { intValue: String(intValue) },
});

function message(writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): void {
  writer.tag(field, 2).fork();
  write(writer);
  writer.join();
}

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

function writeSpan(writer: BinaryWriter, span: SentSpan): void {
  writer.tag(1, 2).bytes(bytes(span.traceId));
  writer.tag(2, 2).bytes(bytes(span.spanId));
  if (span.parentSpanId !== undefined) writer.tag(4, 2).bytes(bytes(span.parentSpanId));
  writer.tag(5, 2).string(span.name);
  writer.tag(6, 0).int32(1);
  writer.tag(7, 1).fixed64(span.startTimeUnixNano);
  writer.tag(8, 1).fixed64(span.endTimeUnixNano);
  attributes(writer, 9, span.attributes ?? []);
  for (const event of span.events ?? []) {
    message(writer, 11, (one) => {
      one.tag(1, 1).fixed64(event.timeUnixNano);
      one.tag(2, 2).string(event.name);
      attributes(one, 3, event.attributes);
    });
  }
  const { status } = span;
  if (status === undefined) return;
  message(writer, 15, (one) => {
    if (status.message !== undefined) one.tag(2, 2).string(status.message);
    one.tag(3, 0).int32(status.code);
  });
}

function attributes(writer: BinaryWriter, field: number, list: readonly KeyValue[]): void {
  for (const { key, value } of list) {
    message(writer, field, (one) => {
      one.tag(1, 2).string(key ?? '');
      if (value) message(one, 2, (inner) => writeValue(inner, value));
    });
  }
}

function writeValue(writer: BinaryWriter, value: AnyValue): void {
  if (typeof value.stringValue === 'string') writer.tag(1, 2).string(value.stringValue);
  if (typeof value.boolValue === 'boolean') writer.tag(2, 0).bool(value.boolValue);
  if (typeof value.intValue === 'string') writer.tag(3, 0).int64(value.intValue);
  if (typeof value.doubleValue === 'number') writer.tag(4, 1).double(value.doubleValue);
  if (value.arrayValue) {
    message(writer, 5, (list) => {
      for (const one of value.arrayValue?.values ?? []) message(list, 1, (inner) => writeValue(inner, one));
    });
  }
  if (value.kvlistValue) message(writer, 6, (list) => attributes(list, 1, value.kvlistValue?.values ?? []));
  if (typeof value.bytesValue === 'string') writer.tag(7, 2).bytes(Buffer.from(value.bytesValue, 'base64'));
}
