import { UsageError } from '../../failure.js';
import { s3Credentials } from './s3-credentials.js';
import type { S3Credentials } from './sigv4.js';

/** A bucket, the beginning of our keys in it, and how to get there. */
export interface S3Place {
  readonly bucket: string;
  /** '' or a path that ends in a slash. */
  readonly prefix: string;
  /** An origin such as https://storage.example.org:9000. */
  readonly endpoint: string;
  /** The bucket is the first part of the path instead of a part of the host name. */
  readonly pathStyle: boolean;
  readonly region: string;
  readonly credentials: S3Credentials;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const SEGMENT = /^(?!\.{1,2}$)[\w.=+@ -]+$/;

/** The bucket and prefix of `s3://bucket/prefix`; undefined where it is not of that form. */
export function s3Name(location: string): Pick<S3Place, 'bucket' | 'prefix'> | undefined {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?$/.exec(location) ?? [];
  const segments = path.split('/').filter((segment) => segment !== '');
  if (!BUCKET.test(bucket) || !segments.every((segment) => SEGMENT.test(segment))) return undefined;
  return { bucket, prefix: segments.map((segment) => `${segment}/`).join('') };
}

/** The names are those of other S3 programs: AWS_REGION or AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL. */
export function s3Place(location: string, env: Readonly<Record<string, string | undefined>> = process.env): S3Place {
  const name = s3Name(location);
  if (name === undefined)
    throw new UsageError('bad-archive', `${location} is not of the form s3://bucket/prefix.`, { location });
  const credentials = s3Credentials(location, env);
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const given = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  return {
    ...name,
    region,
    ...(given ? { endpoint: originOf(given), pathStyle: true } : endpointOfAws(name.bucket, region)),
    credentials,
  };
}

/** Certificates of AWS cover one label before its own name, so that a bucket with dots goes into the path. */
function endpointOfAws(bucket: string, region: string): Pick<S3Place, 'endpoint' | 'pathStyle'> {
  const service = `s3.${region}.amazonaws.com`;
  return bucket.includes('.')
    ? { endpoint: `https://${service}`, pathStyle: true }
    : { endpoint: `https://${bucket}.${service}`, pathStyle: false };
}

/** A password in it would be sent to nobody and shown to somebody. */
function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain = url !== undefined && url.pathname === '/' && `${url.username}${url.password}${url.search}` === '';
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain)
    throw new UsageError(
      'bad-endpoint',
      'AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) must be an origin such as https://storage.example.org:9000, without a path or password.',
    );
  return url.origin;
}
