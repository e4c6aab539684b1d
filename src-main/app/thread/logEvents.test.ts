/** The events that the guide for operators lists are those that the code logs. Operators search for them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const guide = readFileSync(join(root, 'resources/docs/operate.md'), 'utf8')

interface LogCall {
  readonly level: string
  readonly event: string
  /** source text of the arguments after the event */
  readonly args: string
}

const CALL = /\b(?:log|logger|toFile)\??\.(info|warn|error)\(\s*'([^']+)'/g

/** Returns the text up to the parenthesis that closes the call. */
function readArguments(source: string, from: number): string {
  let depth = 1
  let at = from
  for (; at < source.length && depth > 0; at++) {
    const character = source.charAt(at)
    if (character === '(') depth++
    else if (character === ')') depth--
  }
  return source.slice(from, at)
}

function findCalls(source: string): LogCall[] {
  return [...source.matchAll(CALL)].map((match) => {
    const [text, level = '', event = ''] = match
    return { level, event, args: readArguments(source, match.index + text.length) }
  })
}

const isProduct = (path: string) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('testing/')

const calls = ['src-main/node', 'src-main/app/thread'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isProduct)
    .flatMap((path) => findCalls(readFileSync(join(root, folder, path), 'utf8'))),
)

/** Rows of the two tables of events: `| event | level or methods | fields |`. */
const [, section = ''] = guide.split('\n**Events.**')
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \| (.*?) \| ?(.*?) ?\|$/gm)].map(
  ([, event = '', second = '', last = '']) => ({
    event,
    level: second.startsWith('`') ? 'info' : second,
    fields: [...last.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }),
)

describe('events that the guide for operators lists', () => {
  it('appear in the code with their level and fields', () => {
    const unknown = rows.filter(
      ({ event, level, fields }) =>
        !calls.some(
          (call) =>
            call.event === event &&
            call.level === level &&
            fields.every((field) => new RegExp(`\\b${field}\\b`).test(call.args)),
        ),
    )
    expect(unknown).toEqual([])
    expect(rows.length).toBeGreaterThan(50)
  })

  it('include every event of level info', () => {
    const listed = new Set(rows.filter(({ level }) => level === 'info').map(({ event }) => event))
    const missing = calls.filter(({ level, event }) => level === 'info' && !listed.has(event))
    expect(missing.map(({ event }) => event)).toEqual([])
  })

  it('use fixed texts: no event of level info is put together', () => {
    const composed = ['src-main/node', 'src-main/app/thread'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(isProduct)
        .filter((path) => /(?:\.info\(\s*`|logger\[)/.test(readFileSync(join(root, folder, path), 'utf8'))),
    )
    expect(composed).toEqual([])
  })
})
