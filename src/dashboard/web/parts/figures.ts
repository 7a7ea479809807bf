/** Numbers and times as people read them. Times are those of the reader's own clock. */

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

export function clockTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday ? time : `${dateOf(at)} ${time.slice(0, 5)}`;
}

export function dateOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toLocaleDateString('sv-SE');
}

/** 45 s, 3 min, 2 h 5 min, 3 days. */
export function duration(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.round(ms / second))} s`;
  if (ms < hour) return `${Math.round(ms / minute)} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.round((ms % hour) / minute)} min`;
  return `${Math.round(ms / day)} days`;
}

export function ago(at: number, now = Date.now()): string {
  return now - at < 5 * second ? 'just now' : `${duration(now - at)} ago`;
}

/** 3.4, 34, 0.12. */
export function rate(value: number): string {
  if (value === 0) return '0';
  return value >= 10 ? String(Math.round(value)) : value.toFixed(value < 1 ? 2 : 1);
}

/** 1,234 in full, 1.2 M in short where there is little room. */
export function short(value: number): string {
  return value < 10_000
    ? value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
    : Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
