/** Text as HTML or SVG, in an element or a quoted attribute. Also runs in the page, so it needs nothing from around it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
