import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { detectLanguage, languageOfTag } from '../../src/text/language.js';

const SENTENCES: Record<string, string> = {
  en: 'The city lies on both banks of the river and has been the seat of the government since the middle ages.',
  de: 'Die Stadt liegt an beiden Ufern des Flusses und ist seit dem Mittelalter der Sitz der Regierung des Landes.',
  fr: 'La ville se trouve sur les deux rives du fleuve et elle est le siège du gouvernement depuis le Moyen Âge.',
  es: 'La ciudad se encuentra en las dos orillas del río y es la sede del gobierno desde la Edad Media.',
  it: 'La città si trova su entrambe le rive del fiume ed è la sede del governo fin dal Medioevo.',
  pt: 'A cidade fica nas duas margens do rio e é a sede do governo desde a Idade Média, segundo os historiadores.',
  nl: 'De stad ligt aan beide oevers van de rivier en is sinds de middeleeuwen de zetel van de regering.',
  sv: 'Staden ligger på båda sidor om floden och har varit säte för regeringen sedan medeltiden.',
  fi: 'Kaupunki sijaitsee joen molemmilla rannoilla ja on ollut hallituksen kotipaikka keskiajalta lähtien.',
  ru: 'Город расположен на обоих берегах реки и является местом пребывания правительства со времён средневековья.',
  pl: 'Miasto leży po obu stronach rzeki i jest siedzibą rządu od czasów średniowiecza.',
  ja: 'この都市は川の両岸に位置し、中世以来、政府の所在地となっています。多くの観光客が訪れます。',
  zh: '这座城市位于河流的两岸，自中世纪以来一直是政府所在地，每年吸引着来自世界各地的许多游客。',
};

describe('the language of a text', () => {
  test('is found without help', () => {
    for (const [language, sentence] of Object.entries(SENTENCES))
      assert.equal(detectLanguage(sentence), language, sentence);
  });

  test('wins over a wrong declaration', () => {
    for (const [language, sentence] of Object.entries(SENTENCES)) {
      assert.equal(detectLanguage(sentence, language === 'en' ? 'de' : 'en'), language, sentence);
    }
  });

  test('is the declared one when the text is short or says nothing', () => {
    assert.equal(detectLanguage('OK', 'de-AT'), 'de');
    assert.equal(detectLanguage('', 'fr'), 'fr');
    assert.equal(detectLanguage('10:45 - 11:30 | 12:00 - 13:15 | 14:00 - 15:30 | 16:00', 'sv'), 'sv');
  });

  test('is the declared one when the detector does not know that language', () => {
    assert.equal(
      detectLanguage('Saya suka makan nasi goreng di pagi hari bersama keluarga saya di Jakarta', 'id'),
      'id',
    );
  });

  test('is unknown when neither tells', () => {
    assert.equal(detectLanguage(''), '');
    assert.equal(detectLanguage('1234 5678'), '');
    assert.equal(detectLanguage('', 'xx'), '');
  });

  test('is that of the running text, not of the menu above it', () => {
    assert.equal(
      detectLanguage(`Home\nAbout us\nContact\nLog in\nShopping cart\n${SENTENCES.de}\n${SENTENCES.de}`, 'en'),
      'de',
    );
  });

  test('never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.string(), (text, declared) => {
        assert.match(detectLanguage(text, declared), /^(?:[a-z]{2})?$/);
      }),
    );
  });
});

test('language tags become ISO 639-1 codes', () => {
  const tags = {
    'en-GB': 'en',
    EN: 'en',
    en_US: 'en',
    eng: 'en',
    ger: 'de',
    'zh-Hant-TW': 'zh',
    nb: 'no',
    'nn-NO': 'no',
    iw: 'he',
    gsw: '',
    xx: '',
    'x-default': '',
    'not a tag': '',
    ' de ': 'de',
  };
  for (const [tag, language] of Object.entries(tags)) assert.equal(languageOfTag(tag), language, tag);
});
