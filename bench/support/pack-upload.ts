import { createPackSource } from '../../src/action/pack/pack.ts';
import { realClock } from '../../src/clients/clock.ts';
import { createSourceUpload } from '../../src/clients/control-plane.ts';
import { createTransport } from '../../src/clients/transport.ts';

// A program that packs and uploads folders with the action's code. For each folder, the program prints a JSON line
// with the duration, and with the process's resident memory before the upload and its maximum. The arguments are the
// target and the folders.
const [sink = '', ...folders] = process.argv.slice(2);
const transport = createTransport({ env: {}, redact: (text) => text });
const upload = createSourceUpload(transport, () => realClock.now());
const rss = () => process.memoryUsage.rss();
for (const folder of folders) {
  const before = rss();
  let most = before;
  const look = () => {
    most = Math.max(most, rss());
  };
  const looking = setInterval(look, 5);
  const startedAt = performance.now();
  const packSource = createPackSource({ ...process.env, GITHUB_WORKSPACE: folder });
  const { signal } = new AbortController();
  const quiet = () => {};
  const options = { sourcePath: '.', configPath: undefined, note: quiet, warn: quiet };
  const packed = await packSource(options, signal);
  const packedMs = performance.now() - startedAt;
  const mostPacking = most;
  await upload(new URL(sink), { length: packed.archive.bytes, open: () => packed.open() }, signal);
  const ms = performance.now() - startedAt;
  clearInterval(looking);
  look();
  console.log(JSON.stringify({ ms, packedMs, before, mostPacking, most, bytes: packed.archive.bytes }));
}
await transport.close();
