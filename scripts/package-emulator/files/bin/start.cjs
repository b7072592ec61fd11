// Only a Node that is new enough reads this file.
const { enableCompileCache } = require('node:module');
const { setFlagsFromString } = require('node:v8');

// The space of young objects stays small: it would grow to 16 MB during the start and keep them, and to more with requests.
// Before the cache, which is made for these flags.
setFlagsFromString('--semi-space-growth-factor=1');
enableCompileCache();
void import('../lib/cli.mjs');
