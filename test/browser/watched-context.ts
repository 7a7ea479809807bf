import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** What a page tried that it must not try. */
export interface Watched {
  readonly context: BrowserContext;
  /** Requests besides that of the file itself, dialogs, errors, messages of the console. */
  readonly trouble: string[];
}

/** A context that notes whatever a page does beyond showing itself; `mayAsk`: requests that a page makes by rights. */
export async function watchedContext(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions,
  mayAsk: (url: string) => boolean = () => false,
): Promise<Watched> {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const trouble: string[] = [];
  context.on('request', (request) => {
    const isFile = request.isNavigationRequest() && request.url().startsWith('file://');
    if (!isFile && !mayAsk(request.url())) trouble.push(`request ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    // What draws in place of a graphics card says that it is slow.
    if (!message.text().includes('GL Driver Message')) trouble.push(`console ${message.text()}`);
  });
  context.on('weberror', (error) => trouble.push(`error ${error.error().message}`));
  context.on('page', (page) => page.on('popup', (popup) => trouble.push(`popup ${popup.url()}`)));
  return { context, trouble };
}
