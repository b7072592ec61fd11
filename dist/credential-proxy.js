process.on('SIGUSR1', () => {});
const { credentialProxy } = await import('./index.js');

await credentialProxy();
