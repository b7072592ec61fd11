process.on('SIGUSR1', () => {});
const { verify } = await import('./index.js');

await verify();
