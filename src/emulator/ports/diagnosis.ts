/** Result of one check of `doctor --kubernetes`. */
export interface Diagnosis {
  /** Subject of the check, such as `permissions in agents`. */
  readonly check: string;
  /** `unknown` if the check could not be made from here, which is not a problem by itself. */
  readonly status: 'ok' | 'problem' | 'unknown';
  /** Result as a readable sentence. */
  readonly message: string;
  /** Sentence that explains how to solve the problem. */
  readonly hint?: string;
}

export const fine = (check: string, message: string): Diagnosis => ({ check, status: 'ok', message });
export const problem = (check: string, message: string, hint: string): Diagnosis => ({
  check,
  status: 'problem',
  message,
  hint,
});
export const unknown = (check: string, message: string): Diagnosis => ({ check, status: 'unknown', message });
