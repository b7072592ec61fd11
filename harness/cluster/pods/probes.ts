import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const Port = z.union([z.number(), z.string()]);
/** HTTP request to a container, as in the manifest of a pod. */
export const HttpGet = z.looseObject({
  path: z.string().default('/'),
  port: Port,
  httpHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
export type HttpGet = z.infer<typeof HttpGet>;
/** Probe of a container, with its intervals and thresholds. */
export const Probe = z.looseObject({
  httpGet: HttpGet.optional(),
  tcpSocket: z.looseObject({ port: Port }).optional(),
  initialDelaySeconds: z.number().default(0),
  periodSeconds: z.number().default(10),
  timeoutSeconds: z.number().default(1),
  successThreshold: z.number().default(1),
  failureThreshold: z.number().default(3),
});
export type Probe = z.infer<typeof Probe>;

export const ContainerPort = z.looseObject({ name: z.string().optional(), containerPort: z.number() });

/** Address of a container. */
export interface Target {
  address: string;
  ports: readonly z.infer<typeof ContainerPort>[];
}

const portOf = ({ ports }: Target, port: number | string): number =>
  typeof port === 'number' ? port : (ports.find(({ name }) => name === port)?.containerPort ?? Number(port));

/** Sends one request on a new connection and returns the status, or rejects if no response arrives in time. */
export function httpGet(
  { path, port, httpHeaders }: HttpGet,
  target: Target,
  timeoutMs: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: target.address,
        port: portOf(target, port),
        path,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'user-agent': 'kube-probe/1.36',
          ...Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value])),
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

function opens(target: Target, port: number | string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: target.address, port: portOf(target, port), timeout: timeoutMs });
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

/** Runs a probe once, and returns whether it succeeded in time. A probe of an unsupported kind never succeeds. */
export async function succeeds(probe: Probe, target: Target): Promise<boolean> {
  const timeoutMs = probe.timeoutSeconds * 1_000;
  if (probe.tcpSocket) return opens(target, probe.tcpSocket.port, timeoutMs);
  if (!probe.httpGet) return false;
  try {
    const status = await httpGet(probe.httpGet, target, timeoutMs);
    return status >= 200 && status < 400;
  } catch {
    return false;
  }
}

/**
 * Runs a probe at its interval until the signal aborts. Calls `changed` with true after enough consecutive successes,
 * with false after enough consecutive failures, and again for each later result.
 */
export async function watchProbe(
  probe: Probe,
  target: Target,
  signal: AbortSignal,
  changed: (holds: boolean) => void,
): Promise<void> {
  const wait = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  if (probe.initialDelaySeconds > 0) await wait(probe.initialDelaySeconds * 1_000);
  let last: boolean | undefined;
  let inARow = 0;
  while (!signal.aborted) {
    const answer = await succeeds(probe, target);
    if (signal.aborted) return;
    inARow = answer === last ? inARow + 1 : 1;
    last = answer;
    if (inARow >= (answer ? probe.successThreshold : probe.failureThreshold)) changed(answer);
    await wait(probe.periodSeconds * 1_000);
  }
}
