import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { count } from '../../../counted.js';
import { DataTable } from '../parts/data-table.js';
import { clockTime } from '../parts/figures.js';
import { colours } from '../shell/theme.js';
import type { ChartProps } from './chart-data.js';
import { drawChart } from './draw-chart.js';

/** A chart with its lines named and read at the cursor, which all charts share, and the same figures as a table. */
export function TimeChart(props: ChartProps) {
  const { title, note, x, axis, lines, format } = props;
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const drawn = useDrawn(box, props, setPlace, asTable);
  const at = place === null || place >= x.length ? null : place;
  const where = (value: number) => (axis === 'time' ? clockTime(value) : `${count(value)} pages`);
  const step = (by: number) => {
    const next = Math.max(0, Math.min(x.length - 1, (at ?? x.length - 1 - by) + by));
    const chart = drawn.current;
    if (chart && x[next] !== undefined) chart.setCursor({ left: chart.valToPos(x[next], 'x'), top: 10 });
  };
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <span class="soft at">{at === null ? (note ?? '') : where(x[at]!)}</span>
        <button type="button" class="quiet small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Chart' : 'Table'}
        </button>
      </figcaption>
      {asTable ? (
        <ChartTable {...props} />
      ) : (
        <div
          ref={box}
          class="plot"
          tabIndex={0}
          role="slider"
          aria-label={`${title}. ${note ?? ''}`}
          aria-valuemin={0}
          aria-valuemax={x.length - 1}
          aria-valuenow={at ?? x.length - 1}
          aria-valuetext={spoken(props, at ?? x.length - 1, where)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            step(by);
          }}
        />
      )}
      <ul class="keys">
        {lines.map(({ name, colour, dashed, band, values }) => (
          <li key={name}>
            <i class={`swatch ${colour}${band ? ' dotted' : dashed ? ' dashed' : ''}`} />
            {name}{' '}
            <b>
              {format((at === null ? values.findLast((value) => value !== null) : values[at]) ?? Number.NaN).replace(
                /.*NaN.*/,
                '–',
              )}
            </b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The chart as it is drawn: made anew when the lines or colours change, resized with its box, fed with new data. */
function useDrawn(
  box: { readonly current: HTMLDivElement | null },
  props: ChartProps,
  place: (index: number | null) => void,
  asTable: boolean,
) {
  const drawn = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const shape = `${props.axis} ${props.top} ${props.lines.map(({ name, colour }) => name + colour).join()} ${props.marks?.length ?? 0}`;
  // What the shape names, and the colours.
  useEffect(() => {
    if (asTable || box.current === null) return;
    const element = box.current;
    drawn.current = drawChart(element, latest.current, place);
    const watching = new ResizeObserver(() => {
      const { height = 180 } = latest.current;
      if (element.clientWidth > 0) drawn.current?.setSize({ width: element.clientWidth, height });
    });
    watching.observe(element);
    return () => {
      watching.disconnect();
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [shape, colours.value, asTable]);
  useEffect(() => {
    drawn.current?.setData([props.x as number[], ...props.lines.map(({ values }) => values as (number | null)[])]);
  }, [props.x, props.lines]);
  return drawn;
}

/** What the chart says at a place, for those who hear it. */
function spoken({ x, lines, format }: ChartProps, at: number, where: (value: number) => string): string {
  if (x[at] === undefined) return 'no figures yet';
  const values = lines.map(({ name, values: all }) => `${name} ${all[at] == null ? 'none' : format(all[at])}`);
  return `${where(x[at])}: ${values.join(', ')}`;
}

/** Rows of the table: as many as one reads. */
const mostRows = 60;

function ChartTable({ title, x, axis, lines, format }: ChartProps) {
  const every = Math.max(1, Math.ceil(x.length / mostRows));
  const places = x.map((_, index) => index).filter((index) => (x.length - 1 - index) % every === 0);
  return (
    <DataTable
      label={title}
      rows={places.reverse()}
      keyOf={(index) => index}
      columns={[
        {
          title: axis === 'time' ? 'Time' : 'Pages',
          cell: (index) => (axis === 'time' ? clockTime(x[index]!) : count(x[index]!)),
        },
        ...lines.map(({ name, values }) => ({
          title: name,
          cell: (index: number) => (values[index] == null ? '–' : format(values[index])),
        })),
      ]}
    />
  );
}
