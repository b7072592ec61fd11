import process from 'node:process';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';

// An owner of a proxy. With `keep` it sends the pid and waits to be killed; with `detach` it detaches the proxy, sends
// how to stop it, and exits.
const [entry = '', how, auditFile = null] = process.argv.slice(2);
const proxy = await startProxy({ entry, auditFile, port: 0 });
if (how === 'keep') {
  process.send?.(proxy.pid);
} else {
  process.send?.({ detached: await proxy.detach(), address: proxy.address });
  process.disconnect();
}
