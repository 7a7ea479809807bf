/*
 * Browsers started with the locale "C" call their language `en-US@posix`, which no formatter takes, and uPlot makes one as soon as
 * it is loaded. This is to be imported before it.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' });
}

export {};
