/** How agents on this machine send their OpenTelemetry spans to the emulator. */
export interface SpanExport {
  /**
   * Returns the environment variables with which the agents of a deployment send spans. They contain a token with
   * which a client can only send spans of the runs of this deployment.
   */
  variables(deploymentId: string): Readonly<Record<string, string>>;
  /** Returns the token in the variables, so that logs can redact it. */
  token(deploymentId: string): string;
  /** Returns the ID of the deployment to which a token belongs; `undefined` if the token is invalid. */
  deploymentOf(token: string): string | undefined;
}
