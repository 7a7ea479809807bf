import { useEffect, useRef, useState } from 'preact/hooks';
import type { SiteMap } from '../../../api/hosts.js';
import { Loading } from '../../parts/state-box.js';
import { colours } from '../../shell/theme.js';
import type { DrawnMap } from './draw-map.js';

export interface MapCanvasProps {
  readonly map: SiteMap;
  /** What was visited later is hidden. */
  readonly until: number;
  readonly byAgent: boolean;
  readonly open: (host: string) => void;
  readonly showTable: () => void;
}

/** The map as a drawing. What draws it is loaded when it is first needed. */
export function MapCanvas(props: MapCanvasProps) {
  const { map, until, byAgent, open, showTable } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [problem, setProblem] = useState<string>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isGone = false;
    import('./draw-map.js')
      .then(({ drawMap }) => {
        if (isGone || box.current === null) return;
        drawn.current = drawMap(box.current, latest.current.map, (host) => latest.current.open(host));
        drawn.current.show(latest.current.until, latest.current.byAgent);
        setReady(true);
      })
      .catch((thrown: Error) => setProblem(thrown.message));
    return () => {
      isGone = true;
      drawn.current?.close();
      drawn.current = null;
    };
  }, [map, colours.value]);
  useEffect(() => drawn.current?.show(until, byAgent), [until, byAgent, isReady]);
  if (problem !== undefined)
    return (
      <div class="state-box">
        <p class="first">This browser cannot draw the map.</p>
        <p class="note">{problem}</p>
        <button type="button" onClick={showTable}>
          Show it as a table
        </button>
      </div>
    );
  return (
    <div class="map">
      {!isReady && <Loading words="Drawing the map…" />}
      <div
        ref={box}
        class="map-box"
        role="img"
        aria-label={`Map of ${map.hosts.length} hosts. The table has the same.`}
      />
      <p class="note">
        Drag to move, scroll to zoom, click a host to open it.{' '}
        <button type="button" class="quiet small" onClick={() => open(map.hosts[0]!.host)}>
          Open the host with the most relevant pages
        </button>
      </p>
    </div>
  );
}
