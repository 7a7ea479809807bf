import { readFile } from 'node:fs/promises';
import { collectReport } from '../../report/collect-report.js';
import { reportHtml } from '../../report/report-html.js';
import { version } from '../../version.js';
import type { Endpoints } from '../api/endpoints.js';
import { command } from '../views/commands.js';
import { crawlCards } from '../views/crawl-cards.js';
import { crawlEvents } from '../views/crawl-events.js';
import { hostDetail, hostList } from '../views/hosts.js';
import { labReportFile, labReports, labRun } from '../views/lab.js';
import { liveState } from '../views/live.js';
import { drawRound, roundView } from '../views/pages/ask-round.js';
import { labelPages } from '../views/pages/label-pages.js';
import { pageDetail, pageMarkdown, pageText, visitOf } from '../views/pages/page-detail.js';
import { pageList } from '../views/pages/page-list.js';
import { roundEffect } from '../views/pages/round-effect.js';
import { search } from '../views/pages/search.js';
import { nextUrls, queueView, rejectedUrls } from '../views/queue.js';
import { changedRules, rulesPreview, rulesView } from '../views/rules.js';
import { siteMap } from '../views/site-map.js';
import { seedChecks, startCrawl, startForm } from '../views/start.js';
import { topicApply, topicChanges, topicPreview, topicView, wordHistory } from '../views/topic.js';
import type { Call } from './call.js';
import { needed } from './fields.js';
import { badRequest, notFound } from './refusal.js';

/** Those that answer with JSON; the others are answered by the server itself. */
type Answering = {
  [Key in keyof Endpoints as [Endpoints[Key]['answer']] extends [never] ? never : Key]: (
    call: Call,
  ) => Endpoints[Key]['answer'] | Promise<Endpoints[Key]['answer']>;
};

/** What each endpoint does. The compiler sees to it that none is missing. */
export const handlers: Omit<Answering, 'POST /api/session'> = {
  'GET /api/session': ({ desk }) => ({
    version,
    by: desk.by,
    canStart: desk.shelf.root !== undefined,
    folder: desk.shelf.root ?? '',
  }),
  'GET /api/jobs/:job': (call) => call.desk.jobs.find(call.param('job')),
  'DELETE /api/jobs/:job': (call) => call.desk.jobs.cancel(call.param('job')),

  'GET /api/crawls': async ({ desk }) => ({ items: await crawlCards(desk.shelf) }),
  'GET /api/start': ({ desk }) => startForm(desk.own),
  'POST /api/seeds/check': ({ desk, body }) =>
    desk.jobs.start('seeds', undefined, 'Asking for the seeds', seedChecks(body, desk.own)),
  'POST /api/crawls': ({ desk, body }) => startCrawl(desk.shelf, body, desk.own),

  'GET /api/crawls/:crawl': ({ crawl }) => liveState(crawl),
  'GET /api/crawls/:crawl/events': ({ crawl, query }) => crawlEvents(crawl, query),
  'POST /api/crawls/:crawl/commands': ({ crawl, body, desk }) => command(crawl, body, desk.by),
  'POST /api/crawls/:crawl/report/frame': ({ crawl, desk, host }) => {
    const read = async () => reportHtml(await collectReport(await crawl.reader(), crawl.labels().sure, Date.now()));
    return { url: desk.frames.ticketFor({ type: 'report', read }, host) };
  },

  'GET /api/crawls/:crawl/pages': ({ crawl, query }) => pageList(crawl, query),
  'GET /api/crawls/:crawl/pages/:visit': (call) => pageDetail(call.crawl, call.param('visit')),
  'GET /api/crawls/:crawl/pages/:visit/text': (call) => pageText(call.crawl, call.param('visit')),
  'POST /api/crawls/:crawl/pages/:visit/frame': async (call) => {
    const { crawl, desk, host } = call;
    const row = await visitOf(crawl, call.param('visit'));
    if (row.archive === undefined) throw notFound('The archive does not have this page.');
    return { url: desk.frames.ticketFor({ type: 'text', read: () => pageMarkdown(crawl, row) }, host) };
  },
  'POST /api/crawls/:crawl/labels': ({ crawl, body, desk }) => labelPages(crawl, body, desk.by),

  'GET /api/crawls/:crawl/round': async ({ crawl, desk }) => {
    const open = desk.rounds.get(crawl.id);
    const round = open !== undefined && open.asked.length > 0 ? open : await drawRound(crawl, open?.number ?? 1);
    desk.rounds.set(crawl.id, round);
    return roundView(crawl, round);
  },
  'POST /api/crawls/:crawl/round/finish': ({ crawl, desk }) => {
    const round = desk.rounds.get(crawl.id);
    if (round === undefined || round.asked.length === 0) throw badRequest('No round is under way.');
    const job = desk.jobs.start('round', crawl.id, 'Looking at what the round changed', roundEffect(crawl, round));
    desk.rounds.set(crawl.id, { number: round.number + 1, asked: [], before: round.before });
    return job;
  },

  'GET /api/crawls/:crawl/queue': ({ crawl }) => queueView(crawl),
  'GET /api/crawls/:crawl/queue/next': ({ crawl, query }) => nextUrls(crawl, query),
  'GET /api/crawls/:crawl/rejected': ({ crawl, query }) => rejectedUrls(crawl, query),
  'GET /api/crawls/:crawl/rules': ({ crawl }) => rulesView(crawl),
  'POST /api/crawls/:crawl/rules/preview': ({ crawl, body, desk }) => {
    const { before, after } = changedRules(crawl, body);
    return desk.jobs.start('rules', crawl.id, 'Reading the queue', rulesPreview(crawl, before, after));
  },

  'GET /api/crawls/:crawl/hosts': ({ crawl, query }) => hostList(crawl, query),
  'GET /api/crawls/:crawl/hosts/:host': (call) => hostDetail(call.crawl, call.param('host')),
  'GET /api/crawls/:crawl/map': ({ crawl, query }) => siteMap(crawl, query),

  'GET /api/crawls/:crawl/topic': ({ crawl }) => topicView(crawl),
  'GET /api/crawls/:crawl/words': ({ crawl }) => wordHistory(crawl),
  'POST /api/crawls/:crawl/topic/preview': ({ crawl, body, desk }) =>
    desk.jobs.start('topic-preview', crawl.id, 'Judging pages', topicPreview(crawl, topicChanges(crawl, body))),
  'POST /api/crawls/:crawl/topic/apply': ({ crawl, body, desk }) => {
    if (desk.jobs.running('topic-apply', crawl.id)) throw badRequest('Its topic is being changed already.');
    const work = topicApply(crawl, topicChanges(crawl, body), desk.by);
    return desk.jobs.start('topic-apply', crawl.id, 'Judging pages', work);
  },

  'GET /api/crawls/:crawl/search': ({ crawl, query, desk }) => search(crawl, query, desk.jobs, desk.by),

  'GET /api/lab/reports': ({ desk }) => labReports(desk.labs),
  'POST /api/lab/runs': ({ desk, body }) => {
    const crawl = desk.shelf.find(needed(body.text('crawl', 300), 'crawl'));
    return desk.jobs.start('lab', crawl.id, 'Starting the lab', labRun(desk.labs, crawl, body));
  },
  'POST /api/lab/reports/:report/frame': (call) => {
    const file = labReportFile(call.desk.labs, call.param('report'));
    return { url: call.desk.frames.ticketFor({ type: 'report', read: () => readFile(file) }, call.host) };
  },
};
