import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
// Inner modules of undici are imported, because the package root also loads fetch, WebSocket, mocks and caches, which
// doubles the loading time and the size. In this folder, only this file imports inner modules of undici. The version of
// undici is pinned, and a test checks that only one copy is loaded.
import Agent from 'undici/lib/dispatcher/agent.js';
import type { ProxySettings } from './network-environment.ts';

export type { Dispatcher } from 'undici';

export interface DispatcherOptions {
  proxies: ProxySettings;
  /** Time limit for opening a connection with TCP and TLS, in milliseconds of wall-clock time. */
  connectTimeoutMs: number;
  /** Certificates (PEM) that replace the default certificates, for a service with its own CA. */
  ca?: string | undefined;
  /** Client certificate and its private key (PEM). */
  identity?: { cert: string; key: string } | undefined;
  /** Name in the service's certificate, if the name differs from the host of the URL. */
  serverName?: string | undefined;
  /** True to trust any certificate, which only the configuration of a service can request. */
  insecure?: boolean | undefined;
  /** Look-up of host names, which can refuse addresses. Without it, the look-up of the system is used. */
  lookup?: LookupFunction | undefined;
}

/** Opens the connection pool that all clients of the process share and that connects through the configured proxies. */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { httpProxy, httpsProxy, noProxy } = options.proxies;
  // The option is always set, because otherwise Node trusts any certificate if NODE_TLS_REJECT_UNAUTHORIZED is 0.
  const tls = {
    rejectUnauthorized: options.insecure !== true,
    ...(options.ca !== undefined && { ca: options.ca }),
    ...options.identity,
    ...(options.serverName !== undefined && { servername: options.serverName }),
  };
  const pool = {
    // A connection transmits one request at a time, so a broken connection affects only one request.
    allowH2: false,
    pipelining: 1,
    connect: {
      timeout: options.connectTimeoutMs,
      ...tls,
      ...(options.lookup !== undefined && { lookup: options.lookup }),
    },
    // The time limits of undici are disabled, because each attempt has a time limit (`exchange.ts`).
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (!httpProxy && !httpsProxy) return new Agent(pool);

  const [{ default: EnvHttpProxyAgent }, { default: dispatcherClass }, { default: connect }] =
    await Promise.all([
      import('undici/lib/dispatcher/env-http-proxy-agent.js'),
      import('undici/lib/dispatcher/dispatcher.js'),
      import('undici/lib/api/api-connect.js'),
    ]);
  // The tunnel needs the method `connect`, which only the package root adds to the class.
  if (!('connect' in dispatcherClass.prototype)) Object.assign(dispatcherClass.prototype, { connect });
  return new EnvHttpProxyAgent({
    ...pool,
    connectTimeout: options.connectTimeoutMs,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy,
    requestTls: tls,
    proxyTls: { rejectUnauthorized: true },
  });
}
