import type { LearntVisit } from '../model/strategy.js';

/** Lessons kept for an agent that does not come for them; of more, the oldest are forgotten. */
const mostKept = 1_000;

export interface LessonExchangeOptions {
  /** 'tables': the words of pages; 'all': their links too, and so where links have led. */
  readonly share: 'tables' | 'all';
  /** Pages of an agent after which it learns from those of the others. */
  readonly every: number;
}

/**
 * How agents learn from each other. They exchange visits, not tables: each learns from the others' by its own rule. So
 * nothing is counted twice, in whatever order they meet, and it holds for every strategy.
 */
export class LessonExchange {
  readonly #lessons = new Map<number, LearntVisit[]>();
  readonly #learntAt = new Map<number, number>();

  constructor(
    agents: readonly number[],
    private readonly options: LessonExchangeOptions,
  ) {
    for (const agent of agents) this.#lessons.set(agent, []);
  }

  /** An agent has learnt from a page of its own. */
  publish(from: number, visit: LearntVisit): void {
    const lesson: LearntVisit = { ...visit, ...(this.options.share === 'tables' && { links: [] }), foreign: true };
    for (const [agent, lessons] of this.#lessons) {
      if (agent === from) continue;
      lessons.push(lesson);
      if (lessons.length > mostKept) lessons.shift();
    }
  }

  /** What the agent has to learn now, given the number of its own pages; nothing before it is time. */
  lessonsFor(agent: number, pages: number): readonly LearntVisit[] {
    const lessons = this.#lessons.get(agent) ?? [];
    if (lessons.length === 0 || pages - (this.#learntAt.get(agent) ?? 0) < this.options.every) return [];
    this.#learntAt.set(agent, pages);
    return lessons.splice(0);
  }

  /** It learns no more. */
  leave(agent: number): void {
    this.#lessons.delete(agent);
  }
}
