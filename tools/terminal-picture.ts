import { readFileSync } from 'node:fs';

/**
 * A picture (SVG) of a terminal, from text with bold marks as `tmux capture-pane -e -p` gives it, on standard input:
 *   node dist/tools/terminal-picture.js < screen.txt > docs/demo.svg
 */
const [charWidth, lineHeight, margin] = [7.8, 17, 16];
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a terminal begin with one.
const sequence = /\u001b\[([\d;]*)m/;
const lines = readFileSync(0, 'utf8').trimEnd().split('\n');
let bold = false;
const rows = lines.map((line, index) => {
  const spans = line.split(sequence).map((part, place) => {
    if (place % 2 === 0)
      return part === '' ? '' : `<tspan${bold ? ' font-weight="bold"' : ''}>${escaped(part)}</tspan>`;
    bold = part === '1' || (bold && part !== '' && part !== '0');
    return '';
  });
  return `<text x="${margin}" y="${margin + (index + 1) * lineHeight}" xml:space="preserve">${spans.join('')}</text>`;
});
const columns = Math.max(...lines.map((line) => line.replaceAll(new RegExp(sequence, 'g'), '').length));
const [width, height] = [2 * margin + columns * charWidth, 2.5 * margin + lines.length * lineHeight];
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">
<rect width="100%" height="100%" rx="8" fill="#16202b"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#d7e0ea">
${rows.join('\n')}
</g>
</svg>
`);

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character]!);
}
