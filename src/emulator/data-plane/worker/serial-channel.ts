import { deserialize, serialize } from 'node:v8';

// The channel of a worker on Node that runs in a container, where no IPC channel leads: two pipes. A frame is the length of a
// message (unsigned 32-bit integer, big-endian) and the message as Node serializes it for an IPC channel.

const HEAD_BYTES = 4;
/** The first byte of every message that Node serializes. */
const FIRST_BYTE = 0xff;
/** The maximum size of a message: above it, what arrives is something else. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

const UNREADABLE = 'something that Node cannot read.';

/** The parts of a message's frame, in order. @throws Error when it holds what cannot be serialized. */
export function encodeMessage(message: unknown): [Buffer, Buffer] {
  const body = serialize(message);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length);
  return [head, body];
}

/** What arrived is no frame, so that nothing after it can be read either. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** Calls `take` with each message, however its chunks are cut; `push` throws MessageError for what is none. */
export function createMessageDecoder(take: (message: unknown) => void): { push(chunk: Buffer): void } {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted: number | undefined;

  const next = (bytes: number): Buffer => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, held);
    const rest = all.subarray(bytes);
    chunks = rest.length > 0 ? [rest] : [];
    held = rest.length;
    return all.subarray(0, bytes);
  };
  return {
    push(chunk) {
      chunks.push(chunk);
      held += chunk.length;
      for (;;) {
        if (wanted === undefined) {
          if (held < HEAD_BYTES) return;
          wanted = next(HEAD_BYTES).readUInt32BE();
          if (wanted > MAX_MESSAGE_BYTES) {
            throw new MessageError(
              `a message of ${wanted} bytes, more than the ${MAX_MESSAGE_BYTES} there may be.`,
            );
          }
        }
        // What an agent writes to the channel would otherwise be taken for the length of a large message.
        if (held > 0 && chunks[0]?.[0] !== FIRST_BYTE) throw new MessageError(UNREADABLE);
        if (held < wanted) return;
        const body = next(wanted);
        wanted = undefined;
        take(parse(body));
      }
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return deserialize(body);
  } catch (cause) {
    throw new MessageError(UNREADABLE, { cause });
  }
}
