import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './fixture.ts';

/** A place that takes calls, and answers them one after the other as it is told. */
export async function startReceiver(cleanup: Cleanup, ...statuses: number[]) {
  const got: { url: string; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ url: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) });
      response.statusCode = statuses[got.length - 1] ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => new Promise((resolve) => server.close(resolve)));
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=opens-doors` };
}
