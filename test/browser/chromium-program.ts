import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import chromium from '@sparticuz/chromium';

/** A program that is the Chromium of the packages, in the folder. It has no sandbox: test machines may not allow one. */
export async function chromiumProgram(folder: string): Promise<string> {
  const program = path.join(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ${await chromium.executablePath()} --no-sandbox "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
