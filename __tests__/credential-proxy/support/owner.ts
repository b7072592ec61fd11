import process from 'node:process';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';

// An owner of a proxy. With `keep` it tells the pid and waits to be killed; with `detach` it lets go of the proxy, tells
// how to end it, and has nothing more to do.
const [entry = '', how, auditFile = null] = process.argv.slice(2);
const proxy = await startProxy({ entry, auditFile, port: 0 });
if (how === 'keep') {
  process.send?.(proxy.pid);
} else {
  process.send?.({ detached: await proxy.detach(), address: proxy.address });
  process.disconnect();
}
