/** What a checkpoint holds beside its thread. */
export const CHECKPOINT_COLUMNS = [
  'ns',
  'id',
  'parent_id',
  'run_id',
  'checkpoint_type',
  'checkpoint',
  'metadata_type',
  'metadata',
] as const;

/** The same of a write. */
export const WRITE_COLUMNS = [
  'ns',
  'checkpoint_id',
  'task_id',
  'idx',
  'channel',
  'value_type',
  'value',
  'run_id',
] as const;
