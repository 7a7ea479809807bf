import type { CDPSession } from 'playwright-core';

/** Looks at a page from a world of its own, where its scripts cannot stand in for anything. */
export class DocumentSnapshot {
  private constructor(
    private readonly session: CDPSession,
    private readonly contextId: number,
  ) {}

  static async of(session: CDPSession): Promise<DocumentSnapshot> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    return new DocumentSnapshot(session, executionContextId);
  }

  /** A figure that changes while scripts build the page. */
  size(): Promise<unknown> {
    return this.#evaluate(sizeScript);
  }

  /** The document as HTML; undefined where it has more than `most` characters. */
  async html(most: number): Promise<string | undefined> {
    const html = await this.#evaluate(`(${htmlScript})(${Math.floor(most)})`);
    return typeof html === 'string' ? html : undefined;
  }

  async #evaluate(expression: string): Promise<unknown> {
    const { contextId } = this;
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  }
}

const sizeScript = `(() => {
  const elements = document.getElementsByTagName('*').length;
  return elements + ':' + (elements < 5000 ? (document.body?.textContent ?? '').length : '');
})()`;

/**
 * What readers with scripts see: without what is there for others, and with what open shadow trees show, which HTML has no other
 * place for.
 */
const htmlScript = `(most) => {
  const shown = document.documentElement;
  if (!shown) return '';
  const hosts = [];
  for (const element of document.querySelectorAll('*')) {
    if (element.localName === 'noscript') element.remove();
    else if (element.shadowRoot && hosts.length < 1000) hosts.push(element);
  }
  for (const host of hosts) {
    const copies = [...host.shadowRoot.childNodes].filter((node) => node.localName !== 'style');
    host.prepend(...copies.map((node) => node.cloneNode(true)));
  }
  const html = '<!DOCTYPE html>\\n' + shown.outerHTML;
  return html.length > most ? null : html;
}`;
