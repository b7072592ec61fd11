process.on('SIGUSR1', () => {});
const { emulatorPost } = await import('./index.js');

await emulatorPost();
