import type { Socket } from 'node:net';
import { registerConnection } from './ingress/connection.ts';
import type { ProxyContext } from './ingress/core.ts';
import { ActiveConnections } from './ingress/lives.ts';
import { ConnectionLimiter } from './ingress/population.ts';
import { refusalBytes } from './ingress/refusal.ts';
import { createServers } from './ingress/servers.ts';
import type { ForwardProxy, ProxyHost } from './relay-port.ts';
import { UpstreamsBySandbox } from './upstream/by-sandbox.ts';
import { machinePorts } from './upstream/machine.ts';
import { DEFAULT_LIMITS, type ProxyLimits, type ProxyPorts } from './upstream/ports.ts';

export interface ForwardProxyOptions {
  ports?: Partial<ProxyPorts>;
  limits?: Partial<ProxyLimits>;
}

/**
 * Makes the relay: what the sandboxes' connections pass through (facts D.5). It listens nowhere itself; sockets are
 * handed to it. Ports and limits that are not given are the machine's and the usual ones.
 */
export function createRelay(host: ProxyHost, options: ForwardProxyOptions = {}): ForwardProxy {
  const ports = { ...machinePorts(), ...options.ports };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const core: ProxyContext = {
    host,
    ports,
    limits,
    activeConnections: new ActiveConnections(),
    connectionLimiter: new ConnectionLimiter(limits),
    upstreams: new UpstreamsBySandbox(ports, limits),
  };
  const servers = createServers(core);
  const sockets = new Set<Socket>();
  let isClosed = false;
  return {
    accept(socket, ingress) {
      if (isClosed) return void socket.destroy();
      sockets.add(socket);
      const connection = registerConnection(socket, ingress);
      const isWelcome = core.connectionLimiter.admit(connection);
      socket.on('close', () => {
        sockets.delete(socket);
        core.connectionLimiter.release(connection);
      });
      // Each direction ends by itself in a tunnel.
      socket.allowHalfOpen = true;
      // A server that listens nowhere does not do so itself, and a first answer would wait 40 ms for the client's word.
      socket.setNoDelay(true);
      if (isWelcome) return servers.serve(socket);
      socket.on('error', () => undefined);
      socket.end(refusalBytes('too-many-connections'));
      socket.destroySoon();
    },
    configChanged(sandboxId) {
      const snapshot = host.sandboxes.current(sandboxId);
      core.upstreams.retire(sandboxId);
      core.activeConnections.reevaluate(sandboxId, snapshot);
    },
    gauges: () => ({
      connections: sockets.size,
      tunnels: core.activeConnections.count('tunnel', 'websocket'),
      upstreamConnections: core.upstreams.connections,
    }),
    async close() {
      isClosed = true;
      const livesEnded = core.activeConnections.abortAll();
      for (const socket of sockets) socket.destroy();
      await Promise.all([livesEnded, core.upstreams.abortAll()]);
      servers.close();
    },
  };
}
