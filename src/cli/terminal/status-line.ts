/** One line of standard error that tells how far a longer job is; on a terminal it is drawn over, and goes in the end. */
export class StatusLine {
  private shownAt = Date.now();
  private drawn = false;

  /** `text` is only asked for when it is time to show it: not before the first second, then once a second. */
  show(text: () => string): void {
    if (Date.now() - this.shownAt < 1000) return;
    this.shownAt = Date.now();
    this.drawn = true;
    process.stderr.write(process.stderr.isTTY ? `\r${text()}\u001b[K` : `${text()}\n`);
  }

  end(): void {
    if (this.drawn && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}
