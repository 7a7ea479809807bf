import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a process (ms), with its children that have ended; 0 where it is gone. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields === undefined ? 0 : 10 * [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
}

/** Of a process and of those below it that are there now. */
export function familyCpu(first: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.filter((pid) => statOf(Number(pid))?.[1] === String(first));
  return [first, ...children.map(Number)].reduce((sum, pid) => sum + cpuOf(pid), 0);
}

/** The most memory that a process has had at a time (MB); 0 where it is gone. */
export function mostMemory(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** The fields behind the name of the program. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}
