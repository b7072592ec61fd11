/** Product name and version, as every request names its sender; kept equal to package.json by a test. */
export const USER_AGENT = 'agent-deploy/0.1.0';
