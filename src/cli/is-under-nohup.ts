import { readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether the process was started by nohup, to outlive its terminal. Node.js takes back at its start that SIGHUP is ignored, so this is told by the
 * name that shells leave in the environment, or by where nohup sends the output.
 */
export function isUnderNohup(): boolean {
  return path.basename(process.env._ ?? '') === 'nohup' || [1, 2].some((fd) => outputOf(fd) === 'nohup.out');
}

function outputOf(fd: number): string {
  try {
    return path.basename(readlinkSync(`/proc/self/fd/${fd}`));
  } catch {
    return '';
  }
}
