import { hostName, urlPattern } from '../../config/network-kinds.js';
import { BadValue } from '../../config/option-kind.js';
import { type Problem, refuse } from '../../config/problem.js';
import { UsageError } from '../../failure.js';
import { canonicalUrl } from '../../url/canonical-url.js';

/** What a `seed` command adds. */
export interface SeedArguments {
  readonly urls: readonly string[];
}

/** What a `block` command adds: hosts, and patterns of URLs. */
export interface BlockArguments {
  readonly hosts: readonly string[];
  readonly patterns: readonly string[];
}

/** Throws one `UsageError` with all that is wrong. */
export function seedArguments(given: readonly string[]): SeedArguments {
  if (given.length === 0) throw new UsageError('no-seeds', 'Name at least one page to add.');
  const problems: Problem[] = [];
  const urls = given.flatMap((written) => {
    const url = canonicalUrl(written);
    if (url === undefined) problems.push({ where: written, reason: 'must be an http or https URL' });
    return url ?? [];
  });
  refuse(problems);
  return { urls };
}

/** What has a slash or a star is a pattern of URLs, as in `--exclude`; all else is a host, which is blocked with those below it. */
export function blockArguments(given: readonly string[]): BlockArguments {
  if (given.length === 0)
    throw new UsageError(
      'nothing-to-block',
      'Name at least one host, or a pattern of URLs such as https://a.org/b/**.',
    );
  const problems: Problem[] = [];
  const [hosts, patterns]: [string[], string[]] = [[], []];
  for (const written of given) {
    try {
      if (/[/*]/.test(written)) patterns.push(urlPattern().parse(written, 'library'));
      else hosts.push(hostName().parse(written, 'library'));
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      problems.push({ where: written, reason: thrown.message });
    }
  }
  refuse(problems);
  return { hosts, patterns };
}
