/** How much one configuration may hold (facts D.4: our own choice). */
export const POLICY_LIMITS = {
  rules: 64,
  hosts: 64,
  paths: 64,
  headers: 32,
  /** Characters of all header values of a rule: few servers take longer heads. */
  headerValues: 16_384,
  matchHeaders: 32,
  noProxy: 256,
  access: 256,
  /** Of all regular expressions together: a longest name then costs some ten milliseconds at most. */
  expressionSteps: 2000,
  networks: 64,
};
