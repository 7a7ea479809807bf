/** The judge whose judgements count now. */
export const currentJudge = "(SELECT value::integer FROM note WHERE key = 'judge')";
/** Its judgement of the visit `v`, to be joined. */
export const currentJudgement = `judgement j ON j.visit = v.seq AND j.judge = ${currentJudge}`;
