/**
 * A strategy of one's own: best-first, but every folder in a link's path takes something off its score.
 *
 *   osprey crawl "jaguar car" --seed https://example.org/cars --strategy ./own-strategy.ts --set shallow-first.keeps=0.5
 */
import { defineStrategy, parameter, ratio, TopicJudge } from 'osprey-crawler';

export const strategy = defineStrategy({
  name: 'shallow-first',
  summary: 'Follows links like the query, those near the root of their site first.',
  source: 'an example',
  needs: ['query'],
  parameters: { keeps: parameter(ratio(), 0.8, 'What a link keeps of its score for every folder in its path.') },
  parts: {
    page: 'cosine of the linking page and the query',
    anchor: 'cosine of the anchor text and the query',
    folders: 'folders in the path of its URL',
  },
  prepare: ({ parameters: { keeps } }) => ({
    make(topic) {
      const judge = new TopicJudge(topic);
      return {
        name: 'shallow-first',
        judge: (page) => judge.judge(page),
        rank: (_page, { raw: page }, links) =>
          links.map(({ url, anchorTerms }) => {
            const anchor = judge.similarity(anchorTerms);
            const folders = new URL(url).pathname.split('/').length - 2;
            return { value: keeps ** folders * ((page + anchor) / 2), parts: { page, anchor, folders } };
          }),
      };
    },
  }),
});
