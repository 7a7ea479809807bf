/** Reports are kept and shown around; the addresses of pages, which reasons for a failure may name, are none of their matter. */
export function withoutUrls(text: string): string {
  return text.replace(/https?:\/\/[^\s"<>]*[^\s"<>.,;:!?'’”)\]]/gi, '(a URL)');
}
