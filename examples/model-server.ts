/**
 * A strategy that asks a model server how relevant a page is. The server gets `{ query, text }` and answers `{ score }`, 0 to 1.
 * It is asked for all pages in flight at the same time, once for each page: a resumed or rejudged crawl uses the kept answers.
 *
 *   osprey crawl "jaguar car" --seed https://example.org/cars --strategy ./model-server.ts \
 *     --set model-server.url=http://127.0.0.1:8080/score
 */
import { defineStrategy, parameter, text } from 'osprey-crawler';

export const strategy = defineStrategy({
  name: 'model-server',
  summary: 'Asks a model server how relevant a page is.',
  source: 'an example',
  needs: ['query'],
  parameters: { url: parameter(text('url', 'a URL'), 'http://127.0.0.1:8080/score', 'Address of the model server.') },
  parts: { model: 'what the model server says of the page, or of the page with the link' },
  reads: ['mainText'],
  prepare: ({ settings: { query }, parameters: { url } }) => ({
    make: () => ({
      name: 'model-server',
      async features({ mainText }) {
        const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ query, text: mainText }) });
        if (!answer.ok) throw new Error(`the model server answered ${answer.status}`);
        return { score: Number(((await answer.json()) as { score: unknown }).score) };
      },
      judge: (_page, _reached, { score }: { score: number }) => ({
        relevance: score,
        raw: score,
        parts: { model: score },
      }),
      rank: (_page, { raw }, links) => links.map(() => ({ value: raw, parts: { model: raw } })),
    }),
  }),
});
