import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import type { MapHost, SiteMap } from '../../../api/hosts.js';
import { styleColours } from '../../charts/style-colours.js';

/** A map that is drawn, and can show an earlier time. */
export interface DrawnMap {
  show(until: number, byAgent: boolean): void;
  close(): void;
}

const palette = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const;
const [iterations, angle] = [250, 2.399963] as const;

/** Draws the map into an element: hosts by relevant pages and harvest, ways by visits. */
export function drawMap(box: HTMLElement, map: SiteMap, open: (host: string) => void): DrawnMap {
  const colour = styleColours(box, ['ink', 'soft', 'rule', 'grey', 'paper', ...palette]);
  const graph = graphOf(map, colour);
  forceAtlas2.assign(graph, {
    iterations,
    settings: { ...forceAtlas2.inferSettings(graph), adjustSizes: false, barnesHutOptimize: graph.order > 200 },
  });
  let shown = { until: Number.POSITIVE_INFINITY, byAgent: false };
  const firstOf = (node: string) => graph.getNodeAttribute(node, 'firstVisit') as number;
  const sigma = new Sigma(graph, box, {
    labelColor: { color: colour('ink') },
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelRenderedSizeThreshold: 7,
    defaultEdgeType: 'arrow',
    minCameraRatio: 0.05,
    maxCameraRatio: 3,
    nodeReducer: (_, data) => ({ ...data, hidden: data.firstVisit > shown.until }),
    edgeReducer: (edge, data) => ({
      ...data,
      color: shown.byAgent ? data.agentColour : data.color,
      hidden: graph.extremities(edge).some((node) => firstOf(node) > shown.until),
    }),
    defaultDrawNodeHover: (context, data) => {
      const [text, size] = [String(data.label ?? ''), 12];
      context.font = `600 ${size}px system-ui, sans-serif`;
      const width = context.measureText(text).width + 12;
      context.fillStyle = colour('paper');
      context.strokeStyle = colour('soft');
      context.beginPath();
      context.roundRect(data.x + data.size + 2, data.y - size, width, 2 * size, 4);
      context.fill();
      context.stroke();
      context.fillStyle = colour('ink');
      context.fillText(text, data.x + data.size + 8, data.y + size / 3);
    },
  });
  sigma.on('clickNode', ({ node }) => open(map.hosts[Number(node)]!.host));
  sigma.on('enterNode', () => {
    box.style.cursor = 'pointer';
  });
  sigma.on('leaveNode', () => {
    box.style.cursor = '';
  });
  return {
    show(until, byAgent) {
      shown = { until, byAgent };
      sigma.refresh({ skipIndexation: true });
    },
    close: () => sigma.kill(),
  };
}

function graphOf({ hosts, links }: SiteMap, colour: (name: string) => string): Graph {
  const graph = new Graph({ multi: true, type: 'directed' });
  const most = Math.max(...hosts.map(({ relevant }) => relevant), 1);
  const [low, high] = [colour('grey'), colour('c0')];
  for (const [place, host] of hosts.entries()) {
    // A spiral: the same places at every visit, and none on another.
    const distance = Math.sqrt(place + 1);
    graph.addNode(place, {
      x: distance * Math.cos(place * angle),
      y: distance * Math.sin(place * angle),
      size: 4 + 14 * Math.sqrt(host.relevant / most),
      color: mixed(low, high, harvestOf(host)),
      label: host.isSeed ? `◆ ${host.host}` : host.host,
      forceLabel: host.isSeed && hosts.length < 60,
      firstVisit: host.firstVisit,
    });
  }
  const busiest = Math.max(...links.map(({ visits }) => visits), 1);
  for (const { from, to, visits, agent, tunnels } of links)
    if (from !== to)
      graph.addEdge(from, to, {
        size: 0.8 + 3 * Math.sqrt(visits / busiest),
        color: tunnels > visits / 2 ? colour('c1') : colour('rule'),
        agentColour: colour(palette[agent % palette.length]!),
        weight: visits,
      });
  return graph;
}

function harvestOf({ pages, relevant }: MapHost): number {
  return pages === 0 ? 0 : relevant / pages;
}

/** Between two colours as the browser writes them, `rgb(1, 2, 3)`. */
function mixed(low: string, high: string, share: number): string {
  const [from, to] = [low, high].map((text) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  return `rgb(${from!.map((value, index) => Math.round(value + share * ((to![index] ?? value) - value))).join(', ')})`;
}
