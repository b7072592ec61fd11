import { describeOfficialClient } from '../emulator/clients/sandboxes/flow.ts';

// Runs with bubblewrap sandboxes. Their proxy is their only way to the network.
describeOfficialClient('namespaces');
