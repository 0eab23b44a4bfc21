// The report of a small run, opened and used in a real browser. CAIRN names the command, CHROMIUM
// the browser.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cairn = process.env.CAIRN ?? here('../../build-test/cairn');
const folder = mkdtempSync(join(tmpdir(), 'cairn-report-'));
const trace = () =>
  spawnSync(process.execPath, [here('../trace.mjs'), folder], { encoding: 'utf8' });

/** The tiny suite, with repeated trials beside it. */
function writeSuite(file) {
  const suite = JSON.parse(readFileSync(here('tiny.json'), 'utf8'));
  const shared = { group: 'trials', trials: 3000, 'max-moves': 100000 };
  suite.agents.push(
    { name: 'LRTA*, again', algorithm: 'lrta', ...shared },
    { name: 'FALCONS, again', algorithm: 'falcons', ...shared },
  );
  writeFileSync(file, JSON.stringify(suite));
}

before(() => {
  writeSuite(join(folder, 'suite.json'));
  execFileSync(cairn, ['evaluate', join(folder, 'suite.json'), '-o', folder, '--quiet']);
  execFileSync(process.execPath, [here('../make.mjs'), folder]);
});
after(() => rmSync(folder, { recursive: true }));

test('every number comes from rows', () => {
  const { status, stdout, stderr } = trace();
  assert.equal(status, 0, stderr);
  assert.match(
    stdout,
    /^[1-9]\d+ numbers and [1-9]\d+ points of charts, 0 that the data do not give/,
  );
});

