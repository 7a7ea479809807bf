/** What the server, or the way to it, said against a request. `code` is stable, the message is for people. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** What a person can do about it. */
  get advice(): string {
    if (this.code === 'offline') return 'Start it again with "osprey serve". This page connects by itself.';
    if (this.status === 401) return 'Open the address that "osprey serve" printed, with its token.';
    return '';
  }
}
