import type { Genre } from './genres.js';

/** A genre that needs no terms from the user. */
export interface ReadyGenre extends Genre {
  /** One line. */
  readonly description: string;
}

/**
 * The genres by name, in English. Course syllabus, job offer and sale offer are de Assis et al. 2009's (Table 2), word for word. Pappas et al. 2012
 * searches for news, discussions and blogs, and de Assis et al. 2009 for product reviews, but neither prints its terms: these
 * are ours, words that belong to the form of such a page whatever its subject. So are all terms of URLs.
 */
export const readyGenres: readonly ReadyGenre[] = [
  {
    name: 'news',
    description: 'reports of news sites, magazines and agencies (our own terms)',
    terms: words(`news, breaking news, latest news, headlines, top stories, story, report, correspondent,
      journalist, editor, editorial, newspaper, press release, news agency, published, updated, spokesman, told reporters,
      interview, politics, business, sport, weather`),
    urlTerms: ['news', 'article', 'story'],
  },
  {
    name: 'discussions',
    description: 'threads of forums, message boards and question-and-answer sites (our own terms)',
    terms:
      words(`forum, discussion, thread, topic, post, reply, message, member, moderator, administrator, quote, wrote,
      joined, register, guest, views, last post, new topic, post reply, message board, question, answer, solved, faq`),
    urlTerms: ['forum', 'thread', 'topic', 'discussion'],
  },
  {
    name: 'blogs',
    description: 'entries of blogs and their front pages (our own terms)',
    terms: words(`blog, weblog, blogger, post, comments, leave a comment, recent posts, recent comments, older posts,
      newer posts, archives, categories, tags, blogroll, permalink, trackback, subscribe, rss feed, entry, author, share`),
    urlTerms: ['blog', 'weblog', 'post'],
  },
  {
    name: 'course-syllabus',
    description: 'pages that say what a course teaches and how (de Assis et al. 2009)',
    terms:
      words(`syllabus, course, credits, instructor, prerequisites, class hours, objectives, description, outline, topics,
      tentative schedule, grading, exams, materials, required text, textbooks`),
    urlTerms: ['course', 'syllabus', 'class'],
  },
  {
    name: 'job-offer',
    description: 'vacancies with their requirements (de Assis et al. 2009)',
    terms:
      words(`jobs, job offer, vacancies, company, organization, contact, location, city, details, description, salary, benefits,
      career, job type, category, work experience, requirements, curriculum, education, responsibilities, competencies,
      qualifications, restrictions, work schedule`),
    urlTerms: ['job', 'career', 'vacancy'],
  },
  {
    name: 'sale-offer',
    description: 'pages of shops with things for sale (de Assis et al. 2009)',
    terms:
      words(`sale, buy, shop, virtual shop, product, products list, brand, used, price, offers, promotion, discount,
      payment, parcels, availability, location, headline, image, contact, add to, classification, sections, categories,
      groups`),
    urlTerms: ['shop', 'product', 'offer'],
  },
  {
    name: 'product-review',
    description: 'judgements of products by testers and buyers (our own terms)',
    terms: words(`review, product review, customer reviews, user reviews, rating, stars, score, verdict, opinion,
      recommend, tested, pros, cons, pros and cons, strengths, weaknesses, performance, quality, design, features,
      value for money, compare, helpful`),
    urlTerms: ['review', 'test', 'rating'],
  },
];

function words(list: string): string[] {
  return list.split(',').map((term) => term.trim().replace(/\s+/g, ' '));
}
