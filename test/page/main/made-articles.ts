/** The parts of a page with an article, in one language. */
export interface MadeArticle {
  readonly title: string;
  readonly section: string;
  readonly byline: string;
  readonly paragraphs: readonly string[];
  readonly menu: readonly string[];
  readonly cookies: string;
  readonly teasers: readonly string[];
  readonly footer: readonly string[];
}

export const articles = {
  en: {
    title: 'The osprey',
    section: 'Nests',
    byline: 'By Anna Smith, 4 May 2024',
    paragraphs: [
      'Ospreys are fish hawks that dive feet first into rivers and lakes, and they are found on every continent but one.',
      'The birds build large nests of sticks on dead trees, cliffs and poles, often close to the water where they hunt.',
      'A pair returns to its old place for many years, adding material every spring until it weighs as much as a man.',
      'Young ospreys fly for the first time after about eight weeks, and stay close until the autumn migration begins.',
    ],
    menu: ['Home', 'News', 'Sport', 'Weather', 'Contact us', 'About this site'],
    cookies: 'We use cookies to improve your experience. By using this site you accept our policy.',
    teasers: [
      'Eagles return to the city after thirty years',
      'Why herons stand on one leg',
      'Ten places to watch geese',
    ],
    footer: ['Terms of use', 'Privacy policy', '© 2024 Bird News. All rights reserved.'],
  },
  zh: {
    title: '鱼鹰',
    section: '巢穴',
    byline: '作者：王小明 2024年5月4日',
    paragraphs: [
      '鱼鹰是一种以鱼为食的猛禽，分布在除南极洲以外的每一个大陆，常见于河流、湖泊和海岸附近。',
      '它们用树枝在枯树、悬崖和电线杆上筑起巨大的窝，通常离捕鱼的水面不远，每年春天都会加固。',
      '一对成鸟多年返回同一个地方，不断添加材料，直到它的重量与一个成年人相当，十分壮观。',
      '幼鸟大约八周后第一次飞行，在秋季迁徙开始之前一直留在附近，由父母继续喂养和保护。',
    ],
    menu: ['首页', '新闻', '体育', '天气', '联系我们', '关于本站'],
    cookies: '我们使用Cookie来改善您的体验。继续使用本网站即表示您接受我们的政策。',
    teasers: ['三十年后老鹰重返城市', '为什么苍鹭整天单腿站立', '今年冬天观鸟的十个地方'],
    footer: ['使用条款', '隐私政策', '© 2024 鸟类新闻 版权所有'],
  },
  ja: {
    title: 'ミサゴ',
    section: '営巣',
    byline: '文：山田花子 2024年5月4日',
    paragraphs: [
      'ミサゴは魚を主食とする猛禽類で、南極大陸を除くすべての大陸に分布し、川や湖、海岸の近くでよく見られます。',
      '枯れ木や崖、電柱の上に枝で大きな家を作り、多くの場合、狩りをする水辺の近くで子育てをします。',
      'つがいは何年も同じ場所に戻り、毎年春に材料を加えていくため、人間ほどの重さになることもあります。',
      '幼鳥は約八週間で初めて飛び、秋の渡りが始まるまで近くにとどまり、親鳥から餌をもらい続けます。',
    ],
    menu: ['ホーム', 'ニュース', 'スポーツ', '天気', 'お問い合わせ', '会社概要'],
    cookies: '当サイトではクッキーを使用しています。閲覧を続けることで同意したものとみなします。',
    teasers: ['三十年ぶりにワシが街に戻る', 'サギが一日中片足で立つ理由', 'この冬に鳥を見るのに最適な十か所'],
    footer: ['利用規約', 'プライバシーポリシー', '© 2024 鳥のニュース'],
  },
} as const satisfies Record<string, MadeArticle>;

const links = (texts: readonly string[]): string =>
  texts.map((text, i) => `<li><a href="/${i}">${text}</a></li>`).join('');

/** As sites are written today. */
export function modernPage(language: string, article: MadeArticle): string {
  const { title, section, byline, paragraphs, menu, cookies, teasers, footer } = article;
  const [first, second, third, fourth] = paragraphs;
  return `<html lang=${language}><title>${title} | News</title><body>
    <div class="cookie-banner"><p>${cookies}</p><button>OK</button></div>
    <header class="site-header"><nav><ul class="menu">${links(menu)}</ul></nav></header>
    <main><article class="post"><h1>${title}</h1><p class="byline">${byline}</p>
      <div class="entry-content"><p>${first}</p><p>${second}</p><h2>${section}</h2><p>${third}</p><ul><li>${fourth}</li></ul></div>
    </article></main>
    <section class="related"><ul>${teasers.map((teaser) => `<li class="card"><a href="/t"><h4>${teaser}</h4></a></li>`).join('')}</ul></section>
    <footer><ul>${links(footer)}</ul></footer>`;
}

/** As sites were written around 2000. */
export function tablePage({ title, section, byline, paragraphs, menu, footer }: MadeArticle): string {
  const [first, second, third, fourth] = paragraphs;
  return `<html><title>${title}</title><body><table><tr><td>${menu.map((text) => `<a href="/">${text}</a><br>`).join('')}</td>
    <td><h1>${title}</h1>${byline}<p>${first}<p>${second}<h2>${section}</h2><p>${third}<br>${fourth}</td></tr></table>
    <hr>${footer.join('<br>')}`;
}
