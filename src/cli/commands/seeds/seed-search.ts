import type { Settings } from '../../../config/options.js';
import { asksSources, hasLists } from '../../../seeding/asks-sources.js';
import { printable } from '../../terminal/format.js';
import { StatusLine } from '../../terminal/status-line.js';

/** Hosts that are named; there may be dozens of feeds. */
const mostNamed = 5;
/** A log wants to know that something goes on, not every second of it. */
const logEveryMs = 5_000;
const terminalEveryMs = 1_000;

/** Tells on standard error that seeds are looked for, and who is waited for. */
export class SeedSearch {
  private readonly line = new StatusLine();
  private readonly began = Date.now();
  private hosts: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** Says nothing where there is nobody to ask and nothing to read. */
  constructor(settings: Settings) {
    const asks = asksSources(settings);
    if (!asks && !hasLists(settings)) return;
    process.stderr.write(`${asks ? 'Asking sources for' : 'Reading lists of'} seeds …\n`);
    this.timer = setInterval(() => this.tell(), process.stderr.isTTY ? terminalEveryMs : logEveryMs).unref();
  }

  readonly onWaiting = (hosts: readonly string[]): void => {
    this.hosts = hosts;
  };

  end(): void {
    clearInterval(this.timer);
    this.line.end();
  }

  private tell(): void {
    if (this.hosts.length === 0) return;
    const named = this.hosts.slice(0, mostNamed).map((host) => printable(host, 60));
    const more = this.hosts.length - named.length;
    const who = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    this.line.show(() => `Waiting for ${who} … ${Math.round((Date.now() - this.began) / 1000)} s`);
  }
}
