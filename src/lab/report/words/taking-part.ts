import { dataTable, heading, numberCell, rowHeading, wordsCell, wordsHeading } from '../../../html/data-table.js';
import type { Html } from '../../../html/html.js';
import type { LabReport } from '../../results.js';
import { completeFirst, mainView } from '../report-view.js';
import { competitorLabel } from './contender-label.js';

export function competitorTable(report: LabReport): Html {
  return dataTable({
    label: 'Strategies',
    headings: [heading('Strategy'), wordsHeading('What it does')],
    rows: completeFirst(report, mainView(report), report.contenders).map((one) => [
      rowHeading(one.name, competitorLabel(report, one)),
      wordsCell(one.summary),
    ]),
  });
}

export function subjectTable({ topics }: LabReport): Html {
  return dataTable({
    label: 'Topics',
    headings: [heading('Topic'), wordsHeading('Query'), heading('Relevant pages'), heading('Examples')],
    rows: topics.map(({ id, query, relevant, examples }) => [
      rowHeading(id),
      wordsCell(query),
      numberCell(relevant, relevant),
      numberCell(examples, examples),
    ]),
  });
}

export function skippedTable({ skipped }: LabReport): Html {
  return dataTable({
    label: 'Skipped',
    headings: [heading('Strategy'), wordsHeading('Topic'), wordsHeading('Why')],
    rows: skipped.map(({ strategy, topic, reason }) => [
      rowHeading(strategy || 'everyone'),
      wordsCell(topic),
      wordsCell(reason),
    ]),
  });
}
