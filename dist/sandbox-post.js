process.on('SIGUSR1', () => {});
const { sandboxPost } = await import('./index.js');

await sandboxPost();
