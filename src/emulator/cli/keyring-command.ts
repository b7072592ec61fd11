export const KEYRING_ACTIONS = ['rotate', 'status', 'prune'] as const;

/** What is to be done about a keyring. */
export interface KeyringCommand {
  kind: 'keyring';
  action: (typeof KEYRING_ACTIONS)[number];
  dataDir: string | undefined;
}
