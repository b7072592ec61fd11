// Only a sufficiently new Node loads this file.
const { enableCompileCache } = require('node:module');

enableCompileCache();
void import('../lib/agent-deploy/main.mjs');
