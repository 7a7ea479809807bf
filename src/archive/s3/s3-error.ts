import { Failure } from '../../failure.js';

/** What the storage answered in place of what was wanted. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    readonly status: number,
    /** The service's own word, such as NoSuchKey; '' where it gave none. */
    readonly code: string,
  ) {
    super(code === '' ? `status ${status}` : `status ${status}, ${code}`);
  }

  static of(status: number, body: string): S3Error {
    return new S3Error(status, /<Code>([\w.-]{1,100})<\/Code>/.exec(body)?.[1] ?? '');
  }
}

/** Answers that may be another one next time: the service is busy, or the bytes were damaged on their way. */
const passing = /^(?:BadDigest|XAmzContentSHA256Mismatch|RequestTimeout|IncompleteBody|InternalError|SlowDown)$/;

/** Whether the same request may succeed later. Whatever is not an answer is a fault of the connection. */
export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof S3Error)) return true;
  return thrown.status >= 500 || thrown.status === 429 || thrown.status === 408 || passing.test(thrown.code);
}

const advice: Readonly<Record<string, string>> = {
  AccessDenied: 'the credentials lack the right to do that',
  InvalidAccessKeyId: 'check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'check AWS_SECRET_ACCESS_KEY and AWS_REGION',
  ExpiredToken: 'the session token has expired; renew AWS_SESSION_TOKEN',
  NoSuchBucket: 'make the bucket first',
  PermanentRedirect: 'the bucket is in another region; set AWS_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region; set AWS_REGION',
  RequestTimeTooSkewed: 'the clock of this machine is wrong; set it',
};

/** For people: what could not be done, why, and what to do about it. */
export function storageFailure(thrown: unknown, location: string): Failure {
  if (thrown instanceof Failure) return thrown;
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  if (isPassing(thrown))
    return new Failure('archive-unreachable', `Cannot reach ${location} (${why}).`, 'fatal', { location }, thrown);
  const hint = advice[(thrown as S3Error).code] ?? 'check the location and the credentials';
  return new Failure('archive-refused', `${location} refuses (${why}): ${hint}.`, 'fatal', { location }, thrown);
}
