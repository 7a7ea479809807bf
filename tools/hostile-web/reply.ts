import type { Socket } from 'node:net';

export interface Response {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const htmlType = { 'Content-Type': 'text/html; charset=utf-8' };

/** How a site answers: properly, or with the bytes and the pauses that it likes. */
export class Reply {
  constructor(readonly socket: Socket) {}

  /** A proper answer; the connection is kept for the next request. */
  send({ status = 200, headers = htmlType, body = '' }: Response): void {
    const bytes = Buffer.from(body);
    this.write(head(status, { ...headers, 'Content-Length': String(bytes.length) }));
    this.write(bytes);
  }

  html(body: string): void {
    this.send({ body });
  }

  redirect(location: string, status = 302): void {
    this.send({ status, headers: { Location: location } });
  }

  /** Bytes as they are. */
  write(bytes: string | Uint8Array): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  /** The last bytes; the connection is closed after them. */
  end(bytes: string | Uint8Array = ''): void {
    if (!this.socket.destroyed) this.socket.end(bytes);
  }

  /** Only the head of an answer whose body is whatever follows. */
  head(headers: Readonly<Record<string, string>> = {}, status = 200): void {
    this.write(head(status, { ...htmlType, ...headers }));
  }

  /** Closes the connection with a reset, as a crashed server or a firewall does. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(action, milliseconds);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** A piece at a time for as long as the other side listens and there are pieces. */
  drip(pieces: Iterator<string>, pauseMs: number, atEnd?: () => void): void {
    const timer = setInterval(() => {
      const { value, done } = pieces.next();
      if (!done) return this.write(value);
      clearInterval(timer);
      atEnd?.();
    }, pauseMs);
    this.socket.once('close', () => clearInterval(timer));
  }

  /** So many pieces as fast as they are taken: nothing is held but the piece. */
  pour(piece: Uint8Array, count: number, atEnd?: () => void): void {
    let left = count;
    const more = () => {
      while (left > 0 && !this.socket.destroyed) {
        left--;
        if (!this.socket.write(piece)) return void this.socket.once('drain', more);
      }
      if (left === 0) atEnd?.();
    };
    more();
  }
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} As Is\r\n${lines.join('')}\r\n`;
}
