/** Where the values come from that a configuration only refers to. */
export interface SecretSource {
  /** A workspace secret by its key; undefined = there is none. */
  secret(key: string): string | undefined;
  /** The stored value of an opaque header that the configuration does not spell; undefined = none is stored. */
  opaque(ruleIndex: number, headerIndex: number): string | undefined;
}

/** No secret, and as long as most. */
const SOME_VALUE = 'x'.repeat(16);

/** Stands for every value where only the form is checked. */
export const ANY_VALUE: SecretSource = { secret: () => SOME_VALUE, opaque: () => SOME_VALUE };
