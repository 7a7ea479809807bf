import type { PartOfSpeech } from './part-of-speech.js';

/** Base form first, then the forms whose endings do not lead to it. */
const FORMS: Readonly<Partial<Record<PartOfSpeech, string>>> = {
  n: `
    man men, woman women, child children, foot feet, tooth teeth, goose geese, mouse mice, louse lice, ox oxen, die dice,
    penny pence, person people, brother brethren, leaf leaves, life lives, knife knives, wife wives, wolf wolves, half halves,
    calf calves, shelf shelves, loaf loaves, thief thieves, scarf scarves, hoof hooves, elf elves, self selves,
    wharf wharves, dwarf dwarves, sheaf sheaves, staff staves, basis bases, axis axes, quiz quizzes,
    curriculum curricula, memorandum memoranda, genus genera, corpus corpora,
    schema schemata, stigma stigmata, cherub cherubim, kibbutz kibbutzim, bureau bureaux,
    plateau plateaux, alumnus alumni, focus foci, genius genii, radius radii, matrix matrices, index indices,
    appendix appendices, vertex vertices, vortex vortices, apex apices, codex codices, cortex cortices, helix helices,
    larynx larynges, phenomenon phenomena, criterion criteria, automaton automata, taxon taxa`,
  v: `
    arise arose arisen, awake awoke awoken, be am is are was were been, bear bore borne born, beat beaten, become became,
    befall befell befallen, beget begot begotten, begin began begun, behold beheld, bend bent, bereave bereft,
    bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought, build built,
    burn burnt, buy bought, catch caught, choose chose chosen, cling clung, come came, creep crept, deal dealt, die dying, dig dug,
    do did done does, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, dwell dwelt, eat ate eaten, fall fell fallen,
    feed fed, feel felt, fight fought, find found, flee fled, fling flung, fly flew flown, forbid forbade forbidden,
    foresee foresaw foreseen, forget forgot forgotten, forgive forgave forgiven, forsake forsook forsaken,
    freeze froze frozen, get got gotten, give gave given, go went gone goes, grind ground, grow grew grown, hang hung,
    have has had, hear heard, hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lay laid, lead led,
    lean leant, leap leapt, learn learnt, leave left, lend lent, lie lay lain lying, light lit, lose lost, make made,
    mean meant, meet met, mislead misled, mistake mistook mistaken, mow mown, outgrow outgrew outgrown,
    overcome overcame, oversee oversaw overseen, overtake overtook overtaken, overthrow overthrew overthrown, pay paid,
    plead pled, prove proven, rebuild rebuilt, rend rent, rethink rethought, rewrite rewrote rewritten, ride rode ridden,
    ring rang rung, rise rose risen, run ran, saw sawn, say said, see saw seen, seek sought, sell sold, send sent,
    sew sewn, shake shook shaken, shear shorn, shine shone, shoe shod, shoot shot, show shown, shrink shrank shrunk,
    sing sang sung, sink sank sunk, sit sat, slay slew slain, sleep slept, slide slid, sling slung, smell smelt,
    smite smote smitten, sow sown, speak spoke spoken, speed sped, spell spelt, spend spent, spill spilt, spin spun,
    spit spat, spoil spoilt, spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung,
    stink stank stunk, stride strode stridden, strike struck stricken, string strung, strive strove striven,
    swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung, take took taken, teach taught,
    tear tore torn, tell told, think thought, thrive throve, tie tying, vie vying, throw threw thrown, tread trod trodden,
    undergo underwent undergone, understand understood, undertake undertook undertaken, undo undid undone,
    uphold upheld, wake woke woken, wear wore worn, weave wove woven, weep wept, win won, wind wound,
    withdraw withdrew withdrawn, withhold withheld, withstand withstood, wring wrung, write wrote written`,
  a: 'good better best, bad worse worst, far farther farthest further furthest',
  r: 'well better best, badly worse worst, far farther farthest further furthest',
};

const baseByForm = new Map(
  Object.entries(FORMS).map(([partOfSpeech, list]) => [
    partOfSpeech,
    new Map(
      list
        .split(',')
        .map((line) => line.trim().split(/\s+/))
        .flatMap(([base, ...forms]) => forms.map((form) => [form, base!] as const)),
    ),
  ]),
);

/** The base form of a noun's, verb's, adjective's or adverb's irregular form; undefined where it is none. */
export function irregularBase(form: string, partOfSpeech: PartOfSpeech): string | undefined {
  return baseByForm.get(partOfSpeech)?.get(form);
}
