import type { Dispatcher } from 'undici';
// The package root loads fetch, WebSocket, mocks and caches: twice the time and bytes of one pool. Only this file
// imports inner modules; the version is pinned, and its test shows that one copy is loaded.
import Agent from 'undici/lib/dispatcher/agent.js';
import type { ProxySettings } from './network-environment.ts';

export type { Dispatcher } from 'undici';

export interface DispatcherOptions {
  proxies: ProxySettings;
  /** For TCP and TLS together, in real milliseconds. */
  connectTimeoutMs: number;
  /** Certificates (PEM) to trust instead of the usual ones, for a service with its own CA. */
  ca?: string | undefined;
  /** The certificate and its key (PEM) that this client identifies itself with. */
  identity?: { cert: string; key: string } | undefined;
  /** The name that the service's certificate must have, where it is not the host of the URL. */
  serverName?: string | undefined;
  /** Trusts any certificate: only for a service whose own configuration asks for it. */
  insecure?: boolean | undefined;
}

/** Opens the pool of keep-alive connections that all clients of the process share, through proxies if configured. */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { httpProxy, httpsProxy, noProxy } = options.proxies;
  // Explicit, because otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would make Node trust any certificate.
  const tls = {
    rejectUnauthorized: options.insecure !== true,
    ...(options.ca !== undefined && { ca: options.ca }),
    ...options.identity,
    ...(options.serverName !== undefined && { servername: options.serverName }),
  };
  const pool = {
    // One request at a time on a connection: after a fault it is known which request was in flight.
    allowH2: false,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs, ...tls },
    // Each attempt has one limit of its own (exchange.ts), which covers headers and body.
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
  // The package root adds its API methods to the class; the tunnel needs only this one.
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
