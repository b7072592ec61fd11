import type { KeyObject } from 'node:crypto';
import { StoreError } from './errors.ts';
import type { Keyring } from './keyring.ts';
import { purposeKey } from './seal.ts';

/** The master keys at hand. A version somebody else has begun to use is looked for in the keyring's file once more. */
export interface MasterKeys {
  /** The version data keys are wrapped with. */
  readonly primary: number;
  /**
   * The key that wraps data keys, of one master key's version.
   * @throws StoreError `keyring` when the keyring lacks the version.
   */
  wrappingKey(version: number): Promise<KeyObject>;
}

export function createMasterKeys(keyring: Keyring): MasterKeys {
  let { keys } = keyring;
  return {
    primary: keyring.primary,
    async wrappingKey(version) {
      if (!keys.has(version) && keyring.reread !== undefined) {
        const again = await keyring.reread();
        // The primary stays until the next start: only what is missing is taken.
        keys = new Map([...again.keys, ...keys]);
      }
      const key = keys.get(version);
      if (key === undefined) throw lacking(version, [...keys.keys()]);
      return purposeKey(key, 'workspace-key');
    },
  };
}

function lacking(version: number, known: readonly number[]): StoreError {
  return new StoreError(
    'keyring',
    `Secrets are sealed with key v${version}, which the keyring lacks (it has ${known.map((one) => `v${one}`).join(', ')}). Add that version back; it may go once "keyring prune" says that nothing needs it.`,
  );
}
