import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What is done to an upload once so many bytes of it went through: its connections end, or nothing more is passed on. */
export interface Mishap {
  afterBytes: number;
  how: 'cut' | 'hold';
  /** Told when it happens. */
  met?: () => void;
}

/** A wire between the action and the emulator, which sees uploads. */
export interface UploadWire {
  readonly url: string;
  /** What makes the addresses of uploads secret, as they went by. */
  readonly signatures: readonly string[];
  /** The mishaps still to come, one for each upload. */
  readonly mishaps: Mishap[];
  close(): Promise<void>;
}

/** Opens a wire to `target`. Upload addresses are of the origin a service is reached by, so they lead through it as well. */
export async function openUploadWire(target: string): Promise<UploadWire> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const signatures: string[] = [];
  const mishaps: Mishap[] = [];
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    const both = [client, service];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    service.pipe(client);
    let upload: { bytes: number; mishap: Mishap | undefined } | undefined;
    let held = false;
    client.on('data', (chunk) => {
      if (held) return;
      // One request at a time on a connection: each begins a chunk.
      const line = /^(PUT|GET|POST|PATCH|DELETE) (\S+) HTTP/.exec(chunk.subarray(0, 2048).toString('latin1'));
      if (line !== null) {
        const signature = /[?&]signature=([^&]+)/.exec(line[2] ?? '')?.[1];
        if (signature !== undefined) signatures.push(signature);
        upload = line[1] === 'PUT' ? { bytes: 0, mishap: mishaps.shift() } : undefined;
      }
      if (upload?.mishap !== undefined) {
        upload.bytes += chunk.length;
        const { afterBytes, how, met } = upload.mishap;
        if (upload.bytes > afterBytes) {
          held = true;
          // What comes now is read and passed to nobody: a paused socket would not tell that its other end is gone.
          if (how === 'cut') end();
          met?.();
          return;
        }
      }
      if (service.write(chunk)) return;
      client.pause();
      service.once('drain', () => client.resume());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signatures,
    mishaps,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