test('a number that is not from rows is found', () => {
  const file = join(folder, 'report.html');
  const page = readFileSync(file, 'utf8');
  const spoil = (from, to, complaint) => {
    const spoilt = page.replace(from, to);
    assert.notEqual(spoilt, page);
    writeFileSync(file, spoilt);
    const { status, stderr } = trace();
    writeFileSync(file, page);
    assert.equal(status, 1);
    assert.match(stderr, complaint);
  };
  spoil(
    /(<data[^>]*&quot;of&quot;:&quot;moves&quot;[^>]*>)[^<]*/,
    '$1987654321',
    /is [\d.]+ by its rows/,
  );
  spoil('<h2>Walks</h2>', '<h2>Walks</h2><p>about 42 of them</p>', /without a trace/);
  spoil(
    '<h2>Walks</h2>',
    '<h2>Walks</h2><q data-paper="[&quot;problems&quot;,&quot;count&quot;]">5</q>',
    /in the paper/,
  );
  spoil(/("x":\{"v":)[\d.]+/, '$11.5', /a point of .* has 1.5/);
});

test('tables are files of their own', () => {
  const files = readdirSync(join(folder, 'tables'));
  for (const name of ['table-1', 'table-all', 'table-pareto', 'table-crowd', 'table-trials'])
    for (const ending of ['csv', 'tex']) assert.ok(files.includes(`${name}.${ending}`), name);
});

test('figures are files of their own', () => {
  const files = readdirSync(join(folder, 'figures'));
  for (const name of ['time', 'preparation', 'database', 'cumulative', 'trials'])
    assert.ok(files.includes(`${name}-all.svg`));
  for (const file of files) {
    assert.match(readFileSync(join(folder, 'figures', file), 'utf8'), /^<svg [^]*<\/svg>$/);
  }
});

/** The page draws at its next frame, not at once. */
async function waitUntil(condition) {
  for (let i = 0; i < 2000; i++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it did not happen');
}

/** In the browser: texts of a chart that lie over each other. */
function findOverlaps() {
  const found = [];
  for (const chart of document.querySelectorAll('.chart')) {
    const texts = [...chart.querySelectorAll('svg text')].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    texts.forEach((a, i) => {
      for (const b of texts.slice(i + 1)) {
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 1 && down > 3) found.push(`${chart.dataset.figure}: ${a.text} / ${b.text}`);
      }
    });
  }
  return found;
}

test('the page works in a browser', async (t) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints = [];
  const address = pathToFileURL(join(folder, 'report.html')).href;
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) {
      complaints.push(`request: ${request.url()}`);
    }
  });
  await page.goto(address);
  const chart = page.locator('.chart[data-figure="time"][data-half="all"]');
  await chart.locator('svg text').first().waitFor();

  await t.test('all charts are drawn, and no part of the page is too wide', async () => {
    const charts = await page.locator('.chart').count();
    assert.equal(charts, 11);
    assert.equal(await page.locator('.chart svg').count(), charts);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false);
    assert.deepEqual(await page.evaluate(findOverlaps), []);
  });

  await t.test('pictures are there', async () => {
    const broken = await page.evaluate(async () => {
      const images = [...document.images];
      await Promise.all(images.map((image) => image.decode()));
      return images.filter((image) => image.naturalWidth === 0).length;
    });
    assert.equal(broken, 0);
  });

  await t.test('figures are well-formed', async () => {
    for (const file of readdirSync(join(folder, 'figures'))) {
      const text = readFileSync(join(folder, 'figures', file), 'utf8');
      const wrong = await page.evaluate(
        (svg) =>
          new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')
            ?.textContent,
        text,
      );
      assert.equal(wrong, undefined, file);
    }
  });

  await t.test('labels and regions have colours of their own', async () => {
    for (const [algorithm, colour] of [
      ['labels', '#d6246e'],
      ['regions', '#946a4a'],
    ]) {
      const marks = chart.locator(`svg path[fill="${colour}"]`);
      assert.ok((await marks.count()) > 1, 'a mark in the legend and one in the chart');
      assert.ok(await page.locator(`#table-1 tr[data-algorithm="${algorithm}"]`).isVisible());
    }
  });

  await t.test('costs of trials are lines, one for each agent', async () => {
    const trials = page.locator('.chart[data-figure="trials"][data-half="all"]');
    for (const colour of ['#e69f00', '#a63603']) {
      const lines = trials.locator(`svg path[stroke="${colour}"][fill="none"]`);
      const lengths = await lines.evaluateAll((paths) =>
        paths.map((path) => path.getTotalLength()),
      );
      assert.ok(Math.max(...lengths) > 100, `${lengths}`);
    }
  });

  await t.test('an algorithm can be left out, of tables and charts', async () => {
    const row = page.locator('#table-1 tr[data-algorithm="lrta"]');
    assert.equal(await row.first().isVisible(), true);
    const marks = chart.locator('svg path[fill="#e69f00"]');
    const full = await marks.count();
    assert.ok(full > 1, 'a mark in the legend and one in the chart');
    await page.locator('.chips input[value="lrta"]').uncheck();
    assert.equal(await row.first().isVisible(), false);
    await waitUntil(async () => (await marks.count()) === 0);
    await page.locator('.chips input[value="lrta"]').check();
    assert.equal(await row.first().isVisible(), true);
    await waitUntil(async () => (await marks.count()) === full);
  });

  await t.test('a chart zooms', async () => {
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const before = await chart.locator('svg').innerHTML();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -400);
    await page.waitForFunction(
      ([selector, old]) => document.querySelector(selector).innerHTML !== old,
      ['.chart[data-figure="time"][data-half="all"] svg', before],
    );
  });

  await t.test('pointing at a point tells what it is', async () => {
    const front = page.locator('#pareto-chart');
    await front.scrollIntoViewIfNeeded();
    const box = await front.boundingBox();
    const marks = await front.locator('svg path[fill="#cc79a7"]').all();
    const places = await Promise.all(marks.map((mark) => mark.boundingBox()));
    const point = places.find(({ y }) => y > box.y + 60); // below the legend
    await page.mouse.move(point.x + point.width / 2, point.y + point.height / 2, { steps: 3 });
    await front.getByText('time per move, CPU µs: ').waitFor();
  });

  await t.test('the front in two dimensions is a line', async () => {
    const line = page.locator('#pareto-chart svg path[stroke-dasharray][fill="none"]');
    const lengths = await line.evaluateAll((paths) => paths.map((path) => path.getTotalLength()));
    assert.ok(Math.max(...lengths) > 50, `${lengths}`);
  });

  await t.test('a link leads to a heading that is seen', async () => {
    await page.locator('nav a[href="#pareto"]').click();
    const heading = page.locator('#pareto h2');
    const getTop = async () => (await heading.boundingBox()).y;
    const { y, height } = await page.locator('nav').boundingBox();
    await waitUntil(async () => (await getTop()) < 400);
    assert.ok((await getTop()) >= y + height, `${await getTop()} < ${y + height}`);
  });

  await t.test('the axes of the front can be chosen', async () => {
    await page.locator('#pareto-x').selectOption('preparation');
    await page.locator('#pareto-chart svg text', { hasText: 'pre-computation' }).waitFor();
  });

  await t.test('walks by map, and the theme', async () => {
    await page.locator('.tabs button[data-map="rooms"]').click();
    assert.equal(await page.locator('.walks[data-map="rooms"]').isVisible(), true);
    assert.equal(await page.locator('.walks[data-map="caves"]').isVisible(), false);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.locator('#theme').click();
    assert.notEqual(await ground(), light);
  });

  await t.test('a phone is wide enough', async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await waitUntil(async () => (await chart.locator('svg').boundingBox()).width < 360);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false);
    assert.deepEqual(await page.evaluate(findOverlaps), []);
  });

  assert.deepEqual(complaints, []);
});
