import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Box } from '../../../box/box.ts';
import { toFileRefusal } from './file-trouble.ts';
import { selectBytes } from './ranges.ts';

const TYPE = 'application/octet-stream';
/** Written at the end of a body that has no bytes: an answer that is checked is told from none. */
const NOTHING = Buffer.alloc(0);

/** Sends a file of a box, or the part of it that is asked for (RFC 9110 §14); to HEAD, what there is to know of it. */
export async function sendFile(
  box: Box,
  path: string,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): Promise<void> {
  const { size, modifiedAt, data } = await box.readFile(path, null).catch((error: unknown) => {
    throw toFileRefusal(error, 'ReadError');
  });
  const etag = `"${size.toString(16)}-${Math.trunc(modifiedAt.getTime()).toString(16)}"`;
  const known = {
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
  };
  const isHead = response.req.method === 'HEAD';
  const selection = selectBytes(
    {
      // To HEAD a range means nothing.
      range: isHead ? undefined : headers.range,
      ifRange: single(headers['if-range']),
      ifNoneMatch: headers['if-none-match'],
    },
    { size, etag, modifiedAt },
  );
  if (selection.kind === 'unchanged') {
    response.writeHead(304, known).end();
    return;
  }
  if (selection.kind === 'unsatisfiable') {
    const body = JSON.stringify({
      detail: { error: 'ReadError', message: `The file has ${size} bytes: nothing of it is in this range.` },
    });
    response.writeHead(416, {
      ...known,
      'content-type': 'application/json',
      'content-range': `bytes */${size}`,
    });
    response.end(body);
    return;
  }
  const whole = selection.kind === 'whole';
  const [start, end] = whole ? [0, size - 1] : [selection.range.start, selection.range.end];
  response.writeHead(whole ? 200 : 206, {
    ...known,
    'content-type': TYPE,
    'content-length': end - start + 1,
    ...(whole ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (isHead || size === 0) {
    response.end(NOTHING);
    return;
  }
  const bytes = whole ? data : (await box.readFile(path, { start, end: end + 1 })).data;
  await pipeline(Readable.from(bytes), response);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
