/** The user agent of every request; kept equal to package.json by a test. */
export const USER_AGENT = 'agent-deploy/0.1.0';

/** The headers that identify the caller: a key, and the workspace for a key of an organization. */
export function credentialHeaders(options: {
  apiKey: string;
  workspaceId?: string | undefined;
}): Record<string, string> {
  return {
    'x-api-key': options.apiKey,
    ...(options.workspaceId && { 'x-tenant-id': options.workspaceId }),
    'user-agent': USER_AGENT,
  };
}
