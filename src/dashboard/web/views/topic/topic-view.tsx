import { useResource } from '../../client/use-resource.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { WebText } from '../../parts/web-text.js';
import type { ViewProps } from '../../shell/view-props.js';
import { LearntWords } from './learnt-words.js';
import { TopicForm } from './topic-form.js';

/** What the crawl looks for, what it has learnt, and a form to change it. */
export function TopicView({ crawl }: ViewProps) {
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/topic', { crawl });
  if (error && data === undefined) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading />;
  return (
    <div class="split with-side">
      <div>
        <LearntWords crawl={crawl} strategy={data.strategy} />
        <section>
          <h2>Terms of the topic</h2>
          {data.terms.length === 0 ? (
            <p class="note">It goes by examples or a model, not by words.</p>
          ) : (
            <ul class="word-row">
              {data.terms.map(({ word, weight }) => (
                <li key={word}>
                  <WebText text={word} /> <small>{weight.toPrecision(2)}</small>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <aside class="side">
        <TopicForm key={JSON.stringify(data.topic)} crawl={crawl} view={data} applied={reload} />
      </aside>
    </div>
  );
}
