import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// This module is preloaded into the action, and writes the URL of every loaded module, one per line.
const file = process.env['BENCH_LOADS_FILE'];
registerHooks({
  load(url, context, nextLoad) {
    if (file !== undefined && url.startsWith('file:')) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
