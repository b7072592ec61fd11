import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Replica } from '../../ports/replica.ts';
import type { Store } from '../../ports/store.ts';
import { type HttpServer, listen } from '../../server/http-server.ts';
import type { Timing } from '../timing.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { errorMessage } from '../../../os/errors.ts';

/** Assigns a port to each deployment with an active revision, until the deployment is deleted. */
export interface Gateway {
  /** Listens on the deployment's port unless the port is already open, and returns the port. */
  open(deploymentId: string): Promise<number>;
  close(deploymentId: string): Promise<void>;
  closeAll(): Promise<void>;
}
export interface GatewayOptions {
  host: string;
  store: Pick<Store, 'deployments' | 'transaction'>;
  replica: Pick<Replica, 'assertClaimed'>;
  listener: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  log: (line: string) => void;
  timing: Pick<Timing, 'closeGraceMs'>;
}

/**
 * First port that is tried for a deployment. The port is below the ephemeral ports (Linux from 32768, other systems
 * from 49152). If a deployment used an ephemeral port, another connection could take the port while the
 * emulator is stopped, and the deployment would lose its URL.
 */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const ATTEMPTS = 100;

/**
 * Returns the ports to try for a deployment without a port, computed from the deployment's ID so that deployments
 * rarely collide.
 */
function portsFor(deploymentId: string): number[] {
  const start = createHash('sha256').update(deploymentId).digest().readUInt32BE(0);
  return Array.from({ length: ATTEMPTS }, (_, index) => FIRST_PORT + ((start + index) % PORTS));
}

export function createGateway({ host, store, replica, listener, log, timing }: GatewayOptions): Gateway {
  const servers = new Map<string, HttpServer>();
  const lock = createKeyedLock();

  const listenOn = async (deploymentId: string, port: number | null): Promise<HttpServer> => {
    const handler = (request: IncomingMessage, response: ServerResponse) =>
      listener(deploymentId, request, response);
    if (port !== null) {
      try {
        return await listen(handler, { host, port });
      } catch (error) {
        log(
          `deployment ${deploymentId} gets another port, because its own port cannot be opened: ${errorMessage(error)}`,
        );
      }
    }
    for (const candidate of portsFor(deploymentId)) {
      // If a port is in use or not allowed for this user, the next port is tried.
      const server = await listen(handler, { host, port: candidate }).catch(() => undefined);
      if (server) return server;
    }
    return listen(handler, { host, port: 0 });
  };
  const close = (deploymentId: string) =>
    lock(deploymentId, async () => {
      const server = servers.get(deploymentId);
      servers.delete(deploymentId);
      await server?.close(timing.closeGraceMs);
    });
  return {
    open: (deploymentId) =>
      lock(deploymentId, async () => {
        const opened = servers.get(deploymentId);
        if (opened) return opened.port;
        const before = (await store.deployments.findById(deploymentId))?.port ?? null;
        const server = await listenOn(deploymentId, before);
        try {
          if (server.port !== before) {
            await store.transaction(async (tx) => {
              await replica.assertClaimed(tx, deploymentId);
              await tx.deployments.update(deploymentId, { port: server.port });
            });
          }
        } catch (error) {
          // If the port cannot be stored, the server is closed, because the deployment would get another port at the
          // next start.
          await server.close(0);
          throw error;
        }
        servers.set(deploymentId, server);
        return server.port;
      }),
    close,
    closeAll: async () => void (await Promise.all([...servers.keys()].map(close))),
  };
}
