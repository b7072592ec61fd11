import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What is done to an upload once so many bytes of it went through: its connections end, or nothing more is passed on. */
interface Mishap {
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

/** Opens a wire to `target`. The service's own origin, which upload addresses begin with, is replaced by that of the wire. */
export async function openUploadWire(target: string): Promise<UploadWire> {
  const { hostname, port, origin } = new URL(target);
  let url = '';
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
    service.on('data', (chunk: Buffer) => {
      // Of the same length, so that what tells lengths stays true; answers with addresses are short and come whole.
      const told = Buffer.from(chunk.toString('latin1').replaceAll(origin, url), 'latin1');
      if (client.write(told)) return;
      service.pause();
      client.once('drain', () => service.resume());
    });
    service.on('end', () => client.end());
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
          // What comes now is read and dropped: a paused socket would not tell that its other end is gone.
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
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (url.length !== origin.length) throw new Error(`${url} and ${origin} differ in length: try again`);
  return {
    url,
    signatures,
    mishaps,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
