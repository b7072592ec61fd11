// Only a sufficiently new Node loads this file.
const { enableCompileCache } = require('node:module');
const { setFlagsFromString } = require('node:v8');

// Limits the space for young objects, which would otherwise grow to 16 MB during the start and further with requests.
// Set before the compile cache is enabled, because the cache depends on these flags.
setFlagsFromString('--semi-space-growth-factor=1');
enableCompileCache();
void import('../lib/cli.mjs');
