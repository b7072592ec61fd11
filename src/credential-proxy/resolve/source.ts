/** Where the values come from that a configuration only refers to. */
export interface SecretSource {
  /** A workspace secret by its key; undefined = there is none. */
  secret(key: string): string | undefined;
  /** The stored value of an opaque header that the configuration does not spell; undefined = none is stored. */
  opaque(ruleIndex: number, headerIndex: number): string | undefined;
}

/** Stands for every value where only the form is checked. */
export const ANY_VALUE: SecretSource = { secret: () => 'x', opaque: () => 'x' };
