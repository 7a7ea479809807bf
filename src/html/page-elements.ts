/*
 * The few things of a browser that scripts of pages use. They are declared here, because the types of a whole browser
 * would be in scope everywhere else as well.
 */

export interface PageElement {
  readonly dataset: Record<string, string | undefined>;
  readonly classList: { add(name: string): void };
  readonly clientWidth: number;
  innerHTML: string;
  textContent: string | null;
  hidden: boolean;
  value: string;
  max: string;
  querySelectorAll(selector: string): Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...children: PageElement[]): void;
  insertAdjacentHTML(position: 'beforeend', html: string): void;
  focus(): void;
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly width: number };
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

export interface PageEvent {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType?: string;
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly target: { readonly tagName?: string } | null;
  preventDefault(): void;
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement;
  getElementById(id: string): PageElement | null;
}

export interface PageWindow {
  readonly document: PageDocument;
  addEventListener(type: string, listener: () => void): void;
}
