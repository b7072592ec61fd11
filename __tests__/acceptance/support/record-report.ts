import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** Names of a test that a picture replaces with the names of an imaginary shop. */
interface TestNames {
  /** Full name of the repository on GitHub. */
  repository: string;
  /** Name of the production deployment. */
  deployment: string;
}

/**
 * Stores a comment and a summary in the folder RECORD_REPORTS, if it is set, so that `npm run pictures` can draw them.
 * Replaces the addresses and names of the test with those of an imaginary shop.
 */
export async function recordReport(
  name: string,
  { comment, summary }: { comment: string; summary: string },
  { repository, deployment }: TestNames,
): Promise<void> {
  const folder = process.env['RECORD_REPORTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const replaced = (text: string) =>
    text
      .replaceAll(repository, 'acme/shop-agent')
      .replaceAll(deployment, 'shop-assistant')
      .replaceAll(/shop-assistant-pr-\d+/g, 'shop-assistant-pr-214')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+(?:\/[\w-]+)?/g, 'https://shop-assistant-pr-214.example.com');
  await writeFile(path.join(folder, `${name}.comment.md`), replaced(comment));
  await writeFile(path.join(folder, `${name}.summary.md`), replaced(summary));
}
