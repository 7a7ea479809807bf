import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** From now on the process can open no file, until the function that this returns is called. */
export function takeDescriptors(): () => void {
  // The usual limit may be a million.
  execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=100:']);
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, 'r'));
  } catch {
    return () => {
      for (const descriptor of taken.splice(0)) closeSync(descriptor);
    };
  }
}
