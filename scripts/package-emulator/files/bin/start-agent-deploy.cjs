// Only a Node that is new enough reads this file.
const { enableCompileCache } = require('node:module');

enableCompileCache();
void import('../lib/agent-deploy/main.mjs');
