import { connect, type Socket } from 'node:net';
import { findListeners } from './marked-processes.ts';
import { CHUNK_BYTES, type Hello, type HostChannel, STDOUT, WINDOW_BYTES } from './protocol.ts';

/** The host's connections to programs that listen on the box's loopback, keyed by operation number. */
export class Connections {
  private readonly open = new Map<number, { socket: Socket; credit: number }>();
  private readonly hello: Pick<Hello, 'bridge' | 'marker'>;
  private readonly channel: HostChannel;

  constructor(hello: Pick<Hello, 'bridge' | 'marker'>, channel: HostChannel) {
    this.hello = hello;
    this.channel = channel;
  }

  /**
   * Connects to a port where a program of the box listens. Refuses the port of the proxy, and ports of programs outside
   * the box.
   */
  connect(id: number, port: number): void {
    const { bridge, marker } = this.hello;
    const listeners = marker === null ? 'marked' : findListeners(port, marker);
    if (port === bridge?.port || listeners !== 'marked') {
      const code = listeners === 'none' ? 'not-found' : 'denied';
      const message = `no program of the box listens on port ${port}`;
      this.channel.sendMessage({ say: 'failed', id, code, message });
      return;
    }
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    const state = { socket, credit: WINDOW_BYTES };
    let isConnected = false;
    this.open.set(id, state);
    socket.once('connect', () => {
      isConnected = true;
      this.channel.sendMessage({ say: 'started', id, pid: 0 });
    });
    socket.on('data', (data: Buffer) => {
      for (let from = 0; from < data.length; from += CHUNK_BYTES) {
        this.channel.sendData(STDOUT, id, data.subarray(from, from + CHUNK_BYTES));
      }
      state.credit -= data.length;
      if (state.credit <= 0) socket.pause();
    });
    socket.on('end', () => this.channel.sendMessage({ say: 'end', id }));
    // An error of the socket needs no handling, because Node emits `close` after each error.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!this.open.delete(id)) return;
      if (isConnected) this.channel.sendMessage({ say: 'exit', id, code: 0, reason: 'exit' });
      else {
        const message = `nothing listens on port ${port} of the box`;
        this.channel.sendMessage({ say: 'failed', id, code: 'not-found', message });
      }
    });
  }

  write(id: number, data: Buffer): boolean {
    const socket = this.open.get(id)?.socket;
    if (socket === undefined) return false;
    const used = () => this.channel.sendMessage({ say: 'credit', id, bytes: data.length });
    if (socket.destroyed || socket.writableEnded) used();
    else socket.write(data, used);
    return true;
  }

  close(id: number): boolean {
    const socket = this.open.get(id)?.socket;
    socket?.end();
    return socket !== undefined;
  }

  kill(id: number): void {
    const state = this.open.get(id);
    this.open.delete(id);
    state?.socket.destroy();
  }

  grant(id: number, bytes: number): boolean {
    const state = this.open.get(id);
    if (state === undefined) return false;
    state.credit += bytes;
    if (state.credit > 0) state.socket.resume();
    return true;
  }
}
