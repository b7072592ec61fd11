import type { Socket } from 'node:net';
import { newConnection } from './ingress/connection.ts';
import type { Core } from './ingress/core.ts';
import { Lives } from './ingress/lives.ts';
import { makeServers } from './ingress/servers.ts';
import type { Relay, RelayHost } from './relay-port.ts';
import { UpstreamsBySandbox } from './upstream/by-sandbox.ts';
import { machinePorts } from './upstream/machine.ts';
import { DEFAULT_LIMITS, type RelayLimits, type RelayPorts } from './upstream/ports.ts';

export interface RelayOptions {
  ports?: Partial<RelayPorts>;
  limits?: Partial<RelayLimits>;
}

/**
 * Makes the relay: what the sandboxes' connections pass through (facts D.5). It listens nowhere itself; sockets are
 * handed to it. Ports and limits that are not given are the machine's and the usual ones.
 */
export function createRelay(host: RelayHost, options: RelayOptions = {}): Relay {
  const ports = { ...machinePorts(), ...options.ports };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const core: Core = {
    host,
    ports,
    limits,
    lives: new Lives(),
    upstreams: new UpstreamsBySandbox(ports, limits),
  };
  const servers = makeServers(core);
  const sockets = new Set<Socket>();
  let isClosed = false;
  return {
    accept(socket, ingress) {
      if (isClosed) return void socket.destroy();
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      newConnection(socket, ingress);
      servers.serve(socket);
    },
    changed(sandboxId) {
      const snapshot = host.sandboxes.current(sandboxId);
      core.upstreams.retire(sandboxId);
      core.lives.judge(sandboxId, snapshot);
    },
    gauges: () => ({
      connections: sockets.size,
      tunnels: core.lives.countOf('tunnel', 'websocket'),
      upstreamConnections: core.upstreams.connections,
    }),
    async close() {
      isClosed = true;
      core.lives.cutAll();
      for (const socket of sockets) socket.destroy();
      await core.upstreams.cutAll();
      servers.close();
    },
  };
}
