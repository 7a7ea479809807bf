import { map } from './collection-kinds.js';
import { assertNoPassword, isHttpUrl } from './network-kinds.js';
import { badValue, type OptionKind } from './option-kind.js';
import { lineOf } from './scalar-kinds.js';

type NamedTexts = OptionKind<
  ReadonlyMap<string, string>,
  string | readonly string[] | Readonly<Record<string, string>>
>;

/** Where sources of seeds are, by their names; without a slash at the end. */
export function sourceUrls(): NamedTexts {
  const expected = 'SOURCE=URL such as searxng=http://localhost:8888';
  return named('source=url', expected, (value) => {
    assertNoPassword(value);
    // What is asked for is written behind it.
    if (/[?#]/.test(value)) throw badValue('must be a URL without ? and #; keys are given with --source-key');
    return isHttpUrl(value) ? value.replace(/\/+$/, '') : undefined;
  });
}

/** Keys of sources, by the names of the sources, or `source.key` where one has several. */
export function sourceKeys(): NamedTexts {
  return named('source=key', 'SOURCE=KEY such as brave=…', (value) => (value === '' ? undefined : value));
}

function named(placeholder: string, expected: string, readValue: (value: string) => string | undefined): NamedTexts {
  return map<string, string>({
    placeholder,
    separator: '=',
    expected,
    parse(name, input) {
      const line = lineOf(input)?.trim();
      const value = line === undefined ? undefined : readValue(line);
      if (!/^[a-z][a-z.-]*$/.test(name) || value === undefined) throw badValue(`must be ${expected}`);
      return [name, value];
    },
    format: (value) => value,
  });
}
