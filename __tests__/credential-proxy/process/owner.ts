import process from 'node:process';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';

// A program that starts a proxy. With `keep`, the program sends the process ID and waits to be killed. With `detach`,
// the program detaches the proxy, sends the data for stopping it, and exits.
const [entry = '', how, auditFile = null] = process.argv.slice(2);
const proxy = await startProxy({ entry, auditFile, port: 0 });
if (how === 'keep') {
  process.send?.(proxy.pid);
} else {
  process.send?.({ detached: await proxy.detach(), address: proxy.address });
  process.disconnect();
}
