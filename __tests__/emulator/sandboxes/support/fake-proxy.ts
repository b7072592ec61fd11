import type { CredentialProxy } from '../../../../src/credential-proxy/port.ts';
import type { AuditEntry, PushAnswer, SandboxPush } from '../../../../src/credential-proxy/messages.ts';
import { auditEntry } from '../../../credential-proxy/support.ts';

/** Creates a proxy that records its configurations. Tests can kill the proxy, and make it refuse or delay pushes. */
export function fakeProxy() {
  let running = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const pushes: SandboxPush[] = [];
  const listeners: ((entry: AuditEntry) => void)[] = [];
  const fake = {
    pushes,
    removed: new Array<string>(),
    /** Number of starts. */
    starts: 0,
    /** Refusal of the next push, or `undefined` to acknowledge the push. */
    refusal: undefined as string | undefined,
    /** Pushes wait for this promise. */
    gate: Promise.resolve(),
    /** Number of pushes that have begun to wait. */
    asked: 0,
    /** Reports an audit entry to the emulator. */
    report: (entry: Partial<AuditEntry>) => {
      for (const listener of listeners) listener(auditEntry(entry));
    },
    kill: () => running.resolve({ code: null, signal: 'SIGKILL' }),
    /** Returns the last push of a sandbox. */
    last(sandboxId: string): SandboxPush {
      const found = pushes.findLast((push) => push.sandboxId === sandboxId);
      if (found === undefined) throw new Error(`the proxy has no configuration of ${sandboxId}`);
      return found;
    },
    start(): Promise<CredentialProxy> {
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
        onAudit: (listener) => void listeners.push(listener),
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
