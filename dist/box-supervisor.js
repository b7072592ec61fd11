process.on('SIGUSR1', () => {});
const { boxSupervisor } = await import('./index.js');

await boxSupervisor();
