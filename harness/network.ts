import { networkEnvironment } from '../src/clients/network-environment.ts';

const LOOPBACK = 'localhost,127.0.0.1,::1';

/**
 * The variables by which programs of this machine find its proxy and certificates, for what the harness starts: an
 * install or a clone fails without them on a network that needs them. What the harness itself serves on loopback is
 * never asked for through a proxy.
 */
export function networkOfThisMachine(): Record<string, string> {
  const network = networkEnvironment(process.env);
  const names = Object.keys(network);
  if (!names.some((name) => /^(all|https?)_proxy$/i.test(name))) return network;
  for (const name of ['no_proxy', 'NO_PROXY']) {
    network[name] = network[name] ? `${network[name]},${LOOPBACK}` : LOOPBACK;
  }
  return network;
}
