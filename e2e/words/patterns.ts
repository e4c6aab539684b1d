/** A pattern whose count may only fall, and what to write instead. */
export interface WordPattern {
  readonly name: string
  /**
   * Where to search: in comments and documents, only at their starts, in code without string literals, or in test
   * titles.
   */
  readonly scope: 'text' | 'start' | 'code' | 'title'
  /** A space in the pattern also matches a line break. */
  readonly pattern: RegExp
  readonly reason: string
  readonly better: string
}

const row = (
  scope: WordPattern['scope'],
  name: string,
  pattern: RegExp,
  reason: string,
  better: string,
): WordPattern => ({ name, scope, pattern, reason, better })

export const WORD_PATTERNS: readonly WordPattern[] = [
  row('start', 'start-what', /(?:What|Whatever)\b/, 'the noun is missing', 'start with a noun or a verb'),
  row('start', 'start-who', /(?:Who|Whose|Whoever)\b/, 'the role is missing', 'name the user, peer or caller'),
  row('start', 'start-of', /[Oo]f /, 'a genitive without its head', 'name the head: "length of …"'),
  row('start', 'start-pointer', /(?:[Tt]he same|Those|It)\b/, 'points at another line', 'repeat the noun'),
  row('text', 'of-what', /\bof (?:what|those|such|whom|which)\b/, 'a chain of pronouns', 'name the noun'),
  row('text', 'so-many', /\b[Ss]o (?:many|much|often)\b/, 'an amount without a number', 'give the limit: "at most …"'),
  row('text', 'is-none', /\b(?:is|are|was|were) none\b/, 'negation as a predicate', 'say what is missing or invalid'),
  row('text', 'nobody', /\b(?:[Nn]o|[Ss]ome|[Aa]ny|[Ee]very)body\b/, 'an actor without a role', 'name the role'),
  row('text', 'whoever', /\bwhoever\b/, 'an actor without a role', 'name the role'),
  row('text', 'people', /\b(?:person|people)\b/, 'an actor without a role', 'the user, or users'),
  row('text', 'book-words', /\b(?:anew|now and then|by itself)\b/, 'book words', 'again, sometimes, alone'),
  row('text', 'judge', /\bjudge[sd]?\b/, 'a private verb', 'validate, check'),
  row('text', 'tell', /\b(?:told|tells?)\b/, 'a private verb', 'notify, report'),
  row('text', 'telegraph', /\b(?:undefined|null|true|false): /, 'telegraph style', 'returns `undefined` if …'),
  row('code', 'names-most', /\b(?:const|let) (?:MOST|LEAST)_\w+/, 'not the field’s word', 'MAX_X, MIN_X'),
  row('code', 'names-a', /\b(?:const|let) [A-Z0-9_]*(?<!_AT)_AN?_[A-Z]\w*/, 'not the field’s word', 'X_PER_Y'),
  row('code', 'names-at-a-time', /\b(?:const|let) \w*_AT_(?:A_TIME|ONCE)\b/, 'not the field’s word', 'X_PER_BATCH'),
  row('code', 'names-millis', /\b(?:const|let) \w*_MILLIS\b/, 'two names for one unit', 'X_MS'),
  row(
    'code',
    'names-of',
    /\bfunction\*? [a-z]\w*Of\b|\bconst [a-z]\w*Of = (?:async )?(?:\(|<|\w+ =>)/,
    'says neither what it does nor what it costs',
    'start with a verb: getX, findX, computeX, parseX, formatX, toX',
  ),
  row(
    'title',
    'title-without-subject',
    /^(?:is|are|has|have|does|do|can|may|was|were|must|will) /,
    'a failure in CI has no subject',
    'a full predicate with object and condition: "rejects a bid of 0 satoshis"',
  ),
  row('title', 'title-too-short', /^\s*\S+(?:\s+\S+){0,2}\s*$/, 'object or condition is missing', 'four words or more'),
]
