import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { decodeControl, decodeReport } from '../../src/emulator/data-plane/link/decode.ts';
import { createFrameDecoder } from '../../src/emulator/data-plane/link/decoder.ts';
import { dialPod } from '../../src/emulator/data-plane/link/dial.ts';

// Process of a replica for the bench `hostile-link`: opens a link to the pod at the given URL, and responds to requests
// that stand for other deployments. The mode `loop` decodes all frames in the event loop, without limits of the link.

const [url = '', mode = 'threads', pod = '', token = ''] = process.argv.slice(2);
const unlimited = { bytes: Number.MAX_VALUE, ms: Number.MAX_VALUE };
const link = await dialPod({
  target: { url },
  podName: 'hostile',
  podUid: pod,
  token,
  deploymentId: 'd',
  revisionId: 'r',
  storeCallsOf: () => () => Promise.resolve({ ok: true, found: [] }),
  answerAgent: () => Promise.reject(new Error('this link has no handler for requests')),
  warn: () => undefined,
  signal: new AbortController().signal,
  ...(mode === 'loop'
    ? {
        decoder: { report: decodeReport, control: decodeControl },
        limits: { burst: unlimited, perSecond: unlimited, maxSlowedMs: Number.MAX_VALUE },
      }
    : { decoder: createFrameDecoder() }),
});
const server = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  response.end(JSON.stringify({ cpuMs: (user + system) / 1_000, maxRss: maxRSS / 1_024 }));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
void link.ended.then((reason) => process.send?.({ ended: reason }));
