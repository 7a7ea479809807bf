import { httpUrl } from '../config/network-kinds.js';
import { flagValue } from './flag-value.js';

/** Refuses a webhook that is none before anything is fetched. */
export function checkedWebhook(url: string | undefined): string | undefined {
  return url === undefined ? undefined : flagValue(httpUrl(), url, '--notify');
}
