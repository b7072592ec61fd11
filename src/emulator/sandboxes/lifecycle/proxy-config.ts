import type { ValidationError } from '../../../contract/error-bodies.ts';
import type { ProxyConfig, ProxyHeader } from '../../../contract/sandbox.ts';
import { expandServices } from '../../../contract/proxy-services.ts';
import { secretReferencesIn, templatesOf } from '../../../contract/secret-template.ts';
import type { CredentialProxy } from '../../../credential-proxy/port.ts';
import type { AuditEntry, PushAnswer, PushedRule } from '../../../credential-proxy/messages.ts';
import type { ResolvedConfig } from '../../../credential-proxy/resolve.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { OpaqueValue, SandboxRow, Store, StoredProxyConfig } from '../../ports/store.ts';
import type { ManagerContext, RunningBox } from './context.ts';

/** Error for a configuration that the proxy refuses, so the previous configuration stays in effect. */
export class PushRefusedError extends Error {
  override readonly name = 'PushRefused';
}

/** Pushes a box's current configuration. @throws PushRefusedError with the proxy's reasons. */
export async function pushToProxy(
  {
    proxySupervisor,
    runtime,
    usedBudgets,
  }: Pick<ManagerContext, 'proxySupervisor' | 'runtime' | 'usedBudgets'>,
  id: string,
  box: Pick<RunningBox, 'revision' | 'tokenHash' | 'socketPath'>,
  { rules, noProxy, access }: ResolvedProxyConfig,
): Promise<Extract<PushAnswer, { kind: 'acked' }> & { proxy: CredentialProxy }> {
  const proxy = await proxySupervisor.ready();
  const answer = await proxy.push({
    sandboxId: id,
    revision: box.revision + 1,
    tokenHash: box.tokenHash,
    rules: rules.map((rule) => withUsedBudget(rule, usedBudgets.get(id))),
    noProxy,
    access,
    privateNetworks: [...runtime.privateNetworks],
    extraRoots: await runtime.extraRoots(),
    upstreamProxy: runtime.upstreamProxy,
    socketPath: box.socketPath,
  });
  if (answer.kind === 'refused') throw new PushRefusedError(answer.problems.map(({ msg }) => msg).join('; '));
  return { ...answer, proxy };
}

function withUsedBudget(rule: PushedRule, used: ReadonlyMap<string, number> | undefined): PushedRule {
  return rule.budget === null
    ? rule
    : { ...rule, budget: { ...rule.budget, used: used?.get(rule.name) ?? 0 } };
}

/** Adds the use of a request to the used budgets. Entries of rules without a limit have no effect. */
export function recordUse(
  used: ManagerContext['usedBudgets'],
  { sandbox, rule, usesLeft }: AuditEntry,
): void {
  if (sandbox === null || rule === null || usesLeft === null) return;
  const ofSandbox = used.get(sandbox) ?? new Map<string, number>();
  used.set(sandbox, ofSandbox.set(rule, (ofSandbox.get(rule) ?? 0) + 1));
}

/** Pushes a running box's configuration to the proxy, and installs the sandbox's current CA in the box. */
export async function pushToBox(
  context: ManagerContext,
  id: string,
  box: RunningBox,
  resolved: ResolvedProxyConfig,
): Promise<void> {
  const answer = await pushToProxy(context, id, box, resolved);
  box.revision = answer.revision;
  await box.box.trust(answer.caPem);
  box.isConfigured = context.proxySupervisor.isRunning(answer.proxy);
}

/**
 * Pushes the stored configuration of a running box with the current secrets. `pushStoredConfig` must be called within
 * `runExclusive`.
 */
async function pushStoredConfig(context: ManagerContext, id: string, box: RunningBox): Promise<void> {
  const row = await context.store.sandboxes.findById(id);
  if (row === undefined) return;
  const prepared = await resolveStoredConfig(
    context.store,
    row.workspaceId,
    await loadStoredConfig(context, row),
  );
  if (prepared.kind === 'problems') throw new Error(prepared.problems.map(({ msg }) => msg).join('; '));
  context.addSecrets(prepared.resolved.secrets);
  await pushToBox(context, id, box, prepared.resolved);
}

