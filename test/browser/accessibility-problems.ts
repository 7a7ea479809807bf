import type { Page } from 'playwright-core';

/**
 * What of a page could not be named, told apart or reached: controls without a name, fields without a label, text whose contrast is below
 * that of WCAG AA (4.5, or 3 for large text), ids that are there twice, a page without a heading or with several main ones.
 */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(${check})()`);
}

/** Runs in the page, whose types are not those of the tests. */
const check = `() => {
  const problems = [];
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const told = (element) => element.tagName.toLowerCase() + '.' + element.className + ' ' + (element.textContent || '').trim().slice(0, 40);
  const named = (element) => {
    const by = element.getAttribute('aria-labelledby');
    const labels = [...(element.labels || [])].map((label) => label.textContent).join('');
    const alt = [...element.querySelectorAll('img[alt], svg[aria-label]')].map((one) => one.getAttribute('alt') || one.getAttribute('aria-label')).join('');
    return (by && document.getElementById(by)?.textContent) || element.getAttribute('aria-label') || labels || (element.matches('input, select, textarea, iframe') ? element.title : element.textContent.trim() || alt);
  };
  for (const element of document.querySelectorAll('a, button, input, select, textarea, summary, iframe, [role], [tabindex="0"], dialog'))
    if (isShown(element) && !named(element) && !element.matches('[role=status], [role=alert], [role=tabpanel]')) problems.push('no name: ' + told(element));
  for (const image of document.querySelectorAll('img:not([alt])')) problems.push('no alt: ' + image.src);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) problems.push('id twice: ' + id);
  const first = document.querySelectorAll('h1');
  if (first.length !== 1) problems.push(first.length + ' main headings');
  if (!document.title || document.documentElement.lang === '') problems.push('no title or language');

  const parse = (colour) => {
    const [r, g, b, a = 1] = (colour.match(/[\\d.]+/g) || []).map(Number);
    const scale = colour.startsWith('color(') ? 255 : 1;
    return [r * scale, g * scale, b * scale, a];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const groundOf = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const ground = parse(getComputedStyle(one).backgroundColor);
      if (ground[3] > 0) layers.push(ground);
      if (ground[3] === 1) break;
    }
    return layers.reverse().reduce((below, [r, g, b, a]) => [r * a + below[0] * (1 - a), g * a + below[1] * (1 - a), b * a + below[2] * (1 - a)], [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(element) || !isShown(element) || element.closest('.unseen, title, option, noscript, :disabled')) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const [one, other] = [light(parse(style.color)), light(groundOf(element))].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < (isLarge ? 3 : 4.5)) problems.push('contrast ' + contrast.toFixed(2) + ': ' + told(element));
  }
  return problems;
}`;
