import { type HostileSite, oneHost } from './hostile-site.js';

/** The first sentence of the Universal Declaration of Human Rights. */
export const sentences: Readonly<Record<string, string>> = {
  en: 'All human beings are born free and equal in dignity and rights.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.',
  it: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.',
  nl: 'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter.',
  da: 'Alle mennesker er født frie og lige i værdighed og rettigheder.',
  fi: 'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
  is: 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum.',
  pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.',
  cs: 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.',
  hu: 'Minden emberi lény szabadon születik és egyenlő méltósága és joga van.',
  ro: 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi.',
  tr: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.',
  el: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах.',
  uk: 'Всі люди народжуються вільними і рівними у своїй гідності та правах.',
  bg: 'Всички хора се раждат свободни и равни по достойнство и права.',
  he: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.',
  ar: 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.',
  fa: 'تمام افراد بشر آزاد به دنیا می آیند و از لحاظ حیثیت و حقوق با هم برابرند.',
  hi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।',
  bn: 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।',
  ta: 'மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.',
  th: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  zh: '人人生而自由，在尊严和权利上一律平等。',
  'zh-hant': '人人生而自由，在尊嚴和權利上一律平等。',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  ka: 'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.',
  hy: 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով:',
  am: 'የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።',
};

/** A page in a language; its title must be kept as it is. */
export function pageIn(language: string, number: number, host: string, links = '', head = ''): string {
  const sentence = sentences[language]!;
  return `<html lang="${language}"><head>${head}<title>${sentence} ${number}</title></head><body>
<p>${`${sentence} `.repeat(6)}</p><p>${number} ${host}</p>${links}</body></html>`;
}

/** A site of two pages for every language, in UTF-8; the links between them are in that language too. */
export function languages(domain: string): HostileSite[] {
  return Object.entries(sentences).map(([language, sentence]) => {
    const second = `/${sentence.split(/[\s、，]/, 1)[0]}`;
    const address = encodeURI(second);
    const promised = { pages: ['/', address], titles: { '/': `${sentence} 1`, [address]: `${sentence} 2` } };
    return oneHost(`${language}.language.${domain}`, sentence, promised, ({ path, host }, reply) => {
      const links = `<a href="${second}">${sentence}</a>`;
      reply.html(path === '/' ? pageIn(language, 1, host, links) : pageIn(language, 2, host));
    });
  });
}
