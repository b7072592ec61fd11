/** A still picture of an animation. */
export interface Frame {
  /** The picture as WebP, of the same size in all frames. */
  picture: Buffer;
  durationMs: number;
}

interface Chunk {
  name: string;
  data: Buffer;
}

const HEADER = 12;

/** Joins still pictures to one animated WebP that repeats forever (RFC 9649, section 2.7.1.1). */
export function animate(frames: readonly Frame[], size: { width: number; height: number }): Buffer {
  const end = [...uint24(size.width - 1), ...uint24(size.height - 1)];
  const isAnimated = 0x02;
  const chunks: Chunk[] = [
    { name: 'VP8X', data: Buffer.from([isAnimated, 0, 0, 0, ...end]) },
    // The background is transparent, and the animation is repeated without a limit.
    { name: 'ANIM', data: Buffer.alloc(6) },
    ...frames.map(({ picture, durationMs }) => {
      const head = Buffer.from([...uint24(0), ...uint24(0), ...end, ...uint24(durationMs), 0x02]);
      const content = readChunks(picture).filter(({ name }) => ['VP8 ', 'VP8L', 'ALPH'].includes(name));
      return { name: 'ANMF', data: Buffer.concat([head, ...content.map(toBytes)]) };
    }),
  ];
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks.map(toBytes)]);
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length), body]);
}

/** Returns the chunks of a WebP file. */
export function readChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = HEADER; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    chunks.push({ name: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    // Chunks begin at even positions.
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function toBytes({ name, data }: Chunk): Buffer {
  return Buffer.concat([Buffer.from(name), uint32(data.length), data, Buffer.alloc(data.length % 2)]);
}

const uint24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
