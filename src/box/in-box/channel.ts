import { Socket } from 'node:net';
import { CONTROL, encodeFrame, type Frame, FrameReader } from './frames.ts';
import type { FromBox, ToBox } from './messages.ts';

export interface HostChannel {
  sendMessage(message: FromBox): void;
  sendData(kind: number, id: number, data: Uint8Array): void;
}

/** The supervisor's end of the pipe pair it was started with: standard input and output. */
export function openHostChannel(
  onMessage: (message: ToBox) => void,
  onData: (id: number, data: Buffer) => void,
  onEnd: () => void,
): HostChannel {
  const input = new Socket({ fd: 0, readable: true, writable: false });
  const output = new Socket({ fd: 1, readable: false, writable: true });
  const reader = new FrameReader();
  const take = ({ kind, id, payload }: Frame) => {
    if (kind === CONTROL) onMessage(JSON.parse(payload.toString('utf8')) as ToBox);
    else onData(id, payload);
  };
  input.on('data', (chunk: Buffer) => reader.push(chunk).forEach(take));
  input.on('close', onEnd);
  // The host is gone: nothing is left to do here.
  for (const socket of [input, output]) socket.on('error', onEnd);
  const send = (kind: number, id: number, data: Uint8Array) => {
    if (!output.destroyed) output.write(encodeFrame(kind, id, data));
  };
  return {
    sendMessage: (message) => send(CONTROL, 0, Buffer.from(JSON.stringify(message))),
    sendData: send,
  };
}
