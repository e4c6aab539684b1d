import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countWords } from './countWords.ts'
import { WORD_PATTERNS } from './patterns.ts'
import { splitSource } from './splitSource.ts'
import { isGoodSubject, listBadSubjects, listCountedFiles } from './tree.ts'

/** For each pattern, a line that matches and a line that does not. */
const SAMPLES: Record<string, readonly [string, string]> = {
  'start-what': ['// What a peer sent.', '// Messages that show what a peer sent.'],
  'start-who': ['/** Whose key it is. */', '/** Owner of the key. */'],
  'start-of': ['// of a transaction', '// Size of a transaction'],
  'start-pointer': ['// The same for blocks.', '// Reads the same block.'],
  'of-what': ['// a list of those', '// a list of blocks'],
  'so-many': ['// waits for so many', '// waits for at most 3'],
  'is-none': ['// a token that is none', '// none is left'],
  nobody: ['// if somebody asks', '// if a user asks'],
  whoever: ['// asks whoever made it', '// asks the creator'],
  people: ['// a text for people', '// a text for users'],
  'book-words': ['// reads anew', '// reads again'],
  judge: ['// the node judges it', '// the node validates it'],
  tell: ['// peers are told', '// peers are notified'],
  telegraph: ['// undefined: no such key', '// undefined if the key is missing'],
  'names-most': ['const MOST_PEERS = 1', 'const MAX_PEERS = 1 // MOST_PEERS'],
  'names-a': ['const ROWS_A_PAGE = 1', 'const ROWS_PER_PAGE = 1'],
  'names-at-a-time': ['const ROWS_AT_A_TIME = 1', 'const ROWS_PER_BATCH = 1'],
  'names-millis': ['const RETRY_MILLIS = 1', 'const RETRY_MS = 1'],
  'names-of': ['const keyOf = (row: Row) => row.key', 'const getKey = (row: Row) => row.key'],
  'title-without-subject': ["it('is the only one here', f)", "it('rejects a bid of 0 satoshis', f)"],
  'title-too-short': ["it('rejects a bid', f)", "it('rejects a bid of 0 satoshis', f)"],
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'words-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}
const count = (): ReturnType<typeof countWords> => countWords(root, listCountedFiles(root))

describe('countWords', () => {
  it('finds a sample for every pattern of the table', () => {
    expect(Object.keys(SAMPLES)).toEqual(WORD_PATTERNS.map(({ name }) => name))
  })

  it.each(Object.entries(SAMPLES))('finds %s in the first sample and not in the second', (name, [bad, good]) => {
    write('bad.test.ts', `\n${bad}\n`)
    write('good.test.ts', `\n${good}\n`)
    expect(count().get(name)).toEqual([{ file: 'bad.test.ts', line: 2 }])
  })

  it('counts prose of Markdown without its code, and skips recorded and installed files', () => {
    write('a.md', '# A\n\nText for\npeople.\n\n`people`\n\n```\npeople\n```\n')
    for (const folder of ['e2e/vectors', 'node_modules/x', 'out']) write(`${folder}/a.md`, 'people')
    expect(count().get('people')).toEqual([{ file: 'a.md', line: 4 }])
  })
})

describe('splitSource', () => {
  it.each([
    "'// people'",
    '"/* people */"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
    '`// people ${f({ a: `// people` })} // people`',
    '/[/]\\/\\/ people/',
    'x = /"/; "// people"',
  ])('takes no content of %s for a comment', (literal) => {
    const { comments, code } = splitSource(`const a = f(${literal})\n// real`)
    expect(comments.map(({ text }) => text.trim())).toEqual(['real'])
    expect(code).not.toContain('people')
  })

  it('joins line comments of consecutive lines at their offset', () => {
    const { comments } = splitSource('a\n// b\n// c\n\n// d')
    expect(comments.map(({ offset, text }) => [offset, text.replace(/\s+/g, ' ').trim()])).toEqual([
      [2, 'b c'],
      [13, 'd'],
    ])
  })
})

describe('commit subjects', () => {
  it('requires an area, an imperative and at most 72 characters', () => {
    expect(isGoodSubject('ui: align links')).toBe(true)
    expect(isGoodSubject('align links')).toBe(false)
    expect(isGoodSubject('window: the title names each')).toBe(false)
    expect(isGoodSubject(`ui: ${'a'.repeat(69)}`)).toBe(false)
  })

  it('skips the check in a folder without git', () => {
    expect(listBadSubjects(root, 'ceilings.json')).toEqual([])
  })
})
