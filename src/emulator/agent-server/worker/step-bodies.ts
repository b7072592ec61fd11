type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list as such; anything else is an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Where a configuration points to, as threads name it: the `checkpoint` of an event. */
function placeOf(config: unknown): Fields | null {
  const configurable = isFields(config) ? config.configurable : undefined;
  if (!isFields(configurable) || configurable.thread_id === undefined) return null;
  return {
    thread_id: configurable.thread_id,
    checkpoint_ns: configurable.checkpoint_ns ?? '',
    checkpoint_id: configurable.checkpoint_id ?? null,
    checkpoint_map: configurable.checkpoint_map ?? null,
  };
}

/** A configuration without what is the library's own: functions, callbacks, and the fields it marks with underscores. */
function shownConfig(config: unknown): unknown {
  if (!isFields(config) || !isFields(config.configurable)) return config;
  const shown = Object.entries(config.configurable).filter(([key]) => !key.startsWith('__'));
  const { callbacks: _, signal: __, ...rest } = config;
  return { ...rest, configurable: Object.fromEntries(shown) };
}

/** A task: where its sub-graph's state stands is told as a `checkpoint`. */
export function toTaskBody(task: unknown): unknown {
  if (!isFields(task)) return task;
  const { state, ...rest } = task;
  const checkpoint = placeOf(state);
  return checkpoint === null ? task : { ...rest, checkpoint };
}

/** A checkpoint event: with the names that the hosted service gives (snake case, `checkpoint` beside `config`). */
export function toCheckpointBody(payload: unknown): unknown {
  if (!isFields(payload)) return payload;
  const { parentConfig, config, tasks, ...rest } = payload;
  return {
    ...rest,
    config: shownConfig(config),
    parent_config: shownConfig(parentConfig) ?? null,
    checkpoint: placeOf(config),
    parent_checkpoint: placeOf(parentConfig),
    tasks: toList(tasks).map(toTaskBody),
  };
}

/** A debug event wraps either of them, or a task's result. */
export function toDebugBody(chunk: unknown): unknown {
  if (!isFields(chunk)) return chunk;
  const { type, payload } = chunk;
  if (type === 'checkpoint') return { ...chunk, payload: toCheckpointBody(payload) };
  return type === 'task_result' ? { ...chunk, payload: toTaskBody(payload) } : chunk;
}
