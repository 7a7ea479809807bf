import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../src/dashboard/api/crawls.js';
import type { Endpoints } from '../../src/dashboard/api/endpoints.js';
import type { StreamMessage } from '../../src/dashboard/api/stream.js';
import { type Dashboard, type DashboardOptions, startServer } from '../../src/dashboard/server/start-server.js';

type Answer<Key extends keyof Endpoints> = Endpoints[Key]['answer'];

/** What a page in a browser does, without the page. */
export class DashboardClient {
  private constructor(
    readonly dashboard: Dashboard,
    readonly cookie: string,
  ) {}

  static async open(options: DashboardOptions): Promise<DashboardClient> {
    const dashboard = await startServer(options);
    const answer = await fetch(`${dashboard.origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: dashboard.origin },
      body: JSON.stringify({ token: dashboard.token }),
    });
    assert.equal(answer.status, 200);
    return new DashboardClient(dashboard, answer.headers.get('set-cookie')!.split(';')[0]!);
  }

  /** As it is answered. `key` is a name of `Endpoints`, `params` fill its path, the rest is the query. */
  raw(
    key: keyof Endpoints,
    params: Readonly<Record<string, string | number>> = {},
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const [method = '', pattern = ''] = key.split(' ');
    const query = new Map(Object.entries(params));
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = query.get(name);
      query.delete(name);
      return encodeURIComponent(String(value));
    });
    const search = new URLSearchParams(Object.fromEntries([...query].map(([name, value]) => [name, String(value)])));
    const { origin } = this.dashboard;
    return fetch(`${origin}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        cookie: this.cookie,
        origin,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
  }

  async ask<Key extends keyof Endpoints>(
    key: Key,
    params: Readonly<Record<string, string | number>> = {},
    body?: unknown,
  ): Promise<Answer<Key>> {
    const answer = await this.raw(key, params, body);
    const text = await answer.text();
    assert.equal(answer.status, 200, `${key}: ${text}`);
    return JSON.parse(text);
  }

  /** The result of a job, when it is done. */
  async result<Result>(job: Job<Result>): Promise<Result> {
    for (;;) {
      const now = await this.ask('GET /api/jobs/:job', { job: job.id });
      if (now.state === 'done') return now.result as Result;
      assert.equal(now.state, 'running', JSON.stringify(now.error));
      await sleep(20);
    }
  }

  /** The messages of a stream, until the loop is left. */
  async *stream(crawl?: string): AsyncGenerator<StreamMessage> {
    const abort = new AbortController();
    const { origin } = this.dashboard;
    const url = `${origin}/api/stream${crawl === undefined ? '' : `?crawl=${encodeURIComponent(crawl)}`}`;
    const answer = await fetch(url, { headers: { cookie: this.cookie }, signal: abort.signal });
    assert.equal(answer.status, 200);
    let text = '';
    try {
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        const events = (text + piece).split('\n\n');
        text = events.pop()!;
        for (const event of events) {
          const data = /^event: update\ndata: (.*)$/s.exec(event)?.[1];
          if (data !== undefined) yield JSON.parse(data);
        }
      }
    } finally {
      abort.abort();
    }
  }

  close(): Promise<void> {
    return this.dashboard.close();
  }
}
