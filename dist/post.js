process.on('SIGUSR1', () => {});
const { post } = await import('./index.js');

await post();
