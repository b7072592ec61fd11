import type { CredentialProxy } from '../../../credential-proxy/port.ts';
import { compilePolicy } from '../../../credential-proxy/policy/compile.ts';
import { explain } from '../../../credential-proxy/policy/explain.ts';
import type { Policy } from '../../../credential-proxy/policy/model.ts';

/** Takes and refuses configurations as the real proxy does, and carries nothing. */
export function stubProxy(): CredentialProxy {
  const policies = new Map<string, { revision: number; policy: Policy }>();
  const ended = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  return {
    address: { host: '127.0.0.1', port: 0 },
    pid: 0,
    push(push) {
      const compiled = compilePolicy(push);
      if (compiled.kind === 'refused') {
        return Promise.resolve({ kind: 'refused', problems: compiled.problems });
      }
      policies.set(push.sandboxId, { revision: push.revision, policy: compiled.policy });
      return Promise.resolve({
        kind: 'acked',
        revision: push.revision,
        caPem: '',
        warnings: compiled.warnings,
      });
    },
    remove(sandboxId) {
      policies.delete(sandboxId);
      return Promise.resolve();
    },
    explain(sandboxId, url) {
      const known = policies.get(sandboxId);
      return known === undefined
        ? Promise.reject(new Error(`the proxy has no sandbox ${sandboxId}`))
        : Promise.resolve(explain(known.policy, url));
    },
    metrics: () => Promise.resolve(''),
    onAudit: () => undefined,
    ended: ended.promise,
    detach: () => Promise.reject(new Error('there is no process to detach')),
    stop() {
      ended.resolve({ code: 0, signal: null });
      return Promise.resolve();
    },
  };
}
