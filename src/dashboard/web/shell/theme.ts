import { effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const name = 'osprey-theme';
const kept = localStorage.getItem(name) as Theme | null;

export const theme = signal<Theme>(kept !== null && themes.includes(kept) ? kept : 'system');

/** Counts up whenever colours change, for what is drawn and not styled. */
export const colours = signal(0);

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  colours.value++;
});

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(name, theme.value);
  colours.value = colours.peek() + 1;
});
