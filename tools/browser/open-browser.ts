import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real Chromium, which comes with the packages; it may run as root. Whoever opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--headless=shell', '--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
