// Only a Node that is new enough reads this file.
require('node:module').enableCompileCache();
void import('../lib/cli.mjs');
