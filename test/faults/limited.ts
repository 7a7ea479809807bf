import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Runs the real program in a shell that has set a limit, or anything else, before. */
export async function limited(
  limit: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn('bash', ['-c', `${limit}; exec "$0" "$@"`, process.execPath, program, ...args], {
    cwd,
    env: { ...process.env, OSPREY_CACHE: path.join(cwd, '.cache') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
