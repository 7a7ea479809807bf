import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './refusal.js';

const mostBytes = 256 * 1024;

/** The JSON of a request, up to a limit. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal(415, 'not-json', 'Send JSON, with Content-Type: application/json.');
  const tooLarge = new Refusal(413, 'too-large', `A request may have ${mostBytes} bytes at most.`, {
    connection: 'close',
  });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  } catch {
    throw badRequest('That is not JSON.');
  }
}
