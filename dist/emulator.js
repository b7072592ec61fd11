process.on('SIGUSR1', () => {});
const { emulator } = await import('./index.js');

await emulator();
