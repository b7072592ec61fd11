import type { ValidationError } from '../../../contract/errors.ts';
import { type ProxyConfig, type ProxyHeader, secretReferencesIn } from '../../../contract/sandbox.ts';
import type { CredentialProxy, PushAnswer } from '../../../credential-proxy/port.ts';
import type { ResolvedConfig } from '../../../credential-proxy/resolve.ts';
import type { OpaqueValue, StoredProxyConfig } from '../../ports/store-sandboxes.ts';
import type { SandboxRow, Store } from '../../ports/store.ts';
import { errorMessage, type ManagerContext, type RunningBox } from './context.ts';

/** The proxy did not take a configuration: it has the one it had. */
export class PushRefusedError extends Error {
  override readonly name = 'PushRefused';
}

/** Tells the proxy what a box may do from now on; what it was refused for stands in PushRefused. */
export async function pushToProxy(
  { proxySupervisor, runtime }: Pick<ManagerContext, 'proxySupervisor' | 'runtime'>,
  id: string,
  box: Pick<RunningBox, 'revision' | 'tokenHash' | 'socketPath'>,
  { rules, noProxy, access }: ResolvedProxyConfig,
): Promise<Extract<PushAnswer, { kind: 'acked' }> & { proxy: CredentialProxy }> {
  const proxy = await proxySupervisor.ready();
  const answer = await proxy.push({
    sandboxId: id,
    revision: box.revision + 1,
    tokenHash: box.tokenHash,
    rules,
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

/** The same for a box that runs, which trusts the sandbox's CA of now from then on. */
export async function pushToBox(
  core: ManagerContext,
  id: string,
  box: RunningBox,
  resolved: ResolvedProxyConfig,
): Promise<void> {
  const answer = await pushToProxy(core, id, box, resolved);
  box.revision = answer.revision;
  await box.box.trust(answer.caPem);
  box.isConfigured = core.proxySupervisor.isRunning(answer.proxy);
}

/** Gives a running box the configuration that is kept, with the secrets of now. To be called in turn. */
async function pushStoredConfig(core: ManagerContext, id: string, box: RunningBox): Promise<void> {
  const row = await core.store.sandboxes.findById(id);
  if (row === undefined) return;
  const prepared = await resolveStoredConfig(core.store, row.workspaceId, await loadStoredConfig(core, row));
  if (prepared.kind === 'problems') throw new Error(prepared.problems.map(({ msg }) => msg).join('; '));
  core.addSecrets(prepared.resolved.secrets);
  await pushToBox(core, id, box, prepared.resolved);
}

/**
 * After a change that failed: the proxy gets what is kept, or the box ends. It never goes on with a configuration that
 * its owner was told is not there. Whether the box still runs. To be called in turn; never rejects.
 */
export async function restoreConfig(core: ManagerContext, id: string): Promise<boolean> {
  const box = core.running.get(id);
  if (box === undefined || box.isStopping || core.closing.signal.aborted) return false;
  try {
    await pushStoredConfig(core, id, box);
    return true;
  } catch (error) {
    await failSandbox(core, id, 'A change of its proxy failed, and what it had could not be restored', error);
    return false;
  }
}

/** After the proxy was lost: a box is ready again once the next one has its configuration, and not before. */
export function repushConfig(core: ManagerContext, id: string): void {
  const { running: live, closing } = core;
  core.inBackground(id, async () => {
    const box = live.get(id);
    if (box === undefined || box.isConfigured || box.isStopping || closing.signal.aborted) return;
    await core.setStatus(
      id,
      'provisioning',
      'The credential proxy ended; the configuration is being pushed again.',
    );
    try {
      await pushStoredConfig(core, id, box);
      await core.setStatus(id, 'ready', null);
    } catch (error) {
      await failSandbox(core, id, 'The credential proxy ended, and did not take it again', error);
    }
  });
}

async function failSandbox(core: ManagerContext, id: string, what: string, error: unknown): Promise<void> {
  if (core.closing.signal.aborted) return;
  const message = `${what}: ${errorMessage(error)}`;
  core.log(`sandbox ${id} was ended. ${message}`);
  await core.stopBox(id);
  await core.setStatus(id, 'failed', message);
}

/** What a push says of rules, with every value in its place. */
export type ResolvedProxyConfig = ResolvedConfig & {
  /** Values that must not be written down. */
  secrets: string[];
};
type ConfigResolution =
  | { kind: 'resolved'; resolved: ResolvedProxyConfig; warnings: string[] }
  | { kind: 'problems'; problems: ValidationError[] };

/**
 * A kept configuration with the workspace's secrets as they are now (spec §2.10: "resolved at push time"). What is wrong
 * is told by its place in `proxy_config`, and never by a value.
 */
export async function resolveStoredConfig(
  store: Pick<Store, 'workspaceSecrets'>,
  workspaceId: string,
  kept: StoredConfig | undefined,
): Promise<ConfigResolution> {
  const config = kept?.stored.config ?? {};
  const names = (config.rules ?? []).flatMap(({ headers }) =>
    (headers ?? []).flatMap(({ type, value }) =>
      type === 'workspace_secret' ? secretReferencesIn(value ?? '') : [],
    ),
  );
  const secrets = await store.workspaceSecrets.values(workspaceId, [...new Set(names)]);
  const opaque = new Map(kept?.values.map(({ headerId, value }) => [headerId, value]));
  // Rules bring the list of public suffixes with them, which an emulator without sandboxes need not load.
  const { resolveProxyConfig } = await import('../../../credential-proxy/resolve.ts');
  const answer = resolveProxyConfig(config, {
    secret: (key) => secrets.get(key),
    opaque: (rule, header) => opaque.get(kept?.stored.ids[rule]?.headers[header] ?? ''),
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

/** What a sandbox has: its configuration, and the values of its opaque headers. */
export interface StoredConfig {
  stored: StoredProxyConfig;
  values: OpaqueValue[];
}

/** The configuration of a sandbox with the values of its opaque headers; undefined when it has none. */
export async function loadStoredConfig(
  { store }: Pick<ManagerContext, 'store'>,
  row: SandboxRow,
): Promise<StoredConfig | undefined> {
  if (row.proxy === null) return undefined;
  return { stored: row.proxy, values: await store.sandboxes.opaqueValues(row.id) };
}

/**
 * A configuration as it is to be kept (facts: credential-proxy C.3). A header that was there before, told by the names
 * of its rule and its own, keeps its ID, and as an opaque one without a value also that: so a body that was read and
 * sent again changes nothing. `null` clears a value. What has no value any more is for the check to refuse.
 */
export function toStoredConfig(
  given: ProxyConfig,
  before: StoredConfig | undefined,
  newId: () => string,
): StoredConfig {
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

/** The configuration as it is answered: an opaque header shows that it is set, and nothing of what. */
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

/** Whether a header of it holds what nobody may see. */
export function holdsSecrets(config: ProxyConfig | null | undefined): boolean {
  return (config?.rules ?? []).some(
    ({ headers }) => headers?.some(({ type }) => type !== 'plaintext') === true,
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
