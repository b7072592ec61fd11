/** Change that a write committed. `was` is the previous value, or null if no previous value existed. */
export type StoreChange = { deployment_id: string; deployment: string } & (
  | { kind: 'deployment'; status: string; was: string | null }
  | { kind: 'revision'; revision_id: string; status: string; was: string | null }
  /** The active revision has changed. */
  | { kind: 'active'; revision_id: string | null; was: string | null }
  | { kind: 'removed' }
);
