import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A fault of an upload after a number of bytes: its connections end, or no more bytes are forwarded. */
interface Mishap {
  afterBytes: number;
  how: 'cut' | 'hold';
  /** Called when the fault occurs. */
  met?: () => void;
}

/** A network between the action and the emulator that can observe uploads. */
export interface UploadWire {
  readonly url: string;
  /** Secret signatures of the upload URLs that passed through. */
  readonly signatures: readonly string[];
  /** Remaining faults, one per upload. */
  readonly mishaps: Mishap[];
  close(): Promise<void>;
}

/** Opens a network to `target`. In upload URLs, the network replaces the service's origin with its own origin. */
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
      // The replacement has the same length, so that Content-Length stays correct. Responses with URLs are short and
      // arrive in one chunk.
      const reported = Buffer.from(chunk.toString('latin1').replaceAll(origin, url), 'latin1');
      if (client.write(reported)) return;
      service.pause();
      client.once('drain', () => service.resume());
    });
    service.on('end', () => client.end());
    let upload: { bytes: number; mishap: Mishap | undefined } | undefined;
    let held = false;
    client.on('data', (chunk) => {
      if (held) return;
      // A connection carries one request at a time, so each request is at the start of a chunk.
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
          // Later bytes are read and discarded, because a paused socket would not notice that its peer has closed.
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
