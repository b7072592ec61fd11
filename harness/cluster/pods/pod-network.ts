// Module that is preloaded into a Node program of a pod. Pods share the network of this machine, so a server that
// listens on all addresses listens on the address of its pod instead, `?address=`, as if the pod had its own network.
import { Server } from 'node:net';

const address = new URL(import.meta.url).searchParams.get('address') ?? '';
const ALL = new Set(['0.0.0.0', '::', '']);
// oxlint-disable-next-line typescript/unbound-method -- called with its server below.
const { listen } = Server.prototype;

/** Returns the arguments of `listen` with the pod's address instead of all addresses. */
function here(args: readonly unknown[]): unknown[] {
  const [first, second, ...rest] = args;
  if (typeof first === 'object' && first !== null && 'port' in first) {
    const host = 'host' in first ? first.host : '';
    const isOpen = typeof host !== 'string' || ALL.has(host);
    return isOpen ? [{ ...first, host: address }, ...args.slice(1)] : [...args];
  }
  // The argument is the path of a socket.
  if (Number.isNaN(Number.parseInt(String(first), 10))) return [...args];
  if (typeof second === 'string') return [first, ALL.has(second) ? address : second, ...rest];
  return [first, address, ...args.slice(1)];
}

Server.prototype.listen = function listenHere(this: Server, ...args: unknown[]): Server {
  Reflect.apply(listen, this, here(args));
  return this;
};
