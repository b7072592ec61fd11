import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../../os/errors.ts';
import { decodeControl, decodeDetached } from './decode.ts';
import { divide, type Piece } from './pieces.ts';
import { WORKER_LINK } from './frames.ts';
import type { ThreadAnswer, ThreadRequest } from './decoder.ts';

// Program of a decoder thread. The thread decodes one frame at a time, and sends the report in pieces. It sends the
// next piece on request, so that the main thread can do other work between two pieces.

const port = parentPort;
if (port === null) throw new Error('this program runs only as a thread');

let pieces: Iterator<Piece[]> | undefined;

const send = (answer: ThreadAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

function decode({ buffer, textLength, link }: ThreadRequest & { kind: 'decode' }): void {
  const content = Buffer.from(buffer);
  const begun = performance.now();
  try {
    const frame = { link, text: content.subarray(0, textLength), bytes: content.subarray(textLength) };
    const { report, lengths } =
      link === WORKER_LINK ? decodeDetached(frame) : { report: decodeControl(frame), lengths: [] };
    pieces = divide(report);
    send({ kind: 'decoded', buffer, lengths, ms: performance.now() - begun }, [buffer]);
  } catch (error) {
    send({ kind: 'refused', reason: errorMessage(error), ms: performance.now() - begun });
  }
}

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'decode') return decode(request);
  const begun = performance.now();
  const next = pieces?.next();
  const ms = performance.now() - begun;
  if (next === undefined || next.done === true) {
    pieces = undefined;
    send({ kind: 'end', ms });
  } else send({ kind: 'pieces', pieces: next.value, ms });
});
