import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { axisSteps, chartFrame, type LineChart, lineChart, linePath, placeOf } from '../../src/html/line-chart.js';

const chart: LineChart = {
  title: 'A chart',
  width: 800,
  height: 400,
  x: [1, 2, 3, 4],
  lines: [
    { name: 'one', className: 'c0', y: [0, 0.5, null, 1] },
    { name: 'two', className: 'c1', y: [0, 0.4, 0.9, 1] },
  ],
  axes: { x: 'pages', y: 'recall' },
  named: true,
};

describe('a line chart', () => {
  test('has round steps from 0 to what covers the highest value', () => {
    assert.deepEqual(axisSteps(1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
    assert.deepEqual(axisSteps(0.37, 5), [0, 0.1, 0.2, 0.3, 0.4]);
    assert.deepEqual(axisSteps(300, 5), [0, 100, 200, 300]);
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 10 }), (top, most) => {
        const steps = axisSteps(top, most);
        assert.equal(steps[0], 0);
        assert.ok(steps.at(-1)! >= 0.999 * top);
        assert.ok(steps.length <= most + 2);
      }),
    );
  });

  test('puts the ends of the scales at the corners of its frame', () => {
    const frame = chartFrame(chart);
    assert.deepEqual(placeOf(0, 0, frame), [frame.left, frame.bottom]);
    assert.deepEqual(placeOf(frame.furthest, frame.highest, frame), [frame.right, frame.top]);
  });

  test('breaks a line where there is no value', () => {
    assert.equal(linePath(chart.x, chart.lines[0]!.y, chartFrame(chart)).match(/M/g)!.length, 2);
    assert.equal(linePath(chart.x, [null, null, null, null], chartFrame(chart)), '');
  });

  test('names its lines at their ends, apart from each other', () => {
    const places = [...lineChart(chart).matchAll(/<text class="end" x="[\d.]+" y="([\d.]+)">/g)].map(([, y]) =>
      Number(y),
    );
    assert.equal(places.length, 2);
    assert.ok(Math.abs(places[0]! - places[1]!) >= 14);
  });

  test('lets one line stand out and marks what is read', () => {
    const drawn = lineChart({ ...chart, lit: 'two', cursor: 1 });
    assert.match(drawn, /class="line c0 faded"/);
    assert.match(drawn, /class="line c1 lit"/);
    assert.equal(drawn.match(/<circle/g)!.length, 2);
    assert.equal(lineChart({ ...chart, cursor: 2 }).match(/<circle/g)!.length, 1);
  });

  test('escapes every name', () => {
    const hostile = '"><script>alert(1)</script>';
    const drawn = lineChart({ ...chart, title: hostile, lines: [{ ...chart.lines[0]!, name: hostile }] });
    assert.ok(!drawn.includes('<script'));
  });

  test('without lines or values is an empty frame', () => {
    assert.ok(!lineChart({ ...chart, lines: [] }).includes('NaN'));
    assert.ok(!lineChart({ ...chart, x: [], lines: [{ name: 'one', className: '', y: [] }] }).includes('NaN'));
  });
});
