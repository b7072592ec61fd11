import type { Dispatcher } from 'undici';
// The package root would load fetch, WebSocket, mocks and caches: twice the time and size of a single pool. Only this
// file imports inner modules. The version is pinned, and a test checks that one copy is loaded.
import Agent from 'undici/lib/dispatcher/agent.js';
import type { ProxySettings } from './network-environment.ts';

export type { Dispatcher } from 'undici';

export interface DispatcherOptions {
  proxies: ProxySettings;
  /** Time limit for TCP and TLS together, in real milliseconds. */
  connectTimeoutMs: number;
  /** Certificates (PEM) to trust instead of the default ones, for a service with its own CA. */
  ca?: string | undefined;
  /** Client certificate and its key (PEM). */
  identity?: { cert: string; key: string } | undefined;
  /** Name that the service's certificate must contain, if it differs from the host of the URL. */
  serverName?: string | undefined;
  /** Trusts any certificate. Only for a service whose own configuration requests it. */
  insecure?: boolean | undefined;
}

/**
 * Opens the pool of keep-alive connections that all clients of the process share. Uses proxies if they are
 * configured.
 */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { httpProxy, httpsProxy, noProxy } = options.proxies;
  // The option is set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise make Node trust any
  // certificate.
  const tls = {
    rejectUnauthorized: options.insecure !== true,
    ...(options.ca !== undefined && { ca: options.ca }),
    ...options.identity,
    ...(options.serverName !== undefined && { servername: options.serverName }),
  };
  const pool = {
    // Each connection carries one request at a time, so that after a fault the affected request is known.
    allowH2: false,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs, ...tls },
    // Each attempt has its own limit (exchange.ts), which covers headers and body.
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
  // The package root adds API methods to the class; the tunnel only needs this one.
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
