/** For everything that is sent. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
};

/** Of the page: its own script and style from files, nothing inline, nothing from elsewhere, frames from the origin of archived text. */
export function pagePolicy(frameOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `frame-src ${frameOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes HTML or script, whatever the page's own code does with it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
