import type { ProxyConfig, ProxyHeader } from '../../../contract/sandbox.ts';
import type { StoredProxyConfig, OpaqueValue } from '../../ports/store-sandboxes.ts';

/** What a sandbox has: its configuration, and the values of its opaque headers. */
export interface StoredConfig {
  kept: StoredProxyConfig;
  values: OpaqueValue[];
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
  const rules = new Map(before?.kept.config.rules?.map(({ name }, index) => [name, index] as const));
  const values: OpaqueValue[] = [];
  const ids: StoredProxyConfig['ids'] = [];
  const kept = (given.rules ?? []).map((rule) => {
    const index = rules.get(rule.name);
    const ruleId = (index === undefined ? undefined : before?.kept.ids[index]?.rule) ?? newId();
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
  return { kept: { config, ids }, values };
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
  for (const [index, rule] of (before?.kept.config.rules ?? []).entries()) {
    for (const [at, header] of (rule.headers ?? []).entries()) {
      const headerId = before?.kept.ids[index]?.headers[at];
      if (headerId === undefined) continue;
      found.set(keyOf(rule.name, header.name), { headerId, value: values.get(headerId) });
    }
  }
  return found;
}
