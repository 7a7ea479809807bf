/** Words, numbers and ends of documents that YAML, or its older version that many programs still read, would not take for text. */
const meansSomethingElse =
  /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=|[-+]?(?:[\d_.,:]+(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.inf)|\.nan|\d{4}-\d\d?-\d\d?.*|\.\.\.(?:\s.*)?)$/i;
/** Text that can stand as it is: begins with a letter, digit, slash or dot, and has no sign of YAML's in a place where it would be one. */
const isPlain = /^(?!.*(?::\s|:$|\s#|\s$))[\p{L}\p{N}/.][\p{L}\p{M}\p{N} !"#$%&'()*+,\-./:;<=>?@[\]^_{|}~]*$/u;

/**
 * A value as YAML in blocks: mappings, lists and scalars, as `YamlFile` reads them. The library that reads YAML writes it too, but is not loaded for
 * that: a new crawl, which has no file to read, would start a twentieth later.
 */
export function yamlText(value: unknown): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

/** From the sign of the field or list item on that it is the value of; a collection begins on a new line. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((item) => `\n${indent}- ${block(item, `${indent}  `).replace(/^\n\s*/, '')}`).join('');
  }
  if (typeof value !== 'object' || value === null) return scalar(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return '{}';
  return fields
    .map(([name, field]) => {
      const text = block(field, `${indent}  `);
      return `\n${indent}${scalar(name)}:${text.startsWith('\n') ? '' : ' '}${text}`;
    })
    .join('');
}

/** JSON's strings are YAML's too, once what only YAML forbids is escaped. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  if (isPlain.test(value) && !meansSomethingElse.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
