import { yamlText } from '../../../config/yaml-text.js';

/** What `osprey init` asks for. */
export interface Answers {
  readonly query: string;
  readonly not: readonly string[];
  readonly seed: readonly string[];
  readonly maxPages: number;
  readonly contact: string | undefined;
}

/** A config file that explains itself; what was not answered is there as a comment, ready to be filled in. */
export function commentedConfig({ query, not, seed, maxPages, contact }: Answers): string {
  const field = (comment: string, name: string, value: unknown, example: string) => {
    const isGiven = value !== undefined && !(Array.isArray(value) && value.length === 0);
    return `# ${comment}\n${isGiven ? yamlText({ [name]: value }) : `# ${name}: ${example}\n`}`;
  };
  return [
    '# A crawl of Osprey. docs/options.md describes every option; flags override this file.\n# Start: osprey crawl --config THIS-FILE\n',
    field('What the pages should be about; "double quotes" make a phrase.', 'query', query, 'jaguar car'),
    field('Words of other meanings: pages that use them much are judged lower.', 'not', not, '[cat, animal, jungle]'),
    field('Pages to start from. Without any, search sources are asked.', 'seed', seed, '[https://example.org/cars]'),
    field(
      'Pages about the topic, if you know some: URLs or files.',
      'example',
      undefined,
      '[https://example.org/e-type]',
    ),
    field('Stop after this many pages.', 'maxPages', maxPages, '500'),
    field('Stop after this time.', 'maxTime', undefined, '30m'),
    field('Stay on these hosts and their subdomains.', 'domains', undefined, '[example.org]'),
    field('Where site owners can reach you; sent with every request.', 'contact', contact, 'you@example.org'),
    field('Whether to wait for hosts with better pages: speed, balanced or quality.', 'prefer', undefined, 'balanced'),
  ].join('\n');
}
