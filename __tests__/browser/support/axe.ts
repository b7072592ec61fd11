import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const Violations = z.array(z.object({ rule: z.string(), where: z.array(z.string()) }));

/** Returns the page's violations of WCAG 2.2 A and AA and of best practices: each rule with the affected elements. */
export async function accessibilityViolations(page: Page): Promise<z.infer<typeof Violations>> {
  // The page's policy forbids foreign scripts. The debugger can evaluate code without adding a script to the page.
  const debuggerSession = await page.context().newCDPSession(page);
  try {
    await debuggerSession.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') });
    const { result, exceptionDetails } = await debuggerSession.send('Runtime.evaluate', {
      expression: `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations, passes }) => {
        if (passes.length < 10) throw new Error('only ' + passes.length + ' rules were checked');
        return violations.map(({ id, nodes }) => ({
          rule: id,
          where: nodes.map(({ html, any }) => html.slice(0, 200) + ' ' + (any[0]?.message ?? '')),
        }));
      })`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(`axe failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return Violations.parse(result.value);
  } finally {
    await debuggerSession.detach();
  }
}
