import type { Socket } from 'node:net';

const begin = Buffer.from('HTTP/1.');
const continued = /^HTTP\/1\.[01] 100\b[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;
/** Bytes of the head of such an answer, at most. */
const longest = 1_024;

/**
 * Passes over `100 Continue`, which some servers send before every answer (RFC 9110 section 15.2: a client must be able to). undici takes
 * it for an attack where nobody has asked for it.
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    let chunk = read(size);
    while (Buffer.isBuffer(chunk) && chunk.subarray(0, begin.length).equals(begin)) {
      const head = continued.exec(chunk.toString('latin1', 0, longest));
      if (head === null) break;
      const rest: Buffer = chunk.subarray(head[0].length);
      chunk = rest.length > 0 ? rest : read(size);
    }
    return chunk;
  };
}
