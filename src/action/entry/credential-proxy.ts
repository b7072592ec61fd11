/** The process of the credential proxy, which the sandbox action starts. */
export const credentialProxy = async (): Promise<void> => {
  await import('../../credential-proxy/main.ts');
};
