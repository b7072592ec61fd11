#!/usr/bin/env node
// On SIGUSR1, Node opens its debugger to every program of the same user.
process.on('SIGUSR1', function () {});
// This file must work in an old Node, because the file reports the required version.
const major = Number(process.versions.node.split('.')[0]);
if (!(major >= 24)) {
  process.stderr.write(
    'agent-deploy needs Node 24 or newer, but this is Node ' +
      process.versions.node +
      '. This takes Node 24 for one call: npx -p node@24 -p agent-deploy-emulator agent-deploy\n',
  );
  process.exit(2);
}
require('./start-agent-deploy.cjs');
