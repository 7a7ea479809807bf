import { useState } from 'preact/hooks';
import type { PageDetail } from '../../../api/pages.js';
import { request } from '../../client/request.js';
import { useResource } from '../../client/use-resource.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { WebText } from '../../parts/web-text.js';

interface ArchivedTextProps {
  readonly crawl: string;
  readonly page: PageDetail;
}

/** The text of a page as it was archived; the page itself in a frame that can do nothing. */
export function ArchivedText({ crawl, page: { visit, isArchived } }: ArchivedTextProps) {
  const { data, error, reload } = useResource(
    'GET /api/crawls/:crawl/pages/:visit/text',
    isArchived ? { crawl, visit } : null,
  );
  const [frame, setFrame] = useState<string>();
  const [trouble, setTrouble] = useState<Error>();
  if (!isArchived) return <p>The archive does not have it: the crawl ran without one, or it is no page.</p>;
  if (error) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading />;
  const show = () =>
    request('POST /api/crawls/:crawl/pages/:visit/frame', { crawl, visit }).then(
      ({ url }) => setFrame(url),
      setTrouble,
    );
  return (
    <>
      <p>
        {frame === undefined ? (
          <button type="button" class="small" onClick={show}>
            Show it with its headings and links, as Markdown
          </button>
        ) : (
          <button type="button" class="small" onClick={() => setFrame(undefined)}>
            Show its text
          </button>
        )}
      </p>
      {trouble && <Trouble error={trouble} />}
      {frame === undefined ? (
        <div class="archived">
          {data.text.split('\n').map((line, index) => (
            <p key={index}>
              <WebText text={line} />
            </p>
          ))}
          {data.isCut && <p class="note">The rest is left out.</p>}
        </div>
      ) : (
        <iframe class="archived-frame" sandbox="" src={frame} title="The archived page" referrerpolicy="no-referrer" />
      )}
    </>
  );
}
