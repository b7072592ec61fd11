/** Place of the record in the store of a preview. A file of data cannot contain items in this namespace. */
export const SEED_RECORD = { namespace: ['agent-deploy'], key: 'preview-seed' } as const;

/** Maximum numbers of entries in the data of a preview. */
export const SEED_LIMITS = { items: 1_000, assistants: 100, threads: 100, crons: 20 } as const;

/** Maximum size of all entries in the data of a preview together, as JSON in bytes. */
export const SEED_MAX_BYTES = 4 * 1024 * 1024;
