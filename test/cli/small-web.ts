import { html, redirect, type Site, type SitePage } from '../site.js';

const car =
  'The Jaguar car is a British sports car. Every jaguar car has an engine, and car drivers love a jaguar car.';
const eType = html('Jaguar E-Type', `The Jaguar E-Type is a sports car. ${car}`, [
  ['/engine.html', 'jaguar car engine'],
]);

/** A web of a few hosts about two meanings of a word, with one of everything that a crawler meets. */
export const smallWeb: Readonly<Record<string, SitePage>> = {
  'cars.test/robots.txt': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('# Keep out of the workshop.\nUser-agent: *\nDisallow: /private/\n');
  },
  'cars.test/': html('Jaguar cars', car, [
    ['/e-type.html', 'Jaguar E-Type car'],
    ['/copy.html', 'the same car again'],
    ['/old.html', 'old address of a jaguar car'],
    ['/private/plans.html', 'secret jaguar car plans'],
    ['/brochure.zip', 'jaguar car brochure'],
    ['/missing.html', 'missing car'],
    ['/login.html" rel="nofollow', 'log in'],
    ['/members.html', 'jaguar car members'],
    ['http://news.test/formula.html', 'car news'],
    ['http://news.test/escape.html', 'more car news'],
    ['http://cats.test/jaguar.html', 'the other jaguar'],
    ['http://garden.test/', 'gardening'],
  ]),
  'cars.test/e-type.html': eType,
  'cars.test/copy.html': eType,
  'cars.test/old.html': redirect('/xk120.html'),
  'cars.test/xk120.html': html('Jaguar XK120', `The XK120 was the fastest car of its day. ${car}`),
  'cars.test/private/plans.html': html('Plans', car),
  'cars.test/brochure.zip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');
  },
  'cars.test/login.html': html('Log in', 'Name and password.'),
  'cars.test/members.html': html('Members', `${car} Members only.`).replace(
    '<head>',
    '<head><meta name="robots" content="noindex">',
  ),
  'cars.test/engine.html': html('Jaguar car engine', `The engine of the jaguar car has six cylinders. ${car}`, [
    ['/engine/pistons.html', 'pistons of the jaguar car'],
  ]),
  'cars.test/engine/pistons.html': html('Pistons', `Pistons move in the engine of a jaguar car. ${car}`),
  'news.test/formula.html': html('=HYPERLINK("http://evil.test","Jaguar car")', `A jaguar car has won, again. ${car}`),
  'news.test/escape.html': html(
    'Jaguar \u001b[31mred\u001b[0m&#10;car&#27;]0;owned&#7;\u009b2J news',
    `\u001b[31mA red jaguar car was seen.\u001b[0m ${car}`,
  ),
  'cats.test/jaguar.html': html('The jaguar', 'The jaguar is an animal, a big cat of the jungle.', [
    ['/habitat.html', 'where the cat lives'],
  ]),
  'cats.test/habitat.html': html('Habitat', 'The jungle.'),
  'garden.test/': html('Gardening', 'Roses and tulips grow in the garden.', [['/roses.html', 'roses']]),
  'garden.test/roses.html': html('Roses', 'Roses are red, and grow in the garden.'),
};

/** A host whose first page links to `count` others about cars, each linking to the next; all of them differ. */
export function rowOfPages(host: string, count: number): Record<string, SitePage> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const pages: Record<string, SitePage> = {
    [`${host}/`]: html(
      'A row of cars',
      car,
      numbers.map((number) => [`/${number}`, `jaguar car ${number}`]),
    ),
  };
  for (const number of numbers)
    pages[`${host}/${number}`] = html(`Car ${number}`, `Jaguar car number ${number}. ${car}`, [
      [`/${number + 1}`, 'next car'],
    ]);
  return pages;
}

/** The requests that a server saw, robots.txt left out. */
export function visited({ log }: Site): string[] {
  return log.map(({ host, path }) => `${host}${path}`).filter((url) => !url.endsWith('/robots.txt'));
}
