import type { Browser, LaunchOptions } from 'playwright-core';
import { AtMost } from '../at-most.js';
import { messageOf } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { type ClosedProxy, openClosedProxy } from './closed-proxy.js';
import { PartCache } from './part-cache.js';
import { renderPage } from './render-page.js';
import type { Renderer, Rendering, RenderRequest } from './renderer.js';

export interface BrowserRendererOptions {
  readonly launch: (options: LaunchOptions) => Promise<Browser>;
  readonly executablePath: string;
  readonly userAgent: string;
  /** Time that a page has (ms). */
  readonly timeMs: number;
  /** Pages at the same time. */
  readonly pages: number;
}

/** The browser has no name server, no UDP and no direct connection; the proxy is closed. */
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--js-flags=--max-old-space-size=512',
];

/** Pages after which the browser is started anew: whatever leaks in it is gone. */
const pagesOfBrowser = 500;

interface Open {
  readonly browser: Browser;
  readonly proxy: ClosedProxy;
  pages: number;
}

/** One browser of the process, started with the first page that needs it, and again whenever it went away. */
export class BrowserRenderer implements Renderer {
  readonly timeMs: number;
  readonly #cache = new PartCache();
  readonly #pages: AtMost;
  #opening: Promise<Open> | undefined;
  #isClosed = false;

  constructor(private readonly options: BrowserRendererOptions) {
    this.timeMs = options.timeMs;
    this.#pages = new AtMost(options.pages);
  }

  render(request: RenderRequest): Promise<Rendering> {
    return this.#pages.run(() => this.#render(request));
  }

  async #render(request: RenderRequest): Promise<Rendering> {
    try {
      const { rendering, isOwnFault } = await this.#attempt(request);
      return isOwnFault ? rendering : (await this.#attempt(request)).rendering;
    } catch (thrown) {
      return failure(messageOf(thrown));
    }
  }

  /** `isOwnFault`: false where the browser was taken from a page that another one had brought down. */
  async #attempt(request: RenderRequest): Promise<{ readonly rendering: Rendering; readonly isOwnFault: boolean }> {
    if (this.#isClosed) return { rendering: failure('The crawl is ending.'), isOwnFault: true };
    const opening = this.#open();
    const open = await opening;
    const options = { ...this.options, cache: this.#cache };
    const { rendering, isLost, isUntried = false } = await renderPage(open.browser, request, options);
    const wasTaken = isUntried || this.#opening !== opening;
    const isWorn = ++open.pages >= pagesOfBrowser && this.#pages.busy === 1;
    if (isLost || isWorn) await this.#giveUp(opening);
    return { rendering, isOwnFault: !(wasTaken && rendering.kind === 'failed') };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#giveUp(this.#opening);
  }

  #open(): Promise<Open> {
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(): Promise<Open> {
    const proxy = await openClosedProxy();
    try {
      const browser = await this.options.launch({
        executablePath: this.options.executablePath,
        args: flags,
        // Pop-ups stay blocked.
        ignoreDefaultArgs: ['--disable-popup-blocking'],
        proxy: { server: proxy.url },
        // Chromium refuses to run as root with its sandbox.
        chromiumSandbox: process.getuid?.() !== 0,
        // Whoever is interrupted closes the browser with all the rest.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      return { browser, proxy, pages: 0 };
    } catch (thrown) {
      await proxy.close();
      this.#opening = undefined;
      throw thrown;
    }
  }

  /** The next page gets another one. */
  async #giveUp(opening: Promise<Open> | undefined): Promise<void> {
    if (this.#opening === opening) this.#opening = undefined;
    const open = await opening?.catch(() => undefined);
    await open?.browser.close().catch(() => {});
    await open?.proxy.close();
  }
}

function failure(message: string): Rendering {
  // What follows is the browser's own log.
  return { kind: 'failed', reason: 'render-failed', detail: oneLine(message.split('\n', 1)[0]!, 300) };
}
