import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORD_PATTERNS, type WordPattern } from './patterns.ts'
import { splitSource } from './splitSource.ts'

/** A line that a pattern matches. */
export interface WordPlace {
  readonly file: string
  readonly line: number
}

const anySpace = (pattern: RegExp): string => pattern.source.replaceAll(' ', '\\s+')
const compiled = WORD_PATTERNS.map((row) => ({
  ...row,
  regex:
    row.scope === 'start' ? new RegExp(`^\\s*(?:${anySpace(row.pattern)})`) : new RegExp(anySpace(row.pattern), 'g'),
}))
const TITLE = /\bit(?:\.\w+)*\(\s*(['"`])([\s\S]*?)\1/g

/**
 * Returns the paragraphs, list items and table rows of a Markdown text without code, with their offsets in the text.
 */
function splitMarkdown(text: string): { offset: number; text: string }[] {
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))
  const blocks: { offset: number; text: string }[] = []
  let offset = 0
  for (const part of prose.split(/(?=^[ \t]*(?:[-*] |\d+\. |#+ |\|))|(?<=\n[ \t]*\n)/m)) {
    blocks.push({ offset, text: part.replace(/^[ \t]*(?:[-*] |\d+\. |#+ |\|)/, (mark) => ' '.repeat(mark.length)) })
    offset += part.length
  }
  return blocks
}

/** Counts the patterns in one file. Calls `found` with the pattern and the offset of each match. */
function scan(file: string, source: string, found: (pattern: string, offset: number) => void): void {
  const isMarkdown = file.endsWith('.md')
  const { comments, code } = isMarkdown ? { comments: splitMarkdown(source), code: '' } : splitSource(source)
  const search = (scope: WordPattern['scope'], text: string, offset: number): void => {
    for (const row of compiled) {
      if (row.scope !== scope) continue
      if (scope === 'start' || scope === 'title') {
        if (text.search(row.regex) >= 0) found(row.name, offset + text.search(/\S|$/))
      } else for (const match of text.matchAll(row.regex)) found(row.name, offset + match.index)
    }
  }
  for (const { offset, text } of comments) {
    search('start', text, offset)
    search('text', text, offset)
  }
  search('code', code, 0)
  if (/\.test\.tsx?$/.test(file))
    for (const match of code.matchAll(TITLE)) {
      const from = match.index + match[0].length - 1 - (match[2] ?? '').length
      search('title', source.slice(from, match.index + match[0].length - 1), from)
    }
}

/** Returns the places of every pattern in files below `root`, by the pattern's name. */
export function countWords(root: string, files: readonly string[]): Map<string, WordPlace[]> {
  const places = new Map<string, WordPlace[]>(WORD_PATTERNS.map(({ name }) => [name, []]))
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    scan(file, source, (name, offset) => {
      places.get(name)?.push({ file, line: source.slice(0, offset).split('\n').length })
    })
  }
  return places
}
