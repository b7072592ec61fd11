import os from 'node:os';

/** A deployment's URL: a port of its own, or its place on the public URL, where only the main port is reachable. */
export function deploymentUrl(
  id: string,
  port: number | null,
  origin: string,
  { publicUrl, host }: { publicUrl: string | undefined; host: string },
): string | null {
  if (port === null) return null;
  if (publicUrl !== undefined) return `${publicUrl}/d/${id}`;
  return `http://${isWildcard(host) ? new URL(origin).hostname : urlHost(host)}:${port}`;
}

/** Whether this address means every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** An address of this machine at which what listens on `host` is reached from others. */
export function reachableHost(host: string): string {
  if (!isWildcard(host)) return urlHost(host);
  const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  const found = addresses.find(({ internal, family }) => !internal && family === 'IPv4');
  return found?.address ?? '127.0.0.1';
}
