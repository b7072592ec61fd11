/** User agent of every request. A test keeps it equal to package.json. */
export const USER_AGENT = 'agent-deploy/0.1.0';

/** Returns the headers that identify the caller: a key, and the workspace for a key of an organization. */
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
