import { rocAuc, type Scored } from '../../learning/quality.js';
import { calibrationSums } from '../measures/calibration.js';
import { rankingQuality } from '../measures/ranking-quality.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Truth } from '../truth/truth.js';
import { hashUnit, inHashOrder } from '../web/hash-unit.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { judgeStandings } from './judge-standings.js';
import type { JudgeResult, JudgesReport, TopicHalf } from './judges-report.js';
import type { PageJudge } from './page-judge.js';

export interface JudgingPlan {
  readonly judges: readonly PageJudge[];
  readonly topics: readonly LabTopic[];
  readonly truth: Truth;
  /** Relevant pages to give with each topic, drawn by lot where the topic does not name enough. */
  readonly examples: number;
  readonly baseline: string;
  readonly randomSeed: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The pages of a judge's first screens. */
const first = 100;

/** A topic of which pages are known to be wanted. */
interface Question {
  readonly topic: LabTopic;
  readonly relevant: Uint8Array;
  /** Numbers of the pages given with it: they do not count. */
  readonly given: ReadonlySet<number>;
}

/** Every page ranked for every topic by every judge. */
export async function judgeWeb(web: RecordedWeb, plan: JudgingPlan): Promise<Omit<JudgesReport, 'made' | 'web'>> {
  const { judges, truth, examples, baseline, randomSeed, onProgress = () => {} } = plan;
  const questions = plan.topics.map((topic): Question => {
    const { relevant } = truth.of(topic);
    return { topic, relevant, given: new Set(givenPages(web, topic, relevant, examples)) };
  });
  const asked = questions.map(({ topic, given }) => ({
    topic,
    examples: [...given].map((page) => web.page(page).terms),
  }));
  const results: JudgeResult[] = [];
  for (const [done, judge] of judges.entries()) {
    onProgress(done, judges.length);
    const scores = await judge.scores(asked);
    for (const [index, question] of questions.entries()) {
      const own = scores[index];
      const result = own && resultOf(judge, question, own);
      if (result !== undefined) results.push(result);
    }
  }
  const topics = questions.map(({ topic, relevant, given }) => ({
    id: topic.id,
    query: topic.query ?? '',
    relevant: relevant.reduce((sum, one) => sum + one, 0) - given.size,
    half: halfOf(topic),
  }));
  const standings = judgeStandings(results, topics, baseline, randomSeed);
  const meanOf = (name: string) =>
    standings.find(({ judge, half }) => judge === name && half === 'all')?.measures.averagePrecision.mean ?? 0;
  return {
    baseline,
    examples,
    first,
    topics,
    judges: judges.map(({ name, summary }) => ({ name, summary })).sort((a, b) => meanOf(b.name) - meanOf(a.name)),
    results,
    standings,
  };
}

/** By a hash of what it is about: the same in every run, whatever other topics there are. */
function halfOf({ id, relevant }: LabTopic): TopicHalf {
  return hashUnit(relevant.length === 0 ? id : relevant.join(';')) < 0.5 ? 'tuning' : 'held out';
}

function givenPages(web: RecordedWeb, topic: LabTopic, relevant: Uint8Array, count: number): number[] {
  const named = topic.examples.flatMap((url) => web.pageOf(url) ?? []);
  const wanted = inHashOrder(
    web.urls.flatMap((_, page) => (relevant[page] === 1 ? [page] : [])),
    web.urls,
  );
  return [...new Set([...named, ...wanted])].slice(0, count);
}

/** Undefined where the topic has no page left that is wanted, or none that is not. */
function resultOf(judge: PageJudge, question: Question, scores: Float64Array): JudgeResult | undefined {
  const { topic, relevant, given } = question;
  const scored: Scored[] = [];
  for (const [page, score] of scores.entries())
    if (!given.has(page)) scored.push({ score, wanted: relevant[page] === 1 });
  const ranking = rankingQuality(scored);
  const auc = rocAuc(scored);
  if (ranking === null || auc === undefined) return undefined;
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, first);
  return {
    judge: judge.name,
    topic: topic.id,
    ranking,
    auc,
    calibration: judge.isScaled ? calibrationSums(scored) : null,
    calibrationOfFirst: judge.isScaled ? calibrationSums(best) : null,
  };
}
