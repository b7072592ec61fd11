import { describeOfficialClient } from './sandboxes/flow.ts';

// With boxes that need nothing but Node; the client tier does the same with bubblewrap.
describeOfficialClient('process');
