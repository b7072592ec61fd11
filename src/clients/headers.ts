/** User agent of all requests. A test compares the version with `package.json`. */
export const USER_AGENT = 'agent-deploy/0.1.0';

/** Returns the headers with the credentials: the key and, if the key belongs to an organization, the workspace. */
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
