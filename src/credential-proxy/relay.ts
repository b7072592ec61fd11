import type { Socket } from 'node:net';
import { newConnection } from './ingress/connection.ts';
import type { Core } from './ingress/core.ts';
import { Lives } from './ingress/lives.ts';
import { Population } from './ingress/population.ts';
import { refusalBytes } from './ingress/refusal.ts';
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
    population: new Population(limits),
    upstreams: new UpstreamsBySandbox(ports, limits),
  };
  const servers = makeServers(core);
  const sockets = new Set<Socket>();
  let isClosed = false;
  return {
    accept(socket, ingress) {
      if (isClosed) return void socket.destroy();
      sockets.add(socket);
      const connection = newConnection(socket, ingress);
      const isWelcome = core.population.enter(connection);
      socket.on('close', () => {
        sockets.delete(socket);
        core.population.leave(connection);
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
      const livesEnded = core.lives.cutAll();
      for (const socket of sockets) socket.destroy();
      await Promise.all([livesEnded, core.upstreams.cutAll()]);
      servers.close();
    },
  };
}
