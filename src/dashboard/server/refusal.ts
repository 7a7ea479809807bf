/** A request that is not served: the status and what the client is told. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, 'bad-request', message);
}

export function notFound(message: string): Refusal {
  return new Refusal(404, 'not-found', message);
}

/** Too much at a time: the client may try again after so many seconds. */
export function busy(message: string, seconds = 2): Refusal {
  return new Refusal(503, 'busy', message, { 'retry-after': String(seconds) });
}