/**
 * Restores a consistent state after a failed change: pushes the stored configuration, or stops the box. After
 * `restoreConfig`, the box never runs with a configuration that was reported as refused. Resolves to true if the box
 * still runs, and never rejects. `restoreConfig` must be called within `runExclusive`.
 */
export async function restoreConfig(context: ManagerContext, id: string): Promise<boolean> {
  const box = context.running.get(id);
  if (box === undefined || box.isStopping || context.closing.signal.aborted) return false;
  try {
    await pushStoredConfig(context, id, box);
    return true;
  } catch (error) {
    await failSandbox(
      context,
      id,
      'A change of its proxy configuration failed, and the previous configuration could not be restored',
      error,
    );
    return false;
  }
}

/**
 * Pushes the configuration of a box to the next proxy, after the previous proxy has exited. The box is not ready until
 * the push succeeds.
 */
export function repushConfig(context: ManagerContext, id: string): void {
  const { running, closing } = context;
  context.inBackground(id, async () => {
    const box = running.get(id);
    if (box === undefined || box.isConfigured || box.isStopping || closing.signal.aborted) return;
    await context.setStatus(
      id,
      'provisioning',
      'The credential proxy ended; the configuration is being pushed again.',
    );
    try {
      await pushStoredConfig(context, id, box);
      await context.setStatus(id, 'ready', null);
    } catch (error) {
      await failSandbox(
        context,
        id,
        'The credential proxy ended, and its replacement did not accept the configuration',
        error,
      );
    }
  });
}

async function failSandbox(context: ManagerContext, id: string, what: string, error: unknown): Promise<void> {
  if (context.closing.signal.aborted) return;
  const message = `${what}: ${errorMessage(error)}`;
  context.log(`sandbox ${id} was stopped. ${message}`);
  await context.stopBox(id);
  await context.setStatus(id, 'failed', message);
}

export type ResolvedProxyConfig = ResolvedConfig & {
  secrets: string[];
};
type ConfigResolution =
  | { kind: 'resolved'; resolved: ResolvedProxyConfig; warnings: string[] }
  | { kind: 'problems'; problems: ValidationError[] };

/**
 * Resolves a stored configuration with the workspace's current secrets (`docs/api/sandboxes.md#workspace-secret`). The
 * problems contain paths within `proxy_config`, never values.
 */
export async function resolveStoredConfig(
  store: Pick<Store, 'workspaceSecrets'>,
  workspaceId: string,
  stored: StoredConfig | undefined,
): Promise<ConfigResolution> {
  const config = stored?.stored.config ?? {};
  const names = (config.rules ?? []).flatMap(templatesOf).flatMap(secretReferencesIn);
  const secrets = await store.workspaceSecrets.values(workspaceId, [...new Set(names)]);
  const opaque = new Map(stored?.values.map(({ headerId, value }) => [headerId, value]));
  // Loads the module on demand, because the module loads the public suffix list, which emulators without sandboxes do
  // not need.
  const { resolveProxyConfig } = await import('../../../credential-proxy/resolve.ts');
  const answer = resolveProxyConfig(config, {
    secret: (key) => secrets.get(key),
    opaque: (rule, header) => opaque.get(stored?.stored.ids[rule]?.headers[header] ?? ''),
  });
  if (answer.kind === 'refused') {
    const problems = answer.problems.map(({ loc, msg }) => ({
      loc: ['body', 'proxy_config', ...loc],
      msg,
      type: 'value_error',
    }));
    return { kind: 'problems', problems };
  }
  return {
    kind: 'resolved',
    warnings: answer.warnings,
    resolved: { ...answer.config, secrets: [...secrets.values(), ...opaque.values()] },
  };
}

/** Stored configuration of a sandbox, with the values of its opaque headers. */
export interface StoredConfig {
  stored: StoredProxyConfig;
  values: OpaqueValue[];
}

