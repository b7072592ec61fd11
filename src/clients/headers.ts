/** Product name and version, as every request names its sender; kept equal to package.json by a test. */
export const USER_AGENT = 'agent-deploy/0.1.0';

/** The headers by which the service knows the caller: a key, and the workspace that a key of an organization is for. */
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
