import { useState } from 'preact/hooks';
import { request } from '../client/request.js';
import { Dialog } from '../parts/dialog.js';
import { say } from './toasts.js';

/** Shows the report of a crawl: the file that `osprey report` writes, in a frame that reaches nothing of this page. */
export function ReportButton({ crawl }: { readonly crawl: string }) {
  const [url, setUrl] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const open = () => {
    setBusy(true);
    request('POST /api/crawls/:crawl/report/frame', { crawl })
      .then((frame) => setUrl(frame.url))
      .catch((thrown: Error) => say('failed', thrown.message))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={open}>
        {isBusy ? 'Writing…' : 'Report'}
      </button>
      {url !== undefined && (
        <Dialog title="Report" wide close={() => setUrl(undefined)}>
          <iframe class="report-frame" sandbox="allow-scripts" src={url} title="Report of the crawl" />
        </Dialog>
      )}
    </>
  );
}
