process.on('SIGUSR1', () => {});
const { main } = await import('./index.js');

await main();
