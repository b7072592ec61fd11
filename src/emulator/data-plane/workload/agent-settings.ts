import type { ConfigSections } from '../../../graph-config/schema.ts';
import type { AgentLanguage, AuthorObject, StoreSettings, WorkerSpec } from '../../ports/worker.ts';

const MINUTE_MS = 60_000;

/** Converts minutes to milliseconds, at least 1. */
const toMs = (minutes: number): number => Math.max(Math.round(minutes * MINUTE_MS), 1);

/**
 * Converts the configuration's sections for items and threads to settings for the worker and for the emulator.
 * `modules` contains the modules to which configuration keys refer.
 */
export function toAgentSettings(
  { store, checkpointer, http = {} }: Pick<ConfigSections, 'store' | 'checkpointer' | 'http'>,
  modules: Readonly<Record<string, AuthorObject>>,
  language: AgentLanguage,
): Pick<WorkerSpec, 'store' | 'serde' | 'priority' | 'encryption' | 'settings'> {
  const items = itemsOf(store?.ttl);
  const index = indexOf(store?.index, modules['store.index.embed'], language);
  const priority = language === 'python' ? modules['priority.path'] : undefined;
  const { default_ttl: threadTtl, strategy } = checkpointer?.ttl ?? {};
  return {
    store: items || index ? { items, index } : undefined,
    priority,
    encryption: language === 'python' ? modules['encryption.path'] : undefined,
    serde: language === 'python' ? (checkpointer?.serde ?? undefined) : undefined,
    settings: {
      ...(items && { items }),
      ...(threadTtl && { threads: { ttlMs: toMs(threadTtl), strategy: strategy ?? 'delete' } }),
      ...(index && { isIndexed: true }),
      ...(priority && { hasPriority: true }),
      ...(Object.keys(http).some(isAboutRoutes) && { changesRoutes: true }),
    },
  };
}

const isAboutRoutes = (key: string): boolean =>
  key === 'app' || key === 'mount_prefix' || key.startsWith('disable_');

type Ttl = NonNullable<ConfigSections['store']>['ttl'];

function itemsOf(ttl: Ttl): StoreSettings['items'] {
  if (!ttl) return undefined;
  const { default_ttl: minutes, refresh_on_read: refreshOnRead } = ttl;
  return { ...(minutes && { ttlMs: toMs(minutes) }), refreshOnRead: refreshOnRead ?? true };
}

function indexOf(
  index: NonNullable<ConfigSections['store']>['index'],
  embed: AuthorObject | undefined,
  language: AgentLanguage,
): StoreSettings['index'] {
  // Only Python packages can load an embedding model by its name.
  if (!index || (!embed && language === 'javascript')) return undefined;
  const { dims, fields } = index;
  return { dims, fields: fields && fields.length > 0 ? fields : ['$'], embed: embed ?? index.embed };
}
