import { TextPipeline } from '../text/text-pipeline.js';

/** Tells of a text how many different terms of the query are in it. Of a URL, give it the `urlWords`. */
export function sharedTerms(query: string, language: string): (text: string) => number {
  const pipeline = new TextPipeline({ language });
  const wanted = [...new Set(pipeline.termIds(query))];
  return (text) => {
    const present = new Set(pipeline.termIds(text));
    return wanted.filter((term) => present.has(term)).length;
  };
}
