// Only a sufficiently new Node loads this file.
const { enableCompileCache } = require('node:module');
const { setFlagsFromString } = require('node:v8');

// Limits the space for young objects, which would otherwise grow to 16 MB during the start, and further with requests.
// The flag is set before the compile cache is enabled, because the cache depends on the flags.
setFlagsFromString('--semi-space-growth-factor=1');
enableCompileCache();
void import('../lib/cli.mjs');
