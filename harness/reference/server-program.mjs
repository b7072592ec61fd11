// Runs in the folder with the reference server's packages, and exits together with the parent process. Prints one JSON
// line when it accepts requests.
import { createServer } from 'node:http';

const { cwd, graphs } = JSON.parse(process.argv[2] ?? '{}');

// Without a tracing host for feedback, a run with feedback keys fails after 25 seconds of attempts.
const tracing = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'token', url: 'http://tracing.example/token', expires_at: 'later' }));
  });
});
await new Promise((resolve) => tracing.listen(0, '127.0.0.1', resolve));
process.env.LANGSMITH_ENDPOINT = `http://127.0.0.1:${tracing.address().port}`;

const { startServer } = await import('@langchain/langgraph-api/server');
const { host, cleanup } = await startServer({ port: 0, nWorkers: 10, host: '127.0.0.1', cwd, graphs });
process.stdout.write(`${JSON.stringify({ ready: `http://${host}` })}\n`);
process.stdin.resume().on('end', async () => {
  await cleanup();
  process.exit(0);
});
