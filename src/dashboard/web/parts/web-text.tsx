/** What could steer a reader's eye or a terminal, or hide among other text: shown by its number. */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be seen.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

export function visible(text: string): string {
  return text.replace(steering, (one) =>
    /[\t\n\r]/.test(one) ? ' ' : `‹U+${one.codePointAt(0)!.toString(16).toUpperCase()}›`,
  );
}

/** Text from the web: a text node of its own direction, and nothing else. */
export function WebText({ text }: { readonly text: string }) {
  return <bdi>{visible(text)}</bdi>;
}

/** A URL, read from left to right whatever is in it. */
export function WebUrl({ url }: { readonly url: string }) {
  return (
    <bdi class="url" dir="ltr">
      {visible(url)}
    </bdi>
  );
}

interface WebLinkProps {
  readonly url: string;
  readonly text: string;
  readonly className?: string;
}

/** A link out to the web, which learns nothing of where it was followed. Other schemes than http and https are text. */
export function WebLink({ url, text, className = '' }: WebLinkProps) {
  if (!/^https?:\/\//.test(url)) return <WebText text={text} />;
  return (
    <a class={className} href={url} target="_blank" rel="noopener noreferrer nofollow">
      <WebText text={text} />
    </a>
  );
}
