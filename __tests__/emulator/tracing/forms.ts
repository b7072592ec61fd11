import { randomUUID } from 'node:crypto';
import type { Plane } from '../server/plane.ts';

/** A part of a form: JSON, text that may be invalid JSON, or bytes. */
export type FormPart = { name: string; type?: string } & (
  | { json: unknown }
  | { text: string }
  | { bytes: Uint8Array }
);

/** Returns a form of the type `multipart/form-data`, with its content type. */
function form(parts: readonly FormPart[]): { body: Buffer; type: string } {
  const boundary = `----${randomUUID()}`;
  const chunks = parts.flatMap((part) => {
    const content =
      'bytes' in part ? part.bytes : Buffer.from('text' in part ? part.text : JSON.stringify(part.json));
    const type = part.type ?? 'application/json';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"\r\ncontent-type: ${type}\r\n\r\n`;
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Sends a form with the key of the emulator. `cut` is the number of bytes to omit at the end. */
export async function sendForm(
  { emulator }: Plane,
  method: string,
  target: string,
  parts: readonly FormPart[],
  {
    headers = {},
    cut = 0,
    compress = (body: Buffer) => body,
  }: { headers?: Record<string, string>; cut?: number; compress?: (body: Buffer) => Buffer } = {},
) {
  const { body, type } = form(parts);
  const response = await fetch(new URL(target, emulator.urls.tracing), {
    method,
    headers: { 'x-api-key': emulator.apiKey, 'content-type': type, ...headers },
    body: new Uint8Array(compress(body.subarray(0, body.length - cut))),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
