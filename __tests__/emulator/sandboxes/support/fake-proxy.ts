import type { CredentialProxy } from '../../../../src/credential-proxy/port.ts';
import type { PushAnswer, SandboxPush } from '../../../../src/credential-proxy/messages.ts';

/** A proxy that remembers what it was told; it can be killed, and made to refuse or to wait. */
export interface FakeProxy {
  readonly pushes: SandboxPush[];
  readonly removed: string[];
  /** How often one was started. */
  starts: number;
  /** What the next push is answered with; undefined: it is acknowledged. */
  refusal: string | undefined;
  /** Pushes wait for it. */
  gate: Promise<void>;
  /** Pushes that came to the gate. */
  asked: number;
  kill(): void;
  start(): Promise<CredentialProxy>;
  /** What it was last told of a sandbox. */
  last(sandboxId: string): SandboxPush;
}

export function fakeProxy(): FakeProxy {
  let running = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const fake: FakeProxy = {
    pushes: [],
    removed: [],
    starts: 0,
    refusal: undefined,
    gate: Promise.resolve(),
    asked: 0,
    kill: () => running.resolve({ code: null, signal: 'SIGKILL' }),
    last(sandboxId) {
      const found = fake.pushes.findLast((push) => push.sandboxId === sandboxId);
      if (found === undefined) throw new Error(`the proxy was told nothing of ${sandboxId}`);
      return found;
    },
    start() {
      fake.starts += 1;
      const generation = fake.starts;
      const own = Promise.withResolvers<{ code: number | null; signal: string | null }>();
      running = own;
      let over = false;
      void own.promise.then(() => {
        over = true;
      });
      return Promise.resolve({
        address: { host: '127.0.0.1', port: 4321 },
        pid: generation,
        async push(push): Promise<PushAnswer> {
          fake.asked += 1;
          await Promise.race([fake.gate, own.promise]);
          if (over) throw new Error('the proxy is gone');
          if (fake.refusal !== undefined) {
            return { kind: 'refused', problems: [{ loc: ['rules'], msg: fake.refusal }] };
          }
          fake.pushes.push(push);
          return { kind: 'acked', revision: push.revision, caPem: `ca ${generation}`, warnings: [] };
        },
        remove(id) {
          fake.removed.push(id);
          return Promise.resolve();
        },
        explain: () => Promise.reject(new Error('not asked here')),
        metrics: () => Promise.resolve(''),
        onAudit: () => undefined,
        ended: own.promise,
        detach: () => Promise.reject(new Error('not asked here')),
        stop() {
          own.resolve({ code: 0, signal: null });
          return Promise.resolve();
        },
      });
    },
  };
  return fake;
}
