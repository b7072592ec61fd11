process.on('SIGUSR1', () => {});
const { sandbox } = await import('./index.js');

await sandbox();
