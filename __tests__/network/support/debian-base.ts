import { cp, link, mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from './installs.ts';

/** Variables that contain the certificate authorities of this machine's network. */
const AUTHORITIES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT'] as const;

/**
 * Builds an image that replaces the public Node image if no image registry can be reached: Debian's packages, the Node
 * that runs this test, and the npm on PATH. `release` is the name of Debian's release. Requires mmdebstrap.
 */
export async function buildDebianBase(
  podman: (...args: string[]) => Promise<string>,
  { folder, release, tag }: { folder: string; release: string; tag: string },
): Promise<void> {
  await mkdir(path.join(folder, 'root'), { recursive: true });
  await link(await bootstrapDebian(release, folder), path.join(folder, 'debian.tar'));
  const root = path.join(folder, 'root');
  await cp(process.execPath, path.join(root, 'bin/node'));
  const npm = path.resolve(await realpath((await run('which', ['npm'])).trim()), '..', '..');
  await cp(npm, path.join(root, 'lib/node_modules/npm'), { recursive: true });
  const authority = AUTHORITIES.flatMap((name) => process.env[name] ?? [])[0];
  const inside = '/usr/local/share/authorities.pem';
  if (authority !== undefined) await cp(authority, path.join(root, 'share/authorities.pem'));
  const lines = [
    'FROM scratch',
    'ADD debian.tar /',
    'COPY root /usr/local',
    'RUN for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done',
    ...(authority === undefined ? [] : AUTHORITIES.map((name) => `ENV ${name}=${inside}`)),
  ];
  await writeFile(path.join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
  await podman('build', '--quiet', '--network', 'host', '--tag', tag, folder);
}

/**
 * Returns the archive of a Debian system with apt. The archive is built at most once per run, because the suites of
 * `npm run test:clients` share a folder for files.
 */
async function bootstrapDebian(release: string, folder: string): Promise<string> {
  const archive = path.join(process.env['TEST_SHARED'] ?? folder, `${release}.tar`);
  const isBuilt = await stat(archive).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    const draft = path.join(path.dirname(archive), `${release}.${process.pid}.tar`);
    await run('mmdebstrap', ['--quiet', '--variant=apt', '--include=ca-certificates', release, draft]);
    await rename(draft, archive);
  }
  return archive;
}
