import type { RulesPreview } from '../../../api/queue.js';
import { WebText, WebUrl } from '../../parts/web-text.js';

/** What rules would do to the queue, with the first URLs that they are about. */
export function RulePreview({ preview: { words, dropped, admitted } }: { readonly preview: RulesPreview }) {
  return (
    <div class="preview" role="status">
      <p class="first">
        <WebText text={words} />
      </p>
      <Urls title="Would be dropped" urls={dropped} />
      <Urls title="Would be admitted" urls={admitted} />
    </div>
  );
}

function Urls({ title, urls }: { readonly title: string; readonly urls: RulesPreview['dropped'] }) {
  if (urls.length === 0) return null;
  return (
    <details>
      <summary>
        {title}: the first {urls.length}
      </summary>
      <ul class="plain-list">
        {urls.map(({ url, rule }) => (
          <li key={url}>
            <WebUrl url={url} /> <span class="tag">{rule}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
