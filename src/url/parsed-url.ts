/**
 * The URL, or undefined where it is none. `URL.canParse` would not do: on Node 20 it refuses hosts such as `é.example` once it has
 * been called a few thousand times.
 */
export function parsedUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
