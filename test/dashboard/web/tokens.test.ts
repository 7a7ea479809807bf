import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const tokens = readFileSync('src/dashboard/web/style/tokens.css', 'utf8');
const named = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[\da-f]+), (#[\da-f]+)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const grounds = ['paper', 'panel', 'raised', 'wash'];
const pairs: readonly (readonly [text: string, ground: string, least: number])[] = [
  ...grounds.flatMap((ground) => ['ink', 'soft', 'accent'].map((text) => [text, ground, 4.5] as const)),
  ...['good', 'bad', 'warn'].flatMap((text) => [
    [text, `${text}-wash`, 4.5] as const,
    [text, 'paper', 4.5] as const,
    [text, 'raised', 4.5] as const,
  ]),
  ['ink', 'mark', 4.5],
  ['accent', 'mark', 4.5],
  ['on-accent', 'accent', 4.5],
  // Edges of controls and lines of charts are no text.
  ...['edge', 'c0', 'c1', 'c2', 'grey'].map((line) => [line, 'paper', 3] as const),
];

describe('the colours of the dashboard', () => {
  for (const theme of ['light', 'dark'] as const)
    test(`can be told apart (${theme})`, () => {
      assert.ok(named.size > 20);
      const weak = pairs
        .map(([text, ground, least]) => ({
          text,
          ground,
          least,
          is: contrast(named.get(text)![theme], named.get(ground)![theme]),
        }))
        .filter(({ is, least }) => is < least);
      assert.deepEqual(weak, []);
    });
});
