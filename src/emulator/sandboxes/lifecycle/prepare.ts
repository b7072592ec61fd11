import { secretReferencesIn } from '../../../contract/secret-template.ts';
import type { ValidationError } from '../../../contract/errors.ts';
import type { ResolvedConfig } from '../../../credential-proxy/resolve.ts';
import type { Store } from '../../ports/store.ts';
import type { StoredConfig } from '../proxy-config/keep.ts';

/** What a push says of rules, with every value in its place. */
export type ResolvedProxyConfig = ResolvedConfig & {
  /** Values that must not be written down. */
  secrets: string[];
};
export type ConfigResolution =
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
  const config = kept?.kept.config ?? {};
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
    opaque: (rule, header) => opaque.get(kept?.kept.ids[rule]?.headers[header] ?? ''),
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
