import { expect, test } from '@jest/globals';
import { toAgentSettings } from '../../../../src/emulator/data-plane/workload/agent-settings.ts';

test('a graph configuration without settings for items and threads changes neither items nor threads', () => {
  expect(toAgentSettings({}, {}, 'python')).toEqual({ settings: {} });
  const http = { disable_store: true };
  expect(toAgentSettings({ http }, {}, 'python')).toEqual({ settings: { changesRoutes: true } });
  expect(toAgentSettings({ store: {}, checkpointer: { ttl: {} } }, {}, 'python')).toEqual({
    store: undefined,
    settings: {},
  });
});

test('the setting that encrypts checkpoints applies only to graphs in Python', () => {
  const modules = { 'encryption.path': { module: './encryption.py', exportName: 'encryption' } };
  expect(toAgentSettings({}, modules, 'python').encryption).toEqual(modules['encryption.path']);
  expect(toAgentSettings({}, modules, 'javascript').encryption).toBeUndefined();
});

test('the setting for priorities applies only to graphs in Python', () => {
  const modules = { 'priority.path': { module: './priority.py', exportName: 'priority' } };
  expect(toAgentSettings({}, modules, 'python')).toMatchObject({
    priority: modules['priority.path'],
    settings: { hasPriority: true },
  });
  expect(toAgentSettings({}, modules, 'javascript')).toEqual({ settings: {} });
});

test('the setting for a serializer applies only to graphs in Python', () => {
  const serde = { pickle_fallback: false, allowed_msgpack_modules: null };
  expect(toAgentSettings({ checkpointer: { serde } }, {}, 'python').serde).toEqual(serde);
  expect(toAgentSettings({ checkpointer: { serde } }, {}, 'javascript').serde).toBeUndefined();
});

// docs/departures/graphs.md#ttl-sweeps
test('times to live are in minutes, and sweep intervals are ignored', () => {
  const sections = {
    store: { ttl: { default_ttl: 0.5, refresh_on_read: false, sweep_interval_minutes: 7 } },
    checkpointer: { ttl: { default_ttl: 2, strategy: 'keep_latest', sweep_limit: 3 } },
  } as const;
  const items = { ttlMs: 30_000, refreshOnRead: false };
  expect(toAgentSettings(sections, {}, 'python')).toEqual({
    store: { items, index: undefined },
    settings: { items, threads: { ttlMs: 120_000, strategy: 'keep_latest' } },
  });
});

test('by default, expired threads are deleted, and items live longer when they are read', () => {
  const sections = {
    store: { ttl: { sweep_interval_minutes: 7 } },
    checkpointer: { ttl: { default_ttl: 1 } },
  };
  expect(toAgentSettings(sections, {}, 'python').settings).toEqual({
    items: { refreshOnRead: true },
    threads: { ttlMs: 60_000, strategy: 'delete' },
  });
});

test('items are indexed as a whole unless the configuration contains paths', () => {
  const embed = { module: '/bundle/embed.mjs', exportName: 'embed' };
  const index = { dims: 3, embed: './src/embed.ts:embed' };
  const modules = { 'store.index.embed': embed };
  expect(toAgentSettings({ store: { index } }, modules, 'javascript')).toEqual({
    store: { items: undefined, index: { dims: 3, fields: ['$'], embed } },
    settings: { isIndexed: true },
  });
  const named = { dims: 3, embed: 'openai:text-embedding-3-small', fields: ['title'] };
  expect(toAgentSettings({ store: { index: named } }, {}, 'python').store?.index).toEqual(named);
  // JavaScript packages cannot load a model by its name.
  expect(toAgentSettings({ store: { index: named } }, {}, 'javascript')).toEqual({
    store: undefined,
    settings: {},
  });
});
