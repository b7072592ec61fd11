import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { findRootBundle } from './system-files.ts';

/** Names of the two files in a box's control folder. */
export const CA_FILE = 'ca.pem';
export const BUNDLE_FILE = 'ca-bundle.pem';

let roots: string | undefined;

function machineRoots(): string {
  const bundle = findRootBundle();
  roots ??= bundle === null ? rootCertificates.join('\n') : readFileSync(bundle, 'utf8');
  return roots;
}

/**
 * The sandbox's CA alone, for programs that add it to what they trust, and joined to the machine's roots, for those
 * that take one file for all. Each takes its place whole: a program that starts meanwhile reads the old or the new.
 */
export function writeCertificates(folder: string, caPem: string | null): void {
  const alone = caPem ?? '';
  place(path.join(folder, CA_FILE), alone);
  place(path.join(folder, BUNDLE_FILE), `${machineRoots().trimEnd()}\n${alone}`);
}

function place(file: string, text: string): void {
  const beside = `${file}.new`;
  writeFileSync(beside, text, { mode: 0o644 });
  renameSync(beside, file);
}
