import { UsageError } from '../../failure.js';
import { type Bench, truthOf } from '../open-bench.js';
import type { TextsOf } from '../supervision/example-terms.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { PageSimilarities } from '../truth/similarities.js';
import type { TopicTruth, Truth } from '../truth/truth.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { SearchStandIn } from './search-stand-in.js';

export type TruthKind = Truth['kind'];

/** What there is to do experiments on. */
export interface PapersBench extends Pick<Bench, 'topics' | 'truths'> {
  readonly web: RecordedWeb;
  readonly similarities: PageSimilarities;
  /** Reads pages with their texts, which recorded webs come without. */
  readonly textsOf: TextsOf;
  /** A folder for files that crawls read, such as logs of queries; whoever gives it clears it away. */
  readonly folder: string;
}

export interface SceneOptions {
  /** Topics of the web that take part, the first ones: a whole evening is not at everyone's disposal. */
  readonly mostTopics: number;
  /** Sets of seeds a topic and kind; where not said, as many as make a fair number of tasks of the topics that there are. */
  readonly draws: number | undefined;
  /** Pages of a crawl; where there is none, the paper's number, but at most a tenth of the web. */
  readonly budget: number | undefined;
}

/** Tasks of each kind of seeds that an experiment should rest on. */
const usualTasks = 9;

/** A bench as experiments see it. */
export class Scene {
  /** For seeds and for comparison. */
  readonly search: SearchStandIn;
  readonly #truths = new Map<string, TopicTruth | undefined>();
  #topics: readonly LabTopic[] | undefined;

  constructor(
    readonly bench: PapersBench,
    private readonly options: SceneOptions,
  ) {
    this.search = new SearchStandIn(bench.web);
  }

  get web(): RecordedWeb {
    return this.bench.web;
  }

  /** Those that can be judged, up to the number asked for. */
  get topics(): readonly LabTopic[] {
    const { kind } = this.truth;
    this.#topics ??= this.bench.topics
      .filter((topic) => this.truthOf(kind, topic) !== undefined)
      .slice(0, this.options.mostTopics);
    return this.#topics;
  }

  get topicsWithQuery(): readonly LabTopic[] {
    return this.topics.filter(({ query = '' }) => query !== '');
  }

  get draws(): number {
    return this.options.draws ?? Math.ceil(usualTasks / Math.max(1, this.topics.length));
  }

  /** Whose word counts when an experiment does not say. */
  get truth(): Truth {
    return truthOf(this.bench);
  }

  get hasLabels(): boolean {
    return this.bench.truths.labels !== undefined;
  }

  get hosts(): number {
    return new Set(this.web.hosts).size;
  }

  /** Labels that any page of the web carries. */
  get labels(): ReadonlySet<string> {
    return new Set(this.bench.truths.labels?.labels.flat());
  }

  /** Topics whose near seeds are what a search for their query answers, as those of Pappas et al. 2012 and Meenu et al. 2014 are. */
  searchedTopics(topics: readonly LabTopic[], seeds: number): readonly LabTopic[] {
    return topics.map((topic) => ({ ...topic, near: this.search.seeds(topic.query!, seeds) }));
  }

  /**
   * The paper's number of pages, but at most a tenth of the web: papers crawled the whole Web, and where most of what can
   * be reached is fetched, the order in which it is fetched no longer tells crawlers apart.
   */
  budgetFor(published: number): number {
    return Math.min(published, this.options.budget ?? Math.max(1, Math.floor(this.web.urls.length / 10)));
  }

  /**
   * Highest cosine of every page with the topic's ground-truth pages. Batsakis 2007 has 50 of them: where there are labels they
   * are taken from the relevant pages, else they are the topic's examples.
   */
  likenessOf(topic: LabTopic): Float64Array | undefined {
    const bare = { ...topic, id: `${topic.id}, ground truth`, examples: [] };
    return (this.hasLabels ? this.truthOf('labels', bare) : this.truthOf('examples', topic))?.similarity;
  }

  /** Undefined where nobody can say. Worked out once a topic. */
  truthOf(kind: TruthKind, topic: LabTopic): TopicTruth | undefined {
    const key = `${kind} ${topic.id}`;
    if (!this.#truths.has(key)) this.#truths.set(key, judgedBy(this.bench.truths[kind], topic));
    return this.#truths.get(key);
  }
}

/** A topic that cannot be judged so, for want of words, pages or labels, has no value by this measure. */
function judgedBy(truth: Truth | undefined, topic: LabTopic): TopicTruth | undefined {
  try {
    return truth?.of(topic);
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}
