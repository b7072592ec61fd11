import { writeFile } from 'node:fs/promises';
import { INSTALL_MANIFEST, renderInstallManifest } from './render.ts';

// `npm run install-manifest`: writes deploy/kubernetes/install.yaml from the chart. Needs the cluster's program, which holds helm.
await writeFile(INSTALL_MANIFEST, await renderInstallManifest());
