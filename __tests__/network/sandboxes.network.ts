import { describeOfficialClient } from '../emulator/clients/sandboxes/flow.ts';

// With boxes of bubblewrap, which have no network but the way to their proxy.
describeOfficialClient('namespaces');
