import { counted } from '../../../../counted.js';
import type { SeedCheck } from '../../../api/crawls.js';
import { WebText, WebUrl } from '../../parts/web-text.js';

/** How a crawl would treat each seed. */
export function SeedList({ checks }: { readonly checks: readonly SeedCheck[] }) {
  const good = checks.filter(({ visited }) => visited).length;
  return (
    <>
      <p role="status">
        {counted(good, 'seed')} of {checks.length} would be visited.
      </p>
      <ul class="seeds">
        {checks.map(({ given, url, visited, words, leadsTo, title }) => (
          <li key={given} class={visited ? 'good' : 'bad'}>
            <b aria-hidden="true">{visited ? '✓' : '✕'}</b>
            <div>
              <WebUrl url={url || given} />
              {title && (
                <p>
                  <WebText text={title} />
                </p>
              )}
              <p class="note">
                <WebText text={words} />
                {leadsTo && (
                  <>
                    {' '}
                    Leads to <WebUrl url={leadsTo} />.
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
