import { spawn } from 'node:child_process';

/** Opens an address or a file with what the user's desktop opens it with; where there is no desktop, nothing happens. */
export function openBrowser(target: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', target]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', target]
        : ['xdg-open', target];
  const child = spawn(program!, args, { detached: true, stdio: 'ignore' });
  // A machine without a desktop has no such program.
  child.on('error', () => {});
  child.unref();
}
