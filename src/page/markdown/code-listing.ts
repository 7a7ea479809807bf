/** Names of languages in classes, as highlighters and documentation generators write them. */
const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|brush:\s{0,2}|sourceCode\s)([a-z][a-z0-9+#-]{0,19})(?=[\s;]|$)/i;
const NO_LANGUAGE = new Set([
  'default',
  'none',
  'text',
  'plain',
  'plaintext',
  'code',
  'notranslate',
  'highlight',
  'wrapper',
  'source',
]);

/** Preformatted text between fences, as it is written. */
export function codeListing(text: string, classes: string): string {
  const named = LANGUAGE.exec(classes.slice(0, 500))?.[1]?.toLowerCase() ?? '';
  const language = NO_LANGUAGE.has(named) ? '' : named;
  const code = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '')
    .replace(/[ \t]+$/gm, '');
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