/**
 * Loads a sandbox's configuration with the values of its opaque headers, or returns `undefined` if the sandbox has no
 * configuration.
 */
export async function loadStoredConfig(
  { store }: Pick<ManagerContext, 'store'>,
  row: SandboxRow,
): Promise<StoredConfig | undefined> {
  if (row.proxy === null) return undefined;
  return { stored: row.proxy, values: await store.sandboxes.opaqueValues(row.id) };
}

/**
 * Converts a configuration to its stored form. A header with the same rule and name as a stored header keeps the ID of
 * the stored header. An opaque header without a value keeps its previous value, so that a client can send a response
 * back unchanged. A value of `null` clears the previous value, so a later check refuses the header.
 */
export function toStoredConfig(
  received: ProxyConfig,
  before: StoredConfig | undefined,
  newId: () => string,
): StoredConfig {
  const given = expandServices(received);
  const known = headersOf(before);
  const rules = new Map(before?.stored.config.rules?.map(({ name }, index) => [name, index] as const));
  const values: OpaqueValue[] = [];
  const ids: StoredProxyConfig['ids'] = [];
  const kept = (given.rules ?? []).map((rule) => {
    const index = rules.get(rule.name);
    const ruleId = (index === undefined ? undefined : before?.stored.ids[index]?.rule) ?? newId();
    const headerIds: string[] = [];
    const headers = rule.headers?.map((header) => {
      const earlier = known.get(keyOf(rule.name, header.name));
      const headerId = earlier?.headerId ?? newId();
      headerIds.push(headerId);
      const { value, is_set: _, ...rest } = header;
      if (header.type !== 'opaque') return value === undefined ? rest : { ...rest, value };
      const own = value === undefined ? earlier?.value : value;
      if (own !== undefined && own !== null) values.push({ ruleId, headerId, value: own });
      return rest;
    });
    ids.push({ rule: ruleId, headers: headerIds });
    return headers === undefined ? rule : { ...rule, headers };
  });
  const config = given.rules === undefined || given.rules === null ? given : { ...given, rules: kept };
  return { stored: { config, ids }, values };
}

/** Converts a configuration to the format of responses, which show only whether an opaque header has a value. */
export function toWireConfig(
  { config, ids }: StoredProxyConfig,
  isSet: (headerId: string) => boolean,
): ProxyConfig {
  if (config.rules === undefined || config.rules === null) return config;
  const rules = config.rules.map((rule, index) => {
    if (rule.headers === undefined || rule.headers === null) return rule;
    const headers = rule.headers.map((header, at): ProxyHeader => {
      if (header.type !== 'opaque') return header;
      return { ...header, is_set: isSet(ids[index]?.headers[at] ?? '') };
    });
    return { ...rule, headers };
  });
  return { ...config, rules };
}

/** Returns whether any header contains a secret. */
export function containsSecrets(config: ProxyConfig | null | undefined): boolean {
  return (config?.rules ?? []).some(
    ({ headers, placeholders, sign }) =>
      headers?.some(({ type }) => type !== 'plaintext') === true ||
      (placeholders ?? []).length > 0 ||
      (sign ?? undefined) !== undefined,
  );
}

const keyOf = (rule: string, header: string) => JSON.stringify([rule, header.toLowerCase()]);

function headersOf(
  before: StoredConfig | undefined,
): Map<string, { headerId: string; value: string | undefined }> {
  const values = new Map(before?.values.map(({ headerId, value }) => [headerId, value]));
  const found = new Map<string, { headerId: string; value: string | undefined }>();
  for (const [index, rule] of (before?.stored.config.rules ?? []).entries()) {
    for (const [at, header] of (rule.headers ?? []).entries()) {
      const headerId = before?.stored.ids[index]?.headers[at];
      if (headerId === undefined) continue;
      found.set(keyOf(rule.name, header.name), { headerId, value: values.get(headerId) });
    }
  }
  return found;
}
